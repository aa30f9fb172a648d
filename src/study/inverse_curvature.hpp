#pragma once
// How far away a minimum is, from gradients at several places.

#include <vector>

namespace saltus {

/// The inverse of the second derivatives as the formula of Broyden, Fletcher, Goldfarb and Shanno learns it from pairs of places, in unknowns of about
/// the same size.
class InverseCurvature {
 public:
  /// Forgets all.
  void begin(std::vector<double> units);
  /// A place and the gradient there. Places too near to the one before, and pairs between which the slope falls, teach nothing.
  void learn(const std::vector<double>& x, const std::vector<double>& gradient);
  /// Second derivatives, by rows, of the unknowns that are free; 1 in the diagonal of the others. False, and nothing changes, where they do not bend upwards in every direction.
  bool take(std::vector<double> second);
  [[nodiscard]] bool known() const { return !inverse_.empty(); }
  /// From a place with this gradient to where it vanishes. Precondition: known.
  [[nodiscard]] std::vector<double> step(const std::vector<double>& gradient) const;

  /// How far that is wrong, if the gradient is by these errors. Precondition: known.
  [[nodiscard]] std::vector<double> blur(const std::vector<double>& errors) const;

 private:
  void update(const std::vector<double>& s, const std::vector<double>& y, double product);
  [[nodiscard]] std::vector<double> times(const std::vector<double>& v) const;

  std::vector<double> units_, place_, gradient_;
  int weight_ = 0;               // of gradients, as an exponent of two: they may be of any size
  std::vector<double> inverse_;  // in units, row after row
};

}  // namespace saltus
