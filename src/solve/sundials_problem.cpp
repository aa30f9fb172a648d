#include "solve/sundials_problem.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace saltus::sundials {

namespace {

Problem& problem_of(void* data) { return *static_cast<Problem*>(data); }

void put_jacobian(Problem& p, double t, N_Vector y, SUNMatrix out, double sign, double diagonal) {
  const std::size_t n = p.system->size();
  p.jacobian.resize(n * n);
  p.system->jacobian(t - p.present, p.state(y), p.jacobian);
  for (std::size_t j = 0; j < n; ++j) {
    realtype* column = SUNDenseMatrix_Column(out, static_cast<sunindextype>(j));
    for (std::size_t i = 0; i < n; ++i) column[i] = sign * p.jacobian[i * n + j] + (i == j ? diagonal : 0);
  }
}

}  // namespace

int derivative(realtype t, N_Vector y, N_Vector out, void* data) {
  Problem& p = problem_of(data);
  p.system->derivative(t - p.present, p.state(y), values(out));
  return std::ranges::all_of(values(out), [](double x) { return std::isfinite(x); }) ? 0 : 1;  // 1: try a shorter step
}

int jacobian(realtype t, N_Vector y, N_Vector, SUNMatrix out, void* data, N_Vector, N_Vector, N_Vector) {
  put_jacobian(problem_of(data), t, y, out, 1, 0);
  return 0;
}

int residual(realtype t, N_Vector y, N_Vector slope, N_Vector out, void* data) {
  const int result = derivative(t, y, out, data);
  for (std::size_t j = 0; j < values(out).size(); ++j) values(out)[j] = values(slope)[j] - values(out)[j];
  return result;
}

int residual_jacobian(realtype t, realtype cj, N_Vector y, N_Vector, N_Vector, SUNMatrix out, void* data, N_Vector, N_Vector,
                      N_Vector) {
  put_jacobian(problem_of(data), t, y, out, -1, cj);
  return 0;
}

int weights(N_Vector y, N_Vector out, void* data) {
  const Problem& p = problem_of(data);
  double least = 0;
  for (std::size_t j = 0; j < values(y).size(); ++j) {
    values(out)[j] = std::max(p.system->scale(j), std::abs(values(y)[j]));
    least = std::max(least, least_share * values(out)[j]);
  }
  for (double& x : values(out)) x = 1 / (p.tol * (least > 0 ? std::max(x, least) : 1));  // all of unknown size: 1
  return 0;
}

// "At t = 0.3 and h = 1e-9, the error test failed": the time is theirs, which counts from the last initialisation, and is left out.
void listen(int, const char*, const char*, char* message, void* data) {
  std::string_view text = message;
  for (const std::string_view intro : {"At t = ", " and h = "})
    if (text.starts_with(intro)) text.remove_prefix(std::min(text.find_first_of(" ,", intro.size()), text.size()));
  text.remove_prefix(std::min(text.find_first_not_of(" ,"), text.size()));
  problem_of(data).message = text;
}

}  // namespace saltus::sundials
