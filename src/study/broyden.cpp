#include "study/broyden.hpp"

namespace saltus {

bool explain_step(const std::vector<Unknown>& unknowns, const Candidate& x, const std::vector<double>& step,
                  const std::vector<double>& change, std::vector<std::vector<double>>& slopes) {
  const std::size_t n = step.size();
  double square = 0;
  std::vector<double> weight(n);
  for (std::size_t j = 0; j < n; ++j) {
    const double scale = scale_of(unknowns[j], x[j]);
    weight[j] = step[j] / (scale * scale);
    square += step[j] * weight[j];
  }
  if (square == 0) return false;
  for (std::size_t i = 0; i < slopes.size(); ++i) {
    double off = change[i];
    for (std::size_t j = 0; j < n; ++j) off -= slopes[i][j] * step[j];
    for (std::size_t j = 0; j < n; ++j) slopes[i][j] += off * weight[j] / square;
  }
  return true;
}

}  // namespace saltus
