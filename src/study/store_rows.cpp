#include "study/store_rows.hpp"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "study/store_schema.hpp"

namespace saltus {

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();
constexpr int fixed_columns = 7;  // number, status, message, end_time, steps, events, seconds

/// A column of numbers has NULL for each of them; the bits of a not-a-number other than the usual one are kept beside.
bool has_bits_of_its_own(double x) {
  return std::isnan(x) && std::bit_cast<std::uint64_t>(x) != std::bit_cast<std::uint64_t>(missing);
}

StatusCode status_of(const std::string& text) {
  for (int code = 0; code <= static_cast<int>(StatusCode::interrupted); ++code) {
    if (name_of(static_cast<StatusCode>(code)) == text) return static_cast<StatusCode>(code);
  }
  throw StoreError(fmt::format("the store has a run with the unknown status {}", text));
}

std::string insert_text(const StoreLayout& layout) {
  std::string sql = "INSERT INTO records VALUES (?";
  for (std::size_t i = 1; i < fixed_columns + 2 * layout.varied.size() + layout.measures.size(); ++i) sql += ",?";
  return sql + ")";
}

std::string select_text(std::optional<std::uint64_t> only) {
  return only ? fmt::format("SELECT * FROM records WHERE number = {}", *only) : "SELECT * FROM records ORDER BY number";
}

std::optional<double> read_quoted(std::string_view text) {
  if (text == "Infinity") return std::numeric_limits<double>::infinity();
  if (text == "-Infinity") return -std::numeric_limits<double>::infinity();
  std::uint64_t bits = 0;
  if (!text.starts_with("NaN:")) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data() + 4, text.data() + text.size(), bits, 16);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return std::bit_cast<double>(bits);
}

std::optional<double> read_item(std::string_view text) {
  if (text == "null") return missing;
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') return read_quoted(text.substr(1, text.size() - 2));
  double x = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), x);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return x;
}

std::string item_text(double x) {
  if (has_bits_of_its_own(x)) return fmt::format("\"NaN:{:016x}\"", std::bit_cast<std::uint64_t>(x));
  if (std::isnan(x)) return "null";
  if (std::isinf(x)) return x > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  return fmt::format("{}", x);
}

}  // namespace

std::string list_text(const std::vector<double>& list) {
  std::string text = "[";
  for (const double x : list) {
    if (text.size() > 1) text += ", ";
    text += item_text(x);
  }
  return text + "]";
}

std::optional<std::vector<double>> read_list(std::string_view text) {
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') return std::nullopt;
  text = text.substr(1, text.size() - 2);
  std::vector<double> list;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(", "), text.size());
    const std::optional<double> x = read_item(text.substr(0, comma));
    if (!x) return std::nullopt;
    list.push_back(*x);
    text.remove_prefix(std::min(comma + 2, text.size()));
  }
  return list;
}

RecordWriter::RecordWriter(Database& database, const StoreLayout& layout)
    : varied_(layout.varied.size()),
      measures_(layout.measures.size()),
      row_(database, insert_text(layout)),
      exact_(database, "INSERT INTO exact VALUES (?, ?, ?, ?)"),
      warning_(database, "INSERT INTO warnings VALUES (?, ?, ?, ?)") {}

void RecordWriter::write(const RunRecord& record) {
  static const StudyValue no_value{missing, {}};
  static const MeasuredValue no_measure;
  int column = 0;
  row_.bind(column++, static_cast<std::int64_t>(record.point.number));
  row_.bind(column++, name_of(record.status));
  row_.bind(column++, record.message);
  row_.bind(column++, record.end_time);
  row_.bind(column++, static_cast<std::int64_t>(record.steps));
  row_.bind(column++, static_cast<std::int64_t>(record.events));
  row_.bind(column++, record.seconds);
  for (std::size_t i = 0; i < varied_; ++i) {
    const StudyValue& value = i < record.point.values.size() ? record.point.values[i] : no_value;
    row_.bind(column++, value.value);
    row_.bind(column++, value.exact);
  }
  for (std::size_t i = 0; i < measures_; ++i) {
    const MeasuredValue& value = i < record.measures.size() ? record.measures[i] : no_measure;
    if (value.is_list) {
      row_.bind(column++, list_text(value.list));
    } else {
      row_.bind(column++, value.number);
    }
  }
  row_.run();
  write_exact(record);
  write_warnings(record);
}

