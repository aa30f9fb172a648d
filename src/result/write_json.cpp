#include "result/write_json.hpp"

#include <algorithm>
#include <cmath>

#include "result/json_emitter.hpp"

namespace saltus {

namespace {

using Layout = JsonEmitter::Layout;

void member(JsonEmitter& json, std::string_view key, std::string_view text) {
  json.key(key);
  json.text(text);
}

void member(JsonEmitter& json, std::string_view key, const Value& value) {
  json.key(key);
  json.value(value);
}

void member(JsonEmitter& json, std::string_view key, std::uint64_t count) {
  json.key(key);
  json.count(count);
}

void optional_member(JsonEmitter& json, std::string_view key, const std::string& text) {
  if (!text.empty()) member(json, key, text);
}

void values(JsonEmitter& json, std::string_view key, const std::vector<NamedValue>& list) {
  json.key(key);
  json.begin_object();
  for (const NamedValue& v : list) member(json, v.name, v.value);
  json.end();
}

void status(JsonEmitter& json, const Status& s) {
  json.key("status");
  json.begin_object();
  member(json, "code", name_of(s.code));
  member(json, "time", s.time);
  member(json, "message", s.message);
  optional_member(json, "variable", s.variable);
  optional_member(json, "place", s.place);
  optional_member(json, "remedy", s.remedy);
  optional_member(json, "reason", s.reason);
  json.end();
}

void modes(JsonEmitter& json, const RunResult& run) {
  json.key("modes");
  json.begin_object();
  for (const auto& [machine, mode] : run.modes) member(json, machine, mode);
  json.end();
}

void provenance(JsonEmitter& json, const Provenance& p) {
  json.key("provenance");
  json.begin_object();
  member(json, "version", p.version);
  member(json, "model_hash", p.model_hash);
  values(json, "settings", p.settings);
  member(json, "seed", p.seed);
  json.end();
}

void event(JsonEmitter& json, const EventEntry& e) {
  json.begin_object();
  member(json, "time", e.time);
  member(json, "instant", std::uint64_t{e.instant});
  member(json, "kind", name_of(e.kind));
  member(json, "name", e.name);
  json.key("classes");
  json.begin_array();
  for (const std::string& c : e.classes) json.text(c);
  json.end();
  optional_member(json, "machine", e.machine);
  optional_member(json, "from", e.from);
  optional_member(json, "to", e.to);
  values(json, "before", e.before);
  values(json, "after", e.after);
  json.end();
}

void events(JsonEmitter& json, const std::vector<EventEntry>& list) {
  json.key("events");
  json.begin_array(Layout::lines);
  for (const EventEntry& e : list) event(json, e);
  json.end();
}

void near_misses(JsonEmitter& json, const std::vector<NearMiss>& list) {
  json.key("near_misses");
  json.begin_array(Layout::lines);
  for (const NearMiss& n : list) {
    json.begin_object();
    member(json, "time", n.time);
    member(json, "guard", n.guard);
    member(json, "distance", n.distance);
    json.end();
  }
  json.end();
}

void series(JsonEmitter& json, const Series& s) {
  const auto requested = [](const Row& row) { return row.requested; };
  if (std::none_of(s.rows.begin(), s.rows.end(), requested)) return;
  json.key("series");
  json.begin_object(Layout::lines);
  for (const Column& column : s.columns) {
    json.key(column.name);
    json.begin_array();
    for (std::size_t i = 0; i < s.rows.size(); ++i) {
      if (!s.rows[i].requested) continue;
      if (std::isnan(column.values[i])) {
        json.null();
      } else {
        json.value(column.at(i));
      }
    }
    json.end();
  }
  json.end();
}

void number_or_null(JsonEmitter& json, double x) {
  if (std::isnan(x)) {
    json.null();
  } else {
    json.number(x);
  }
}

void sensitivities(JsonEmitter& json, const RunResult& run) {
  if (run.sensitivities.empty()) return;
  json.key("sensitivities");
  json.begin_object(Layout::lines);
  for (const Sensitivity& s : run.sensitivities) {
    json.key(s.of);
    json.begin_object();
    json.key("final");
    json.begin_object();
    for (const NamedValue& v : s.final_values) {
      json.key(v.name);
      number_or_null(json, v.value.value);
    }
    json.end();
    json.key("end_time");
    number_or_null(json, s.end_time);
    json.key("event_times");
    json.begin_array();
    for (const double t : s.event_times) number_or_null(json, t);
    json.end();
    json.key("series");
    json.begin_object();
    for (const Column& column : s.columns) {
      json.key(column.name);
      json.begin_array();
      for (std::size_t i = 0; i < column.values.size(); ++i)
        if (run.series.rows[i].requested) number_or_null(json, column.values[i]);
      json.end();
    }
    json.end();
    json.end();
  }
  json.end();
}

void statistics(JsonEmitter& json, const Statistics& s) {
  json.key("statistics");
  json.begin_object();
  member(json, "steps", s.steps);
  member(json, "rejected", s.rejected);
  member(json, "events", s.events);
  member(json, "instants", s.instants);
  member(json, "jets", s.jets);
  for (const auto& [name, count] : s.more) member(json, name, count);
  json.key("seconds");
  json.number(s.seconds);
  json.end();
}

void warnings(JsonEmitter& json, const std::vector<Warning>& list) {
  if (list.empty()) return;
  json.key("warnings");
  json.begin_array(Layout::lines);
  for (const Warning& w : list) json.text(w.text);
  json.end();
  json.key("warning_notes");
  json.begin_array(Layout::lines);
  for (const Warning& w : list) {
    json.begin_object();
    member(json, "code", w.code);
    optional_member(json, "place", w.place);
    if (w.times > 1) {
      member(json, "times", w.times);
      member(json, "first", Value::real(w.first));
      member(json, "last", Value::real(w.last));
    }
    json.end();
  }
  json.end();
}

}  // namespace

std::string write_json(const RunResult& run) {
  JsonEmitter json;
  json.begin_object(Layout::lines);
  member(json, "schema", "saltus.run/1");
  member(json, "model", run.model);
  status(json, run.status);
  values(json, "parameters", run.parameters);
  modes(json, run);
  provenance(json, run.provenance);
  values(json, "final", run.final_values);
  events(json, run.events);
  near_misses(json, run.near_misses);
  series(json, run.series);
  sensitivities(json, run);
  statistics(json, run.statistics);
  warnings(json, run.warnings);
  json.end();
  return json.take();
}

}  // namespace saltus
