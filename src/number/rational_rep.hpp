#pragma once
// The GMP number behind a Rational. Only src/number includes this.

#include <gmpxx.h>

#include <memory>
#include <utility>

#include "number/rational.hpp"

namespace saltus {

struct Rational::Rep {
  mpq_class q;  ///< canonical: lowest terms, positive denominator
};

struct RationalAccess {
  static Rational make(mpq_class q) { return Rational(std::make_shared<const Rational::Rep>(Rational::Rep{std::move(q)})); }
};

}  // namespace saltus
