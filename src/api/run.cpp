#include <fmt/format.h>

#include <cmath>

#include "api/closed_number.hpp"
#include "api/prepared_model.hpp"
#include "api/saltus.hpp"
#include "api/sensitivity.hpp"
#include "compile/check_modes.hpp"
#include "expr/evaluate.hpp"
#include "number/precision.hpp"
#include "sim/simulate.hpp"

namespace saltus {

namespace {

Locate locate_of(Location location) {
  switch (location) {
    case Location::grid: return Locate::grid;
    case Location::signs: return Locate::signs;
    case Location::exact: break;
  }
  return Locate::exact;
}

RunOptions run_options(const Options& o, ClosedNumbers& numbers) {
  const auto number = [&](const char* option, const std::optional<Exact>& value) {
    return value ? numbers.read(option, *value) : Expr();
  };
  RunOptions r;
  r.start = number("start", o.start);
  r.stop = number("stop", o.stop);
  r.tolerance = number("tolerance", o.tolerance);
  r.step = number("step", o.step);
  r.interval = number("interval", o.interval);
  for (const Exact& t : o.at) r.at.push_back(numbers.read("at", t));
  r.solver = o.solver;
  r.locate = locate_of(o.locate);
  r.record = o.own_steps ? Record::steps : Record::requested;
  r.rows_in_run = o.rows_in_run;
  r.rows_in_step = o.rows_in_step;
  r.precision = o.precision;
  r.max_rounds = o.max_rounds;
  r.interrupt = o.interrupt;
  return r;
}

const char* name_of(Location location) {
  return location == Location::grid ? "grid" : location == Location::signs ? "signs" : "exact";
}

/// As it was written, else as the annotation says it, else the default.
std::string text_of(const std::optional<Exact>& given, Expr annotated, std::string otherwise) {
  if (given) return given->text();
  if (!annotated) return otherwise;
  return number_text(numeric_value<double>(annotated, [](Expr) { return std::nan(""); }));
}

/// What the run was asked for, as it was written. Times and tolerance are listed always, the rest if it was given.
std::vector<NamedValue> settings_of(const Options& o, const Model& model) {
  std::vector<NamedValue> list;
  const auto add = [&](std::string name, std::string text) { list.push_back({std::move(name), Value::text(std::move(text))}); };
  const auto add_given = [&](const char* name, const std::optional<Exact>& value) {
    if (value) add(name, value->text());
  };
  for (const auto& [name, value] : model.settings()) add("set " + name, value.text());
  const Experiment& annotated = model.flat().experiment;
  add("start", text_of(o.start, annotated.start, "0"));
  add("stop", text_of(o.stop, annotated.stop, "1"));
  add("tol", o.precision == 0 ? text_of(o.tolerance, annotated.tolerance, "1e-9")
                              : text_of(o.tolerance, {}, fmt::format("1e-{}", digits_of(o.precision) - 4)));
  add("solver", o.solver);
  add_given("step", o.step);
  add("locate", name_of(o.locate));
  if (o.precision == double_double) add("precision", precision_text(o.precision));
  if (o.precision > 0) list.push_back({"precision", Value::integer(o.precision)});
  add_given("interval", o.interval);
  if (o.max_rounds != 1000) list.push_back({"max_rounds", Value::integer(o.max_rounds)});
  return list;
}

void check_sensitivities(const Options& o, const HybridModel& model) {
  if (o.sensitivity.empty()) return;
  if (o.solver != "taylor" || o.precision != 0) throw InvalidOption("derivatives need the solver `taylor`, in double");
  if (const std::string problem = problem_with_sensitivities(o.sensitivity, model); !problem.empty())
    throw InvalidOption(problem);
}

}  // namespace

const char* version() { return SALTUS_VERSION; }

Result run(const Model& model, const Options& options) {
  if (!options.set.empty()) {
    Options rest = options;
    rest.set.clear();
    return run(model.with(options.set), rest);
  }
  ClosedNumbers numbers;
  const RunOptions r = run_options(options, numbers);
  const std::string problem = problem_with(r, model.flat());
  if (!problem.empty()) throw InvalidOption(problem);
  check_sensitivities(options, model.flat());
  Diagnostics diagnostics;
  std::optional<RunResult> made = model.prepared().run(r, diagnostics);
  if (!made) throw InvalidModel(std::move(diagnostics), model.shared_sources());
  RunResult& result = *made;
  for (const std::string& name : options.sensitivity) add_sensitivity(result, model.flat(), r, name);
  for (const NamedValue& p : result.parameters) {
    const Variable* v = model.flat().find(p.name);
    result.parameter_notes.push_back(v == nullptr ? ParameterNote{} : ParameterNote{v->unit, v->description});
  }
  result.provenance.version = version();
  result.provenance.settings = settings_of(options, model);
  if (options.model_hash) result.provenance.model_hash = model.prepared().hash();
  return Result(std::move(result));
}

}  // namespace saltus
