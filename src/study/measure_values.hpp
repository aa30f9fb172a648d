#pragma once
// Measures from what was seen of a run, in the run's number type. What is missing is NaN.

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "number/number.hpp"
#include "study/measure_program.hpp"

namespace saltus {

template <class T>
struct Measured {
  T number{};
  std::vector<T> list = {};
  bool is_list = false;
};

template <class T>
[[nodiscard]] T missing() {
  return T(std::numeric_limits<double>::quiet_NaN());
}

template <class T>
[[nodiscard]] bool is_missing(const T& x) {
  return !(x == x);
}

/// Keeps its memory from run to run.
template <class T>
class MeasureValues {
 public:
  explicit MeasureValues(const MeasureProgram& program) : program_(program), values_(program.nodes.size()) {}

  /// `seen`: one for each observation.
  void evaluate(std::span<const Measured<T>> seen) {
    for (std::size_t i = 0; i < values_.size(); ++i) compute(i, seen);
  }
  /// Before the run: what depends on parameters only.
  void evaluate_early(std::span<const Measured<T>> seen) {
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (program_.nodes[i].known_early) compute(i, seen);
  }
  [[nodiscard]] const Measured<T>& node(std::uint32_t i) const { return values_[i]; }
  [[nodiscard]] const Measured<T>& of(std::size_t measure) const { return values_[program_.roots[measure]]; }

 private:
  void compute(std::size_t i, std::span<const Measured<T>> seen) {
    const MeasureNode& n = program_.nodes[i];
    Measured<T>& out = values_[i];
    out.is_list = n.is_list;
    out.list.clear();
    switch (n.op) {
      case MeasureOp::number: out.number = NumberTraits<T>::from(n.number); return;
      case MeasureOp::pi: out.number = NumberTraits<T>::pi(); return;
      case MeasureOp::observation: out = seen[n.index]; return;
      case MeasureOp::list:
        for (const std::uint32_t a : n.arguments) out.list.push_back(values_[a].number);
        return;
      default: break;
    }
    if (n.op >= MeasureOp::size) return reduce(n, out);
    if (n.is_list) return by_elements(n, out);
    const T nothing{};
    const auto number = [&](std::size_t k) -> const T& {
      return k < n.arguments.size() ? values_[n.arguments[k]].number : nothing;
    };
    out.number = apply(n.op, number(0), number(1), number(2));
  }

  // Lists of different lengths have no elements in common: the result is as long as the longer one, missing where one ends.
  void by_elements(const MeasureNode& n, Measured<T>& out) {
    std::size_t length = 0;
    for (const std::uint32_t a : n.arguments) length = std::max(length, values_[a].list.size());
    const T nothing{}, gap = missing<T>();
    for (std::size_t k = 0; k < length; ++k) {
      const auto item = [&](std::size_t i) -> const T& {
        if (i >= n.arguments.size()) return nothing;
        const Measured<T>& m = values_[n.arguments[i]];
        if (!m.is_list) return m.number;
        return k < m.list.size() ? m.list[k] : gap;
      };
      out.list.push_back(apply(n.op, item(0), item(1), item(2)));
    }
  }

  static T truth(bool b) { return T(b ? 1 : 0); }

