#include "report_json.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace saltus::bench {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* schema = "saltus.bench/1";
constexpr const char* role_names[] = {"ceiling", "peer", "saltus"};

Json count(long n) { return n < 0 ? Json() : Json(n); }
Json number(double x) { return std::isfinite(x) ? Json(x) : Json(); }
long count(const Json& j) { return j.is_null() ? -1 : j.get<long>(); }
double number(const Json& j) { return j.is_null() ? std::numeric_limits<double>::infinity() : j.get<double>(); }

Json of(const Row& r) {
  Json j{{"name", r.name}, {"role", role_names[static_cast<int>(r.role)]}};
  if (r.repetitions == 0) {
    j["not_run"] = r.absent;
    return j;
  }
  j["seconds"] = {{"least", r.least}, {"median", r.median}, {"repetitions", r.repetitions}};
  j["error"] = number(r.outcome.error);
  j["counts"] = {{"events", count(r.outcome.events)}, {"steps", count(r.outcome.steps)}, {"jets", count(r.outcome.jets)}};
  if (r.outcome.megabytes > 0) j["megabytes"] = r.outcome.megabytes;
  if (!r.outcome.wrong.empty()) j["wrong"] = r.outcome.wrong;
  if (!r.of_unit) j["of_unit"] = false;
  return j;
}

Row row_of(const Json& j) {
  Row r{.name = j.at("name"), .outcome = {}};
  while (j.at("role") != role_names[static_cast<int>(r.role)])
    r.role = r.role == Role::saltus    ? Role::ceiling
             : r.role == Role::ceiling ? Role::peer
                                       : throw std::runtime_error("unknown role");
  if (j.contains("not_run")) {
    r.absent = j.at("not_run");
    return r;
  }
  const Json& seconds = j.at("seconds");
  r.least = seconds.at("least");
  r.median = seconds.at("median");
  r.repetitions = seconds.at("repetitions");
  const Json& counts = j.at("counts");
  r.outcome = {.error = number(j.at("error")),
               .events = count(counts.at("events")),
               .steps = count(counts.at("steps")),
               .jets = count(counts.at("jets")),
               .megabytes = j.value("megabytes", 0.0),
               .wrong = j.value("wrong", "")};
  r.of_unit = j.value("of_unit", true);
  return r;
}

Json of(const Verdict& v) {
  Json j{{"what", v.text}, {"value", v.value ? number(*v.value) : Json()}};
  if (!v.unit.empty()) j["unit"] = v.unit;
  j[v.at_least ? "at_least" : "at_most"] = v.limit;
  j["met"] = v.met;
  if (!v.why.empty()) j["why"] = v.why;
  return j;
}

Verdict verdict_of(const Json& j) {
  Verdict v{.text = j.at("what"), .value = {}, .unit = j.value("unit", "")};
  if (!j.at("value").is_null()) v.value = j.at("value").get<double>();
  v.at_least = j.contains("at_least");
  v.limit = j.at(v.at_least ? "at_least" : "at_most");
  v.met = j.at("met");
  v.why = j.value("why", "");
  return v;
}

Json of(const CaseReport& c) {
  Json j{{"name", c.name}, {"title", c.title}, {"ratio_to", c.unit}, {"contenders", Json::array()}, {"bars", Json::array()}};
  const Row* const unit = c.find(c.unit);
  for (const Row& r : c.rows) {
    j["contenders"].push_back(of(r));
    if (r.repetitions > 0 && unit && unit->repetitions > 0) j["contenders"].back()["ratio"] = r.least / unit->least;
  }
  for (const Verdict& v : c.verdicts) j["bars"].push_back(of(v));
  j["remarks"] = c.remarks;
  return j;
}

CaseReport case_of(const Json& j) {
  CaseReport c{j.at("name"), j.at("title"), j.at("ratio_to"), {}, {}, j.at("remarks").get<std::vector<std::string>>()};
  for (const Json& r : j.at("contenders")) c.rows.push_back(row_of(r));
  for (const Json& v : j.at("bars")) c.verdicts.push_back(verdict_of(v));
  return c;
}

}  // namespace

std::string to_json(const Report& report) {
  const Machine& m = report.machine;
  Json j{{"schema", schema},
         {"machine",
          {{"processor", m.processor},
           {"cores", m.cores},
           {"instruction_sets", m.instruction_sets},
           {"compiler", m.compiler},
           {"build_type", m.build_type},
           {"version", m.version}}},
         {"quick", report.quick},
         {"cases", Json::array()}};
  for (const CaseReport& c : report.cases) j["cases"].push_back(of(c));
  return j.dump(1) + "\n";
}

Report from_json(const std::string& text) {
  try {
    const Json j = Json::parse(text);
    if (j.at("schema") != schema) throw std::runtime_error(std::string("no report of schema ") + schema);
    const Json& m = j.at("machine");
    Report report{.machine = {.processor = m.at("processor"),
                              .instruction_sets = m.at("instruction_sets"),
                              .compiler = m.at("compiler"),
                              .build_type = m.at("build_type"),
                              .version = m.at("version"),
                              .cores = m.at("cores")},
                  .quick = j.at("quick"),
                  .cases = {}};
    for (const Json& c : j.at("cases")) report.cases.push_back(case_of(c));
    return report;
  } catch (const Json::exception& problem) {
    throw std::runtime_error(problem.what());
  }
}

}  // namespace saltus::bench
