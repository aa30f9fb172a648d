#include "tape/linear_form.hpp"

#include <algorithm>
#include <utility>

#include "tape/operands.hpp"

namespace saltus {
namespace {

constexpr std::size_t max_terms = 256;

LinearForm negated(LinearForm f) {
  for (LinearTerm& t : f) t.negative = !t.negative;
  return f;
}

LinearForm joined(LinearForm f, const LinearForm& g) {
  f.insert(f.end(), g.begin(), g.end());
  return f;
}

}  // namespace

LinearForms::LinearForms(Tape& tape, const SlotUse& use, const std::function<bool(Slot)>& is_constant,
                         std::vector<Instruction>* setup)
    : tape_(tape), use_(use), is_constant_(is_constant), setup_(setup) {}

const LinearForm* LinearForms::add(const Instruction& i) {
  bool usable = i.out != no_slot && use_.stable(i.out) && !is_constant_(i.out);
  for_each_operand(tape_, i, [&](Slot s) { usable = usable && use_.stable(s); });
  if (!usable) return nullptr;
  auto form = form_of(i);
  if (!form) return nullptr;
  if (i.out >= places_.size()) places_.resize(std::max<std::size_t>(tape_.slot_count, i.out + 1), none);
  if (places_[i.out] != none) return &(forms_[places_[i.out]] = std::move(*form));
  places_[i.out] = static_cast<std::uint32_t>(forms_.size());
  return &forms_.emplace_back(std::move(*form));
}

const LinearForm* LinearForms::find(Slot s) const {
  return s < places_.size() && places_[s] != none ? &forms_[places_[s]] : nullptr;
}

std::optional<LinearForm> LinearForms::form_of(const Instruction& i) {
  using enum TapeOp;
  switch (i.op) {
    case neg: return negated(first(i.a));
    case add: return joined(first(i.a), addend(i.b));
    case sub: return joined(first(i.a), negated(addend(i.b)));
    case mul:
      if (is_constant_(i.a)) return scaled(i.a, i.b);
      if (is_constant_(i.b)) return scaled(i.b, i.a);
      return std::nullopt;
    case div: return is_constant_(i.b) ? divided(i.a, i.b) : std::nullopt;
    case linear: return LinearForm(tape_.terms.begin() + i.index, tape_.terms.begin() + i.index + i.count);
    default: return std::nullopt;
  }
}

const LinearForm* LinearForms::absorbable(Slot s) const {
  const LinearForm* f = find(s);
  return f != nullptr && f->size() < max_terms && use_.has_one_reader(s) && !use_.kept(s) ? f : nullptr;
}

LinearForm LinearForms::leaf(Slot s) const {
  return is_constant_(s) ? LinearForm{{s, no_slot, false}} : LinearForm{{no_slot, s, false}};
}

LinearForm LinearForms::first(Slot s) const {
  const LinearForm* f = absorbable(s);
  return f != nullptr ? *f : leaf(s);
}

// A later operand gives only a single term: a + (b - c) is not (a + b) - c.
LinearForm LinearForms::addend(Slot s) const {
  const LinearForm* f = absorbable(s);
  return f != nullptr && f->size() == 1 ? *f : leaf(s);
}

LinearForm LinearForms::scaled(Slot weight, Slot factor) {
  const LinearForm* f = absorbable(factor);
  if (f == nullptr || f->size() != 1) return {{weight, factor, false}};
  LinearTerm t = f->front();
  if (t.weight == no_slot)
    t.weight = weight;
  else if (setup_ != nullptr)
    t.weight = prepare(TapeOp::mul, weight, t.weight);
  else
    return {{weight, factor, false}};
  return {t};
}

std::optional<LinearForm> LinearForms::divided(Slot factor, Slot by) {
  if (setup_ == nullptr) return std::nullopt;
  auto known = reciprocals_.find(by);
  if (known == reciprocals_.end()) {
    const Slot numerator = one();
    if (numerator == no_slot) return std::nullopt;
    known = reciprocals_.emplace(by, prepare(TapeOp::div, numerator, by)).first;
  }
  return scaled(known->second, factor);
}

Slot LinearForms::prepare(TapeOp op, Slot a, Slot b) {
  Instruction i;
  i.op = op;
  i.out = tape_.new_slot();
  i.a = a;
  i.b = b;
  setup_->push_back(i);
  return i.out;
}

// The number 1 as a constant of the tape; no_slot where the tape has no constant at all, hence no pool to make it in.
Slot LinearForms::one() {
  if (one_ != no_slot || tape_.constants.empty()) return one_;
  const auto known = std::ranges::find_if(tape_.constants, [](const Tape::Constant& c) { return c.value->is_number(1); });
  if (known != tape_.constants.end()) return one_ = known->slot;
  one_ = tape_.new_slot();
  tape_.constants.push_back({one_, tape_.constants.front().value->pool().number(1)});
  return one_;
}

}  // namespace saltus
