#include "closed_form.hpp"

#include <cctype>
#include <stdexcept>
#include <utility>
#include <vector>

std::string Number::text(int digits) const {
  std::vector<char> buffer(static_cast<std::size_t>(digits) + 32);
  mpfr_snprintf(buffer.data(), buffer.size(), "%.*Rg", digits, x_);
  return buffer.data();
}

namespace {

// sum := product {("+" | "-") product}      product := sign {("*" | "/") sign}
// sign := ["-"] power                        power := atom ["^" sign]
// atom := number | "pi" | function "(" sum ")" | "(" sum ")"
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Number all() {
    Number value = sum();
    if (skip_blanks(); at_ != text_.size()) fail();
    return value;
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  [[noreturn]] void fail() const { throw std::runtime_error("not a number: `" + std::string(text_) + "`"); }
  bool take(char c) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
  static Number apply(Binary f, const Number& a, const Number& b) {
    Number r;
    f(r.get(), a.get(), b.get(), MPFR_RNDN);
    return r;
  }

  Number sum() {
    Number left = product();
    for (;;) {
      if (take('+'))
        left = apply(mpfr_add, left, product());
      else if (take('-'))
        left = apply(mpfr_sub, left, product());
      else
        return left;
    }
  }

  Number product() {
    Number left = sign();
    for (;;) {
      if (take('*'))
        left = apply(mpfr_mul, left, sign());
      else if (take('/'))
        left = apply(mpfr_div, left, sign());
      else
        return left;
    }
  }

  Number sign() { return take('-') ? apply(mpfr_sub, Number(), power()) : power(); }

  Number power() {
    Number base = atom();
    return take('^') ? apply(mpfr_pow, base, sign()) : base;
  }

  Number atom() {
    if (take('(')) return closing(sum());
    skip_blanks();
    if (at_ < text_.size() && std::isalpha(static_cast<unsigned char>(text_[at_])) != 0) return named();
    return literal();
  }

  Number closing(Number value) {
    if (!take(')')) fail();
    return value;
  }

  Number named() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && std::isalnum(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    Number r;
    if (name == "pi") {
      mpfr_const_pi(r.get(), MPFR_RNDN);
      return r;
    }
    using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
    static const std::pair<std::string_view, Unary> functions[] = {
        {"sqrt", mpfr_sqrt}, {"sin", mpfr_sin},
        {"cos", mpfr_cos},   {"tan", mpfr_tan},
        {"asin", mpfr_asin}, {"acos", mpfr_acos},
        {"atan", mpfr_atan}, {"exp", mpfr_exp},
        {"log", mpfr_log},   {"abs", [](mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t round) { return mpfr_abs(y, x, round); }}};
    for (const auto& [known, f] : functions) {
      if (known != name) continue;
      if (!take('(')) fail();
      const Number argument = closing(sum());
      f(r.get(), argument.get(), MPFR_RNDN);
      return r;
    }
    fail();
  }

  Number literal() {
    const std::string rest(text_.substr(at_));
    char* end = nullptr;
    Number r;
    if (rest.empty() || std::isspace(static_cast<unsigned char>(rest[0])) != 0) fail();
    mpfr_strtofr(r.get(), rest.c_str(), &end, 10, MPFR_RNDN);
    const auto length = static_cast<std::size_t>(end - rest.c_str());
    if (length == 0) fail();
    at_ += length;
    return r;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

Number closed_form(std::string_view text) { return Reader(text).all(); }

bool within(const Number& a, const Number& b, const Number& bound) {
  Number d;
  mpfr_sub(d.get(), a.get(), b.get(), MPFR_RNDN);
  mpfr_abs(d.get(), d.get(), MPFR_RNDN);
  return mpfr_lessequal_p(d.get(), bound.get()) != 0;
}
