#pragma once
// Expressions as text that the language reads back: names that are no plain identifiers are quoted, the k-th result of a
// function is written 'f[k]'(...).

#include <string>
#include <string_view>
#include <unordered_map>

#include "model/hybrid_model.hpp"

namespace saltus {

class ExpressionText {
 public:
  /// For expressions of this model: activeState(m) names its mode as seen from outside all modes.
  explicit ExpressionText(const HybridModel& model);
  /// `prefix` is taken off the names of symbols (the locals of a function are named "<function>:<local>").
  explicit ExpressionText(std::string prefix = {}) : prefix_(std::move(prefix)) {}

  [[nodiscard]] std::string operator()(Expr e) const;
  /// "level " + String(h).
  [[nodiscard]] std::string operator()(const Message& message) const;
  /// The name of a symbol, quoted where needed.
  [[nodiscard]] std::string name(Expr symbol) const;

 private:
  std::string shown(Expr e) const;
  std::string run_symbol_text(const RunSymbol& symbol) const;

  std::string prefix_;
  std::unordered_map<std::string_view, std::string> machines_;  // machine -> what stands before the names of its modes
};

}  // namespace saltus