  static T apply(MeasureOp op, const T& a, const T& b, const T& c) {
    if (is_missing(a) || is_missing(b)) return op == MeasureOp::choose && !is_missing(a) ? chosen(a, b, c) : missing<T>();
    switch (op) {
      case MeasureOp::add: return a + b;
      case MeasureOp::sub: return a - b;
      case MeasureOp::mul: return a * b;
      case MeasureOp::div: return a / b;
      case MeasureOp::pow: return pow(a, b);
      case MeasureOp::negate: return -a;
      case MeasureOp::abs: return abs(a);
      case MeasureOp::sign: return T(a > T(0) ? 1 : a < T(0) ? -1 : 0);
      case MeasureOp::sqrt: return sqrt(a);
      case MeasureOp::sin: return sin(a);
      case MeasureOp::cos: return cos(a);
      case MeasureOp::tan: return tan(a);
      case MeasureOp::asin: return asin(a);
      case MeasureOp::acos: return acos(a);
      case MeasureOp::atan: return atan(a);
      case MeasureOp::atan2: return atan2(a, b);
      case MeasureOp::sinh: return sinh(a);
      case MeasureOp::cosh: return cosh(a);
      case MeasureOp::tanh: return tanh(a);
      case MeasureOp::exp: return exp(a);
      case MeasureOp::log: return log(a);
      case MeasureOp::log10: return log10(a);
      case MeasureOp::floor: return floor(a);
      case MeasureOp::ceil: return -floor(T(-a));
      case MeasureOp::least: return b < a ? b : a;
      case MeasureOp::greatest: return a < b ? b : a;
      case MeasureOp::less: return truth(a < b);
      case MeasureOp::less_equal: return truth(a <= b);
      case MeasureOp::greater: return truth(a > b);
      case MeasureOp::greater_equal: return truth(a >= b);
      case MeasureOp::equal: return truth(a == b);
      case MeasureOp::not_equal: return truth(!(a == b));
      case MeasureOp::and_: return truth(!(a == T(0)) && !(b == T(0)));
      case MeasureOp::or_: return truth(!(a == T(0)) || !(b == T(0)));
      case MeasureOp::not_: return truth(a == T(0));
      case MeasureOp::choose: return chosen(a, b, c);
      default: return missing<T>();
    }
  }
  static T chosen(const T& condition, const T& yes, const T& no) { return condition == T(0) ? no : yes; }

  void reduce(const MeasureNode& n, Measured<T>& out) {
    const std::vector<T>& list = values_[n.arguments[0]].list;
    switch (n.op) {
      case MeasureOp::size: out.number = T(static_cast<double>(list.size())); return;
      case MeasureOp::sum: out.number = sum(list); return;
      case MeasureOp::list_mean:
        out.number = list.empty() ? missing<T>() : T(sum(list) / T(static_cast<double>(list.size())));
        return;
      case MeasureOp::norm: {
        T squares(0);
        for (const T& x : list) squares = squares + x * x;
        out.number = sqrt(squares);
        return;
      }
      case MeasureOp::list_min: out.number = extreme(list, [](const T& a, const T& b) { return a < b; }); return;
      case MeasureOp::list_max: out.number = extreme(list, [](const T& a, const T& b) { return a > b; }); return;
      case MeasureOp::element: out.number = element(list, values_[n.arguments[1]].number); return;
      case MeasureOp::differences:
        for (std::size_t k = 1; k < list.size(); ++k) out.list.push_back(T(list[k] - list[k - 1]));
        return;
      case MeasureOp::next_after: next_after(list, values_[n.arguments[1]].list, out.list); return;
      default: return;
    }
  }

  static T sum(const std::vector<T>& list) {
    T total(0);
    for (const T& x : list) total = total + x;
    return total;
  }

  template <class Better>
  static T extreme(const std::vector<T>& list, Better&& better) {
    if (list.empty()) return missing<T>();
    T best = list.front();
    for (const T& x : list) {
      if (is_missing(x)) return x;
      if (better(x, best)) best = x;
    }
    return best;
  }

  static T element(const std::vector<T>& list, const T& position) {
    const double k = to_double(position), length = static_cast<double>(list.size());
    const double from_one = k < 0 ? length + k + 1 : k;
    if (!(from_one >= 1 && from_one <= length) || from_one != std::floor(from_one)) return missing<T>();
    return list[static_cast<std::size_t>(from_one) - 1];
  }

  // Both are in order. A second event at the same time counts as the next one.
  static void next_after(const std::vector<T>& from, const std::vector<T>& to, std::vector<T>& out) {
    std::size_t j = 0;
    for (const T& t : from) {
      while (j < to.size() && to[j] < t) ++j;
      if (j == to.size()) return;
      out.push_back(T(to[j] - t));
    }
  }

  const MeasureProgram& program_;
  std::vector<Measured<T>> values_;
};

}  // namespace saltus
