#include "export/workbook_charts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace saltus {

namespace {

constexpr std::size_t most_curves = 8, most_charts = 6, rows_of_chart = 19, longest_title = 120;
constexpr lxw_color_t colours[most_curves] = {0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x7F7F7F, 0x000000};

struct Drawn {
  std::string title, unit;
  std::vector<std::size_t> columns;
};

std::vector<Drawn> pictures(const std::string& model, const RowsSheet& rows) {
  std::vector<Drawn> result;
  for (std::size_t c = 0; c < rows.columns().size(); ++c) {
    const PlannedColumn& column = rows.columns()[c];
    if (column.group != ColumnGroup::variables || column.type != Type::real) continue;
    const std::string title = column.is_deviation ? "Deviation" : model;
    const auto fits = [&](const Drawn& d) {
      return d.unit == column.unit && d.title == title && d.columns.size() < most_curves;
    };
    auto it = std::ranges::find_if(result, fits);
    if (it == result.end()) it = result.insert(result.end(), {title, column.unit, {}});
    it->columns.push_back(c);
  }
  if (result.size() > most_charts) result.resize(most_charts);
  return result;
}

void add_curve(lxw_chart* chart, const RowsSheet& rows, std::size_t column, lxw_color_t colour) {
  lxw_chart_series* series =
      chart_add_series(chart, ("=" + rows.range(RowsSheet::time_column)).c_str(), ("=" + rows.range(column)).c_str());
  chart_series_set_name(series, rows.columns()[column].name.c_str());
  lxw_chart_line line = {};
  line.color = colour;
  line.width = 1.5;
  chart_series_set_line(series, &line);
}

void set_axes(lxw_chart* chart, const RowsSheet& rows, const std::string& unit) {
  chart_axis_set_name(chart->x_axis, "time in s");
  chart_axis_set_min(chart->x_axis, rows.totals().first_time);
  chart_axis_set_max(chart->x_axis, rows.totals().last[RowsSheet::time_column]);
  chart_axis_set_label_position(chart->x_axis, LXW_CHART_AXIS_LABEL_POSITION_LOW);
  chart_axis_set_label_position(chart->y_axis, LXW_CHART_AXIS_LABEL_POSITION_LOW);
  if (!unit.empty()) chart_axis_set_name(chart->y_axis, ("in " + unit).c_str());
}

void set_title(lxw_chart* chart, const std::string& title) {
  chart_title_set_name(chart, title.substr(0, longest_title).c_str());
  lxw_chart_font font = {};
  font.size = 11;
  font.bold = LXW_EXPLICIT_FALSE;
  chart_title_set_name_font(chart, &font);
}

}  // namespace

void add_charts(const WorkbookCells& cells, lxw_worksheet* sheet, const std::string& model, const RowsSheet& rows) {
  std::size_t row = 1;
  for (const Drawn& d : pictures(model, rows)) {
    lxw_chart* chart = workbook_add_chart(cells.book, LXW_CHART_SCATTER_STRAIGHT);
    std::vector<std::string> names;
    for (const std::size_t c : d.columns) {
      add_curve(chart, rows, c, colours[names.size()]);
      names.push_back(rows.columns()[c].name);
    }
    set_title(chart, fmt::format("{}: {}", d.title, fmt::join(names, ", ")));
    set_axes(chart, rows, d.unit);
    chart_legend_set_position(chart, LXW_CHART_LEGEND_BOTTOM);
    lxw_chart_options options = {};
    options.x_scale = 1.5;
    options.y_scale = 1.2;
    std::string alternative = fmt::format("{} over time", fmt::join(names, ", "));
    options.description = alternative.data();
    worksheet_insert_chart_opt(sheet, row_of(row), 5, chart, &options);
    row += rows_of_chart;
  }
}

}  // namespace saltus
