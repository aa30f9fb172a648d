#pragma once
// Unknowns of implicit blocks stay on their branch of solutions where another one comes nearer than any term of their series shows.
//
// y^2 = x^2 + 1e-10 with x = cos(time): about 0 the series of y is that of x but for terms of 1e-10, and goes through zero where y does not. Behind it
// the values that the series give lead Newton's method to the other branch, -y. But along a branch the determinant of the block never is zero, and keeps its
// sign. Where it has the other one at the end of a stretch or, if the unknowns turn back, in its middle, the place is found by bisection. If the determinant
// jumps there from one sign to the other, the branches are apart, and the stretch ends where the series are still good to the tolerance. If it goes through
// zero the branches meet, as those of y^2 = x^2, and the series tell which way to go.
//
// Where a branch ends, as that of y^3 - y = x at a fold, another one may have a solution with a determinant of the same sign. No series leads there: it says
// something else than the equations, however short the stretch is.

#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "number/lu.hpp"
#include "sim/flow.hpp"
#include "sim/probe.hpp"
#include "solve/polynomial.hpp"
#include "solve/stepper.hpp"

namespace saltus {

template <class T>
class BranchWatch {
 public:
  explicit BranchWatch(const CompiledModel& compiled) : c_(compiled) {
    for (const Code* code : {&compiled.flow, &compiled.guards_code})
      for (const Instruction& i : code->instructions)
        if (i.op == TapeOp::solve && !compiled.tape.blocks[i.index].linear) blocks_.push_back(i.index);
  }

  [[nodiscard]] bool any() const { return !blocks_.empty(); }

  /// Shortens a stretch of series, which are known to its degree.
  void stay(Flow<T>& flow, Probe<T>& probe, const TimePoint<T>& begin, Proposal<T>& stretch, const T& tolerance) {
    look(flow.jets(), here_);
    const View view{flow, probe, begin, stretch.degree};
    T good(0), bad = stretch.length;
    if (keeps_signs(view, bad)) {
      const T doubt = T(beyond_doubt) + T(10) * tolerance;
      if (!is_good(view, probe.last_looked_at(), bad, doubt)) return shorten(view, stretch, doubt);
      if (!turns_back(view, stretch.length)) return;
      bad = stretch.length * T(0.5);
      if (keeps_signs(view, bad)) return;
    }
    if (!are_apart(view, good, bad)) return;
    stretch.length = good;
    shorten(view, stretch, tolerance);
  }

 private:
  static constexpr double shortest = 0x1p-60;
  static constexpr double beyond_doubt = 0.01;  // relative: beside a place where branches meet the equations determine few digits
  static constexpr double apart = 1e-7;  // of the determinant at the beginning: rounding makes no more of zero

  struct View {
    Flow<T>& flow;
    Probe<T>& probe;
    const TimePoint<T>& begin;
    int degree;
    const Jets<T>& at(const T& s) const { return probe.at(flow, s, begin.after(s).value(), degree); }
  };
  using Determinant = LuFactors<double>::Determinant;  // no sign: the block has no solution

  bool keeps_signs(const View& view, const T& s) {
    look(view.at(s), there_);
    for (std::size_t b = 0; b < blocks_.size(); ++b)
      if (here_[b].sign * there_[b].sign < 0) return false;
    return true;
  }

  // Is one of the unknowns in the middle not between what it is at the ends? Then it may have gone to the other branch and come back.
  bool turns_back(const View& view, const T& length) const {
    for (const std::uint32_t b : blocks_)
      for (const Slot unknown : c_.tape.blocks[b].unknowns) {
        const std::span<const T> y(view.flow.series(unknown), static_cast<std::size_t>(view.degree));
        const T end = horner(y, length), middle = horner(y, T(length * T(0.5)));
        if ((middle - y[0]) * (end - middle) < T(0)) return true;
      }
    return false;
  }

  // A sign changes between the two: they are moved together. Is its determinant far from zero on both sides?
  bool are_apart(const View& view, T& good, T& bad) {
    // No closer: where a series is zero Newton's method has nowhere to begin.
    for (int i = 0; i < 30; ++i) {
      const T middle = good + (bad - good) * T(0.5);
      (keeps_signs(view, middle) ? good : bad) = middle;
    }
    keeps_signs(view, bad);
    std::swap(there_, beyond_);
    keeps_signs(view, good);
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      const double least = here_[b].log + std::log(apart);
      if (here_[b].sign * beyond_[b].sign < 0 && !(there_[b].log > least && beyond_[b].log > least)) return false;
    }
    return true;
  }

  // To where the series are so good, or no time is left.
  void shorten(const View& view, Proposal<T>& stretch, const T& tolerance) const {
    const T least = stretch.length * T(shortest);
    while (stretch.length > least && !is_good(view, view.at(stretch.length), stretch.length, tolerance))
      stretch.length = stretch.length * T(0.5);
  }

  // Do the series of the unknowns say there what the equations say?
  bool is_good(const View& view, const Jets<T>& there, const T& s, const T& tolerance) const {
    for (const std::uint32_t b : blocks_)
      for (const Slot unknown : c_.tape.blocks[b].unknowns) {
        const std::span<const T> y(view.flow.series(unknown), static_cast<std::size_t>(view.degree));
        if (!(abs(horner(y, s) - there[unknown][0]) <= tolerance * absolute_sum(y, s))) return false;
      }
    return true;
  }

  // What the solutions have left there.
  void look(const Jets<T>& jets, std::vector<Determinant>& into) {
    into.clear();
    for (const std::uint32_t b : blocks_) into.push_back(determinant(c_.tape.blocks[b], jets));
  }

  static Determinant determinant(const ImplicitBlock& block, const Jets<T>& jets) {
    LuFactors<double> factors(block.unknowns.size());
    for (const ImplicitBlock::Entry& e : block.jacobian) factors.at(e.row, e.column) += to_double(jets[e.value][0]);
    factors.factor();
    return factors.determinant();
  }

  const CompiledModel& c_;
  std::vector<std::uint32_t> blocks_;  // found by Newton's method
  std::vector<Determinant> here_, there_, beyond_;
};

}  // namespace saltus
