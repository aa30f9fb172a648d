#pragma once
// The model of one tuple of modes: flat, as if there were no machines.

#include <compare>
#include <string>

#include "model/hybrid_model.hpp"

namespace saltus {

/// The active mode of every machine, in the order of HybridModel::machines.
struct ModeTuple {
  static constexpr std::size_t none = ~std::size_t{0};  ///< nested in a mode that is not active
  std::vector<std::size_t> modes;
  friend auto operator<=>(const ModeTuple&, const ModeTuple&) = default;
};

/// Every machine that is alive in its initial mode.
[[nodiscard]] ModeTuple initial_tuple(const HybridModel& model);

/// "mode = falling, pump.mode = on".
[[nodiscard]] std::string describe(const HybridModel& model, const ModeTuple& tuple);

/// Variables keep their positions; those of other modes do not exist. Equations, whens and assertions of the active modes stand after
/// those of the model; `When::id` is set. activeState() is a literal. A discrete variable that only transitions or other modes
/// assign, and that is on the left of no equation here, keeps its value: v = pre(v). Machines stay, with activeState() replaced in their transitions.
[[nodiscard]] HybridModel in_modes(const HybridModel& model, const ModeTuple& tuple);

}  // namespace saltus
