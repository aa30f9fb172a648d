#include "api/options.hpp"
#include "number/rational.hpp"

namespace saltus {

Exact::Exact(double value) : text_(Rational::from_double(value).text()) {}

}  // namespace saltus
