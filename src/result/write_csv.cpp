#include "result/write_csv.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace saltus {

namespace {

/// Names such as `A[1,3]` hold commas.
void add_field(std::string& out, std::string_view field) {
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

void add_value(std::string& out, const Column& column, std::size_t row) {
  if (std::isnan(column.values[row])) return;  // does not exist here
  if (column.kind == ValueKind::real && column.digits.empty()) {
    fmt::format_to(std::back_inserter(out), "{}", number_text(column.values[row]));
  } else {
    add_field(out, value_text(column.at(row)));
  }
}

}  // namespace

std::string write_csv(const Series& series) {
  std::string out;
  if (series.columns.empty()) return out;
  const auto line = [&](const auto& add_column) {
    for (std::size_t j = 0; j < series.columns.size(); ++j) {
      if (j > 0) out += ',';
      add_column(series.columns[j]);
    }
    out += '\n';
  };
  line([&](const Column& column) { add_field(out, column.name); });
  for (std::size_t i = 0; i < series.rows.size(); ++i) {
    line([&](const Column& column) { add_value(out, column, i); });
  }
  return out;
}

}  // namespace saltus
