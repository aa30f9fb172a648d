#pragma once
// The compiled models of a hybrid model, one for each tuple of modes, made when they are first asked for.

#include <map>
#include <memory>
#include <utility>

#include "compile/compile.hpp"
#include "compile/entry_plan.hpp"
#include "model/mode_changes.hpp"

namespace saltus {

/// Not thread-safe, as the pool of the model is not. References stay valid as long as this lives.
class CompiledTuples {
 public:
  explicit CompiledTuples(HybridModel model) : model_(std::move(model)) {}
  CompiledTuples(const CompiledTuples&) = delete;
  CompiledTuples& operator=(const CompiledTuples&) = delete;

  [[nodiscard]] const HybridModel& model() const { return model_; }

  /// Null if the model has no solution in these modes, or needs what is not there: diagnostics_of() says why.
  [[nodiscard]] const CompiledModel* of(const ModeTuple& tuple) { return entry(tuple).compiled.get(); }
  /// They name the modes. Compiles, too.
  [[nodiscard]] const Diagnostics& diagnostics_of(const ModeTuple& tuple) { return entry(tuple).diagnostics; }

  /// What carries over from one to the other. Both are of this object.
  [[nodiscard]] const EntryPlan& plan(const CompiledModel& from, const CompiledModel& to);

  /// The motion on a surface between two sides, which are of this object, or one of them; null if there is none (model/sliding.hpp).
  [[nodiscard]] const CompiledModel* sliding(const CompiledModel& above, const CompiledModel& below, Expr surface,
                                             const std::string& name);
  struct Sides {
    const CompiledModel* above = nullptr;
    const CompiledModel* below = nullptr;
  };
  /// Of a motion that slides.
  [[nodiscard]] Sides sides(const CompiledModel& sliding) const;

  /// How many tuples were compiled, with success or without.
  [[nodiscard]] std::size_t size() const { return entries_.size() + surfaces_.size(); }

 private:
  struct Entry {
    std::shared_ptr<const CompiledModel> compiled;
    Diagnostics diagnostics;
  };
  Entry& entry(const ModeTuple& tuple);

  struct Surface {
    Sides sides;
    Expr surface;
    std::shared_ptr<const CompiledModel> compiled;
  };

  HybridModel model_;
  std::map<ModeTuple, Entry> entries_;
  std::vector<Surface> surfaces_;
  std::map<std::pair<const CompiledModel*, const CompiledModel*>, EntryPlan> plans_;
};

}  // namespace saltus
