#pragma once
// Fields of comma-separated values (RFC 4180).

#include <string>
#include <string_view>

namespace saltus {

/// In quotes where commas, quotes or line ends need them: names such as `A[1,3]` hold commas.
inline void add_csv_field(std::string& out, std::string_view field) {
  if (field.find_first_of(",\"\r\n") == std::string_view::npos) {
    out += field;
    return;
  }
  out += '"';
  for (const char c : field) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

}  // namespace saltus
