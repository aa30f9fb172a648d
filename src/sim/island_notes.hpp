#pragma once
// Notes taken in an instant that is gone through step by step, from which its course is made (sim/island_course.hpp).
//
// A bit is a slot that holds a truth value: the result of a logical operation, or an operand of one. What bits become follows from the sides of guards
// and from the bits at the start, so operations between bits are left out. All others are steps.

#include <algorithm>
#include <vector>

#include "compile/island_plan.hpp"
#include "sim/flow.hpp"
#include "sim/island_course.hpp"
#include "sim/logical_slots.hpp"
#include "tape/operands.hpp"

namespace saltus {

template <class T>
class CourseNotes {
 public:
  using Kind = CourseStep::Kind;
  using Expect = CourseStep::Expect;

  CourseNotes(const IslandPlan& plan, const Flow<T>& flow) : plan_(plan), c_(flow.compiled()), flow_(flow) {}

  [[nodiscard]] bool is_on() const { return on_; }
  void begin(std::uint32_t guard, int direction) {
    if (logical_.empty()) logical_ = logical_slots(c_);
    course_ = {};
    guard_ = guard;
    course_.direction = direction;
    known_.clear();
    decided_.clear();
    forced_ = on_ = true;
  }
  void give_up() { on_ = false; }
  /// Does the slot hold a bit?
  [[nodiscard]] bool is_logical(Slot s) const { return logical_[s]; }
  [[nodiscard]] const std::vector<bool>& logical() const { return logical_; }  ///< by slot, once notes were taken
  /// Do motions or guards read the slot?
  [[nodiscard]] bool feeds_motion(Slot s) const {
    return std::ranges::any_of(plan_.uses[s], [](std::uint32_t packed) {
      const auto kind = SlotReader::unpacked(packed).kind;
      return kind == SlotReader::Kind::island || kind == SlotReader::Kind::guard;
    });
  }

  void add(Kind kind, std::uint32_t a, std::uint32_t b = 0) {
    if (on_) course_.steps.push_back({kind, Expect::anything, false, a, b});
  }
  /// What the instant does may follow from what is there.
  void look(Look::At at, std::uint32_t index) {
    const Look x{at, index};
    if (on_ && std::ranges::find(course_.looks, x) == course_.looks.end()) course_.looks.push_back(x);
  }
  void add_entry(Occurrence::Source source, std::uint32_t index) {
    if (on_) course_.entries.push_back({source, index});
  }

  /// An operation of the round was run; `was`: its result as a bit before; did its results change?
  void operated(std::uint32_t i, const Instruction& n, bool was, bool changed, bool changed2) {
    if (!on_) return;
    using enum TapeOp;
    switch (n.op) {
      case relation: return related(n, was);
      case and_:
      case or_: need(n.b); [[fallthrough]];
      case not_: need(n.a); return become(n.out, was, flow_.is_set(n.out));
      case select: {
        need(n.c);
        const Slot chosen = flow_.is_set(n.c) ? n.a : n.b;
        if (!is_logical(n.out)) return copied(n.out, chosen, changed, i);
        need(chosen);
        return become(n.out, was, flow_.is_set(n.out));
      }
      case copy:
        if (!is_logical(n.out)) return copied(n.out, n.a, changed, i);
        need(n.a);
        return become(n.out, was, flow_.is_set(n.out));
      default: return computed(i, n, was, changed, changed2);
    }
  }
  /// A number was copied; by operation `by`, if it was one.
  void copied(Slot to, Slot from, bool changed, std::uint32_t by = 0) {
    if (!on_) return;
    read(from);
    course_.steps.push_back({Kind::copy, expected(to, changed, by), false, to, from});
    wrote(to);
  }
  /// The bit in the slot decides something.
  void need(Slot s) {
    if (!on_ || find(s)) return;
    if (!is_logical(s) || known_.size() > most_bits) return give_up();
    known_.push_back({s, flow_.is_set(s), flow_.is_set(s)});
  }
  /// It was set.
  void become(Slot s, bool was, bool now) {
    if (!on_) return;
    if (Known* k = find(s))
      k->now = now;
    else
      known_.push_back({s, was, now});
    if (was != now && feeds_motion(s)) {
      course_.steps.push_back({Kind::set, now ? Expect::yes : Expect::no, false, s, 0});
      wrote(s);
    }
  }
  void end_evaluation(bool any_decided) {
    if (!on_ || !any_decided) return;
    const auto is_rewritten = [this](const Decided& d) {
      return std::ranges::find(course_.written, c_.guards[d.guard].h) != course_.written.end();
    };
    if (std::ranges::any_of(decided_, is_rewritten)) add(Kind::untied, 0);
  }
  void end_round() {
    forced_ = false;
    decided_.clear();
  }

