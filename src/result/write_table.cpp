#include "result/write_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "result/csv_field.hpp"
#include "result/file_sink.hpp"
#include "result/json_emitter.hpp"
#include "result/mat4.hpp"
#include "result/workbook.hpp"

namespace saltus {

namespace {

/// A list in one field.
std::string list_field(std::span<const double> list) {
  std::string text;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) text += ' ';
    text += number_text(list[i]);
  }
  return text;
}

bool is_missing(const Cell& cell) { return cell.value.kind != ValueKind::text && std::isnan(cell.value.value); }

void write_csv_lines(const Table& table, const std::function<void(std::string_view)>& write) {
  std::string line;
  for (const TableColumn& c : table.columns()) {
    if (!line.empty()) line += ',';
    add_csv_field(line, c.name);
  }
  write(line + "\n");
  table.for_each_row([&](std::span<const Cell> cells) {
    line.clear();
    for (std::size_t j = 0; j < cells.size(); ++j) {
      if (j > 0) line += ',';
      if (table.columns()[j].is_list) {
        add_csv_field(line, list_field(cells[j].list));
      } else if (!is_missing(cells[j])) {
        add_csv_field(line, value_text(cells[j].value));
      }
    }
    line += '\n';
    write(line);
  });
}

void add_json_cell(JsonEmitter& json, const TableColumn& column, const Cell& cell) {
  if (column.is_list) {
    json.begin_array();
    for (const double x : cell.list) std::isnan(x) ? json.null() : json.number(x);
    json.end();
  } else if (is_missing(cell)) {
    json.null();
  } else if (cell.value.kind == ValueKind::text) {
    json.text(cell.value.digits.str());
  } else {
    json.value(cell.value);
  }
}

/// What comes before the rows; it ends with the bracket that opens them.
std::string json_head(const Table& table) {
  JsonEmitter json;
  json.begin_object(JsonEmitter::Layout::lines);
  json.key("schema");
  json.text("saltus.table/1");
  json.key("title");
  json.text(table.title());
  json.key("notes");
  json.begin_object();
  for (const auto& [name, text] : table.notes()) {
    json.key(name);
    json.text(text);
  }
  json.end();
  json.key("columns");
  json.begin_array(JsonEmitter::Layout::lines);
  for (const TableColumn& c : table.columns()) {
    json.begin_object();
    json.key("name");
    json.text(c.name);
    json.key("unit");
    json.text(c.unit);
    json.key("description");
    json.text(c.description);
    json.end();
  }
  json.end();
  return json.take() + ",\n  \"rows\": [";
}

void write_json_table(const Table& table, FileSink& sink) {
  sink.write(json_head(table));
  bool first = true;
  table.for_each_row([&](std::span<const Cell> cells) {
    JsonEmitter json;
    json.begin_object();
    for (std::size_t j = 0; j < cells.size(); ++j) {
      json.key(table.columns()[j].name);
      add_json_cell(json, table.columns()[j], cells[j]);
    }
    json.end();
    sink.write(first ? "\n    " : ",\n    ");
    const std::string row = json.take();
    sink.write(std::string_view(row).substr(0, row.size() - 1));  // without the line end of a whole text
    first = false;
  });
  sink.write("\n  ]\n}\n");
}

/// The elements of a matrix column by column, one pass over the rows for each.
void write_mat_data(const Table& table, FileSink& sink) {
  std::string bytes;
  mat4::add_real_header(bytes, "data", table.row_count(), table.columns().size());
  sink.write(bytes);
  for (std::size_t j = 0; j < table.columns().size(); ++j) {
    const bool is_number = !table.columns()[j].is_list && table.columns()[j].kind != ValueKind::text;
    table.for_each_row([&](std::span<const Cell> cells) {
      bytes.clear();
      mat4::add_real(bytes, is_number ? cells[j].value.value : std::numeric_limits<double>::quiet_NaN());
      sink.write(bytes);
    });
  }
}

void write_mat_list(const Table& table, std::size_t column, FileSink& sink) {
  std::size_t longest = 0;
  table.for_each_row([&](std::span<const Cell> cells) { longest = std::max(longest, cells[column].list.size()); });
  std::string bytes;
  mat4::add_real_header(bytes, fmt::format("list_{}", column + 1), table.row_count(), longest);
  sink.write(bytes);
  for (std::size_t i = 0; i < longest; ++i) {
    table.for_each_row([&](std::span<const Cell> cells) {
      bytes.clear();
      mat4::add_real(bytes, i < cells[column].list.size() ? cells[column].list[i] : std::numeric_limits<double>::quiet_NaN());
      sink.write(bytes);
    });
  }
}

void write_mat_table(const Table& table, FileSink& sink) {
  std::vector<std::string> names, units, descriptions;
  for (const TableColumn& c : table.columns()) {
    names.push_back(c.name);
    units.push_back(c.unit);
    descriptions.push_back(c.description);
  }
  std::string head;
  mat4::add_texts(head, "names", names, mat4::Texts::rows);
  mat4::add_texts(head, "units", units, mat4::Texts::rows);
  mat4::add_texts(head, "descriptions", descriptions, mat4::Texts::rows);
  sink.write(head);
  write_mat_data(table, sink);
  for (std::size_t j = 0; j < table.columns().size(); ++j) {
    if (table.columns()[j].is_list) write_mat_list(table, j, sink);
  }
}

}  // namespace

std::optional<TableFormat> table_format(std::string_view extension) {
  for (const TableFormat f : {TableFormat::csv, TableFormat::json, TableFormat::mat, TableFormat::xlsx}) {
    if (extension_of(f) == extension) return f;
  }
  return std::nullopt;
}

std::string_view extension_of(TableFormat format) {
  switch (format) {
    case TableFormat::csv: return "csv";
    case TableFormat::json: return "json";
    case TableFormat::mat: return "mat";
    case TableFormat::xlsx: break;
  }
  return "xlsx";
}

std::string csv_text(const Table& table) {
  std::string text;
  write_csv_lines(table, [&](std::string_view line) { text += line; });
  return text;
}

void write_table(const Table& table, TableFormat format, const std::filesystem::path& file) {
  FileSink sink(file);
  switch (format) {
    case TableFormat::csv: write_csv_lines(table, [&](std::string_view line) { sink.write(line); }); break;
    case TableFormat::json: write_json_table(table, sink); break;
    case TableFormat::mat: write_mat_table(table, sink); break;
    case TableFormat::xlsx: write_table_workbook(table, sink.part()); break;
  }
  sink.finish();
}

}  // namespace saltus
