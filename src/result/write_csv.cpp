#include "result/write_csv.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "result/csv_field.hpp"

namespace saltus {

namespace {

void add_value(std::string& out, const Column& column, std::size_t row) {
  if (std::isnan(column.values[row])) return;  // does not exist here
  if (column.kind == ValueKind::real && column.digits.empty()) {
    fmt::format_to(std::back_inserter(out), "{}", number_text(column.values[row]));
  } else {
    add_csv_field(out, value_text(column.at(row)));
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
  line([&](const Column& column) { add_csv_field(out, column.name); });
  for (std::size_t i = 0; i < series.rows.size(); ++i) {
    line([&](const Column& column) { add_value(out, column, i); });
  }
  return out;
}

}  // namespace saltus
