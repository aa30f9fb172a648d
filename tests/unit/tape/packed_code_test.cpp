// Packed operations have the same bits as single ones.

#include "tape/packed_code.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <random>
#include <span>

#include <gtest/gtest.h>

#include "solve/polynomial.hpp"
#include "tape/fuse.hpp"
#include "tape/pack_plan.hpp"
#include "tape/ready_code.hpp"
#include "tape/share_derivatives.hpp"
#include "tape_builder.hpp"

namespace saltus {
namespace {

using test::same;
using test::TapeBuilder;

std::vector<PackedKernels> kernels_of_this_machine() {
  std::vector<PackedKernels> result;
  for (const PackedKernels& kernels : {packed_kernels_512(), packed_kernels_256()})
    if (kernels.lanes > 0) result.push_back(kernels);
  return result;
}

/// Rows of states x_i with x_i' an expression in x_i, its neighbours and a state far away: the same expression for all i, but for a
/// few.
class RandomRows {
 public:
  RandomRows(unsigned seed, int length) : random_(seed) {
    for (int i = 0; i < 3; ++i) constants_.push_back(builder_.number(Rational::ratio(i + 2, 3).value()));
    for (int i = 0; i < length; ++i) states_.push_back(builder_.slot());
    const auto shape = random_shape();
    std::vector<Slot> derivatives;
    for (std::size_t i = 0; i < states_.size(); ++i) derivatives.push_back(write(below(8) == 0 ? random_shape() : shape, i));
    for (std::size_t i = 0; i < states_.size(); ++i) builder_.integrate(states_[i], derivatives[i]);
    for (int i = 0; i < 4; ++i) read_elsewhere_.push_back(builder_.list[below(builder_.list.size())].out);
    const auto is_constant = [this](Slot s) { return std::ranges::find(constants_, s) != constants_.end(); };
    code_ = arrange(builder_.tape,
                    share_derivatives(builder_.tape, fuse(builder_.tape, builder_.list, read_elsewhere_, is_constant)));
  }

  [[nodiscard]] const Tape& tape() const { return builder_.tape; }
  [[nodiscard]] const Code& code() const { return code_; }
  [[nodiscard]] const std::vector<Slot>& read_elsewhere() const { return read_elsewhere_; }
  [[nodiscard]] const std::vector<Slot>& states() const { return states_; }

  std::vector<double> start_values() {
    std::uniform_real_distribution<double> in(0.2, 1.2);
    std::vector<double> result;
    for (std::size_t i = 0; i < states_.size(); ++i) result.push_back(in(random_));
    return result;
  }

 private:
  using Shape = std::vector<std::array<std::size_t, 3>>;  // operation, two operands
  static constexpr std::array operations = {TapeOp::neg, TapeOp::add,    TapeOp::sub,    TapeOp::mul, TapeOp::mul,
                                            TapeOp::div, TapeOp::square, TapeOp::sqrt,   TapeOp::exp, TapeOp::log,
                                            TapeOp::tan, TapeOp::atan2,  TapeOp::sincos, TapeOp::add, TapeOp::select};

  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }

  Shape random_shape() {
    Shape shape;
    for (std::size_t i = 0; i < 6; ++i) shape.push_back({below(operations.size()), below(6 + i), below(6 + i)});
    return shape;
  }

  Slot write(const Shape& shape, std::size_t i) {
    const std::size_t n = states_.size();
    std::vector<Slot> values = {states_[i],         states_[(i + 1) % n], states_[(i + n - 1) % n],
                                states_[i * 7 % n], constants_[0],        constants_[i % 3]};
    for (const auto& [what, a, b] : shape) {
      const TapeOp op = operations[what];
      const bool two = op == TapeOp::add || op == TapeOp::sub || op == TapeOp::mul || op == TapeOp::div;
      if (op == TapeOp::sincos || op == TapeOp::tan)
        values.push_back(builder_.pair(op, values[a]).first);
      else if (op == TapeOp::atan2)
        values.push_back(builder_.pair(op, values[a], values[b]).first);
      else if (op == TapeOp::select)
        values.push_back(builder_.op(op, values[a], values[b], builder_.op(TapeOp::less, values[0], values[1])));
      else
        values.push_back(two ? builder_.op(op, values[a], values[b]) : builder_.op(op, values[a]));
    }
    return values.back();
  }

