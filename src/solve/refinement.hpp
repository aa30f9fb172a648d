#pragma once
// From the bracket of a crossing to a root: polished, with an honest uncertainty, clusters moved to their centre.
//
// The series has an error e at the root. A simple root moves by e/|g'| under it. If the curvature matters over that width
// the root is a cluster of multiplicity k > 1, which spreads over (e/|c_k|)^(1/k); its centre is a simple, well determined
// root of the derivative of order k - 1.

#include <span>
#include <vector>

#include "solve/deflated_guard.hpp"
#include "solve/polish.hpp"

namespace saltus {

template <class T>
class RootRefiner {
 public:
  using Guard = DeflatedGuard<T>;

  explicit RootRefiner(int max_degree)
      : max_newton_(40 + 4 * significand_bits<T>()),
        unit_(unit_roundoff<T>()),
        size_(static_cast<std::size_t>(max_degree) + 1) {}

  /// The crossing in [lo, hi] of a guard that has the sign `before` at lo.
  [[nodiscard]] Root<T> crossing(const Guard& p, const T& lo, const T& hi, const T& start, int before) {
    return on_full_series(p, determined(p, polish_root(p.g, lo, hi, start, before, max_newton_), before));
  }

  /// Where a guard touches zero, near `near`.
  [[nodiscard]] T touch(const Guard& p, const T& near) { return centre(p, near, p.error_at(near), 0).at; }

  /// The coefficients taken as zero decide nothing near 0, but they are the guard's true values: away from 0 a root is
  /// where the whole series has it, or the next event would inherit the error of the last one.
  [[nodiscard]] Root<T> on_full_series(const Guard& p, Root<T> root) const {
    if (p.zeros == 0 || root.multiplicity > 1) return root;
    const T dropped = horner(p.full.first(static_cast<std::size_t>(p.zeros)), root.at);
    if (dropped == T(0)) return root;
    T at = root.at;
    T reach(0);
    for (int i = 0; i < 4; ++i) {
      const auto [value, slope] = horner_with_slope(p.full, at);
      if (i == 0) reach = T(2) * abs(dropped / slope) + T(4) * unit_ * at;
      const T move = value / slope;
      at = at - move;
      if (abs(move) <= unit_ * root.at) break;
    }
    if (at > T(0) && abs(at - root.at) <= reach)
      root.at = p.clamped(at);
    else
      root.uncertainty = root.uncertainty + reach;
    return root;
  }

 private:
  struct Centre {
    T at;
    Spread<T> spread;
  };

  [[nodiscard]] Root<T> determined(const Guard& p, const Polished<T>& root, int before) {
    const T at = p.clamped(root.at);
    const T error = p.error_at(at);
    const T width = error / abs(root.slope);
    const T last_bits = T(2) * unit_ * at;
    if (root.slope != T(0) && abs(root.bend) * width * T(4) <= abs(root.slope)) return {at, width + last_bits, -before, 1};
    const Centre c = centre(p, at, error, 1);
    return {p.clamped(c.at), c.spread.width + last_bits, -before, c.spread.multiplicity};
  }

  [[nodiscard]] Centre centre(const Guard& p, const T& near, const T& error, int parity) {
    if (shifted_.empty()) shifted_.assign(size_, T(0));
    T at = near;
    Spread<T> spread{};
    for (int round = 0; round < 3; ++round) {
      const std::span<T> c(shifted_.data(), p.g.size());
      for (std::size_t i = 0; i < c.size(); ++i) c[i] = p.g[i];
      shift_to(c, at);
      spread = cluster_spread(std::span<const T>(c), T(error + error), parity);
      const auto k = static_cast<std::size_t>(spread.multiplicity);
      if (k < 2 || k >= c.size() || c[k] == T(0)) break;
      const T move = c[k - 1] / (T(static_cast<int>(k)) * c[k]);
      if (!(abs(move) <= T(2) * spread.width) || !(at - move > T(0))) break;
      at = at - move;
    }
    return {at, spread};
  }

  int max_newton_;
  T unit_;
  std::size_t size_;
  std::vector<T> shifted_;  // clusters are rare: room is made for the first
};

}  // namespace saltus
