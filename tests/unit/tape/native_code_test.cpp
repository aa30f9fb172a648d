// Machine instructions have the same bits as the kernels.

#include "tape/native_code.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "tape/fuse.hpp"
#include "tape/ready_code.hpp"
#include "tape/share_derivatives.hpp"
#include "tape_builder.hpp"

namespace saltus {
namespace {

using test::same;
using test::TapeBuilder;

bool has_native_code() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx");
#else
  return false;
#endif
}

/// States whose derivatives are made of all operations there are but the rare ones, numbers and bits.
class RandomMotion {
 public:
  explicit RandomMotion(unsigned seed) : random_(seed) {
    for (int i = 0; i < 3; ++i) constants_.push_back(builder_.number(Rational::ratio(i + 2, 3).value()));
    for (int i = 0; i < 4; ++i) states_.push_back(builder_.slot());
    numbers_ = states_;
    numbers_.insert(numbers_.end(), constants_.begin(), constants_.end());
    bits_ = {builder_.op(TapeOp::less, states_[0], states_[1])};
    for (int i = 0; i < 24; ++i) write();
    for (const Slot s : states_) builder_.integrate(s, numbers_[numbers_.size() - 1 - below(6)]);
    for (int i = 0; i < 3; ++i) read_elsewhere_.push_back(builder_.list[below(builder_.list.size())].out);
    const auto is_constant = [this](Slot s) { return std::ranges::find(constants_, s) != constants_.end(); };
    code_ = arrange(builder_.tape,
                    share_derivatives(builder_.tape, fuse(builder_.tape, builder_.list, read_elsewhere_, is_constant)));
  }

  [[nodiscard]] const Tape& tape() const { return builder_.tape; }
  [[nodiscard]] const Code& code() const { return code_; }

  /// Zeros of both signs, numbers that overflow and others; relations with ties.
  void set_start(Jets<double>& one, Jets<double>& other) {
    std::uniform_real_distribution<double> in(-1.5, 1.5);
    const std::array<double, 4> odd = {0.0, -0.0, 800.0, -800.0};
    for (const Slot s : states_) {
      const double x = below(12) == 0 ? odd[below(odd.size())] : in(random_);
      one.set(s, x);
      other.set(s, x);
    }
    one.relations.clear();
    for (std::uint32_t i = 0; i < relations_; ++i)
      one.relations.push_back({below(2) == 0 ? 0.5 : 0.0, static_cast<int>(below(3)) - 1});
    other.relations = one.relations;
  }

 private:
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  Slot number() { return numbers_[below(numbers_.size())]; }
  Slot bit() { return bits_[below(bits_.size())]; }

  void write() {
    static constexpr std::array of_two = {TapeOp::add, TapeOp::sub, TapeOp::mul, TapeOp::mul, TapeOp::div};
    static constexpr std::array of_one = {TapeOp::neg, TapeOp::square, TapeOp::sqrt, TapeOp::exp, TapeOp::log, TapeOp::copy};
    static constexpr std::array comparisons = {TapeOp::less, TapeOp::less_equal, TapeOp::greater, TapeOp::greater_equal};
    switch (below(8)) {
      case 0:
      case 1:
      case 2: numbers_.push_back(builder_.op(of_two[below(of_two.size())], number(), number())); break;
      case 3: numbers_.push_back(builder_.op(of_one[below(of_one.size())], number())); break;
      case 4: {
        const auto [sine, cosine] = builder_.pair(TapeOp::sincos, below(2) == 0 ? states_[below(4)] : number());
        numbers_.push_back(sine);
        numbers_.push_back(cosine);
        break;
      }
      case 5: numbers_.push_back(builder_.op(TapeOp::select, number(), number(), bit())); break;
      case 6: bits_.push_back(builder_.op(comparisons[below(comparisons.size())], number(), number())); break;
      default: write_bit();
    }
  }
  void write_bit() {
    switch (below(4)) {
      case 0: bits_.push_back(builder_.op(TapeOp::and_, bit(), bit())); break;
      case 1: bits_.push_back(builder_.op(TapeOp::or_, bit(), bit())); break;
      case 2: bits_.push_back(builder_.op(TapeOp::not_, bit())); break;
      default: bits_.push_back(builder_.op(TapeOp::relation, number())); builder_.list.back().index = relations_++;
    }
  }

