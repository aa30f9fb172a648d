#pragma once
// Parameters and start values that come with a run, so that a model is compiled once for many of them.
//
// The compiler may ask for the values that they have in the model, but what it makes of the answers is noted: a run with other values is
// right only if they lead to the same decisions.

#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "expr/expr.hpp"

namespace saltus {

struct HybridModel;

struct FreeInputs {
  /// Was it zero or not? No answer if it has no exact value.
  struct Decision {
    Expr asked;  ///< of free symbols, numbers, and unknowns, which have no value
    std::optional<bool> answer;
  };
  std::vector<Expr> symbols;
  std::unordered_map<Expr, Expr> example_starts = {};  ///< start values have symbols of their own; what stood there

  // Noted by the compiler.
  std::vector<Decision> decisions = {};
  std::vector<Expr> compiled_in = {};  ///< symbols whose very value is part of the code

  [[nodiscard]] bool contains(Expr symbol) const;
};

using ValueOf = std::function<Expr(Expr symbol)>;  ///< null: it has none

/// Is `e` different from zero, with the values of `value_of`, and of the model for free symbols? No answer if it has no exact value.
std::optional<bool> decide(const HybridModel& model, Expr e, const ValueOf& value_of);

/// The value of `e` will be part of the code: free symbols that it depends on are noted.
void note_compiled_in(const HybridModel& model, Expr e, const ValueOf& value_of);

/// Would the decision be the same with these values of the free symbols?
bool holds(const FreeInputs::Decision& decision, const ValueOf& value_of);

/// Makes a parameter, or the start value of a variable ("x.start"), free. False if it is neither, or if the text of the model has to be
/// read again for another value. Precondition: no other model shares the free inputs of this one.
bool set_free(HybridModel& model, std::string_view name);

}  // namespace saltus