  std::mt19937 random_;
  TapeBuilder builder_;
  std::vector<Slot> constants_, states_, read_elsewhere_;
  Code code_;
};

/// Pendulums in a row: x_i' = v_i, v_i' = k (x_{i-1} - 2 x_i + x_{i+1}) - sin(x_i), where the outer ones have one neighbour.
class PendulumRow {
 public:
  explicit PendulumRow(int length) {
    const Slot stiffness = builder_.number(Rational::ratio(1, 3).value()), two = builder_.number(Rational::ratio(2, 1).value());
    std::vector<Slot> speeds;
    for (int i = 0; i < length; ++i) states_.push_back(builder_.slot());
    for (int i = 0; i < length; ++i) speeds.push_back(builder_.slot());
    for (std::size_t i = 0; i < speeds.size(); ++i) {
      Slot sum = builder_.op(TapeOp::mul, two, states_[i]);
      sum = i > 0 ? builder_.op(TapeOp::sub, states_[i - 1], sum) : builder_.op(TapeOp::neg, sum);
      if (i + 1 < speeds.size()) sum = builder_.op(TapeOp::add, sum, states_[i + 1]);
      const Slot sine = builder_.pair(TapeOp::sincos, states_[i]).first;
      builder_.integrate(states_[i], speeds[i]);
      builder_.integrate(speeds[i], builder_.op(TapeOp::sub, builder_.op(TapeOp::mul, stiffness, sum), sine));
    }
    states_.insert(states_.end(), speeds.begin(), speeds.end());
    const auto is_constant = [=](Slot s) { return s == stiffness || s == two; };
    code_ = arrange(builder_.tape, share_derivatives(builder_.tape, fuse(builder_.tape, builder_.list, {}, is_constant)));
  }

  [[nodiscard]] const Tape& tape() const { return builder_.tape; }
  [[nodiscard]] const Code& code() const { return code_; }
  [[nodiscard]] const std::vector<Slot>& read_elsewhere() const { return read_elsewhere_; }
  [[nodiscard]] const std::vector<Slot>& states() const { return states_; }
  /// With zeros of both signs.
  [[nodiscard]] std::vector<double> start_values() const {
    std::vector<double> result;
    for (std::size_t i = 0; i < states_.size(); ++i)
      result.push_back(i % 5 == 0 ? -0.0 : i % 7 == 3 ? 0.0 : std::sin(static_cast<double>(i)));
    return result;
  }