  /// The `place`-th value of a `reinit` in this round.
  void took(std::size_t place, Slot value) {
    if (!on_) return;
    read(value);
    add(Kind::take, static_cast<std::uint32_t>(place), value);
    course_.reinits = std::max(course_.reinits, place + 1);
  }
  void jumped(Slot state, std::uint32_t place, bool changed, bool first) {
    if (on_) course_.steps.push_back({Kind::jump, changed ? Expect::yes : Expect::no, first, state, place});
  }
  /// The discrete `i` is brought to its `pre`.
  void followed(std::uint32_t i, bool changed, bool first) {
    if (!on_) return;
    look(Look::At::discrete, i);
    const CompiledDiscrete& d = c_.discretes[i];
    if (!is_logical(d.value)) {
      course_.steps.push_back({Kind::follow, changed ? Expect::yes : Expect::no, first, d.value, d.pre});
      return wrote(d.pre);
    }
    need(d.value);
    need(d.pre);
    if (!changed) return;
    if (first) course_.discretes.push_back({d.value, flow_.is_set(d.pre)});
    become(d.pre, flow_.is_set(d.pre), flow_.is_set(d.value));
  }

  /// The instant has gone through; `bits`: of guards that changed, as often as they did. Nothing if it cannot be made a course.
  Course* end(std::vector<std::uint32_t> bits, const std::vector<std::uint32_t>& parts) {
    if (!on_ || course_.steps.size() > most_steps) return nullptr;
    on_ = false;
    for (const Known& k : known_) {
      course_.before.push_back({k.slot, k.before});
      if (k.before != k.now && !feeds_motion(k.slot)) course_.after.push_back({k.slot, k.now});
    }
    std::ranges::sort(bits);
    for (std::size_t i = 0; i < bits.size();) {
      std::size_t end = i;
      while (end < bits.size() && bits[end] == bits[i]) ++end;
      if ((end - i) % 2 == 1) course_.bits.push_back({bits[i], flow_.is_set(c_.guards[bits[i]].bit)});
      i = end;
    }
    course_.parts = parts;
    return &course_;
  }

 private:
  static constexpr std::size_t most_bits = 400, most_steps = 4000;

  struct Known {
    Slot slot;
    bool before, now;
  };
  struct Decided {
    std::uint32_t guard;
    bool side;
  };

  [[nodiscard]] Known* find(Slot s) {
    const auto it = std::ranges::find(known_, s, &Known::slot);
    return it == known_.end() ? nullptr : &*it;
  }
  void wrote(Slot s) {
    if (std::ranges::find(course_.written, s) == course_.written.end()) course_.written.push_back(s);
  }
  // A number is read from a slot. Bits that no motion reads are not in their slots before the end.
  void read(Slot s) {
    const Known* k = find(s);
    if (k && k->before != k->now && !feeds_motion(s)) give_up();
  }
  // Who reads the number must be told, or not told, again.
  [[nodiscard]] Expect expected(Slot s, bool changed, std::uint32_t by) const {
    using enum SlotReader::Kind;
    if (feeds_motion(s)) return changed ? Expect::yes : Expect::no;
    if (changed) return Expect::anything;
    const auto is_told_later = [&](std::uint32_t packed) {
      const SlotReader use = SlotReader::unpacked(packed);
      return use.kind == round ? use.index < by : use.kind != left && use.kind != variable;
    };
    return std::ranges::any_of(plan_.uses[s], is_told_later) ? Expect::no : Expect::anything;
  }

  void related(const Instruction& n, bool was) {
    const bool side = flow_.is_set(n.out);
    if (!(forced_ && n.index == guard_)) {
      const auto known = std::ranges::find(decided_, n.index, &Decided::guard);
      if (known == decided_.end()) {
        decided_.push_back({n.index, side});
        course_.steps.push_back({Kind::decide, side ? Expect::yes : Expect::no, false, n.index, 0});
      } else if (known->side != side) {
        return give_up();
      }
    }
    become(n.out, was, side);
  }
  void computed(std::uint32_t i, const Instruction& n, bool was, bool changed, bool changed2) {
    for_each_operand(c_.tape, n, [this](Slot s) { read(s); });
    const bool bit = is_logical(n.out);
    const Expect expect = bit ? Expect::anything : expected(n.out, changed, i);
    if (n.out2 != no_slot && expected(n.out2, changed2, i) != Expect::anything) give_up();  // only the first result is compared
    course_.steps.push_back({Kind::operate, expect, false, i, 0});
    for_each_result(c_.tape, n, [this](Slot s) { wrote(s); });
    if (!bit) return;
    const bool now = flow_.is_set(n.out);
    course_.steps.push_back({Kind::check, now ? Expect::yes : Expect::no, false, n.out, 0});
    become(n.out, was, now);
  }

  const IslandPlan& plan_;
  const CompiledModel& c_;
  const Flow<T>& flow_;
  bool on_ = false, forced_ = false;
  std::vector<bool> logical_;  // by slot
  std::uint32_t guard_ = 0;    // that crosses
  std::vector<Known> known_;
  std::vector<Decided> decided_;  // in the present round
  Course course_;
};

}  // namespace saltus
