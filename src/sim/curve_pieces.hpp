#pragma once
// A variable that follows from states, on a stretch, as polynomials on pieces of it.
//
// The step of a solver is good for the states, not for what is computed from them: exp(-100 x^2) is a narrow peak on a stretch that is
// one step for x. So it is interpolated on pieces that are halved until the polynomials have converged:
//
//   piece: values at 9, 17, 33 Chebyshev points until
//            no comparison switches between them (else it is cut there),
//            no argument of a sharp operation varies by more than the points can show (sim/sharp_arguments.hpp),
//            the last coefficients are below the accuracy, and a value between the points agrees
//          else halved; not if it is too short (a jump, a pole), or if halving does not help any more (rounding errors)
//
// The accuracy is a thousand units of rounding, whatever the tolerance of the run: its own error is seen in the states; who only wants to know
// about where a variable is asks for less. Each variable has pieces of its own, so that a measure does not depend on the others of its study.

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "sim/sharp_arguments.hpp"
#include "solve/chebyshev.hpp"
#include "tape/jets.hpp"

namespace saltus {

template <class T>
class CurvePieces {
 public:
  static T finest() { return T(1000) * unit_roundoff<T>(); }

  /// `slot`: made by the outputs. `accuracy`: relative to the largest value.
  CurvePieces(const CompiledModel& compiled, Slot slot, const T& accuracy = finest())
      : slot_(slot),
        accuracy_(accuracy),
        arguments_(sharp_arguments(compiled, slot)),
        switches_(switches(compiled, slot)),
        terms_(summed_terms(compiled, slot)),
        bits_(static_cast<int>(-std::log2(to_double(unit_roundoff<T>())))),
        grid_(degree_for(bits_)) {
    const auto points = static_cast<std::size_t>(grid_.max_degree()) + 1;
    values_.resize(points);
    argument_values_.assign(arguments_.size(), std::vector<T>(points));
    switch_values_.assign(switches_.size(), std::vector<T>(points));
  }

  /// A part of the stretch, from begin to begin + length. Valid until the next one.
  struct Piece {
    T begin, length;
    bool absent;                      ///< it is not a number here, and nothing else is meaningful
    bool resolved;                    ///< the coefficients are good; else values are all that is known
    std::span<const T> coefficients;  ///< about the middle, in units of half the length
    std::span<const T> places;        ///< in [0, 1]; with the values there
    std::span<const T> values;
    T at_begin, at_end;
    T error;    ///< what the coefficients may be wrong by, about
    T usual;    ///< of the sizes at the first points of the stretch the middle one
    T stretch;  ///< the length of the whole
  };

  /// Calls visit(piece) from left to right; evaluate(s) gives all variables at local time s. False: it needs too many pieces, and the
  /// rest was not visited.
  template <class Evaluate, class Visit>
  [[nodiscard]] bool follow(const T& length, Evaluate&& evaluate, Visit&& visit) {
    largest_ = usual_ = T(0);
    whole_ = length;
    waiting_.assign(1, {T(0), length, 0, 0, 0});
    for (int count = 0; !waiting_.empty(); ++count) {
      if (count == most_pieces) return false;
      const Part p = waiting_.back();
      waiting_.pop_back();
      Look look = look_at(p, evaluate);
      look.resolved = look.resolved || is_rounding(p, look);
      if (look.cut) {
        cut(p, *look.cut);
      } else if (look.absent || look.resolved || p.depth > bits_ - 5) {
        visit(piece(p, look));
      } else {
        const T half = T(0.5) * p.length;
        const bool known = look.excess > 0 && p.least > 0;
        const int stale = known && look.excess > 0.25 * p.least ? p.stale + 1 : 0;
        const double least = known ? std::min(look.excess, p.least) : look.excess;
        waiting_.push_back({T(p.begin + half), T(p.length - half), p.depth + 1, stale, least});
        waiting_.push_back({p.begin, half, p.depth + 1, stale, least});
      }
    }
    return true;
  }

 private:
  static constexpr int most_pieces = 1 << 17;
  static constexpr int first_degree = 8;

  struct Part {
    T begin, length;
    int depth, stale;  // so many halvings in a row did not help
    double least;      // excess of the parts that were halved; 0: not known
  };
  /// Where a comparison switches: between two neighbouring numbers.
  struct Cut {
    T last, first;
  };
  struct Look {
    std::optional<Cut> cut = {};
    bool absent = false, resolved = false;
    int degree = 0;
    double excess = 0;  // last coefficients in units of what they may be; 0: not known
  };

  static int degree_for(int bits) {
    int degree = 32;
    while (degree < 256 && degree * 5 < bits * 2) degree *= 2;
    return degree;
  }

