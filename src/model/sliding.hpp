#pragma once
// Motion that stays on a surface h = 0 because the motions on its two sides both lead towards it (Filippov).
//
//   every equation that says a above (h > 0) and b below says b + w (a - b), with the same unknown weight w in all of them,
//   and h = 0 is one more equation, for w.
//
// The motion leaves the surface upwards when w becomes greater than 1, downwards when it becomes less than 0. On a second surface the same is done to
// the model of the motion on the first.
// Source: A. F. Filippov, Differential Equations with Discontinuous Righthand Sides (1988), section 4.

#include <optional>
#include <string>
#include <string_view>

#include "model/in_modes.hpp"

namespace saltus {

/// The model of the motion on the surface between two sides, which are models of tuples (in_modes.hpp), or the same one: then relations on
/// the surface, `sign`, `abs`, `min` and `max` make the difference. What else asks about the surface (whens, discrete variables,
/// transitions) gets the answer for h = 0: h <= 0 and h >= 0 are true, h < 0 and h > 0 are false. Transitions of both sides may be taken;
/// those that lead from one side to the other only if they would be taken away from the surface too, inside the side they leave.
/// `above_tuple` and `below_tuple` are the modes of the two; the model is one of `above_tuple`. HybridModel::sliding has the surface as its last one,
/// named after what asks about it, in the order of text: relations and `sign` in equations, then in conditions; then what has only a kink there.
/// Nothing if the sides differ in more than their equations (other variables, other whens, memory in the condition), or not at all.
[[nodiscard]] std::optional<HybridModel> sliding_model(const HybridModel& above, const ModeTuple& above_tuple,
                                                       const HybridModel& below, const ModeTuple& below_tuple, Expr surface);

/// Does its value jump where a surface is crossed, so that a motion may slide there? A relation that orders numbers, or `sign`.
[[nodiscard]] bool jumps_at_surface(Expr e);

/// What events call the beginning and the end of a motion on a surface with this name.
[[nodiscard]] std::string sliding_event(std::string_view surface, bool ends);

}  // namespace saltus
