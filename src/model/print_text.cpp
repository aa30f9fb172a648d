#include "model/print_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace saltus {
namespace {

constexpr std::array keywords = {
    "algorithm",     "and",      "annotation", "block",   "break",     "class",       "connect",  "connector",    "constant",
    "constrainedby", "der",      "discrete",   "each",    "else",      "elseif",      "elsewhen", "encapsulated", "end",
    "enumeration",   "equation", "expandable", "extends", "external",  "false",       "final",    "flow",         "for",
    "function",      "if",       "import",     "impure",  "in",        "initial",     "inner",    "input",        "loop",
    "model",         "not",      "operator",   "or",      "outer",     "output",      "package",  "parameter",    "partial",
    "protected",     "public",   "pure",       "record",  "redeclare", "replaceable", "return",   "stream",       "then",
    "true",          "type",     "when",       "while",   "within"};

bool is_plain(std::string_view name) {
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) return false;
  const auto ok = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  return std::ranges::all_of(name, ok) && std::ranges::find(keywords, name) == keywords.end();
}

}  // namespace

std::string identifier(std::string_view name) {
  if (is_plain(name)) return std::string(name);
  return fmt::format("'{}'", name);
}

std::string quoted_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\t': out += "\\t"; break;
      default: out += c;
    }
  }
  return out + "\"";
}

}  // namespace saltus
