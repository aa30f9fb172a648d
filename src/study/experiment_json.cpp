#include "study/experiment_json.hpp"

#include <limits>

#include "study/json_members.hpp"

namespace saltus {
namespace {

using Layout = JsonEmitter::Layout;

constexpr double none = std::numeric_limits<double>::quiet_NaN();

void write_by_input(JsonEmitter& json, std::string_view name, const std::vector<std::string>& inputs,
                    const std::vector<double>& values) {
  json.key(name);
  json.begin_object();
  for (std::size_t i = 0; i < values.size() && i < inputs.size(); ++i) member(json, inputs[i], values[i]);
  json.end();
}

void write_quantiles(JsonEmitter& json, const MeasureStatistics& s, const std::vector<double>& probabilities) {
  json.key("quantiles");
  json.begin_object();
  for (std::size_t i = 0; i < s.quantiles.size(); ++i) member(json, number_text(probabilities[i]), s.quantiles[i]);
  json.end();
}

void write_histogram(JsonEmitter& json, const Histogram& h) {
  json.key("histogram");
  json.begin_object();
  member(json, "low", h.low);
  member(json, "width", h.width);
  json.key("counts");
  json.begin_array();
  for (const std::uint64_t n : h.counts) json.count(n);
  json.end();
  json.end();
}

void write_events(JsonEmitter& json, const EventComparison& events) {
  json.key("counts");
  json.begin_array();
  for (const EventCount& c : events.counts) {
    json.begin_object();
    member(json, "name", c.name);
    member(json, "reference", std::uint64_t{c.reference});
    member(json, "count", std::uint64_t{c.other});
    json.end();
  }
  json.end();
  json.key("events");
  json.begin_array(Layout::lines);
  for (const MatchedEvent& e : events.events) {
    json.begin_object();
    member(json, "name", e.name);
    member(json, "reference", e.reference.value_or(none));
    member(json, "time", e.other.value_or(none));
    json.end();
  }
  json.end();
}

void write_deviations(JsonEmitter& json, const RunComparison& c) {
  json.key("deviations");
  json.begin_array(Layout::lines);
  for (const Deviation& d : c.deviations) {
    json.begin_object();
    member(json, "variable", d.variable);
    member(json, "unit", d.unit);
    member(json, "largest", d.largest);
    member(json, "time", d.time);
    member(json, "reference", d.reference);
    member(json, "value", d.other);
    member(json, "range", d.range);
    json.end();
  }
  json.end();
  member(json, "left_out", c.left_out);
}

void write_derivatives(JsonEmitter& json, const DerivativeUse& use) {
  json.key("derivatives");
  json.begin_object();
  member(json, "exact", use.exact);
  member(json, "by_differences", use.by_differences);
  member(json, "runs", use.runs);
  member(json, "reason", use.reason);
  json.end();
}

}  // namespace

void write_search(JsonEmitter& json, const SearchEnd& end) {
  json.key("search");
  json.begin_object(Layout::lines);
  json.key("met");
  json.value(Value::boolean(end.met));
  member(json, "method", end.method);
  member(json, "runs", end.runs);
  write_derivatives(json, end.derivatives);
  json.key("values");
  json.begin_object();
  for (const FoundValue& v : end.values) member(json, v.name, v.value);
  json.end();
  json.key("widths");
  json.begin_object();
  for (const FoundValue& v : end.values) member(json, v.name, v.width);
  json.end();
  json.key("run_errors");
  json.begin_object();
  for (const FoundValue& v : end.values) member(json, v.name, v.run_error);
  json.end();
  json.key("residuals");
  json.begin_object();
  for (const ReachedTarget& t : end.targets) member(json, t.measure, t.value - t.target);
  json.end();
  if (end.extreme) member(json, "objective", *end.extreme);
  member(json, "message", end.message);
  json.end();
}

void write_statistics(JsonEmitter& json, const std::vector<MeasureStatistics>& all, const std::vector<Measure>& measures,
                      const std::vector<std::string>& inputs, const SampleStatisticsOptions& options) {
  json.key("statistics");
  json.begin_object(Layout::lines);
  for (const MeasureStatistics& s : all) {
    json.key(measures[s.measure].name);
    json.begin_object(Layout::lines);
    member(json, "count", s.moments.count());
    member(json, "missing", s.moments.missing());
    member(json, "mean", s.moments.mean());
    member(json, "mean_interval", std::vector{s.mean_interval.low, s.mean_interval.high});
    member(json, "confidence", options.confidence);
    member(json, "variance", s.moments.variance());
    member(json, "standard_deviation", s.moments.standard_deviation());
    member(json, "min", s.moments.min());
    member(json, "max", s.moments.max());
    write_quantiles(json, s, options.probabilities);
    write_histogram(json, s.histogram);
    write_by_input(json, "correlations", inputs, s.correlations);
    write_by_input(json, "rank_correlations", inputs, s.rank_correlations);
    json.end();
  }
  json.end();
}

void write_comparison(JsonEmitter& json, const ComparisonReport& report) {
  json.key("comparison");
  json.begin_object(Layout::lines);
  member(json, "reference", report.variants[report.reference].name);
  member(json, "repetitions", std::uint64_t{report.repetitions});
  json.key("variants");
  json.begin_array(Layout::lines);
  for (std::size_t i = 0; i < report.variants.size(); ++i) {
    const VariantReport& v = report.variants[i];
    json.begin_object(Layout::lines);
    member(json, "name", v.name);
    member(json, "status", name_of(v.status));
    member(json, "steps", v.steps);
    member(json, "seconds", v.seconds);
    member(json, "relative", v.seconds / report.variants[report.reference].seconds);
    if (i != report.reference) {
      write_events(json, v.comparison.events);
      write_deviations(json, v.comparison);
    }
    json.end();
  }
  json.end();
  json.end();
}

}  // namespace saltus
