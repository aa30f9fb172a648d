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
  /// max(|x_j|, nominal) of the accuracy rule; 0 if nothing is known of its size yet.
  [[nodiscard]] virtual T scale(std::size_t j) const = 0;
  /// out = f at local time s. Values that are not finite are the caller's to notice.
  virtual void derivative(const T& s, std::span<const T> x, std::span<T> out) = 0;
  /// out[i * size() + j] = d f_i / d x_j at local time s, exact to rounding.
  virtual void jacobian(const T& s, std::span<const T> x, std::span<T> out) = 0;
  /// Operations in one evaluation of f: the unit in which `auto` counts.
  [[nodiscard]] virtual double operations() const = 0;
};

}  // namespace saltus
