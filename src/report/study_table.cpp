#include "report/study_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/comparison_table.hpp"
#include "report/html.hpp"
#include "report/html_number.hpp"
#include "report/html_table.hpp"
#include "report/unit_text.hpp"
#include "result/write_table.hpp"
#include "study/run_table.hpp"
#include "study/shown_values.hpp"

namespace saltus {

namespace {

constexpr std::uint64_t most_rows = 500;        // the csv has all
constexpr std::size_t largest_csv = 8'000'000;  // bytes put into a page
constexpr std::size_t most_failures = 5;

std::string heading(const Measure& m) { return titled(m.name, unit_symbol(m.unit)); }

std::string all_runs_link(const StudyOutcome& study) {
  const std::string csv = csv_text(RunTable(*study.store, study.summary.title, study.varied));
  if (csv.size() > largest_csv) return fmt::format("{} runs", study.summary.runs);
  return data_link(
      csv, "text/csv", study.file.stem().string() + ".csv",
      fmt::format("{} as csv", study.summary.runs == 1 ? "This run" : fmt::format("All {} runs", study.summary.runs)));
}

std::string list_html(const MeasuredValue& v) {
  if (v.list.empty()) return "none";
  std::string shown, others;
  for (std::size_t i = 0; i < v.list.size(); ++i)
    (i < 4 ? shown : others) += (i == 0 || i == 4 ? "" : ", ") + html_number(short_number(v.list[i]));
  if (others.empty()) return shown;
  return fmt::format("{}, … <details><summary>{} more</summary>{}</details>", shown, v.list.size() - 4, others);
}

/// The runs with what was varied and measured, column by column.
class RunRows {
 public:
  explicit RunRows(const StudyOutcome& study) : study_(study) {
    study.store->for_each([&](const RunRecord& r) { records_.push_back(r); });
  }

  std::string html() {
    const StudySummary& s = study_.summary;
    if (records_.size() > 1)
      add({"run", true}, numbers([](const RunRecord& r) { return static_cast<double>(r.point.number); }));
    for (std::size_t i = 0; i < s.varied.size(); ++i) add_varied(i);
    for (std::size_t i = 0; i < s.measures.size(); ++i) add_measure(i);
    if (s.failed > 0) {
      std::vector<std::string> cells;
      for (const RunRecord& r : records_) cells.push_back(html_escaped(name_of(r.status)));
      add({"status"}, std::move(cells));
    }
    HtmlTable table(columns_);
    for (std::size_t i = 0; i < records_.size(); ++i) {
      std::vector<std::string> row;
      for (auto& column : cells_) row.push_back(std::move(column[i]));
      const StatusCode status = records_[i].status;
      const bool failed = status != StatusCode::finished && status != StatusCode::terminated;
      table.add(std::move(row), failed ? "failed-run" : "");
    }
    table.set_note(all_runs_link(study_));
    return table.html();
  }

 private:
  template <class Get>
  std::vector<std::string> numbers(Get get) const {
    std::vector<double> values;
    for (const RunRecord& r : records_) values.push_back(get(r));
    return html_column(values);
  }

  void add(HtmlColumn column, std::vector<std::string> cells) {
    columns_.push_back(std::move(column));
    cells_.push_back(std::move(cells));
  }

  void add_varied(std::size_t i) {
    const bool words = i < study_.varied.size() && study_.varied[i].is_word;
    const std::string unit = i < study_.varied.size() ? study_.varied[i].unit : "";
    std::vector<std::string> cells;
    for (const RunRecord& r : records_)
      cells.push_back(i < r.point.values.size() ? html_number(short_text(r.point.values[i])) : std::string());
    add({titled(study_.summary.varied[i], unit_symbol(unit)), !words}, std::move(cells));
  }

  void add_measure(std::size_t i) {
    const Measure& m = study_.summary.measures[i];
    if (!m.is_list) {
      add({heading(m), true},
          numbers([&](const RunRecord& r) { return i < r.measures.size() ? r.measures[i].number : std::nan(""); }));
      return;
    }
    std::vector<std::string> cells;
    for (const RunRecord& r : records_) cells.push_back(i < r.measures.size() ? list_html(r.measures[i]) : std::string());
    add({heading(m)}, std::move(cells));
  }

