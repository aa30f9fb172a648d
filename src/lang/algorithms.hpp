#pragma once
// Algorithm sections of models: executed symbolically, the final values become equations.

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "lang/equations.hpp"
#include "lang/executor.hpp"

namespace saltus::lang {

class AlgorithmSection : public Executor {
 public:
  AlgorithmSection(Flattening& f, WhenOwners& owners, std::vector<Variable>& hidden)
      : Executor(f), owners_(owners), hidden_(hidden) {}

  void flatten(const ast::AlgorithmSection& section, const Context& c, Flat& out);

 protected:
  Flow when(const ast::WhenStatement& w, const ast::Statement& s, const Context& c) override;
  Flow called(const ast::CallExpr& call, Span span, const Context& c) override;
  std::optional<bool> decide(Expr condition) override;
  void written(Expr symbol, Span span) override { places_[symbol] = span; }
  bool may_write(Expr symbol, Span span) override;

 private:
  struct Use {
    std::unordered_set<const ast::WhenStatement*> whens;
    bool outside = false;  ///< also assigned elsewhere, or in a `when` inside a loop or `if`
  };
  void gather(const std::vector<ast::Statement>& statements, const ast::WhenStatement* in_when, bool nested, const Context& c);
  void gather_target(const ast::Expr& target, const ast::WhenStatement* in_when, bool nested, const Context& c);
  void gather_symbols(Instance& in, const ast::Name& name, std::size_t part, const Context& c, std::vector<Expr>& out);
  void initialise(const Context& c, bool initial);
  bool is_plain_when(Expr symbol) const;
  Expr activation(const std::vector<Expr>& conditions, Span span);

  WhenOwners& owners_;
  std::vector<Variable>& hidden_;
  Flat* out_ = nullptr;
  bool initial_ = false;
  std::vector<Expr> order_;
  std::unordered_map<Expr, Use> uses_;
  std::unordered_map<Expr, Span> places_;
  std::vector<Action>* actions_ = nullptr;  ///< of the `when` branch being executed
};

}  // namespace saltus::lang
