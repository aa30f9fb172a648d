#pragma once
// Islands in motion: each has a base time of its own, at which the slots of its states hold their values and series.

#include <algorithm>
#include <span>
#include <type_traits>
#include <vector>

#include "compile/island_plan.hpp"
#include "sim/flow.hpp"
#include "sim/island_code.hpp"
#include "tape/kernel.hpp"

namespace saltus {

template <class T>
class IslandMotion {
 public:
  IslandMotion(const IslandPlan& plan, Flow<T>& flow)
      : plan_(plan),
        c_(flow.compiled()),
        flow_(flow),
        code(c_, flow.jets()),
        islands_(plan.states.size()) {
    const auto integrates = [this](const Instruction& i) { return i.op == TapeOp::integrate; };
    uniform_ = plan.degree <= 1 && std::ranges::all_of(c_.flow.instructions, integrates);
    for (std::uint32_t i = 0; i < islands_.size(); ++i) {
      for (const std::uint32_t j : plan.states[i]) code.add_head(c_.states[j].value);
      for_each_between(plan.flow[i], 0, plan.degree,
                       [this](const OrderedOp& o) { code.add(IslandCode<T>::From::flow, o.op, o.order); });
      islands_[i].code = code.end();
    }
  }

  /// The code of a guard: its head is the guard's value, which the rest extends to a series.
  [[nodiscard]] typename IslandCode<T>::Part guard_code(std::uint32_t guard) {
    const auto add = [this](const OrderedOp& o) { code.add(IslandCode<T>::From::guards, o.op, o.order); };
    code.add_head(c_.guards[guard].h);
    for_each_between(plan_.guard_code[guard], 0, 0, add);
    code.begin_rest();
    for_each_between(plan_.guard_code[guard], 1, plan_.guard_degree, add);
    for (const Slot s : c_.guards[guard].terms) code.add_term(s);
    return code.end();
  }

  /// All islands are at this time, as the flow has them.
  void enter(const TimePoint<T>& now) {
    ++number_;
    for (Island& island : islands_) {
      island.time = now;
      island.instant = number_;
      extend(island);
    }
    moves_.clear();
    values_.clear();
  }

  void begin_instant(const TimePoint<T>& now) {
    now_ = now;
    ++number_;
    moves_.clear();
    values_.clear();
  }
  [[nodiscard]] bool is_here(std::uint32_t island) const { return islands_[island].instant == number_; }

  /// Asks memory for what is known of an island.
  void fetch(std::uint32_t island) const { __builtin_prefetch(&islands_[island]); }

  /// Brings an island to the present instant, where it is not there; moved(state) is called for the states that have other values there,
  /// or for all. undo() takes it back.
  template <class Moved>
  void bring(std::uint32_t island, bool tell_all, Moved&& moved) {
    if (is_here(island)) return;
    bring(island);
    const auto states = plan_.states[island];
    const T* before = values_.data() + (values_.size() - states.size());
    for (const std::uint32_t j : states)
      if (!identical(flow_.state(j)[0], *before++) || tell_all) moved(j);
  }
  [[gnu::always_inline]] void bring(std::uint32_t i) {
    Island& island = islands_[i];
    if (island.instant == number_) return;
    island.instant = number_;
    moves_.push_back({i, static_cast<std::uint32_t>(values_.size()), island.time});
    for_each_state(island, [this](const T* x) { values_.push_back(x[0]); });
    move(island, now_);
  }
  /// The islands that were brought to the present instant go back to where they were.
  void undo() {
    for (const Move& m : moves_) {
      Island& island = islands_[m.island];
      const T* before = values_.data() + m.first;
      for_each_state(island, [&before](T* x) { x[0] = *before++; });
      island.time = m.from;
      island.instant = 0;
      extend(island);
    }
    moves_.clear();
  }
  /// Brings all islands together.
  void gather(const TimePoint<T>& now) {
    for (Island& island : islands_) move(island, now);
    flow_.set_time(now);
    flow_.restart();
  }

  /// The series of an island whose values, or what else its motion reads, have changed.
  [[gnu::always_inline]] void extend(std::uint32_t island) { extend(islands_[island]); }
  /// Operations at order 0.
  void evaluate(const Code& code, std::span<const std::uint32_t> ops) {
    const Kernel<T, std::integral_constant<int, 0>> kernel(c_.tape, flow_.jets(), {});
    for (const std::uint32_t i : ops) kernel.run(code.instructions[i]);
  }

 private:
  struct Island {
    TimePoint<T> time;
    std::uint64_t instant = 0;  // for which it is at its time
    typename IslandCode<T>::Part code;
  };
  struct Move {
    std::uint32_t island, first;
    TimePoint<T> from;
  };

  template <class Visit>
  [[gnu::always_inline]] void for_each_state(const Island& island, Visit&& visit) const {
    for (std::uint32_t i = 0, count = code.heads(island.code); i < count; ++i) visit(code.head(island.code, i));
  }
  [[gnu::always_inline]] void extend(const Island& island) { code.run(island.code); }

  [[gnu::always_inline]] void move(Island& island, const TimePoint<T>& to) {
    const T dt = to - island.time;
    island.time = to;
    if (dt == T(0)) return;
    if (uniform_) {  // the other coefficients stay
      for_each_state(island, [&dt](T* x) {
        if (!(x[1] == T(0))) x[0] += x[1] * dt;
      });
      return;
    }
    for_each_state(island, [&](T* x) {
      x[0] = horner(std::span<const T>(x, static_cast<std::size_t>(plan_.degree) + 1), dt);
    });
    extend(island);
  }

  // The operations of these orders.
  template <class Visit>
  static void for_each_between(std::span<const std::uint32_t> ordered, int from, int to, Visit&& visit) {
    for (const std::uint32_t packed : ordered) {
      const OrderedOp next = OrderedOp::unpacked(packed);
      if (next.order > to) return;
      if (next.order >= from) visit(next);
    }
  }
  const IslandPlan& plan_;
  const CompiledModel& c_;
  Flow<T>& flow_;

 public:
  IslandCode<T> code;

 private:
  std::vector<Island> islands_;
  bool uniform_;  // motion: states are linear in time, and nothing else is computed for them
  TimePoint<T> now_;
  std::uint64_t number_ = 0;  // of the instant
  std::vector<Move> moves_;   // of the present instant
  std::vector<T> values_;     // that states had before them
};

}  // namespace saltus
