#include "lang/constant_number.hpp"

#include "lang/load.hpp"

namespace saltus {

namespace {

constexpr const char* holder = "model Number parameter Real value = 0; end Number;";

}  // namespace

std::optional<ConstantNumber> read_constant(const std::string& text) {
  if (const auto decimal = Rational::parse(text)) {
    auto pool = std::make_shared<ExprPool>();
    const Expr value = pool->number(*decimal);
    return ConstantNumber{std::move(pool), value};
  }
  auto sources = std::make_shared<Sources>();
  const std::uint32_t file = sources->add("number", holder);
  Diagnostics ignored;
  const auto model = load_model(sources, {&file, 1}, {"Number", {{"value", text}}}, ignored);
  const Variable* value = model ? model->find("value") : nullptr;
  if (value == nullptr || !value->binding) return std::nullopt;
  return ConstantNumber{model->pool, value->binding};
}

}  // namespace saltus
