#include "api/closed_number.hpp"

#include <fmt/format.h>

#include "api/saltus.hpp"
#include "lang/constant_number.hpp"

namespace saltus {

Expr ClosedNumbers::read(const char* option, const Exact& number) {
  auto constant = read_constant(number.text());
  if (!constant) throw InvalidOption(fmt::format("{}: `{}` is no constant number", option, number.text()));
  pools_.push_back(std::move(constant->pool));
  return constant->value;
}

}  // namespace saltus