  std::mt19937 random_;
  TapeBuilder builder_;
  std::vector<Slot> constants_, states_, numbers_, bits_, read_elsewhere_;
  std::uint32_t relations_ = 0;
  Code code_;
};

/// Operations that are prepared, with weights.
struct Prepare {
  Prepare(const Tape& tape, const Code& code, Jets<double>& jets) {
    operations.prepare(tape, code, [&jets](Slot s) { return jets[s]; });
  }
  PreparedCode<double> operations;
};

/// Orders 0..order in two parts. False: there was too much code.
bool compare(RandomMotion& motion, int order, int part, std::map<PreparedOp, int>& kinds) {
  Jets<double> one(motion.tape(), order), other(motion.tape(), order);
  motion.set_start(one, other);
  Prepare prepared(motion.tape(), motion.code(), other);
  const auto native = NativeCode::make(prepared.operations, other, order);
  if (!native) return false;
  EXPECT_EQ(native->last(), order);
  for (const Prepared<double>& n : prepared.operations.operations()) ++kinds[n.prepared];
  for (int k = 0; k <= order; ++k) run(motion.tape(), motion.code(), one, k);
  native->run(0, 0);
  prepared.operations.take_weights();
  if (part > 0) native->run(1, part);
  if (part < order) native->run(part + 1, order);
  for (Slot s = 0; s < motion.tape().slot_count; ++s)
    for (int k = 0; k <= order; ++k)
      EXPECT_TRUE(same(one[s][k], other[s][k])) << "slot " << s << " order " << k << ": " << one[s][k] << ", " << other[s][k];
  return true;
}

TEST(NativeCode, HasTheBitsOfTheKernels) {
  if (!has_native_code()) GTEST_SKIP() << "no native code for this processor";
  std::map<PreparedOp, int> kinds;
  int made = 0;
  for (unsigned seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    RandomMotion motion(seed);
    const int order = static_cast<int>(seed) % 13 + (seed % 10 == 0 ? 20 : 1);
    made += compare(motion, order, static_cast<int>(seed * 7) % (order + 1), kinds) ? 1 : 0;
    if (HasFailure()) return;
  }
  EXPECT_GE(made, 380);
  for (std::uint8_t op = 0; op < static_cast<std::uint8_t>(PreparedOp::rare); ++op)
    EXPECT_GT(kinds[static_cast<PreparedOp>(op)], 0) << "no operation " << static_cast<int>(op) << " was tried";
}

TEST(NativeCode, IsMadeOfCodesThatAreRunOften) {
  if (!has_native_code()) GTEST_SKIP() << "no native code for this processor";
  RandomMotion motion(7);
  Jets<double> one(motion.tape(), 12), other(motion.tape(), 12);
  ReadyCode<double> ready(motion.tape(), motion.code(), other);
  bool was_made = false;
  for (int i = 0; i < 1500; ++i) {
    motion.set_start(one, other);
    ready.forget_weights();
    run(motion.tape(), motion.code(), one, 0, 12);
    run(ready, 0, 12);
    was_made = ready.run_native(0, 12);
    for (Slot s = 0; s < motion.tape().slot_count; ++s)
      for (int k = 0; k <= 12; ++k) ASSERT_TRUE(same(one[s][k], other[s][k])) << "run " << i << " slot " << s << " order " << k;
  }
  EXPECT_TRUE(was_made);
  EXPECT_FALSE(ready.run_native(0, 13));
}

TEST(NativeCode, IsNotMadeOfRareOperations) {
  TapeBuilder b;
  b.op(TapeOp::tan, b.slot());
  b.list.back().out2 = b.slot();
  const Code code = b.code();
  Jets<double> jets(b.tape, 4);
  Prepare prepared(b.tape, code, jets);
  EXPECT_EQ(NativeCode::make(prepared.operations, jets, 4), nullptr);
}

TEST(NativeCode, IsNotMadeWhereItWouldBeVeryLong) {
  TapeBuilder b;
  Slot x = b.slot();
  for (int i = 0; i < 200; ++i) x = b.op(TapeOp::mul, x, x);
  const Code code = b.code();
  Jets<double> jets(b.tape, 30);
  Prepare prepared(b.tape, code, jets);
  EXPECT_EQ(NativeCode::make(prepared.operations, jets, 30), nullptr);
}

}  // namespace
}  // namespace saltus
