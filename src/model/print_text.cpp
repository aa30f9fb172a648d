#include "model/print_text.hpp"

#include <fmt/format.h>

#include "model/keywords.hpp"

#include <algorithm>
#include <cctype>

namespace saltus {
namespace {

bool is_plain(std::string_view name) {
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0) return false;
  const auto ok = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  return std::ranges::all_of(name, ok) && !std::ranges::binary_search(keywords, name);
}

}  // namespace

std::string_view type_name(Type type) {
  switch (type) {
    case Type::real: return "Real";
    case Type::integer: return "Integer";
    case Type::boolean: return "Boolean";
    case Type::string: return "String";
  }
  return "Real";
}

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
