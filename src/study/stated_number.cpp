#include "study/stated_number.hpp"

#include <fmt/format.h>

#include <cmath>

#include "expr/evaluate.hpp"
#include "lang/constant_number.hpp"
#include "number/mpfr.hpp"
#include "study/toml_reader.hpp"

namespace saltus {

namespace {

constexpr int digits_of_irrationals = 60;
constexpr int deepest_list = 16;

std::optional<Rational> nearby_rational(Expr closed) {
  const PrecisionScope precision(digits_of_irrationals);
  const Mpfr value = numeric_value<Mpfr>(closed, [](Expr) { return Mpfr(std::nan("")); });
  if (!is_finite(value)) return std::nullopt;
  return Rational::parse(NumberTraits<Mpfr>::text(value));
}

std::optional<std::string> text_of(const TomlNode& node, int depth) {
  switch (node.kind) {
    case TomlNode::Kind::text: return node.text;
    case TomlNode::Kind::integer: return std::to_string(node.integer);
    case TomlNode::Kind::boolean: return node.boolean ? "true" : "false";
    case TomlNode::Kind::real:
      if (!std::isfinite(node.real)) return std::nullopt;
      return Rational::from_double(node.real).text();
    case TomlNode::Kind::array: {
      if (depth == deepest_list || node.items.empty()) return std::nullopt;
      std::string list;
      for (const TomlNode& item : node.items) {
        const auto text = text_of(item, depth + 1);
        if (!text) return std::nullopt;
        list += (list.empty() ? "" : ", ") + *text;
      }
      return "{" + list + "}";
    }
    case TomlNode::Kind::table:
    case TomlNode::Kind::date: break;
  }
  return std::nullopt;
}

}  // namespace

std::optional<StudyNumber> read_number(const std::string& text) {
  const auto decimal = Rational::parse(text);
  if (decimal && !std::isfinite(decimal->to_double())) return std::nullopt;
  if (decimal) return StudyNumber{{decimal->to_double(), text}, *decimal, true};
  const auto constant = read_constant(text);
  if (!constant) return std::nullopt;
  const auto exact = exact_value(constant->value);
  const auto value = exact ? exact : nearby_rational(constant->value);
  if (!value || !std::isfinite(value->to_double())) return std::nullopt;
  return StudyNumber{{value->to_double(), text}, *value, exact.has_value()};
}

std::optional<StudyText> text_of_value(const TomlNode& node, std::string_view name, Diagnostics& diagnostics) {
  auto text = text_of(node, 0);
  if (text && !text->empty()) return StudyText{*std::move(text), node.span};
  report_value(diagnostics, node.span, fmt::format("`{}` takes a value, as --set does", name),
               "a number, true, false, a list of them, or a constant expression in quotes");
  return std::nullopt;
}

std::optional<StatedNumber> stated_number(const TomlNode& node, std::string_view name, Diagnostics& diagnostics) {
  const bool scalar =
      node.kind == TomlNode::Kind::text || node.kind == TomlNode::Kind::integer || node.kind == TomlNode::Kind::real;
  const auto text = scalar ? text_of(node, 0) : std::nullopt;
  auto number = text ? read_number(*text) : std::nullopt;
  if (!number) {
    report_value(diagnostics, node.span, fmt::format("`{}` takes a number", name),
                 "a decimal or constant expression in quotes is exact: \"0.1\", \"pi/6\"");
    return std::nullopt;
  }
  // A double is meant as it is; its decimal of up to 40 digits would only be in the way of readers.
  if (node.kind == TomlNode::Kind::real) number->value.exact.clear();
  return StatedNumber{*std::move(number), node.span};
}

std::optional<StudyValue> stated_value(const TomlNode& node, std::string_view name, Diagnostics& diagnostics) {
  const bool truth =
      node.kind == TomlNode::Kind::boolean ? node.boolean : node.kind == TomlNode::Kind::text && node.text == "true";
  if (truth) return StudyValue{1, "true"};
  if (node.kind == TomlNode::Kind::boolean || (node.kind == TomlNode::Kind::text && node.text == "false")) {
    return StudyValue{0, "false"};
  }
  if (node.kind == TomlNode::Kind::text && !read_number(node.text)) {
    report_value(diagnostics, node.span, fmt::format("`{}` takes numbers, or true and false, not \"{}\"", name, node.text),
                 "a decimal or constant expression in quotes is exact: \"0.1\", \"pi/6\"; a Boolean is true or false");
    return std::nullopt;
  }
  auto number = stated_number(node, name, diagnostics);
  if (!number) return std::nullopt;
  return std::move(number->number.value);
}

std::vector<std::pair<StudyText, StatedNumber>> stated_point(const TomlNode& table, Diagnostics& diagnostics) {
  std::vector<std::pair<StudyText, StatedNumber>> values;
  for (const TomlMember& m : table.members) {
    const StudyText name{m.name, m.name_span};
    if (m.value.kind == TomlNode::Kind::text && !read_number(m.value.text)) {
      StatedNumber word;
      word.number.value = {std::nan(""), m.value.text};
      word.span = m.value.span;
      values.emplace_back(name, std::move(word));
    } else if (auto number = stated_number(m.value, m.name, diagnostics)) {
      values.emplace_back(name, *std::move(number));
    }
  }
  return values;
}

}  // namespace saltus
