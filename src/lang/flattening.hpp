#pragma once
// The parts of a flattening run and what they share.

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/diagnostic.hpp"
#include "lang/class_table.hpp"
#include "lang/context.hpp"
#include "lang/overrides.hpp"
#include "model/hybrid_model.hpp"

namespace saltus::lang {

class Instances;
class Parameters;
class Evaluator;
class Functions;

/// What one model may need; chosen so that a row of a million bodies is within the limits, and a model at a limit is done or refused within
/// a minute and four gigabytes. Work is counted in expressions evaluated, which take about a fifth of a microsecond each.
inline constexpr std::size_t max_work = 120'000'000;
inline constexpr std::size_t max_nodes = 50'000'000;
inline constexpr std::size_t max_scalars = 4'000'000;
inline constexpr std::size_t max_equations = 4'000'000;
/// Work of making one component, of entering one base class or function. More than their time: they take room, and a short text may ask
/// for very many.
inline constexpr std::size_t component_work = 400, base_work = 60, call_work = 60;

/// What the final pass checks when all of the model is known.
struct LateChecks {
  struct Use {
    Expr symbol;
    Span span;
  };
  std::vector<Use> reinits;      ///< must be states
  std::vector<Use> pre_outside;  ///< pre, edge, change outside `when`: must be discrete
  struct Limit {
    std::string within, event;  ///< as in RunSymbol
    std::optional<std::int64_t> index;
    Span span;
  };
  std::vector<Limit> zenos;        ///< must name events
  std::vector<Assertion> indices;  ///< varying subscripts must stay inside their arrays
};

class Flattening {
 public:
  Flattening(HybridModel& model, const Sources& sources, Diagnostics& diagnostics, const ClassTable& classes,
             Overrides& overrides);
  ~Flattening();
  Flattening(const Flattening&) = delete;
  Flattening& operator=(const Flattening&) = delete;

  void error(std::string code, Span span, std::string message, std::string label = {}, std::string help = {});
  /// The model uses a part of the language that is not there yet.
  void not_yet(Span span, std::string_view feature);
  /// An error after which going on makes no sense (sizes without bounds). Always reported, also during a Trial.
  void fatal_error(std::string code, Span span, std::string message, std::string label = {}, std::string help = {});
  [[nodiscard]] bool stopped() const { return stopped_; }
  /// False (and an error) for a loop with very many index variables: each is a level of recursion.
  bool few_indices(const std::vector<ast::ForIndex>& indices);

  /// Counts work; false (and an error) when the model as a whole has become too large.
  bool spend(std::size_t work, Span span);
  /// Number of elements of an array that is about to be made; false (and an error) if there are too many.
  bool fits(const Shape& shape, Span span);
  /// Reports an array whose size is beyond all limits.
  void too_large(Span span);

  HybridModel& model;
  ExprPool& pool;
  const Sources& sources;
  Diagnostics* diagnostics;  ///< may be exchanged for a while, to try something
  const ClassTable& classes;
  Overrides& overrides;
  LateChecks late;
  std::unique_ptr<Instances> instances;
  std::unique_ptr<Parameters> parameters;
  std::unique_ptr<Evaluator> evaluator;
  std::unique_ptr<Functions> functions;
  int hidden_whens = 0;  ///< how many `$when` variables there are

 private:
  Diagnostics* main_;
  std::unordered_set<std::size_t> not_yet_;  ///< places that are reported already
  bool stopped_ = false;
  std::size_t work_ = 0;
};

/// Collects diagnostics apart from the run while it lives.
class Trial {
 public:
  explicit Trial(Flattening& f) : f_(f), outer_(f.diagnostics) { f_.diagnostics = &mine_; }
  ~Trial() { f_.diagnostics = outer_; }
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

  [[nodiscard]] bool failed() const { return mine_.has_errors(); }
  [[nodiscard]] const std::vector<Diagnostic>& collected() const { return mine_.all(); }

 private:
  Flattening& f_;
  Diagnostics* outer_;
  Diagnostics mine_;
};

}  // namespace saltus::lang
