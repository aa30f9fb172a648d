#pragma once
// x' = f(t, x) about a present point, as methods that are not Taylor series see a model.

#include <cstddef>
#include <span>

namespace saltus {

/// Local time s is counted from the present point. Nothing here disturbs the series of the flow the system belongs to.
template <class T>
class OdeSystem {
 public:
  virtual ~OdeSystem() = default;

  [[nodiscard]] virtual std::size_t size() const = 0;
  /// x at s = 0.
  [[nodiscard]] virtual std::span<const T> state() const = 0;
  /// Size of x_j by the accuracy rule (docs/math/error_scale.md); 0 if nothing is known of it yet.
  [[nodiscard]] virtual T scale(std::size_t j) const = 0;
  /// The scale is no smaller: if it is this, it says nothing of the size of x_j itself. 0: there is no floor.
  [[nodiscard]] virtual T floor(std::size_t) const { return T(0); }
  /// out = f at local time s. Values that are not finite are the caller's to notice.
  virtual void derivative(const T& s, std::span<const T> x, std::span<T> out) = 0;
  /// out[i * size() + j] = d f_i / d x_j at local time s, exact to rounding.
  virtual void jacobian(const T& s, std::span<const T> x, std::span<T> out) = 0;
  /// Operations in one evaluation of f: the unit in which `auto` counts.
  [[nodiscard]] virtual double operations() const = 0;
};

/// Of the largest of all scales: what a method of low order takes for the scale of a smaller state. No units differ by that much. Of a
/// state that grows from zero with a high power of time, as the last of a long chain, no step has a small relative error, however
/// short it is.
inline constexpr double least_share = 0x1p-130;

}  // namespace saltus
