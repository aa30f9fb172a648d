#include "ceiling/ball.hpp"

#include <array>
#include <utility>

namespace saltus::bench::ball {
namespace {

/// x and v about an instant, for one sign of the drag.
template <int P>
class Flight {
 public:
  explicit Flight(double tolerance) : log_tolerance_(std::log2(static_cast<float>(tolerance))) {}

  void run(double stop, Log& log) {
    log.bounces.clear();
    x_[0] = x0;
    v_[0] = 0;
    rest_ = stop;
    time_ = 0;
    while (fall()) {
      log.bounces.push_back({time_, v_[0]});
      if (!rise()) break;
    }
    log.steps = steps_;
  }

 private:
  /// To the top; false if the end comes before.
  bool rise() {
    for (;;) {
      series(beta);
      const double h = std::min(step(), rest_);
      // The speed falls: where it has changed its sign, it was zero once.
      if (value(v_, h) <= 0) {
        const double top = root(v_, -v_[0] / v_[1]);
        x_[0] = value(x_, top);
        v_[0] = 0;
        pass(top);
        return true;
      }
      if (h == rest_) return false;
      go(h);
    }
  }

  /// To the ground, and off it.
  bool fall() {
    for (;;) {
      series(-beta);
      const double h = std::min(step(), rest_);
      if (value(x_, h) <= 0) {
        const double ground = root(x_, quadratic_root());
        v_[0] = -mu * value(v_, ground);
        x_[0] = 0;
        pass(ground);
        return true;
      }
      if (h == rest_) return false;
      go(h);
    }
  }

  /// v' = -g - b v^2.
  void series(double b) {
    ++steps_;
    v_[1] = -g - b * v_[0] * v_[0];
    x_[1] = v_[0];
    [this, b]<int... K>(std::integer_sequence<int, K...>) { (order<K + 1>(b), ...); }(std::make_integer_sequence<int, P - 1>{});
  }

  template <int K>
  [[gnu::always_inline]] void order(double b) {
    double half = 0;
    for (int j = 0; 2 * j < K; ++j) half += v_[j] * v_[K - j];
    double square = 2 * half;
    if constexpr (K % 2 == 0) square += v_[K / 2] * v_[K / 2];
    v_[K + 1] = square * (-b / (K + 1));
    x_[K + 1] = v_[K] * (1.0 / (K + 1));
  }

  [[nodiscard]] double step() const { return std::min(radius(P - 1), radius(P)) * 0.9; }
  [[nodiscard]] double radius(int k) const {
    const float size = std::max(static_cast<float>(std::max(std::abs(x_[k]), std::abs(v_[k]))), 1e-37F);
    return static_cast<double>(std::exp2((log_tolerance_ - std::log2(size)) / static_cast<float>(k)));
  }

  /// Of x0 + x1 t + x2 t^2 with x0 >= 0, x2 < 0: the positive one.
  [[nodiscard]] double quadratic_root() const { return 2 * x_[0] / (-x_[1] + std::sqrt(x_[1] * x_[1] - 4 * x_[2] * x_[0])); }

  using Series = std::array<double, P + 1>;
  static double value(const Series& q, double t) {
    double f = q[P];
    for (int j = P - 1; j >= 0; --j) f = f * t + q[static_cast<std::size_t>(j)];
    return f;
  }

  /// Halley's method from a guess that is near. The error is cubed: a correction below 1e-5 of the root is the last.
  static double root(const Series& q, double t) {
    for (int i = 0; i < 50; ++i) {
      double f = q[P], slope = 0, bend = 0;
      for (int j = P - 1; j >= 0; --j) {
        bend = bend * t + slope;
        slope = slope * t + f;
        f = f * t + q[static_cast<std::size_t>(j)];
      }
      const double correction = f * slope / (slope * slope - f * bend);
      t -= correction;
      if (std::abs(correction) <= 1e-5 * t) break;
    }
    return t;
  }

  void go(double h) {
    const double x = value(x_, h), v = value(v_, h);
    x_[0] = x;
    v_[0] = v;
    pass(h);
  }

  void pass(double h) {
    time_ += h;
    rest_ -= h;
  }

  float log_tolerance_;
  Series x_{}, v_{};
  double time_ = 0, rest_ = 0;
  long steps_ = 0;
};

}  // namespace

void by_quadratics(double stop, Log& log) {
  log.bounces.resize(std::max<std::size_t>(log.bounces.capacity(), 16));
  Bounce *next = log.bounces.data(), *end = next + log.bounces.size();
  double time = std::sqrt(2 * x0 / g), speed = mu * std::sqrt(2 * x0 * g);
  while (time < stop) {
    if (next == end) {
      const std::size_t count = log.bounces.size();
      log.bounces.resize(2 * count);
      next = log.bounces.data() + count;
      end = next + count;
    }
    *next++ = {time, speed};
    // From the ground x = speed t - g/2 t^2: the root that is not 0.
    time += (2 / g) * speed;
    speed *= mu;
  }
  log.bounces.resize(static_cast<std::size_t>(next - log.bounces.data()));
  log.steps = static_cast<long>(log.bounces.size());
}

void by_taylor(double stop, Log& log) { Flight<8>(1e-8).run(stop, log); }

}  // namespace saltus::bench::ball
