#pragma once
// Values of parameters and constants before the run: sizes, ranges, conditions of `if` equations.

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "lang/flattening.hpp"

namespace saltus::lang {

class Parameters {
 public:
  explicit Parameters(Flattening& f) : f_(f) {}

  /// Does the expression consist of numbers, parameters and constants only?
  [[nodiscard]] bool is_fixed(Expr e);
  /// Exact value; nullopt if it is not fixed or not rational. Cycles of parameters are reported once. The parameters it
  /// depends on become structural.
  std::optional<Rational> exact(Expr e);
  /// The same, for a check only: nothing becomes structural.
  std::optional<Rational> look(Expr e);
  [[nodiscard]] bool is_structural(Expr symbol) const { return structural_.contains(symbol); }
  /// Truth of a fixed Boolean expression, from exact or else double values.
  std::optional<bool> truth(Expr e);
  /// Does `e` need a parameter whose value is wrong or missing, which is reported there?
  [[nodiscard]] bool is_faulty(Expr e);
  /// Finds cycles among the parameters that `e` needs.
  void check(Expr e) { prepare(e); }

 private:
  enum class Visit : std::uint8_t { running, done };
  void prepare(Expr e);
  void mark(Expr e);
  void evaluate(Expr symbol);
  std::vector<Expr> symbols_in(Expr e) const;
  Expr bound(Expr symbol) const;

  Flattening& f_;
  std::vector<std::int8_t> fixed_;  // by node id: 0 unknown, 1 fixed, -1 varying
  std::unordered_map<Expr, Visit> visited_;
  std::unordered_map<Expr, Expr> exact_;  // numbers; null where not rational
  std::unordered_map<Expr, double> numeric_;
  std::unordered_set<Expr> structural_;
};

}  // namespace saltus::lang
