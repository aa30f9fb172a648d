#include "ceiling/c7_taylor.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "ceiling/c7_loop.hpp"

namespace saltus::bench::c7 {
namespace {

/// Series of phi, w = phi', s = sin phi, c = cos phi from s' = c w, c' = -s w.
template <int P, class T = double>
class HandJet {
 public:
  using Number = T;
  static constexpr int order = P;

  void set(T phi, T w) {
    phi_[0] = phi;
    w_[0] = w;
  }
  void gravity(T over_length) { gravity_ = over_length; }
  [[nodiscard]] const T* phi() const { return phi_.data(); }
  [[nodiscard]] const T* w() const { return w_.data(); }

  void compute() {
    s_[0] = std::sin(phi_[0]);
    c_[0] = std::cos(phi_[0]);
    [this]<int... K>(std::integer_sequence<int, K...>) { (advance<K>(), ...); }(std::make_integer_sequence<int, P>{});
  }

 private:
  template <int K>
  [[gnu::always_inline]] void advance() {
    constexpr T inverse = T(1) / (K + 1);
    phi_[K + 1] = w_[K] * inverse;
    w_[K + 1] = (-gravity_ * s_[K] - damping * w_[K]) * inverse;
    if constexpr (K + 1 < P) {
      // Two partial sums each; the terms with the coefficients just computed come last.
      T s[2] = {0, 0}, c[2] = {0, 0};
      [&]<int... J>(std::integer_sequence<int, J...>) {
        ((s[J % 2] += w_[K - J] * c_[J], c[J % 2] += w_[K - J] * s_[J]), ...);
      }(std::make_integer_sequence<int, K + 1>{});
      s_[K + 1] = (s[(K + 1) % 2] + s[K % 2]) * inverse;
      c_[K + 1] = -(c[(K + 1) % 2] + c[K % 2]) * inverse;
    }
  }

  static constexpr T damping = T(d) / T(m);
  T gravity_ = 0;
  std::array<T, P + 1> phi_{}, w_{}, s_{}, c_{};
};

template <int P>
Trajectory solve(double tolerance) {
  HandJet<P> jet;
  return Loop<HandJet<P>>(jet, tolerance).run();
}

template <int P, class T>
CopyCounts solve_copies(std::span<const double> angles, std::span<Copy> copies, double tolerance) {
  HandJet<P, T> jet;
  Loop<HandJet<P, T>> loop(jet, tolerance);
  CopyCounts counts;
  for (std::size_t i = 0; i < angles.size(); ++i) {
    const Trajectory x = loop.run(angles[i]);
    counts.steps += x.steps;
    copies[i] = copy_of(x);
  }
  return counts;
}

}  // namespace

CopyCounts taylor_copies(std::span<const double> angles, std::span<Copy> copies) {
  return solve_copies<16, double>(angles, copies, 2e-10);
}

void exact_copies(std::span<const double> angles, std::span<Copy> copies) {
  solve_copies<24, long double>(angles, copies, 1e-18);
}

Trajectory taylor_coarse() { return solve<12>(1e-8); }
Trajectory taylor_middle() { return solve<16>(2e-10); }
Trajectory taylor_fine() { return solve<18>(1e-14); }

double taylor_jet_20(double phi, double w) {
  static thread_local HandJet<20> jet;
  jet.gravity(g / l);
  jet.set(phi, w);
  jet.compute();
  return jet.phi()[20];
}

}  // namespace saltus::bench::c7
