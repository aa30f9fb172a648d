#pragma once
// Expressions as text that the language reads back: names that are no plain identifiers are quoted, the k-th result of a
// function is written 'f[k]'(...).

#include <string>
#include <string_view>
#include <unordered_map>

#include "model/hybrid_model.hpp"

namespace saltus {

/// Copies expressions to a pool of its own, where symbols have the names to be shown.
class ExpressionText {
 public:
  /// For expressions of this model: activeState(m) names its mode as seen from outside all modes.
  explicit ExpressionText(const HybridModel& model);
  /// `prefix` is taken off the names of symbols (the locals of a function are named "<function>:<local>").
  explicit ExpressionText(std::string prefix = {}) : prefix_(std::move(prefix)) {}

  [[nodiscard]] std::string operator()(Expr e);
  /// "level " + String(h).
  [[nodiscard]] std::string operator()(const Message& message);
  /// The name of a symbol, quoted where needed.
  [[nodiscard]] std::string name(Expr symbol) const;

 private:
  Expr copy(Expr e);
  std::string run_symbol_text(const RunSymbol& symbol) const;

  std::string prefix_;
  ExprPool pool_;
  std::unordered_map<Expr, Expr> copies_;
  std::unordered_map<std::string_view, std::string> machines_;  // machine -> what stands before the names of its modes
};

}  // namespace saltus
