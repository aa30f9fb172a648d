#include "api/closed_number.hpp"

#include <fmt/format.h>

#include "api/saltus.hpp"
#include "lang/load.hpp"

namespace saltus {

namespace {

constexpr const char* holder = "model Option parameter Real value = 0; end Option;";

/// An expression without names but pi, read as `--set` reads it; null if the text is none.
Expr constant_expression(const std::string& text, std::shared_ptr<ExprPool>& keep_alive) {
  auto sources = std::make_shared<Sources>();
  const std::uint32_t file = sources->add("option", holder);
  Diagnostics ignored;
  const auto model = load_model(sources, {&file, 1}, {"Option", {{"value", text}}}, ignored);
  if (!model) return {};
  keep_alive = model->pool;
  const Variable* value = model->find("value");
  return value == nullptr ? Expr() : value->binding;
}

}  // namespace

Expr ClosedNumbers::read(const char* option, const Exact& number) {
  if (const auto decimal = Rational::parse(number.text())) return own_.number(*decimal);
  std::shared_ptr<ExprPool> pool;
  const Expr value = constant_expression(number.text(), pool);
  if (!value) throw InvalidOption(fmt::format("{}: `{}` is no constant number", option, number.text()));
  pools_.push_back(std::move(pool));
  return value;
}

}  // namespace saltus
