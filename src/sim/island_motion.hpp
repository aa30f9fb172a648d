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
        code_(c_.tape, flow.jets()),
        time_(plan.states.size()),
        instant_(plan.states.size(), 0) {
    const auto integrates = [this](const Instruction& i) { return i.op == TapeOp::integrate; };
    uniform_ = plan.degree <= 1 && std::ranges::all_of(c_.flow.instructions, integrates);
    if (plan.flow.items() + plan.guard_code.items() <= most_prepared) prepare();
    state_at_.reserve(c_.states.size());
    for (const CompiledState& x : c_.states) state_at_.push_back(flow.jets()[x.value]);
  }

  /// All islands are at this time, as the flow has them.
  void enter(const TimePoint<T>& now) {
    std::fill(time_.begin(), time_.end(), now);
    ++number_;
    std::fill(instant_.begin(), instant_.end(), number_);
    for (std::uint32_t i = 0; i < time_.size(); ++i) extend(i);
    moves_.clear();
    values_.clear();
  }

  void begin_instant(const TimePoint<T>& now) {
    now_ = now;
    ++number_;
    moves_.clear();
    values_.clear();
  }
  [[nodiscard]] bool is_here(std::uint32_t island) const { return instant_[island] == number_; }

  /// Asks memory for what is known of an island.
  void fetch(std::uint32_t island) const {
    __builtin_prefetch(&time_[island]);
    __builtin_prefetch(&instant_[island]);
    __builtin_prefetch(plan_.states[island].data());
    __builtin_prefetch(plan_.flow[island].data());
  }

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
  [[gnu::always_inline]] void bring(std::uint32_t island) {
    if (is_here(island)) return;
    instant_[island] = number_;
    moves_.push_back({island, static_cast<std::uint32_t>(values_.size()), time_[island]});
    for (const std::uint32_t j : plan_.states[island]) values_.push_back(state_at_[j][0]);
    move(island, now_);
  }
  /// The islands that were brought to the present instant go back to where they were.
  void undo() {
    for (const Move& m : moves_) {
      std::size_t i = m.first;
      for (const std::uint32_t j : plan_.states[m.island]) flow_.jets().set(c_.states[j].value, values_[i++]);
      time_[m.island] = m.from;
      instant_[m.island] = 0;
      extend(m.island);
    }
    moves_.clear();
  }
  /// Brings all islands together.
  void gather(const TimePoint<T>& now) {
    for (std::uint32_t i = 0; i < time_.size(); ++i) move(i, now);
    flow_.set_time(now);
    flow_.restart();
  }

  /// The series of an island whose values, or what else its motion reads, have changed.
  [[gnu::always_inline]] void extend(std::uint32_t island) {
    if (island_code_.empty())
      run(c_.flow, plan_.flow[island], 0, plan_.degree);
    else
      code_.run(island_code_[island]);
  }
  /// The value of a guard. Its islands are at one time.
  [[gnu::always_inline]] void evaluate_guard(std::size_t guard) {
    if (value_code_.empty())
      run(c_.guards_code, plan_.guard_code[guard], 0, 0);
    else
      code_.run(value_code_[guard]);
  }
  /// The rest of its series; its value is known.
  [[gnu::always_inline]] void extend_guard(std::size_t guard) {
    if (rest_code_.empty())
      run(c_.guards_code, plan_.guard_code[guard], 1, plan_.guard_degree);
    else
      code_.run(rest_code_[guard]);
  }
  /// Operations at order 0.
  void evaluate(const Code& code, std::span<const std::uint32_t> ops) {
    const Kernel<T, std::integral_constant<int, 0>> kernel(c_.tape, flow_.jets(), {});
    for (const std::uint32_t i : ops) kernel.run(code.instructions[i]);
  }

 private:
  struct Move {
    std::uint32_t island, first;
    TimePoint<T> from;
  };

  [[gnu::always_inline]] void move(std::uint32_t island, const TimePoint<T>& to) {
    const T dt = to - time_[island];
    time_[island] = to;
    if (dt == T(0)) return;
    if (uniform_) {  // the other coefficients stay
      for (const std::uint32_t j : plan_.states[island]) {
        T* x = state_at_[j];
        if (!(x[1] == T(0))) x[0] += x[1] * dt;
      }
      return;
    }
    for (const std::uint32_t j : plan_.states[island]) {
      T* x = state_at_[j];
      x[0] = horner(std::span<const T>(x, static_cast<std::size_t>(plan_.degree) + 1), dt);
    }
    extend(island);
  }

  // The codes of all islands and guards, where they are not too long.
  void prepare() {
    const auto add = [this](const Code& code, std::span<const std::uint32_t> ordered, int from, int to) {
      typename IslandCode<T>::Part part{code_.size(), 0};
      for_each_between(ordered, from, to, [&](const OrderedOp& o) { code_.add(code.instructions[o.op], o.order); });
      part.end = code_.size();
      return part;
    };
    for (std::size_t i = 0; i < plan_.states.size(); ++i) island_code_.push_back(add(c_.flow, plan_.flow[i], 0, plan_.degree));
    for (std::size_t g = 0; g < c_.guards.size(); ++g) {
      value_code_.push_back(add(c_.guards_code, plan_.guard_code[g], 0, 0));
      rest_code_.push_back(add(c_.guards_code, plan_.guard_code[g], 1, plan_.guard_degree));
    }
  }
  template <class Visit>
  static void for_each_between(std::span<const std::uint32_t> ordered, int from, int to, Visit&& visit) {
    for (const std::uint32_t packed : ordered) {
      const OrderedOp next = OrderedOp::unpacked(packed);
      if (next.order > to) return;
      if (next.order >= from) visit(next);
    }
  }
  void run(const Code& code, std::span<const std::uint32_t> ordered, int from, int to) {
    const Kernel<T, std::integral_constant<int, 0>> kernel(c_.tape, flow_.jets(), {});
    for_each_between(ordered, from, to, [&](const OrderedOp& next) {
      const Instruction& i = code.instructions[next.op];
      if (next.order == 0)
        kernel.run(i);
      else
        Kernel<T, int>(c_.tape, flow_.jets(), next.order).run(i);
    });
  }

  static constexpr std::size_t most_prepared = 400'000;  // operations

  const IslandPlan& plan_;
  const CompiledModel& c_;
  Flow<T>& flow_;
  IslandCode<T> code_;
  std::vector<typename IslandCode<T>::Part> island_code_, value_code_, rest_code_;  // by island, by guard; empty: not prepared
  std::vector<T*> state_at_;                                                        // by state
  bool uniform_;  // motion: states are linear in time, and nothing else is computed for them
  TimePoint<T> now_;
  std::uint64_t number_ = 0;            // of the instant
  std::vector<TimePoint<T>> time_;      // by island
  std::vector<std::uint64_t> instant_;  // for which an island is at its time
  std::vector<Move> moves_;             // of the present instant
  std::vector<T> values_;               // that states had before them
};

}  // namespace saltus
