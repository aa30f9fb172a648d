#include "model/multiples.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace saltus {

namespace {

constexpr std::uint32_t constant = ~std::uint32_t{0};
constexpr int most_terms = 10000;  // shared sums may have very many when they are expanded

}  // namespace

Multiples::Multiples(Expr e) : known_(expand(e)) {
  std::erase_if(terms_, [](const auto& term) { return term.second.sign() == 0; });
}

bool Multiples::expand(Expr root) {
  std::vector<std::pair<Expr, Rational>> open{{root, Rational(1)}};
  for (int terms = 0; !open.empty(); ++terms) {
    const auto [e, factor] = open.back();
    open.pop_back();
    const auto go_on = [&](std::size_t argument, const std::optional<Rational>& by) {
      if (by) open.emplace_back(e->arg(argument), *by);
      return by && terms < most_terms;
    };
    const auto is_number = [&](std::size_t argument) { return e->arg(argument)->is_number(); };
    bool good = false;
    if (e->op() == Op::add || e->op() == Op::sub) {
      good = go_on(0, factor) && go_on(1, e->op() == Op::add ? factor : factor.negated());
    } else if (e->op() == Op::neg) {
      good = go_on(0, factor.negated());
    } else if (e->op() == Op::mul && (is_number(0) || is_number(1))) {
      const std::size_t number = is_number(0) ? 0 : 1;
      good = go_on(1 - number, Rational::mul(factor, e->arg(number)->number()));
    } else if (e->op() == Op::div && is_number(1)) {
      good = go_on(0, Rational::div(factor, e->arg(1)->number()));
    } else {
      good = add(e, e->is_number() ? Rational::mul(factor, e->number()) : factor);
    }
    if (!good) return false;
  }
  return true;
}

bool Multiples::add(Expr of, const std::optional<Rational>& factor) {
  if (!factor) return false;
  Rational& term = terms_[of->is_number() ? constant : of->id()];
  const auto sum = Rational::add(term, *factor);
  if (sum) term = *sum;
  return sum.has_value();
}

std::optional<int> Multiples::sign_of_multiple(const Multiples& other) const {
  if (!known_ || !other.known_ || terms_.empty() || terms_.size() != other.terms_.size()) return std::nullopt;
  const auto ratio = [](const auto& a, const auto& b) { return Rational::div(a.second, b.second); };
  const auto first = ratio(*terms_.begin(), *other.terms_.begin());
  const auto proportional = [&](const auto& a, const auto& b) { return a.first == b.first && ratio(a, b) == first; };
  if (!first || !std::ranges::equal(terms_, other.terms_, proportional)) return std::nullopt;
  return first->sign();
}

std::optional<int> sign_of_multiple(Expr a, Expr b) {
  return a == b ? std::optional(1) : Multiples(a).sign_of_multiple(Multiples(b));
}

}  // namespace saltus
