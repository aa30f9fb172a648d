#include "tape/pack_levels.hpp"

#include <algorithm>
#include <limits>

#include "tape/operands.hpp"

namespace saltus {
namespace {

constexpr std::uint32_t last_level = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t no_home = std::numeric_limits<std::size_t>::max();

/// Results that are zero above order 0.
bool is_discrete(TapeOp op) { return op >= TapeOp::less; }

std::uint32_t there(Slot s) { return s == no_slot ? 0U : 1U; }

}  // namespace

std::optional<PackedKind> packed_kind(const Instruction& n) {
  switch (n.op) {
    case TapeOp::copy: return PackedKind::copy;
    case TapeOp::neg: return PackedKind::neg;
    case TapeOp::add: return PackedKind::add;
    case TapeOp::sub: return PackedKind::sub;
    case TapeOp::mul: return PackedKind::mul;
    case TapeOp::div: return PackedKind::div;
    case TapeOp::square: return PackedKind::square;
    case TapeOp::linear: return PackedKind::linear;
    case TapeOp::integrate: return PackedKind::integrate;
    case TapeOp::integrate_linear: return PackedKind::integrate_linear;
    case TapeOp::sqrt: return PackedKind::sqrt;
    case TapeOp::exp: return n.b == no_slot ? PackedKind::exp : PackedKind::exp_of_rate;
    case TapeOp::log: return PackedKind::log;
    case TapeOp::sincos: return n.b == no_slot ? PackedKind::sincos : PackedKind::sincos_of_rate;
    case TapeOp::select: return PackedKind::select;
    default: return std::nullopt;
  }
}

std::vector<std::uint32_t> term_kinds(const Tape& tape, const Instruction& n) {
  std::vector<std::uint32_t> kinds;
  for (std::uint32_t t = n.index; is_linear(n.op) && t < n.index + n.count; ++t) {
    const LinearTerm& term = tape.terms[t];
    kinds.push_back(4 * there(term.factor) + 2 * there(term.weight) + (term.negative ? 1 : 0));
  }
  return kinds;
}

PackLevels::PackLevels(const Tape& tape, const Code& code) : tape_(tape), made_(tape.slot_count) {
  for (const Instruction& n : code.instructions) {
    if (!is_discrete(n.op)) instructions_.push_back(&n);
    has_all_ = has_all_ && packed_kind(n);
  }
  note_results();
  find_levels();
  if (!good_) return;
  find_homes();
  sort_into_classes();
}

void PackLevels::note_results() {
  for (const Instruction* n : instructions_) {
    for_each_result(tape_, *n, [&](Slot s) {
      Made& made = made_[s];
      good_ = good_ && !is_made(s);
      made.integrated = is_integration(n->op) && s == n->out;
      made.op = n->op;
      if (!made.integrated) made.level = 1;
    });
  }
}

void PackLevels::find_levels() {
  for (const Instruction* n : instructions_) {
    std::uint32_t level = 1;
    for_each_operand(tape_, *n, [&](Slot s) {
      if (s == n->b && reads_rate(*n) && s != n->a) return;
      good_ = good_ && (made_[s].level == 0 || made_[s].seen);
      level = std::max(level, made_[s].level + 1);
    });
    for (std::uint32_t t = n->index; is_linear(n->op) && t < n->index + n->count; ++t)
      if (const Slot weight = tape_.terms[t].weight; weight != no_slot) good_ = good_ && !is_made(weight);
    for_each_result(tape_, *n, [&](Slot s) {
      made_[s].seen = true;
      if (!made_[s].integrated) made_[s].level = level;
    });
    levels_.push_back(is_integration(n->op) ? last_level : level);
  }
}

// Positions and speeds are integrated alike, and yet are different quantities: what makes the derivative tells them apart.
std::uint32_t PackLevels::maker_of_derivative(const Instruction& n) const {
  return n.op == TapeOp::integrate && made_[n.a].level > 0 ? 1 + static_cast<std::uint32_t>(made_[n.a].op) : 0;
}

// Of an integration: its number among those of its kind. Of another operation: that of the first one that reads its result.
void PackLevels::find_homes() {
  homes_.assign(instructions_.size(), no_home);
  std::map<Key, std::size_t> next;
  std::vector<std::size_t> home_of(tape_.slot_count, no_home);
  for (std::size_t i = 0; i < instructions_.size(); ++i)
    if (const Instruction& n = *instructions_[i]; is_integration(n.op))
      homes_[i] = next[{static_cast<std::uint32_t>(n.op), maker_of_derivative(n)}]++;
  const auto tell_operands = [&](std::size_t i) {
    for_each_operand(tape_, *instructions_[i], [&](Slot s) { home_of[s] = std::min(home_of[s], homes_[i]); });
  };
  for (std::size_t i = 0; i < instructions_.size(); ++i)
    if (is_integration(instructions_[i]->op)) tell_operands(i);
  for (std::size_t i = instructions_.size(); i-- > 0;) {
    if (is_integration(instructions_[i]->op)) continue;
    for_each_result(tape_, *instructions_[i], [&](Slot s) { homes_[i] = std::min(homes_[i], home_of[s]); });
    if (homes_[i] == no_home) homes_[i] = 0;
    tell_operands(i);
  }
}

// What two operations of a class have in common.
PackLevels::Key PackLevels::key_of(std::size_t i) const {
  const Instruction& n = *instructions_[i];
  Key key = {
      levels_[i], static_cast<std::uint32_t>(n.op), there(n.a), there(n.b), there(n.c), there(n.out2), maker_of_derivative(n)};
  if (!packed_kind(n)) key.push_back(static_cast<std::uint32_t>(i));  // alone
  const std::vector<std::uint32_t> terms = term_kinds(tape_, n);
  key.insert(key.end(), terms.begin(), terms.end());
  return key;
}

void PackLevels::sort_into_classes() {
  std::map<Key, PackClass> classes;
  for (std::size_t i = 0; i < instructions_.size(); ++i) {
    PackClass& c = classes[key_of(i)];
    c.level = levels_[i];
    c.members.push_back({instructions_[i], homes_[i]});
  }
  for (auto& [key, c] : classes) {
    std::ranges::stable_sort(c.members, {}, &PackMember::home);
    classes_.push_back(std::move(c));
  }
}

}  // namespace saltus
