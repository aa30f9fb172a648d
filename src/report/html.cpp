#include "report/html.hpp"

#include <fmt/format.h>

#include <cctype>

namespace saltus {

std::string html_escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string html_id(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool kept = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
    out += kept ? c : '-';
  }
  return out;
}

std::string data_link(std::string_view text, std::string_view type, std::string_view file_name, std::string_view label) {
  std::string encoded;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || c == '-' || c == '_' || c == '.' || c == '~') {
      encoded += c;
    } else {
      encoded += fmt::format("%{:02X}", byte);
    }
  }
  return fmt::format(R"(<a class="download" download="{}" href="data:{};charset=utf-8,{}">{}</a>)", html_escaped(file_name),
                     type, encoded, html_escaped(label));
}

}  // namespace saltus
