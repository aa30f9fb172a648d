#include <vector>

#include "expr/evaluate.hpp"
#include "expr/node_map.hpp"
#include "expr/walk.hpp"
#include "number/double_double.hpp"
#include "number/dual.hpp"
#include "number/mpfr.hpp"
#include "number/number.hpp"

namespace saltus {
namespace {

template <class T>
T truth(bool b) {
  return T(b ? 1 : 0);
}

template <class T>
bool is_true(const T& x) {
  return x != T(0);
}

/// The argument decides which zero or NaN comes out: sign(NaN) is NaN.
template <class T>
T sign_of(const T& x) {
  return x > T(0) ? T(1) : x < T(0) ? T(-1) : x == T(0) ? T(0) : x;
}

template <class T>
T truncated(const T& x) {
  return x < T(0) ? T(-floor(T(-x))) : T(floor(x));
}

template <class T>
T ceiling(const T& x) {
  return -floor(T(-x));
}

template <class T>
T of_one(Op op, const T& x) {
  switch (op) {
    case Op::neg: return -x;
    case Op::abs: return abs(x);
    case Op::sign: return sign_of(x);
    case Op::sqrt: return sqrt(x);
    case Op::sin: return sin(x);
    case Op::cos: return cos(x);
    case Op::tan: return tan(x);
    case Op::asin: return asin(x);
    case Op::acos: return acos(x);
    case Op::atan: return atan(x);
    case Op::sinh: return sinh(x);
    case Op::cosh: return cosh(x);
    case Op::tanh: return tanh(x);
    case Op::exp: return exp(x);
    case Op::log: return log(x);
    case Op::log10: return log10(x);
    case Op::floor:
    case Op::integer: return floor(x);
    case Op::ceil: return ceiling(x);
    case Op::not_: return truth<T>(!is_true(x));
    default: return x;  // to_real, no_event, smooth
  }
}

template <class T>
T of_two(Op op, const T& x, const T& y) {
  switch (op) {
    case Op::add: return x + y;
    case Op::sub: return x - y;
    case Op::mul: return x * y;
    case Op::div: return x / y;
    case Op::pow: return pow(x, y);
    case Op::atan2: return atan2(x, y);
    case Op::min: return x != x || x < y ? x : y;  // NaN if one of them is
    case Op::max: return x != x || x > y ? x : y;
    case Op::div_trunc: return truncated(T(x / y));
    case Op::mod: return x - floor(T(x / y)) * y;
    case Op::rem: return x - truncated(T(x / y)) * y;
    case Op::lt: return truth<T>(x < y);
    case Op::le: return truth<T>(x <= y);
    case Op::gt: return truth<T>(x > y);
    case Op::ge: return truth<T>(x >= y);
    case Op::eq: return truth<T>(x == y);
    case Op::ne: return truth<T>(x != y);
    case Op::and_: return truth<T>(is_true(x) && is_true(y));
    default: return truth<T>(is_true(x) || is_true(y));
  }
}

template <class T>
class NumericValue {
 public:
  explicit NumericValue(const std::function<T(Expr)>& leaf) : leaf_(leaf) {}

  T operator()(Expr root) {
    for (const Expr e : reachable({&root, 1})) {
      index_.insert(e, values_.size());
      values_.push_back(value(e));
    }
    return std::move(values_.back());
  }

 private:
  const T& of(Expr e) const { return values_[index_.at(e)]; }

  T value(Expr e) const {
    switch (e->op()) {
      case Op::number: return NumberTraits<T>::from(e->number());
      case Op::boolean: return truth<T>(e->number().sign() != 0);
      case Op::pi: return NumberTraits<T>::pi();
      case Op::symbol:
      case Op::der:
      case Op::pre:
      case Op::time:
      case Op::initial:
      case Op::terminal:
      case Op::sample:
      case Op::call: return leaf_(e);
      case Op::edge: return truth<T>(is_true(of(e->symbol())) && !is_true(leaf_(e->pool().pre(e->symbol()))));
      case Op::change: return truth<T>(of(e->symbol()) != leaf_(e->pool().pre(e->symbol())));
      case Op::if_: return of(e->arg(is_true(of(e->arg(0))) ? 1 : 2));
      default: return e->args().size() == 1 ? of_one(e->op(), of(e->arg(0))) : of_two(e->op(), of(e->arg(0)), of(e->arg(1)));
    }
  }

  const std::function<T(Expr)>& leaf_;
  NodeMap<std::size_t> index_;
  std::vector<T> values_;
};

}  // namespace

template <class T>
T numeric_value(Expr e, const std::function<T(Expr)>& leaf) {
  return NumericValue<T>(leaf)(e);
}

template double numeric_value<double>(Expr, const std::function<double(Expr)>&);
template Dual<double> numeric_value<Dual<double>>(Expr, const std::function<Dual<double>(Expr)>&);
template DoubleDouble numeric_value<DoubleDouble>(Expr, const std::function<DoubleDouble(Expr)>&);
template Mpfr numeric_value<Mpfr>(Expr, const std::function<Mpfr(Expr)>&);

}  // namespace saltus
