#pragma once
// The GMP number behind a Rational. Only src/number includes this.

#include <gmpxx.h>

#include <memory>
#include <utility>

#include "number/rational.hpp"

namespace saltus {

struct Rational::Rep {
  mpq_class q;  ///< canonical: lowest terms, positive denominator; no integer that fits a word
};

struct RationalAccess {
  static_assert(sizeof(long) == sizeof(long long));

  static Rational make(mpq_class q) {
    if (q.get_den() == 1 && q.get_num().fits_slong_p()) return Rational(q.get_num().get_si());
    return Rational(std::make_shared<const Rational::Rep>(Rational::Rep{std::move(q)}));
  }

  /// Null for an integer that fits a word: `whole`.
  static const mpq_class* rep(const Rational& r) { return r.rep_ ? &r.rep_->q : nullptr; }
  static long whole(const Rational& r) { return static_cast<long>(r.whole_); }
  static mpq_class value(const Rational& r) { return r.rep_ ? r.rep_->q : mpq_class(whole(r)); }
};

}  // namespace saltus
