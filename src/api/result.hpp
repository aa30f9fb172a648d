#pragma once
// The outcome of a run, with reports and access by name.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/gnuplot.hpp"
#include "report/run_figure.hpp"
#include "result/run_result.hpp"

namespace saltus {

class Result {
 public:
  explicit Result(RunResult data) : data_(std::move(data)) {}

  /// Finished or terminated. The other outcomes keep what was computed until then.
  [[nodiscard]] bool ok() const { return succeeded(data_.status); }
  [[nodiscard]] const Status& status() const { return data_.status; }
  [[nodiscard]] const std::vector<EventEntry>& events() const { return data_.events; }
  [[nodiscard]] const std::vector<NearMiss>& near_misses() const { return data_.near_misses; }
  [[nodiscard]] const Series& series() const { return data_.series; }
  [[nodiscard]] const RunResult& data() const { return data_; }

  /// Value at the end (right limit) of a variable, "time" or "der(x)"; nullopt if there is no such name.
  [[nodiscard]] std::optional<double> final_value(std::string_view name) const;
  /// How often the event of this name fired; a name without index counts all of its loop: "hit" counts "hit[1]", "hit[2]".
  [[nodiscard]] std::size_t count(std::string_view event) const;
  /// Times of the event, as `count` counts it, in order.
  [[nodiscard]] std::vector<double> times(std::string_view event) const;
  /// Values of a variable over the rows of the series; null if it is not recorded.
  [[nodiscard]] const std::vector<double>* values(std::string_view name) const;

  [[nodiscard]] std::string brief() const;    ///< a few lines for a person
  [[nodiscard]] std::string full() const;     ///< parameters, all events, statistics
  [[nodiscard]] std::string to_json() const;  ///< the object "saltus.run/1"
  [[nodiscard]] std::string to_csv() const;   ///< the series, event instants twice
  [[nodiscard]] std::string to_mat() const;   ///< MATLAB level 4, as OpenModelica and Dymola write it
  [[nodiscard]] std::string to_xlsx()
      const;  ///< a workbook: series, events, parameters; throws TableError if it has too many rows
  /// A picture of the series, drawn by gnuplot; names as for `--plot`: "x,v" is a panel over time, "x:y" one over the other.
  /// Throws PlotError for a name that is not in the series, FigureError if gnuplot is missing.
  [[nodiscard]] std::string to_picture(const std::vector<std::string>& plots, FigureFormat format) const;

 private:
  RunResult data_;
};

}  // namespace saltus
