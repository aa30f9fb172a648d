#pragma once
// Poles of variables that nothing reads: y = 1/x, and x changes its sign. The motion goes on, and y is right on both sides; but the run
// tells what it passed.
//
// Where something that such a variable divides by has another sign at the end of a piece of a stretch than at its start, the place is
// found by bisection. Values that grow the closer one looks mean a pole; sin(x)/x and the branch of an `if` that does not hold do not grow.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/checks.hpp"
#include "sim/places.hpp"
#include "sim/probe.hpp"

namespace saltus {

template <class T>
class Poles {
 public:
  explicit Poles(const CompiledModel& compiled) : c_(compiled), looks_left_(compiled.edges.size(), most_looks) {}

  /// As newly made.
  void renew() {
    std::ranges::fill(looks_left_, most_looks);
    named_.clear();
  }

  [[nodiscard]] bool any() const { return !c_.edges.empty(); }

  /// Warns of what the stretch passes until local time `end`; each variable is named once.
  void look(Flow<T>& flow, Probe<T>& probe, const TimePoint<T>& begin, const T& end, int degree,
            Findings& findings) {
    View view{flow, probe, begin, degree};
    signs_at(view, T(0), left_);
    for (int piece = 0; piece < pieces; ++piece) {
      const T from = end * T(piece) / T(pieces), to = end * T(piece + 1) / T(pieces);
      signs_at(view, to, right_);
      for (std::size_t i = 0; i < c_.edges.size(); ++i)
        if (left_[i] * right_[i] < 0 && looks_left_[i] > 0) look_at(view, i, bisect(view, i, from, to), to - from, findings);
      std::swap(left_, right_);
    }
  }

 private:
  static constexpr int pieces = 8;
  static constexpr int most_looks = 20;  // a difference that is zero but for rounding changes its sign all the time

  struct View {
    Flow<T>& flow;
    Probe<T>& probe;
    const TimePoint<T>& begin;
    int degree;
    const Jets<T>& at(const T& s) { return probe.at(flow, s, begin.after(s).value(), degree); }
  };

  void signs_at(View& view, const T& s, std::vector<int>& into) {
    const Jets<T>& jets = view.at(s);
    into.clear();
    for (const Slot e : c_.edges) into.push_back(jets[e][0] > T(0) ? 1 : -1);
  }

  void sizes_at(View& view, const T& s, std::vector<T>& into) {
    const Jets<T>& jets = view.at(s);
    into.clear();
    for (const Slot v : c_.shown_only) into.push_back(abs(jets[v][0]));
  }

  T bisect(View& view, std::size_t edge, T left, T right) {
    for (int i = 0; i < 60; ++i) {
      const T middle = (left + right) * T(0.5);
      ((view.at(middle)[c_.edges[edge]][0] > T(0) ? 1 : -1) == left_[edge] ? left : right) = middle;
    }
    return (left + right) * T(0.5);
  }

  void look_at(View& view, std::size_t edge, const T& s, const T& length, Findings& findings) {
    --looks_left_[edge];
    const T near = length * T(1e-8);
    for (const T& side : {T(-1), T(1)}) {
      sizes_at(view, T(s + side * near * T(1000)), far_);
      sizes_at(view, T(s + side * near), near_);
      for (std::size_t v = 0; v < c_.shown_only.size(); ++v)
        if (near_[v] > T(100) * far_[v]) warn(c_.shown_only[v], view.begin.after(s).value(), findings);
    }
  }

  void warn(Slot slot, const T& time, Findings& findings) {
    const auto it = std::ranges::find(c_.variables, slot, &CompiledVariable::value);
    if (it == c_.variables.end() || std::ranges::find(named_, slot) != named_.end()) return;
    named_.push_back(slot);
    const std::string& name = c_.model.variables[static_cast<std::size_t>(it - c_.variables.begin())].name;
    findings.warn("pole",
                  fmt::format("`{}` passes a pole at {}: its equation divides by zero there", name, NumberTraits<T>::text(time)),
                  span_of_definition(c_, name));
  }

  const CompiledModel& c_;
  std::vector<int> looks_left_;  // by edge
  std::vector<int> left_, right_;
  std::vector<T> far_, near_;
  std::vector<Slot> named_;
};

}  // namespace saltus