  /// Halving has not helped any more: what is left are the rounding errors of the variable, which may be amplified.
  [[nodiscard]] bool is_rounding(const Part& p, const Look& look) const {
    const double most_amplified = 1e7 * to_double(T(finest() / accuracy_));  // in units of the accuracy
    return p.stale >= 3 && look.excess > 0 && look.excess < most_amplified;
  }

  template <class Evaluate>
  Look look_at(const Part& p, Evaluate&& evaluate) {
    const int most = grid_.max_degree();
    Look look;
    for (int n = first_degree; n <= most; n *= 2) {
      const int stride = most / n;
      sample(p, stride, n > first_degree, evaluate);
      if (p.depth == 0 && n == first_degree) note_usual_size(stride);
      look.degree = n;
      look.cut = first_switch(p, stride, evaluate);
      look.absent = n == first_degree && is_absent(stride);
      if (look.cut || look.absent || !is_finite_at(stride)) return look;
      const double need = needed_degree(n);
      if (need > most) return look;
      if (need > n) continue;
      look.excess = last_coefficients(n);
      if (look.excess > 1) continue;
      look.excess = error_between(p, n, evaluate);
      look.resolved = look.excess <= 1;
      if (look.resolved) return look;
    }
    return look;
  }

  Piece piece(const Part& p, const Look& look) {
    places_.clear();
    seen_.clear();
    const int stride = grid_.max_degree() / look.degree;
    for (int j = 0; j <= grid_.max_degree() && !look.resolved; j += stride) {
      places_.push_back(grid_.place(j));
      seen_.push_back(at(j));
    }
    return {p.begin, p.length, look.absent,     look.resolved,  coefficients_,
            places_, seen_,    values_.front(), values_.back(), T(T(10) * accuracy_ * largest_),
            usual_,  whole_};
  }

  [[nodiscard]] const T& at(int j) const { return values_[static_cast<std::size_t>(j)]; }

  template <class Test>
  bool all_points(int stride, Test&& test) const {
    for (int j = 0; j <= grid_.max_degree(); j += stride)
      if (!test(at(j))) return false;
    return true;
  }
  [[nodiscard]] bool is_absent(int stride) const {
    return all_points(stride, [](const T& x) { return !(x == x); });
  }
  [[nodiscard]] bool is_finite_at(int stride) const {
    return all_points(stride, [](const T& x) { return is_finite(x); });
  }

  // Values at the points of a stride, those of the double stride being there already if `half_known`.
  template <class Evaluate>
  void sample(const Part& p, int stride, bool half_known, Evaluate&& evaluate) {
    for (int j = half_known ? stride : 0; j <= grid_.max_degree(); j += half_known ? 2 * stride : stride) {
      const Jets<T>& jets = evaluate(T(p.begin + p.length * grid_.place(j)));
      const auto place = static_cast<std::size_t>(j);
      values_[place] = jets[slot_][0];
      if (is_finite(values_[place])) note_sizes(jets);
      for (std::size_t i = 0; i < arguments_.size(); ++i) argument_values_[i][place] = argument(arguments_[i], jets);
      for (std::size_t i = 0; i < switches_.size(); ++i) switch_values_[i][place] = jets[switches_[i]][0];
      if constexpr (has_derivative<T>)
        if (!(values_[place].d() == values_[place].d())) take_derivative_inside(p, place, evaluate);
    }
  }
  // At the end of a piece a comparison may be about to switch, and says nothing of derivatives (tape/sure_bits.hpp): they are those a little inside.
  template <class Evaluate>
  void take_derivative_inside(const Part& p, std::size_t place, Evaluate&& evaluate) {
    const T at = place == 0 ? T(0x1p-34) : grid_.place(static_cast<int>(place)) - T(0x1p-34);
    values_[place] = T(values_[place].v(), evaluate(T(p.begin + p.length * at))[slot_][0].d());
  }

  // A sum is rounded as its terms are.
  void note_sizes(const Jets<T>& jets) {
    grow(largest_, jets[slot_][0]);
    for (const WeightedTerm& t : terms_) {
      const T& factor = jets[t.factor][0];
      grow(largest_, T((t.weight == no_slot ? factor : T(jets[t.weight][0] * factor)) * T(1.0 / 16)));
    }
  }

  void note_usual_size(int stride) {
    std::vector<T> sizes;
    for (int j = 0; j <= grid_.max_degree(); j += stride)
      if (is_finite(at(j))) sizes.push_back(abs(at(j)));
    if (sizes.empty()) return;
    std::ranges::sort(sizes, [](const T& a, const T& b) { return a < b; });
    usual_ = sizes[sizes.size() / 2];
  }

