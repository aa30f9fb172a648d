#pragma once
// Integration methods that see a right-hand side: each step ends in polynomials for all states, so that guards are searched along
// them by the same root isolation as along series.

#include <string>
#include <vector>

#include "number/number.hpp"
#include "solve/ode_system.hpp"
#include "solve/polynomial.hpp"

namespace saltus {

/// x_j(s) = sum over k <= degree of of(j)[k] s^k for s in [0, length]. of(j)[0] is the present state to the last bit.
template <class T>
class StatePolynomials {
 public:
  /// Room for polynomials of degree `most`. What they held is lost if the room changes.
  void reserve(std::size_t states, int most) {
    stride_ = static_cast<std::size_t>(most) + 1;
    if (coefficients_.size() != states * stride_) coefficients_.assign(states * stride_, T(0));
    states_ = states;
  }

  [[nodiscard]] std::size_t states() const { return states_; }
  [[nodiscard]] T* of(std::size_t j) { return coefficients_.data() + j * stride_; }
  [[nodiscard]] const T* of(std::size_t j) const { return coefficients_.data() + j * stride_; }
  [[nodiscard]] std::span<const T> series(std::size_t j) const { return {of(j), static_cast<std::size_t>(degree) + 1}; }
  [[nodiscard]] T at(std::size_t j, const T& s) const { return horner(series(j), s); }

  /// The same polynomials about s; the length becomes what is left.
  void shift(const T& s) {
    for (std::size_t j = 0; j < states_; ++j) shift_to(std::span<T>(of(j), static_cast<std::size_t>(degree) + 1), s);
    length = length - s;
  }

  int degree = 0;
  T length{};

 private:
  std::size_t states_ = 0, stride_ = 1;
  std::vector<T> coefficients_;
};

template <class T>
class Method {
 public:
  virtual ~Method() = default;

  /// Highest degree of its polynomials.
  [[nodiscard]] virtual int degree() const = 0;
  /// The length of its steps, if that is fixed; 0: chosen for accuracy.
  [[nodiscard]] virtual T fixed_length() const { return T(0); }
  /// One step from the present point, of at most `longest` > 0, into `out` (which has room for degree()).
  /// `continues`: the present point is the end of the step before, or near it (as near as a projection on constraints moves it), and
  /// nothing else has changed since. `first`: a length that suits the
  /// motion where it does not continue (0: none known). false: no step can be made, problem() and remedy() tell why.
  virtual bool step(OdeSystem<T>& system, bool continues, const T& first, const T& longest, StatePolynomials<T>& out) = 0;
  /// What the last step cost, in operations of the right-hand side and its algebra.
  [[nodiscard]] virtual double cost() const { return 0; }

  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] const std::string& remedy() const { return remedy_; }

 protected:
  std::string problem_, remedy_;
};

}  // namespace saltus
