#include "study/ensemble.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "compile/check_modes.hpp"
#include "lang/load.hpp"
#include "study/measure_reader.hpp"
#include "study/measure_values.hpp"
#include "study/model_names.hpp"

namespace saltus {

namespace {

std::string text_of(const StudyValue& v) { return v.exact.empty() ? Rational::from_double(v.value).text() : v.exact; }

class TextEnsemble final : public Ensemble {
 public:
  TextEnsemble(EnsembleOptions options, HybridModel model, MeasureProgram program)
      : options_(std::move(options)), model_(std::move(model)), program_(std::move(program)) {}

  RunRecord run(const Point& point, RunResult* result) override;
  [[nodiscard]] const HybridModel& model() const override { return model_; }
  [[nodiscard]] const std::vector<Measure>& measures() const override { return program_.measures; }

 private:
  RunResult simulate_at(const Point& point, const std::vector<Expr>& times) const;
  void observe(const RunResult& result, std::vector<Measured<double>>& seen) const;

  EnsembleOptions options_;
  HybridModel model_;
  MeasureProgram program_;
};

RunResult failed_run(const Diagnostics& diagnostics, const Sources& sources) {
  RunResult result;
  result.status.code = StatusCode::failed;
  for (const Diagnostic& d : diagnostics.all()) {
    if (d.severity != Severity::error) continue;
    result.status.message = d.message;
    result.status.place = sources.describe(d.where.span);
    break;
  }
  result.diagnostics = diagnostics;
  return result;
}

RunResult TextEnsemble::simulate_at(const Point& point, const std::vector<Expr>& times) const {
  auto sources = std::make_shared<Sources>(*options_.model.sources);
  LoadOptions load{options_.model.name, {}};
  for (const auto& [name, value] : options_.model.settings) load.settings.push_back({name, value});
  for (std::size_t i = 0; i < options_.varied.size(); ++i)
    load.settings.push_back({options_.varied[i], text_of(point.values[i])});
  Diagnostics diagnostics;
  auto model = load_model(sources, options_.model.files, load, diagnostics);
  if (!model) return failed_run(diagnostics, *sources);
  CompiledTuples tuples(std::move(*model));
  if (!check_modes(tuples, Thoroughness::transitions, diagnostics)) return failed_run(diagnostics, *sources);
  RunOptions run = options_.run;
  run.at.insert(run.at.end(), times.begin(), times.end());
  return simulate(tuples, run);
}

double value_in(const std::vector<NamedValue>& values, const std::string& name) {
  const auto it = std::ranges::find(values, name, &NamedValue::name);
  return it == values.end() ? missing<double>() : it->value.value;
}

double value_at(const Series& series, double time, const std::string& name) {
  const Column* values = series.find(name);
  if (!values || series.columns.empty()) return missing<double>();
  const auto& times = series.columns.front().values;
  for (std::size_t i = 0; i < times.size(); ++i)
    if (times[i] == time && series.rows[i].requested) return values->values[i];
  return missing<double>();
}

void TextEnsemble::observe(const RunResult& r, std::vector<Measured<double>>& seen) const {
  MeasureValues<double> early(program_);
  early.evaluate_early(seen);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const Observation& what = program_.observations[i];
    switch (what.kind) {
      case Observation::Kind::parameter: seen[i].number = value_in(r.parameters, what.subject); break;
      case Observation::Kind::at_end: seen[i].number = value_in(r.final_values, what.subject); break;
      case Observation::Kind::at_start:
        if (const Column* c = r.series.find(what.subject); c && !c->values.empty()) seen[i].number = c->values.front();
        break;
      case Observation::Kind::at_time: seen[i].number = value_at(r.series, early.node(what.time).number, what.subject); break;
      case Observation::Kind::event_times:
        for (const EventEntry& e : r.events)
          if (is_event_of(e.name, what.event)) seen[i].list.push_back(e.time.value);
        break;
      default: break;
    }
  }
}

RunRecord TextEnsemble::run(const Point& point, RunResult* result) {
  std::vector<Measured<double>> seen;
  for (const Observation& what : program_.observations) seen.push_back({missing<double>(), {}, is_list(what.kind)});
  MeasureValues<double> values(program_);
  values.evaluate_early(seen);
  ExprPool pool;
  std::vector<Expr> times;
  for (const Observation& what : program_.observations)
    if (what.kind == Observation::Kind::at_time && std::isfinite(values.node(what.time).number))
      times.push_back(pool.number(Rational::from_double(values.node(what.time).number)));
  if (options_.run.start)
    times.push_back(options_.run.start);
  else if (model_.experiment.start)
    times.push_back(model_.experiment.start);
  else
    times.push_back(pool.number(0));
  RunResult r = simulate_at(point, times);

  observe(r, seen);
  values.evaluate(seen);
  RunRecord record;
  record.point = point;
  record.status = r.status.code;
  if (!succeeded(r.status)) {
    record.message = r.status.message;
    if (!r.status.place.empty()) record.message += fmt::format(" ({})", r.status.place);
  }
  for (std::size_t i = 0; i < program_.measures.size(); ++i) {
    const Measured<double>& m = values.of(i);
    record.measures.push_back({m.number, m.list, m.is_list, {}});
  }
  record.end_time = r.status.time.value;
  record.steps = r.statistics.steps;
  record.events = r.statistics.events;
  record.seconds = r.statistics.seconds;
  if (result) *result = std::move(r);
  return record;
}

/// Settings have texts of their own behind the `shared` ones of the caller, who knows them by their places.
void hand_over(const Diagnostics& found, const Sources& own, std::uint32_t shared, const EnsembleOptions& options,
               Diagnostics& diagnostics) {
  const auto place = [&](Span span) {
    if (!span.known() || span.file <= shared) return span;
    const std::size_t k = span.file - shared - 1;
    const std::size_t settings = options.model.settings.size();
    const auto& places = k < settings ? options.model.setting_places : options.varied_places;
    const std::size_t i = k < settings ? k : k - settings;
    return i < places.size() ? places[i] : Span{};
  };
  for (Diagnostic d : found.all()) {
    if (d.where.span.file > shared && !place(d.where.span).known())
      d.message += fmt::format(" ({})", own.name(d.where.span.file));
    d.where.span = place(d.where.span);
    for (Label& l : d.also) l.span = place(l.span);
    diagnostics.add(std::move(d));
  }
}

/// A parameter or start value that the model has.
bool is_known(const HybridModel& model, std::string_view name) {
  if (name.ends_with(".start")) {
    const Variable* v = model.find(name.substr(0, name.size() - 6));
    if (v && v->variability > Variability::parameter) return true;
  }
  const Variable* v = model.find(name);
  return (v && v->variability == Variability::parameter) || model.find(fmt::format("{}[1]", name)) != nullptr;
}

bool check_varied(const EnsembleOptions& options, const HybridModel& model, Diagnostics& diagnostics) {
  std::vector<std::string> parameters;
  for (const Variable& v : model.variables)
    if (v.variability == Variability::parameter) parameters.push_back(v.name);
  const std::size_t before = diagnostics.error_count();
  for (std::size_t i = 0; i < options.varied.size(); ++i) {
    const std::string& name = options.varied[i];
    if (is_known(model, name)) continue;
    const std::string near = nearest_name(name, parameters);
    diagnostics.error("unknown-parameter", i < options.varied_places.size() ? options.varied_places[i] : Span{},
                      fmt::format("no parameter `{}` in `{}`", name, model.name), "",
                      near.empty() ? "" : fmt::format("did you mean `{}`?", near));
  }
  return diagnostics.error_count() == before;
}

}  // namespace

std::unique_ptr<Ensemble> Ensemble::make(EnsembleOptions options, Diagnostics& diagnostics) {
  auto sources = std::make_shared<Sources>(*options.model.sources);
  const std::uint32_t shared = sources->add("", "");
  LoadOptions load{options.model.name, {}};
  for (const auto& [name, value] : options.model.settings) load.settings.push_back({name, value});
  Diagnostics found;
  auto model = load_model(sources, options.model.files, load, found);
  hand_over(found, *sources, shared, options, diagnostics);
  if (!model) return nullptr;
  if (!check_varied(options, *model, diagnostics)) return nullptr;
  auto program = read_measures(options.measures, *model, diagnostics);
  if (!program) return nullptr;
  return std::make_unique<TextEnsemble>(std::move(options), std::move(*model), std::move(*program));
}

}  // namespace saltus