  template <class Evaluate>
  std::optional<Cut> first_switch(const Part& p, int stride, Evaluate&& evaluate) {
    const auto differ = [&](int a, int b) {
      return std::ranges::any_of(switch_values_, [&](const std::vector<T>& v) {
        return !(v[static_cast<std::size_t>(a)] == v[static_cast<std::size_t>(b)]);
      });
    };
    int j = 0;
    while (j < grid_.max_degree() && !differ(j, j + stride)) j += stride;
    if (j >= grid_.max_degree()) return std::nullopt;
    T last = p.begin + p.length * grid_.place(j), first = p.begin + p.length * grid_.place(j + stride);
    const T smallest = T(2) * unit_roundoff<T>() * (p.begin + p.length);
    while (first - last > smallest) {
      const T middle = last + T(0.5) * (first - last);
      if (!(middle > last) || !(middle < first)) break;
      const Jets<T>& jets = evaluate(middle);
      bool same = true;
      for (std::size_t i = 0; i < switches_.size(); ++i)
        same = same && jets[switches_[i]][0] == switch_values_[i][static_cast<std::size_t>(j)];
      (same ? last : first) = middle;
    }
    return Cut{last, first};
  }

  void cut(const Part& p, const Cut& at) {
    const T end = p.begin + p.length;
    if (end > at.first) waiting_.push_back({at.first, T(end - at.first), p.depth, 0, 0});
    if (at.last > p.begin) waiting_.push_back({p.begin, T(at.last - p.begin), p.depth, 0, 0});
  }

  /// A divisor, or what a root is of, as far as it is sharp.
  static T argument(const SharpArgument& a, const Jets<T>& jets) {
    if (a.exponent == no_slot) return jets[a.slot][0];
    const T& b = jets[a.exponent][0];
    return !(b < T(0)) && floor(b) == b ? T(1) : jets[a.slot][0];
  }

  // Where the result does not change any more the argument does not matter.
  [[nodiscard]] T clipped(SharpArgument::Kind kind, const T& x) const {
    if (kind == SharpArgument::Kind::span) return x;
    const T end(kind == SharpArgument::Kind::rising ? 15.0 * bits_ : 0.4 * bits_);
    if (x < -end) return T(-end);
    return kind == SharpArgument::Kind::step && x > end ? end : x;
  }

  // The degree below which the points do not show what the sharp operations make: 2 for each unit of an argument, 4 for each factor 2
  // of a divisor. Between the points an argument stays between bounds that its coefficients tell.
  double needed_degree(int n) {
    double need = 0;
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      grid_.coefficients(argument_values_[i], n, argument_coefficients_);
      T reach(0);
      for (std::size_t k = 1; k < argument_coefficients_.size(); ++k) reach = reach + abs(argument_coefficients_[k]);
      const T least = argument_coefficients_[0] - reach, most = argument_coefficients_[0] + reach;
      const SharpArgument::Kind kind = arguments_[i].kind;
      if (reach == T(0) || !is_finite(T(most - least))) continue;
      if (kind != SharpArgument::Kind::ratio) {
        need = std::max(need, 2 * to_double(T(clipped(kind, most) - clipped(kind, least))));
        continue;
      }
      const T a = abs(least), b = abs(most);
      const bool crosses = !(least > T(0)) && !(most < T(0));
      need = std::max(need, crosses ? HUGE_VAL : 4 * std::abs(std::log2(to_double(T(a > b ? a / b : b / a)))));
    }
    return need;
  }

  double last_coefficients(int n) {
    grid_.coefficients(values_, n, coefficients_);
    T last(0);
    for (int k = n - 2; k <= n; ++k) grow(last, coefficients_[static_cast<std::size_t>(k)]);
    return last > T(0) ? to_double(T(last / (accuracy_ * largest_))) : 0;
  }

  /// In units of what it may be.
  template <class Evaluate>
  double error_between(const Part& p, int n, Evaluate&& evaluate) {
    const T x(0.2360679774997897);  // no point of any grid
    const T& seen = evaluate(T(p.begin + p.length * (T(0.5) + T(0.5) * x)))[slot_][0];
    const T error = abs(T(chebyshev_value(std::span<const T>(coefficients_), x) - seen));
    if (!is_finite(error)) return HUGE_VAL;
    return error > T(0) ? to_double(T(error / (T(2 * n) * accuracy_ * largest_))) : 0;
  }

  static void grow(T& largest, const T& x) {
    const T size = abs(x);
    if (size > largest && is_finite(size)) largest = size;
  }

  Slot slot_;
  T accuracy_;
  std::vector<SharpArgument> arguments_;
  std::vector<Slot> switches_;
  std::vector<WeightedTerm> terms_;
  int bits_;  // of the significand
  ChebyshevGrid<T> grid_;
  std::vector<T> values_;  // at the points of the grid
  std::vector<std::vector<T>> argument_values_, switch_values_;
  std::vector<T> coefficients_, argument_coefficients_, places_, seen_;
  T largest_{}, usual_{};  // sizes
  T whole_{};              // length of the stretch
  std::vector<Part> waiting_;
};

}  // namespace saltus
