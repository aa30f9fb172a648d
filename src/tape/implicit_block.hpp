#pragma once
// TapeOp::solve: the unknowns of an implicit block as series.
//
//   order 0:  damped Newton from the guess. A step d = -J^-1 F is halved until the next one with the same J is shorter:
//             |J^-1 F(x + lambda d)| <= (1 - lambda/4) |d|, a test that does not depend on how equations are scaled (Deuflhard, Newton
//             Methods for Nonlinear Problems, 2004, section 3.3). Exponentials let Newton's method step far too far, or come back by a
//             constant amount a step: hence the damping, and a generous limit of steps; then a second attempt, from zero.
//   order k:  F is linear in the coefficients k of the unknowns, with the matrix J of order 0: x[k] = 0, F[k], x[k] = -J^-1 F[k].
//
// Lanes are done together; a lane that has converged stands still.

#include <limits>

#include "number/lu.hpp"
#include "tape/tape.hpp"

namespace saltus {

template <class T>
class Jets;

template <class T>
void run(const Tape& tape, const Code& code, Jets<T>& jets, int k);

/// What one trajectory keeps for a block: the factors of order 0, and room for Newton's method.
template <class T>
struct BlockState {
  explicit BlockState(const ImplicitBlock& block)
      : factors(block.unknowns.size()),
        start(n(block), T(0.0)),
        step(start),
        next(start),
        work(start),
        scale(n(block), Value(1.0)),
        largest(n(block), Value(1.0)) {}
  using Value = typename LuFactors<T>::Value;
  using Truth = typename LuFactors<T>::Truth;

  LuFactors<T> factors;
  std::vector<T> start, step, next, work;
  std::vector<Value> scale;
  std::vector<Value> largest;  // of each unknown so far: where it passes through zero, rounding is relative to this
  std::vector<Value> inverse;  ///< column by column, without signs; only where sizes are wanted
  Truth failed = Truth(true);

  /// As newly made: only what outlasts a call of the solver is looked at before it is set.
  void renew() {
    largest.assign(largest.size(), Value(1.0));
    failed = Truth(true);
  }

 private:
  static std::size_t n(const ImplicitBlock& block) { return block.unknowns.size(); }
};

template <class T>
class BlockSolver {
 public:
  BlockSolver(const Tape& tape, const ImplicitBlock& block, BlockState<T>& state, Jets<T>& jets)
      : tape_(tape), block_(block), state_(state), jets_(jets), size_(block.unknowns.size()) {}

  void solve(int k) {
    if (k == 0 && !block_.linear)
      newton();
    else
      linear(k);
    if (!block_.sizes.empty()) measure(k);
  }

 private:
  using Value = typename BlockState<T>::Value;
  using Truth = typename BlockState<T>::Truth;
  static constexpr int max_steps = 200, max_halvings = 60;

  T& unknown(std::size_t j, int k = 0) { return jets_[block_.unknowns[j]][k]; }

  void linear(int k) {
    for (std::size_t j = 0; j < size_; ++j) unknown(j, k) = T(0.0);
    run(tape_, block_.residual_code, jets_, k);
    if (k == 0) state_.failed = linearise();
    newton_step(state_.step, k);
    for (std::size_t j = 0; j < size_; ++j) unknown(j, k) = settled(state_.step[j]);
    run(tape_, block_.residual_code, jets_, k);
  }

  void newton() {
    run(tape_, block_.residual_code, jets_, 0);
    leave(unusable());
    Truth done(false);
    iterate_from_guess(done);
    if (!all(done)) {
      leave(Truth(!done));
      iterate_from_guess(done);
    }
    // The orders to come want the matrix at the solution itself.
    state_.failed = Truth(linearise() | (!done));
    for (std::size_t j = 0; j < size_; ++j) {
      const Value size = magnitude(unknown(j));
      state_.largest[j] = select(Truth((!state_.failed) & (size > state_.largest[j])), size, state_.largest[j]);
      unknown(j) = settled(unknown(j));
    }
    if (any(state_.failed)) run(tape_, block_.residual_code, jets_, 0);
  }

  /// Newton's method in the lanes that are not done.
  void iterate_from_guess(Truth& done) {
    Truth failed(false);
    quick_ = quicker_ = Truth(false);
    for (int i = 0; i < max_steps && !all(Truth(done | failed)); ++i) iterate(done, failed);
  }

  /// One damped step.
  void iterate(Truth& done, Truth& failed) {
    failed = Truth(failed | ((!done) & linearise()));
    const Truth open = Truth((!done) & (!failed));
    newton_step(state_.step, 0);
    for (std::size_t j = 0; j < size_; ++j) {
      state_.start[j] = unknown(j);
      const Value here = magnitude(unknown(j)), there = magnitude(unknown(j) + state_.step[j]);
      const Value size = select(here < there, there, here);
      state_.scale[j] = select(size > Value(0.0), size, Value(1.0));
    }
    const Value length = norm(state_.step);
    const Truth accepted = search(open, length);
    const Value next = norm(state_.next);
    done = Truth(done | (open & at_rounding(length, next)));
    failed = Truth(failed | (open & (!accepted) & (!done)));
    const Truth quick = next <= Value(0.0625) * length;
    quicker_ = Truth(quick_ & quick);
    quick_ = quick;
  }

