#pragma once
// Where in the text of its model something is written that a run speaks of.

#include <string_view>

#include "base/source.hpp"
#include "sim/event_log.hpp"

namespace saltus {

/// The `when`, transition or equation whose condition or text contains the relation of the guard; unknown if none does.
[[nodiscard]] Span span_of(const CompiledModel& compiled, const CompiledGuard& guard);
/// What happened: a `when`, a transition, a relation.
[[nodiscard]] Span span_of(const Occurrence& what);
/// The equation that gives this variable its value.
[[nodiscard]] Span span_of_definition(const CompiledModel& compiled, std::string_view variable);

}  // namespace saltus