void RecordWriter::write_warnings(const RunRecord& record) {
  for (std::size_t i = 0; i < record.warnings.size(); ++i) {
    warning_.bind(0, static_cast<std::int64_t>(record.point.number));
    warning_.bind(1, static_cast<std::int64_t>(i + 1));
    warning_.bind(2, record.warnings[i].text);
    warning_.bind(3, static_cast<std::int64_t>(record.warnings[i].count));
    warning_.run();
  }
}

void RecordWriter::write_exact(const RunRecord& record) {
  for (std::size_t i = 0; i < std::min(measures_, record.measures.size()); ++i) {
    const MeasuredValue& value = record.measures[i];
    if (value.digits.empty() && !has_bits_of_its_own(value.number)) continue;
    exact_.bind(0, static_cast<std::int64_t>(record.point.number));
    exact_.bind(1, static_cast<std::int64_t>(i + 1));
    exact_.bind(2, value.digits);
    exact_.bind_null(3);
    if (std::isnan(value.number)) exact_.bind(3, std::bit_cast<std::int64_t>(value.number));
    exact_.run();
  }
}

RecordReader::RecordReader(Database& database, const StoreLayout& layout, std::optional<std::uint64_t> only)
    : varied_(layout.varied.size()),
      measures_(layout.measures.size()),
      rows_(database, select_text(only)),
      exact_(database, "SELECT measure, digits, bits FROM exact WHERE number = ?"),
      any_exact_(database.integer("SELECT exists (SELECT 1 FROM exact)") != 0) {
  if (has_warnings(database))
    warnings_.emplace(database, "SELECT text, count FROM warnings WHERE number = ? ORDER BY position");
}

bool RecordReader::next(RunRecord& record) {
  if (!rows_.step()) return false;
  int column = 0;
  record.point.number = static_cast<std::uint64_t>(rows_.integer(column++));
  record.status = status_of(rows_.text(column++));
  record.message = rows_.text(column++);
  record.end_time = rows_.real(column++);
  record.steps = static_cast<std::uint64_t>(rows_.integer(column++));
  record.events = static_cast<std::uint64_t>(rows_.integer(column++));
  record.seconds = rows_.real(column++);
  record.point.values.resize(varied_);
  for (StudyValue& value : record.point.values) {
    value.value = rows_.real(column++);
    value.exact = rows_.text(column++);
  }
  record.measures.assign(measures_, {});
  for (MeasuredValue& value : record.measures) {
    value.is_list = rows_.is_text(column);
    if (value.is_list) {
      std::optional<std::vector<double>> list = read_list(rows_.text(column));
      if (!list) throw StoreError(fmt::format("the store has a list in run {} that cannot be read", record.point.number));
      value.list = std::move(*list);
    } else {
      value.number = rows_.real(column);
    }
    ++column;
  }
  if (any_exact_) read_exact(record);
  record.warnings.clear();
  if (warnings_) read_warnings(record);
  return true;
}

void RecordReader::read_warnings(RunRecord& record) {
  warnings_->bind(0, static_cast<std::int64_t>(record.point.number));
  while (warnings_->step()) record.warnings.push_back({warnings_->text(0), static_cast<std::uint64_t>(warnings_->integer(1))});
  warnings_->reset();
}

void RecordReader::read_exact(RunRecord& record) {
  exact_.bind(0, static_cast<std::int64_t>(record.point.number));
  while (exact_.step()) {
    const auto measure = static_cast<std::size_t>(exact_.integer(0));
    if (measure < 1 || measure > record.measures.size()) continue;
    MeasuredValue& value = record.measures[measure - 1];
    value.digits = exact_.text(1);
    if (!exact_.is_null(2)) value.number = std::bit_cast<double>(exact_.integer(2));
  }
  exact_.reset();
}

}  // namespace saltus