  /// A step so small, or that shrank fast before and shrinks no more: the best that the numbers allow.
  Truth at_rounding(const Value& length, const Value& next) const {
    const Value u(value(unit_roundoff<T>()));
    const Truth stalls = next > Value(0.5) * length;
    return Truth((length <= Value(8.0) * u) | (stalls & (quicker_ | (length * length <= u) | is_rounding_of_largest(u))));
  }

  Truth is_rounding_of_largest(const Value& u) const {
    Truth result(true);
    for (std::size_t j = 0; j < size_; ++j)
      result = Truth(result & (magnitude(state_.step[j]) <= Value(8.0) * u * state_.largest[j]));
    return result;
  }

  /// Sets the unknowns to start + lambda step, the longest that passes the test; which lanes did?
  Truth search(const Truth& open, const Value& length) {
    Value lambda(1.0);
    Truth accepted = Truth(!open);
    for (int i = 0; i < max_halvings; ++i) {
      for (std::size_t j = 0; j < size_; ++j)
        unknown(j) = select(open, T(state_.start[j] + T(lambda) * state_.step[j]), state_.start[j]);
      run(tape_, block_.residual_code, jets_, 0);
      newton_step(state_.next, 0);
      const Value next = norm(state_.next);
      accepted = Truth(accepted | at_rounding(length, next) | (next <= (Value(1.0) - lambda * Value(0.25)) * length));
      if (all(accepted)) break;
      lambda = select(accepted, lambda, Value(lambda * Value(0.5)));
    }
    return accepted;
  }

  /// Rounding of size u |t| in a term t of residual i moves unknown j by (J^-1)_ji as much.
  void measure(int k) {
    if (k == 0) invert();
    for (std::size_t j = 0; j < size_; ++j) {
      Value size(0.0);
      for (std::size_t i = 0; i < size_; ++i) {
        Value terms(0.0);
        for (const Slot s : block_.terms[i]) terms = terms + magnitude(jets_[s][k]);
        size = size + state_.inverse[i * size_ + j] * terms;
      }
      jets_[block_.sizes[j]][k] = T(size);
    }
  }
  void invert() {
    state_.inverse.resize(size_ * size_, Value(0.0));
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t j = 0; j < size_; ++j) state_.next[j] = T(i == j ? 1.0 : 0.0);
      state_.factors.solve(state_.next.data(), state_.work.data());
      for (std::size_t j = 0; j < size_; ++j) state_.inverse[i * size_ + j] = magnitude(state_.next[j]);
    }
  }

  /// Where can the residuals not be computed at the guess?
  Truth unusable() {
    Truth result(false);
    for (const Slot r : block_.residuals) result = Truth(result | (!is_number(jets_[r][0])));
    return result;
  }
  /// Start from zero there.
  void leave(const Truth& guess) {
    if (!any(guess)) return;
    for (std::size_t j = 0; j < size_; ++j) unknown(j) = select(guess, T(0.0), unknown(j));
    run(tape_, block_.residual_code, jets_, 0);
  }

  /// The matrix at the unknowns of the last residuals, factored. Is it singular?
  Truth linearise() {
    run(tape_, block_.jacobian_code, jets_, 0);
    state_.factors.clear();
    for (const ImplicitBlock::Entry& e : block_.jacobian) state_.factors.at(e.row, e.column) += jets_[e.value][0];
    return state_.factors.factor();
  }

  void newton_step(std::vector<T>& step, int k) {
    for (std::size_t i = 0; i < size_; ++i) step[i] = -jets_[block_.residuals[i]][k];
    state_.factors.solve(step.data(), state_.work.data());
  }

  /// Largest entry relative to the unknowns; not a number if an entry is none.
  Value norm(const std::vector<T>& step) const {
    Value largest(0.0);
    for (std::size_t j = 0; j < size_; ++j) {
      const Value x = magnitude(step[j]) / state_.scale[j];
      largest = select(Truth((x <= largest) | (largest != largest)), largest, x);
    }
    return largest;
  }

  T settled(const T& x) const { return select(state_.failed, T(std::numeric_limits<double>::quiet_NaN()), x); }

  static Value magnitude(const T& x) {
    using saltus::abs, std::abs;
    return abs(Value(value(x)));
  }
  static Truth is_number(const T& x) {
    const Value v(value(x));
    return v - v == Value(0.0);
  }

  const Tape& tape_;
  const ImplicitBlock& block_;
  BlockState<T>& state_;
  Jets<T>& jets_;
  std::size_t size_;
  Truth quick_ = Truth(false), quicker_ = Truth(false);  // the last step, the last two, shrank to a sixteenth
};

}  // namespace saltus
