#include "number/sine_cosine.hpp"

#include <cmath>

namespace saltus {

SineCosine<double> sine_cosine(double x) {
  return sine_cosine(x, [](double y) -> SineCosine<double> { return {std::sin(y), std::cos(y)}; });
}

}  // namespace saltus
