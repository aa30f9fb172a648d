#include "result/json_emitter.hpp"
#include "study/experiment_json.hpp"
#include "study/json_members.hpp"
#include "study/summary.hpp"

namespace saltus {

namespace {

using Layout = JsonEmitter::Layout;

void numbers(JsonEmitter& json, const std::vector<double>& list) {
  json.begin_array();
  for (const double x : list) json.number(x);
  json.end();
}

void measured(JsonEmitter& json, const MeasuredValue& v) {
  if (v.is_list) return numbers(json, v.list);
  if (!v.digits.empty()) return json.text(v.digits);
  if (v.number != v.number) return json.null();
  json.number(v.number);
}

void write_groups(JsonEmitter& json, const char* name, const std::vector<FailureGroup>& groups) {
  json.key(name);
  json.begin_array(Layout::lines);
  for (const FailureGroup& g : groups) {
    json.begin_object();
    member(json, "status", name_of(g.status));
    member(json, "message", g.message);
    member(json, "count", g.count);
    json.key("numbers");
    json.begin_array();
    for (const std::uint64_t n : g.numbers) json.count(n);
    json.end();
    json.end();
  }
  json.end();
}

void write_measures(JsonEmitter& json, const StudySummary& s) {
  json.key("measures");
  json.begin_object(Layout::lines);
  for (std::size_t i = 0; i < s.measures.size() && i < s.moments.size(); ++i) {
    const Measure& m = s.measures[i];
    json.key(m.name);
    json.begin_object();
    member(json, "unit", m.unit);
    member(json, "description", m.description);
    if (!m.is_list) {
      member(json, "count", s.moments[i].count());
      member(json, "missing", s.moments[i].missing());
      member(json, "min", s.moments[i].min());
      member(json, "max", s.moments[i].max());
      member(json, "mean", s.moments[i].mean());
      member(json, "standard_deviation", s.moments[i].standard_deviation());
    }
    json.end();
  }
  json.end();
}

void write_rows(JsonEmitter& json, const StudySummary& s) {
  json.key("rows");
  json.begin_array(Layout::lines);
  for (const RunRecord& r : s.rows) {
    json.begin_object();
    member(json, "number", r.point.number);
    for (std::size_t i = 0; i < s.varied.size(); ++i) member(json, s.varied[i], r.point.values[i].value);
    for (std::size_t i = 0; i < r.measures.size(); ++i) {
      json.key(s.measures[i].name);
      measured(json, r.measures[i]);
    }
    member(json, "status", name_of(r.status));
    json.end();
  }
  json.end();
}

void write_judgements(JsonEmitter& json, const StudySummary& s) {
  json.key("expectations");
  json.begin_array(Layout::lines);
  for (const Judgement& j : s.judgements) {
    json.begin_object();
    member(json, "what", j.what);
    member(json, "verdict", name_of(j.verdict));
    json.key("ours");
    measured(json, j.ours);
    json.key("value");
    json.begin_array();
    for (const StatedNumber& v : j.expected.value) json.number(v.number.value.value);
    json.end();
    json.key("published");
    json.begin_array();
    for (const StudyText& p : j.expected.published) json.text(p.text);
    json.end();
    member(json, "tol", j.expected.tol);
    member(json, "rtol", j.expected.rtol);
    member(json, "source", j.expected.source.text);
    member(json, "reason", j.reason.empty() ? j.expected.reason.text : j.reason);
    json.end();
  }
  json.end();
}

void write_texts(JsonEmitter& json, std::string_view name, const std::vector<std::string>& list) {
  json.key(name);
  json.begin_array();
  for (const std::string& t : list) json.text(t);
  json.end();
}

}  // namespace

std::string summary_json(const StudySummary& s) {
  JsonEmitter json;
  json.begin_object(Layout::lines);
  member(json, "schema", study_result_schema);
  member(json, "title", s.title);
  member(json, "study", s.study);
  member(json, "model", s.model);
  member(json, "experiment", s.experiment);
  write_texts(json, "varied", s.varied);
  member(json, "points", s.points);
  member(json, "runs", s.runs);
  member(json, "failed", s.failed);
  json.key("interrupted");
  json.value(Value::boolean(s.interrupted));
  write_groups(json, "failures", s.failures);
  if (!s.remarks.empty()) write_groups(json, "remarks", s.remarks);
  if (!s.warnings.empty()) write_groups(json, "warnings", s.warnings);
  write_measures(json, s);
  write_rows(json, s);
  if (!s.statistics.empty()) write_statistics(json, s.statistics, s.measures, s.varied);
  if (s.comparison) write_comparison(json, *s.comparison);
  if (s.search) write_search(json, *s.search);
  write_judgements(json, s);
  write_texts(json, "files", s.files);
  write_texts(json, "notes", s.notes);
  if (!s.unwritten.empty()) write_texts(json, "unwritten", s.unwritten);
  member(json, "seconds", s.seconds);
  json.end();
  return json.take() + "\n";
}

}  // namespace saltus