  const StudyOutcome& study_;
  std::vector<RunRecord> records_;
  std::vector<HtmlColumn> columns_;
  std::vector<std::vector<std::string>> cells_;
};

/// Too many runs to show: what the measures came to.
std::string ranges_html(const StudyOutcome& study) {
  const StudySummary& s = study.summary;
  HtmlTable table({{"measure"}, {"smallest", true}, {"largest", true}, {"mean", true}, {"missing", true}});
  for (std::size_t i = 0; i < s.measures.size(); ++i) {
    if (s.measures[i].is_list) continue;
    const Moments& m = s.moments[i];
    table.add({html_escaped(heading(s.measures[i])), html_number(short_number(m.min())), html_number(short_number(m.max())),
               html_number(short_number(m.mean())), m.missing() > 0 ? std::to_string(m.missing()) : ""});
  }
  table.set_note(all_runs_link(study));
  return table.html();
}

std::string moments_html(const StudyOutcome& study) {
  const StudySummary& s = study.summary;
  const SampleStatisticsOptions options;
  HtmlTable table({{"measure"},
                   {"mean", true},
                   {fmt::format("{:g} % interval of the mean", options.confidence * 100), true},
                   {"standard deviation", true},
                   {"variance", true},
                   {"smallest", true},
                   {"largest", true},
                   {"runs", true}});
  for (const MeasureStatistics& m : s.statistics) {
    table.add({html_escaped(heading(s.measures[m.measure])), html_number(mean_text(m)),
               fmt::format("{} to {}", html_number(short_number(m.mean_interval.low)),
                           html_number(short_number(m.mean_interval.high))),
               html_number(short_number(m.moments.standard_deviation())), html_number(short_number(m.moments.variance())),
               html_number(short_number(m.moments.min())), html_number(short_number(m.moments.max())),
               std::to_string(m.moments.count())});
  }
  return table.html();
}

std::string quantiles_html(const StudyOutcome& study) {
  const StudySummary& s = study.summary;
  std::vector<HtmlColumn> columns = {{"quantiles"}};
  for (const double p : SampleStatisticsOptions().probabilities) columns.push_back({fmt::format("{:g} %", p * 100), true});
  HtmlTable table(columns);
  for (const MeasureStatistics& m : s.statistics) {
    std::vector<std::string> cells = {html_escaped(heading(s.measures[m.measure]))};
    for (const double q : m.quantiles) cells.push_back(html_number(short_number(q)));
    table.add(std::move(cells));
  }
  table.set_note(all_runs_link(study));
  return table.html();
}

/// A varied name or measure of the study, with its unit.
std::string name_with_unit(const StudyOutcome& study, const std::string& name) {
  const StudySummary& s = study.summary;
  const auto m = std::ranges::find(s.measures, name, &Measure::name);
  if (m != s.measures.end()) return html_escaped(heading(*m));
  const auto i = static_cast<std::size_t>(std::ranges::find(s.varied, name) - s.varied.begin());
  return html_escaped(titled(name, i < study.varied.size() ? unit_symbol(study.varied[i].unit) : ""));
}

std::string search_html(const StudyOutcome& study) {
  const SearchEnd& end = *study.summary.search;
  HtmlTable table({{"quantity"}, {"value", true}, {"error", true}, {"wanted", true}});
  for (const FoundValue& v : end.values) {
    const double error = std::max(v.width, v.run_error);
    table.add({name_with_unit(study, v.name), html_number(fmt::format("{:.12g}", v.value)),
               error > 0 ? "± " + html_number(fmt::format("{:.1g}", error)) : "", ""});
  }
  for (const ReachedTarget& t : end.targets)
    table.add({name_with_unit(study, t.measure), html_number(fmt::format("{:.12g}", t.value)),
               html_number(fmt::format("{:.1g}", t.value - t.target)), html_number(fmt::format("{:.12g}", t.target))});
  if (end.extreme)
    table.add({end.is_list ? "sum of squares of " + html_escaped(end.objective) : name_with_unit(study, end.objective),
               html_number(fmt::format("{:.12g}", *end.extreme)), "", end.maximize ? "largest" : "smallest"});
  table.set_note(fmt::format("<span>{} by {} after {} runs{}{}</span>", end.met ? "Found" : "Not found",
                             html_escaped(end.method), end.runs, html_escaped(with_derivatives(end.derivatives)),
                             end.message.empty() ? "" : ". " + html_escaped(end.message)));
  return table.html() + fmt::format("<details class=\"file\"><summary>The {} runs of the search</summary>{}</details>\n",
                                    study.summary.runs, RunRows(study).html());
}

std::string failures_html(const StudySummary& s) {
  if (s.failed == 0) return {};
  std::string out = fmt::format("<p>{} of {} runs did not succeed:</p><ul>", s.failed, s.runs);
  for (std::size_t i = 0; i < std::min(s.failures.size(), most_failures); ++i) {
    const FailureGroup& g = s.failures[i];
    out += fmt::format("<li>{} {}{}{} (run {}{})</li>", g.count, html_escaped(name_of(g.status)), g.message.empty() ? "" : ": ",
                       html_escaped(g.message), fmt::join(g.numbers, ", "), g.count > g.numbers.size() ? ", …" : "");
  }
  return out + "</ul>\n";
}

std::string warnings_html(const StudySummary& s) {
  if (s.warned == 0) return {};
  std::string out = fmt::format("<p>{} of {} runs with warnings:</p><ul>", s.warned, s.runs);
  for (std::size_t i = 0; i < std::min(s.warnings.size(), most_failures); ++i) {
    const FailureGroup& g = s.warnings[i];
    out += fmt::format("<li>{} {} (run {}{})</li>", g.count, html_escaped(g.message), fmt::join(g.numbers, ", "),
                       g.count > g.numbers.size() ? ", …" : "");
  }
  return out + "</ul>\n";
}

}  // namespace

std::string study_table_html(const StudyOutcome& study) {
  const StudySummary& s = study.summary;
  const std::string failures = failures_html(s) + warnings_html(s);
  if (s.comparison) {
    const std::string runs = s.measures.empty() ? "" : RunRows(study).html();
    return runs + comparison_html(*s.comparison, study.file.stem().string()) + compared_events_html(*s.comparison) + failures;
  }
  if (s.search) return search_html(study) + failures;
  if (s.experiment == "sample") return moments_html(study) + quantiles_html(study) + failures;
  return (s.runs <= most_rows ? RunRows(study).html() : ranges_html(study)) + failures;
}

}  // namespace saltus
