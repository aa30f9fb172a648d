#pragma once
// Linear combinations that lack terms of their neighbours: at the ends of a row the sum over both neighbours has one of them.
//
// They are run among those that have all terms, in the lanes where they stand. A term that an operation does not have is -0.0, which changes
// no sum: not even the sign of a zero.

#include <vector>

#include "tape/pack_levels.hpp"

namespace saltus {

/// The terms of `n` in the places of `kinds`, null where it has none; nothing if they do not fit in this order. Terms without factor are never
/// left out, and not all that have one: above order 0 the empty sum is 0.0.
[[nodiscard]] std::vector<const LinearTerm*> terms_in_places(const Tape& tape, const Instruction& n,
                                                             const std::vector<std::uint32_t>& kinds);

/// The kinds of the terms of a class: those of its members with most terms.
[[nodiscard]] std::vector<std::uint32_t> term_kinds(const Tape& tape, const PackClass& c);

/// Classes as before, in the order of PackLevels, but for those that find their lanes in another one.
[[nodiscard]] std::vector<PackClass> join_classes(const Tape& tape, std::vector<PackClass> classes, std::size_t lanes);

}  // namespace saltus
