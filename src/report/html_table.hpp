#pragma once
// Tables of a page: numbers to the right, long ones folded behind their first rows, with all rows to download.

#include <cstdint>
#include <string>
#include <vector>

namespace saltus {

struct HtmlColumn {
  std::string title;  ///< plain text
  bool is_number = false;
};

class HtmlTable {
 public:
  explicit HtmlTable(std::vector<HtmlColumn> columns) : columns_(std::move(columns)) {}

  /// Cells are HTML, one for each column. `kind` is the class of the row; `attributes` are further ones, as ` data-page="c07"`.
  void add(std::vector<std::string> cells, const std::string& kind = {}, const std::string& attributes = {});
  /// Below the table: HTML, as links to download it.
  void set_note(std::string html) { note_ = std::move(html); }
  /// Attributes of the table, as ` class="verdicts"`.
  void set_attributes(std::string attributes) { attributes_ = std::move(attributes); }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }

  /// Rows behind the first `shown` are folded.
  [[nodiscard]] std::string html(std::size_t shown = 20) const;

 private:
  struct Row {
    std::vector<std::string> cells;
    std::string attributes;
  };
  [[nodiscard]] std::string body(std::size_t from, std::size_t to) const;

  std::vector<HtmlColumn> columns_;
  std::vector<Row> rows_;
  std::string note_, attributes_;
};

}  // namespace saltus
