#include "tape/pack_padding.hpp"

#include <algorithm>
#include <set>
#include <span>

#include "tape/operands.hpp"

namespace saltus {
namespace {

/// Bit of a term kind: it has a factor.
constexpr std::uint32_t has_factor = 4;

/// The packs that members fill, each in the lane of its home. 0: two have the same.
std::size_t packs_of(const std::vector<PackMember>& some, const std::vector<PackMember>& others, std::size_t lanes) {
  std::set<std::size_t> homes, packs;
  for (const auto* members : {&some, &others})
    for (const PackMember& m : *members) {
      if (!homes.insert(m.home).second) return 0;
      packs.insert(m.home / lanes);
    }
  return packs.size();
}

bool may_join(const Tape& tape, const PackClass& c, const PackClass& wider, std::size_t lanes) {
  const Instruction &n = *c.members.front().instruction, &w = *wider.members.front().instruction;
  if ((n.out2 == no_slot) != (w.out2 == no_slot) || c.members.size() > wider.members.size()) return false;
  const std::vector<std::uint32_t> kinds = term_kinds(tape, wider);
  const auto fits = [&](const PackMember& m) { return !terms_in_places(tape, *m.instruction, kinds).empty(); };
  if (kinds.empty() || !std::ranges::all_of(c.members, fits)) return false;
  const std::size_t together = packs_of(c.members, wider.members, lanes);
  return together > 0 && together < packs_of(c.members, {}, lanes) + packs_of(wider.members, {}, lanes);
}

/// Classes of one level and operation; of more than that hardly two belong together.
constexpr std::ptrdiff_t most_compared = 64;

void join_another(const Tape& tape, std::span<PackClass> alike, PackClass& c, std::size_t lanes) {
  for (PackClass& other : alike) {
    if (&other == &c || other.members.empty() || !may_join(tape, c, other, lanes)) continue;
    other.members.insert(other.members.end(), c.members.begin(), c.members.end());
    std::ranges::stable_sort(other.members, {}, &PackMember::home);
    c.members.clear();
    return;
  }
}

}  // namespace

std::vector<const LinearTerm*> terms_in_places(const Tape& tape, const Instruction& n,
                                               const std::vector<std::uint32_t>& kinds) {
  const std::vector<std::uint32_t> own = term_kinds(tape, n);
  std::vector<const LinearTerm*> places;
  std::size_t next = 0;
  bool lacks_any = false, has_any = false;  // with factor
  for (const std::uint32_t kind : kinds) {
    const bool is_here = next < own.size() && own[next] == kind, moves = (kind & has_factor) != 0;
    if (!is_here && !moves) return {};
    (is_here ? has_any : lacks_any) |= moves;
    places.push_back(is_here ? &tape.terms[n.index + next] : nullptr);
    next += is_here ? 1 : 0;
  }
  return next == own.size() && (has_any || !lacks_any) ? places : std::vector<const LinearTerm*>();
}

std::vector<std::uint32_t> term_kinds(const Tape& tape, const PackClass& c) {
  const auto count = [](const PackMember& m) { return m.instruction->count; };
  return term_kinds(tape, *std::ranges::max_element(c.members, {}, count)->instruction);
}

std::vector<PackClass> join_classes(const Tape& tape, std::vector<PackClass> classes, std::size_t lanes) {
  for (auto begin = classes.begin(); begin != classes.end();) {
    const auto is_other = [&](const PackClass& c) {
      return c.level != begin->level || c.members.front().instruction->op != begin->members.front().instruction->op;
    };
    const auto end = std::find_if(begin, classes.end(), is_other);
    if (is_linear(begin->members.front().instruction->op) && end - begin <= most_compared)
      for (auto c = begin; c != end; ++c) join_another(tape, {begin, end}, *c, lanes);
    begin = end;
  }
  std::erase_if(classes, [](const PackClass& c) { return c.members.empty(); });
  return classes;
}

}  // namespace saltus
