#include "api/result.hpp"

#include <algorithm>

#include "result/report.hpp"
#include "result/workbook.hpp"
#include "result/write_csv.hpp"
#include "result/write_json.hpp"
#include "result/write_mat.hpp"

namespace saltus {

namespace {

bool is_of(const EventEntry& entry, std::string_view event) {
  const std::string_view name = entry.name;
  return name == event || (name.starts_with(event) && name.substr(event.size()).starts_with('['));
}

}  // namespace

std::optional<double> Result::final_value(std::string_view name) const {
  const auto& values = data_.final_values;
  const auto found = std::find_if(values.begin(), values.end(), [&](const NamedValue& v) { return v.name == name; });
  if (found == values.end()) return std::nullopt;
  return found->value.value;
}

std::size_t Result::count(std::string_view event) const { return times(event).size(); }

std::vector<double> Result::times(std::string_view event) const {
  std::vector<double> list;
  for (const EventEntry& e : data_.events) {
    if (is_of(e, event)) list.push_back(e.time.value);
  }
  return list;
}

const std::vector<double>* Result::values(std::string_view name) const {
  const Column* column = data_.series.find(name);
  return column == nullptr ? nullptr : &column->values;
}

std::string Result::brief() const { return brief_report(data_); }
std::string Result::full() const { return full_report(data_); }
std::string Result::to_json() const { return write_json(data_); }
std::string Result::to_mat() const { return write_mat(data_); }
std::string Result::to_xlsx() const { return write_run_workbook(data_); }
std::string Result::to_picture(const std::vector<std::string>& plots, FigureFormat format) const {
  std::vector<PlotRequest> requests;
  for (const std::string& text : plots) requests.push_back(read_plot_request(text));
  return draw(run_figure(data_, requests), format);
}
std::string Result::to_csv() const { return write_csv(data_.series); }

}  // namespace saltus