 private:
  TapeBuilder builder_;
  std::vector<Slot> states_, read_elsewhere_;
  Code code_;
};

/// Orders 0..last in two parts.
template <class Rows>
void compare(Rows& rows, const PackPlan& plan, const PackedKernels& kernels, int order, int part) {
  Jets<double> one(rows.tape(), order), other(rows.tape(), order);
  const std::vector<double> start = rows.start_values();
  for (std::size_t i = 0; i < start.size(); ++i)
    for (Jets<double>* jets : {&one, &other}) jets->set(rows.states()[i], start[i]);
  ReadyCode<double> plain(rows.tape(), rows.code(), one), beside(rows.tape(), rows.code(), other);
  run(plain, 0, order);
  PackedCode packed(rows.tape(), plan, kernels, other);
  const auto plainly = [&](int from, int to) { run(beside, from, to); };
  packed.run(0, part, plainly);
  if (part < order) packed.run(part + 1, order, plainly);
  std::vector<Slot> read = rows.states();
  read.insert(read.end(), rows.read_elsewhere().begin(), rows.read_elsewhere().end());
  for (const Slot s : read)
    for (int k = 0; k <= order; ++k) ASSERT_TRUE(same(one[s][k], other[s][k])) << "slot " << s << " order " << k;
}

TEST(PackedCode, HasTheBitsOfSingleOperations) {
  int planned = 0;
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    RandomRows rows(seed, 3 + static_cast<int>(seed) % 23);
    for (const PackedKernels& kernels : kernels_of_this_machine()) {
      const auto plan = plan_packing(rows.tape(), rows.code(), kernels.lanes, rows.read_elsewhere());
      if (!plan) continue;
      ++planned;
      const int order = seed % 10 == 0 ? 35 : 18;
      compare(rows, *plan, kernels, order, static_cast<int>(seed * 7) % order);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GE(planned, 250 * static_cast<int>(kernels_of_this_machine().size()));
}

TEST(PackedCode, HasTheBitsOfSingleOperationsAtTheEndsOfRows) {
  for (const int length : {2, 3, 8, 9, 25, 33})
    for (const PackedKernels& kernels : kernels_of_this_machine())
      for (const int part : {0, 1, 7, 15}) {
        SCOPED_TRACE(::testing::Message() << length << " pendulums, " << kernels.lanes << " lanes, part " << part);
        PendulumRow row(length);
        compare(row, plan_packing(row.tape(), row.code(), kernels.lanes, {}).value(), kernels, 15, part);
        if (HasFatalFailure()) return;
      }
}

TEST(PackedCode, GoesOnWithValuesThatWereComputedAgain) {
  for (const PackedKernels& kernels : kernels_of_this_machine()) {
    TapeBuilder b;
    std::vector<Slot> states, derivatives;
    for (int i = 0; i < 8; ++i) {
      states.push_back(b.slot());
      derivatives.push_back(b.op(TapeOp::mul, states.back(), b.op(TapeOp::exp, states.back())));
    }
    for (std::size_t i = 0; i < states.size(); ++i) b.integrate(states[i], derivatives[i]);
    const Code code = b.code();
    Jets<double> one(b.tape, 12), other(b.tape, 12);
    ReadyCode<double> plain(b.tape, code, one), beside(b.tape, code, other);
    PackedCode packed(b.tape, plan_packing(b.tape, code, kernels.lanes, {}).value(), kernels, other);
    const auto plainly = [&](int from, int to) { run(beside, from, to); };
    for (std::size_t i = 0; i < states.size(); ++i)
      for (Jets<double>* jets : {&one, &other}) jets->set(states[i], 0.1 + 0.05 * static_cast<double>(i));
    run(plain, 0, 5);
    packed.run(0, 5, plainly);
    for (Jets<double>* jets : {&one, &other}) (*jets)[b.list[0].out][0] += 0.25;
    run(plain, 6, 12);
    packed.run(6, 12, plainly);
    for (const Slot s : states)
      for (int k = 0; k <= 12; ++k) EXPECT_TRUE(same(one[s][k], other[s][k])) << "slot " << s << " order " << k;
  }
}

/// The largest of the last three coefficients of all states, as solve/taylor.hpp finds them.
WorstTerms worst_of(const Jets<double>& jets, const std::vector<Slot>& states, int n, double largest) {
  WorstTerms worst{0, 0, 0, false};
  for (const Slot s : states) {
    const double now = std::abs(jets[s][0]), inverse = 1.0 / (now > largest ? now : largest);
    worst.last = std::max(worst.last, std::abs(jets[s][n]) * inverse);
    worst.second = std::max(worst.second, std::abs(jets[s][n - 1]) * inverse);
    worst.third = std::max(worst.third, std::abs(jets[s][n - 2]) * inverse);
  }
  return worst;
}

/// States that stay in the groups: moved there, twice, and brought back.
template <class Rows>
void compare_kept(Rows& rows, const PackPlan& plan, const PackedKernels& kernels, int order) {
  Jets<double> one(rows.tape(), order), other(rows.tape(), order);
  const std::vector<double> start = rows.start_values();
  for (std::size_t i = 0; i < start.size(); ++i)
    for (Jets<double>* jets : {&one, &other}) jets->set(rows.states()[i], start[i]);
  ReadyCode<double> plain(rows.tape(), rows.code(), one), beside(rows.tape(), rows.code(), other);
  PackedCode packed(rows.tape(), plan, kernels, other);
  packed.keep_back(rows.states());
  ASSERT_TRUE(packed.keeps_back());
  const double largest = 0.75;
  for (StateGroup& group : packed.states()) std::ranges::fill(group.largest, largest);
  const auto plainly = [&](int from, int to) { run(beside, from, to); };
  for (const double step : {0.01, 0.02, 0.015}) {
    run(plain, 0, order - 1);
    packed.run(0, order - 1, plainly);
    for (const Slot s : rows.read_elsewhere())
      for (int k = 0; k < order; ++k) ASSERT_TRUE(same(one[s][k], other[s][k])) << "watched slot " << s << " order " << k;
    WorstTerms found;
    if (packed.find_worst_terms(order, found)) {
      const WorstTerms right = worst_of(one, rows.states(), order, largest);
      ASSERT_TRUE(same(right.last, found.last) && same(right.second, found.second) && same(right.third, found.third));
    }
    for (const Slot s : rows.states())
      one[s][0] = quick_horner(std::span<const double>(one[s], static_cast<std::size_t>(order) + 1), step);
    ASSERT_TRUE(packed.move(step, order));
  }
  run(plain, 0, order - 1);
  packed.run(0, order - 1, plainly);
  packed.bring_back();
  ASSERT_FALSE(packed.is_away());
  for (const Slot s : rows.states())
    for (int k = 0; k <= order; ++k) ASSERT_TRUE(same(one[s][k], other[s][k])) << "slot " << s << " order " << k;
}

TEST(PackedCode, KeepsStatesInGroups) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    RandomRows rows(seed, 3 + static_cast<int>(seed) % 23);
    for (const PackedKernels& kernels : kernels_of_this_machine()) {
      const auto plan = plan_packing(rows.tape(), rows.code(), kernels.lanes, rows.read_elsewhere());
      if (!plan) continue;
      compare_kept(rows, *plan, kernels, 5 + static_cast<int>(seed) % 17);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(PackedCode, KeepsStatesOfRowsInGroups) {
  for (const int length : {8, 25}) {
    for (const PackedKernels& kernels : kernels_of_this_machine()) {
      PendulumRow row(length);
      compare_kept(row, plan_packing(row.tape(), row.code(), kernels.lanes, {}).value(), kernels, 14);
      if (HasFatalFailure()) return;
    }
  }
}

// Nine states whose derivatives are their squares; their series stay in the groups.
struct NineSquares {
  explicit NineSquares(const PackedKernels& kernels)
      : states(make_states()),
        code(b.code()),
        jets(b.tape, 8),
        packed(b.tape, plan_packing(b.tape, code, kernels.lanes, {}).value(), kernels, jets) {
    packed.keep_back(states);
  }
  std::vector<Slot> make_states() {
    std::vector<Slot> made;
    for (int i = 0; i < 9; ++i) made.push_back(b.slot());
    for (const Slot s : made) b.integrate(s, b.op(TapeOp::square, s));
    return made;
  }

  TapeBuilder b;
  std::vector<Slot> states;
  Code code;
  Jets<double> jets;
  PackedCode packed;
};

TEST(PackedCode, SaysWhichStatesHaveToBeLookedAtByThemselves) {
  for (const PackedKernels& kernels : kernels_of_this_machine()) {
    NineSquares model(kernels);
    PackedCode& packed = model.packed;
    const auto plainly = [](int, int) { FAIL(); };
    for (const double last : {0.5, 0.0, 1e200, std::nan("")}) {
      for (const Slot s : model.states) model.jets.set(s, 0.25);
      model.jets.set(model.states.back(), last);
      packed.forget_values();
      packed.run(0, 7, plainly);
      WorstTerms worst;
      EXPECT_EQ(packed.find_worst_terms(8, worst), last == 0.5) << last;
      EXPECT_FALSE(packed.find_worst_terms(9, worst));
      packed.drop();
    }
  }
}

TEST(PackedCode, KnowsFloorsAndCeilingsOfStates) {
  for (const PackedKernels& kernels : kernels_of_this_machine()) {
    NineSquares model(kernels);
    PackedCode& packed = model.packed;
    for (const Slot s : model.states) model.jets.set(s, 0.25);
    packed.run(0, 7, [](int, int) { FAIL(); });
    for (const double bound : {0.2, 0.25, 0.3}) {
      for (StateGroup& group : packed.states()) {
        std::ranges::fill(group.floor, 0.1);
        std::ranges::fill(group.ceiling, 1.0);
      }
      StateGroup& last = packed.states().back();
      WorstTerms worst;
      std::ranges::fill(last.floor, bound);
      EXPECT_EQ(packed.find_worst_terms(8, worst), bound == 0.2) << bound;
      EXPECT_FALSE(worst.outgrown);
      std::ranges::fill(last.floor, 0.1);
      std::ranges::fill(last.ceiling, bound);
      EXPECT_TRUE(packed.find_worst_terms(8, worst));
      EXPECT_EQ(worst.outgrown, bound == 0.2) << bound;
    }
  }
}

TEST(PackPlan, RunsTheEndsOfARowAmongTheOthers) {
  PendulumRow row(25);
  const auto plan = plan_packing(row.tape(), row.code(), 8, {});
  ASSERT_TRUE(plan);
  std::map<PackedKind, int> count;
  for (const PackPlan::Op& op : plan->ops) ++count[op.kind];
  EXPECT_EQ(count, (std::map<PackedKind, int>{{PackedKind::linear, 4},
                                              {PackedKind::integrate, 4},
                                              {PackedKind::integrate_linear, 4},
                                              {PackedKind::sincos_of_rate, 4}}));
}

}  // namespace
}  // namespace saltus
