// run(point):
//   the VariedModel in whose text the structural names of the point are set, the others being inputs (the last few are kept)
//   the values as inputs; where they do not fit what the compiler decided, the VariedModel with all names set
//   simulate, watched by the measures
//   if a tuple of modes compiled in the run has shown another name to be structural: once more
// slopes(point, name): the same, where the name is an input

#include "study/ensemble.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <utility>

#include "lang/load.hpp"
#include "number/double_double.hpp"
#include "number/mpfr.hpp"
#include "sim/run_double_double.hpp"
#include "study/ensemble_checks.hpp"
#include "study/measure_reader.hpp"
#include "study/measured_model.hpp"
#include "study/recently_used.hpp"
#include "study/run_reason.hpp"
#include "study/varied_model.hpp"

namespace saltus {

namespace {

constexpr std::size_t most_models = 64;   // of different structural values, kept at a time
constexpr std::size_t full_batch = 1024;  // of points in lanes
constexpr std::size_t least_batch = 4;

/// What is hidden in the model has no place in results.
void drop_hidden(RunResult& r) {
  const auto hidden = [](const auto& item) { return is_hidden(item.name); };
  std::erase_if(r.final_values, hidden);
  std::erase_if(r.series.columns, [&](const Column& c) { return hidden(c) && !is_shown(c.name); });
  for (EventEntry& e : r.events) {
    std::erase_if(e.before, hidden);
    std::erase_if(e.after, hidden);
  }
}

class TextEnsemble final : public Ensemble {
 public:
  TextEnsemble(EnsembleOptions options, HybridModel model, MeasureProgram program, std::string chosen, std::string extra)
      : options_(std::move(options)),
        model_(std::move(model)),
        program_(std::move(program)),
        chosen_(std::move(chosen)),
        extra_(std::move(extra)),
        structural_(options_.varied.size(), false),
        models_(most_models) {}

  /// Finds the structural names.
  void prepare() {
    const Point none{0, std::vector<StudyValue>(options_.varied.size())};
    for (;;) {
      const auto model = make_model(none, std::vector<bool>(structural_.size(), false));
      std::vector<std::size_t> refused = model->refused();
      if (!demote(refused)) return;
    }
  }

  RunRecord run(const Point& point, RunResult* result) override;
  MeasureSlopes slopes(const Point& point, std::size_t varied) override;
  void run_many(std::span<const Point> points, const Done& done) override;
  [[nodiscard]] std::size_t batch() override;
  [[nodiscard]] std::uint64_t runs_in_lanes() const override { return in_lanes_; }
  [[nodiscard]] const HybridModel& model() const override { return model_; }
  [[nodiscard]] const std::vector<Measure>& measures() const override { return program_.measures; }

 private:
  std::shared_ptr<VariedModel> make_model(const Point& point, const std::vector<bool>& is_set) const;
  std::shared_ptr<VariedModel> model_for(const Point& point, const std::vector<bool>& is_set);
  RunRecord run_with(VariedModel& model, const Inputs& inputs, RunResult* result) const;
  bool demote(const std::vector<std::size_t>& refused);
  [[nodiscard]] std::vector<bool> structural();
  [[nodiscard]] RunOptions bare_options() const;

  /// Points of one model that can go in lanes together.
  struct Group {
    std::shared_ptr<VariedModel> model;
    bool can_run = false, decides_nothing = false;
    std::vector<std::size_t> places = {};
    std::vector<std::vector<double>> inputs = {};
  };
  Group& group_of(std::vector<Group>& groups, const Point& point);
  void add_to_group(std::vector<Group>& groups, const Point& point, std::size_t place);
  void run_group(const Group& group, std::span<const Point> points, std::vector<bool>& is_done, const Done& done);
  [[nodiscard]] static bool still_holds(const Group& group, const Point& point);

  EnsembleOptions options_;
  HybridModel model_;
  MeasureProgram program_;
  std::string chosen_;  // the class
  std::string extra_;   // its text, if it is one that watches expressions
  std::mutex mutex_;
  std::vector<bool> structural_;
  RecentlyUsed<VariedModel> models_;
  std::atomic<std::uint64_t> in_lanes_{0};
};

bool TextEnsemble::demote(const std::vector<std::size_t>& refused) {
  const std::scoped_lock lock(mutex_);
  bool changed = false;
  for (const std::size_t i : refused) {
    changed = changed || !structural_[i];
    structural_[i] = true;
  }
  return changed;
}

std::vector<bool> TextEnsemble::structural() {
  const std::scoped_lock lock(mutex_);
  return structural_;
}

std::shared_ptr<VariedModel> TextEnsemble::make_model(const Point& point, const std::vector<bool>& is_set) const {
  auto sources = std::make_shared<Sources>(*options_.model.sources);
  LoadOptions load{chosen_, {}};
  std::vector<std::uint32_t> files = options_.model.files;
  if (!extra_.empty()) files.push_back(sources->add("measures", extra_));
  for (const auto& [name, value] : options_.model.settings) load.settings.push_back({name, value});
  for (std::size_t i = 0; i < is_set.size(); ++i)
    if (is_set[i]) load.settings.push_back({options_.varied[i], exact_text(point.values[i])});
  Diagnostics diagnostics;
  auto model = load_model(sources, files, load, diagnostics);
  if (!model) return std::make_shared<VariedModel>(std::move(diagnostics), std::move(sources));
  model->name = model_.name;
  for (Variable& v : model->variables.edit()) v.is_watched = is_hidden(v.name);
  if (!extra_.empty()) model->experiment = model_.experiment;
  auto varied = std::make_shared<VariedModel>(std::move(*model), std::move(sources), options_.varied, is_set);
  if (varied->problem().empty()) varied->set_problem(problem_with(options_.run, varied->tuples().model()));
  return varied;
}

std::shared_ptr<VariedModel> TextEnsemble::model_for(const Point& point, const std::vector<bool>& is_set) {
  std::string key;
  for (std::size_t i = 0; i < is_set.size(); ++i)
    key += is_set[i] ? fmt::format("{}={};", i, exact_text(point.values[i])) : ";";
  return models_.get(key, [&] { return make_model(point, is_set); });
}

/// What records need.
RunOptions TextEnsemble::bare_options() const {
  RunOptions options = options_.run;
  options.interval = {};
  options.at.clear();
  options.record = Record::none;
  options.values_in_events = false;
  options.bare_result = true;
  return options;
}

RunRecord TextEnsemble::run_with(VariedModel& model, const Inputs& inputs, RunResult* result) const {
  if (!model.problem().empty()) {
    RunRecord record = failed_run({}, program_.measures, model.problem(), result);
    if (result) result->diagnostics = model.diagnostics();
    return record;
  }
  RunRecord record;
  RunOptions options = result ? options_.run : bare_options();
  options.inputs = inputs.values;
  RunResult r;
  if (options.precision == 0) {
    auto runner = model.take_runner(program_);
    runner->watch.begin();
    options.observer = &runner->watch;
    r = runner->simulation.run(options);
    record.measures = runner->watch.measured();
    record.message = runner->watch.remarks();
    model.give_back(std::move(runner));
  } else if (options.precision == double_double) {
    MeasureWatch<DoubleDouble> watch(program_);
    watch.begin();
    r = run_double_double(model.tuples(), options, &watch);
    record.measures = watch.measured();
    record.message = watch.remarks();
  } else {
    MeasureWatch<Mpfr> watch(program_);
    options.precise_observer = &watch;
    watch.begin();
    r = simulate(model.tuples(), options);
    record.measures = watch.measured();
    record.message = watch.remarks();
  }
  record.status = r.status.code;
  if (!succeeded(r.status)) record.message = reason(r.status);
  record.warnings = counted_warnings(r.warnings);
  record.end_time = r.status.time.value;
  record.steps = r.statistics.steps;
  record.events = r.statistics.events;
  record.seconds = r.statistics.seconds;
  if (result) {
    if (!extra_.empty()) drop_hidden(r);
    *result = std::move(r);
  }
  return record;
}

// A search without bounds, or a distribution with a heavy tail, may ask for what no run can have.
std::string not_a_value(const Point& point, const std::vector<std::string>& varied) {
  for (std::size_t i = 0; i < varied.size(); ++i) {
    const StudyValue& v = point.values[i];
    if (v.exact.empty() && !std::isfinite(v.value))
      return fmt::format("`{}` is {}", varied[i], std::isnan(v.value) ? "not a number" : "infinite");
  }
  return {};
}

// Where the values decide nothing, runs in double need them as numbers only. False: they are to be read exactly.
bool read_numbers(VariedModel& model, const Point& point, Inputs& inputs) {
  std::vector<double> numbers;
  if (!model.decides_nothing() || !model.read_numbers(point, numbers)) return false;
  for (const double x : numbers) inputs.values.push_back({.number = x});
  return true;
}

RunRecord TextEnsemble::run(const Point& point, RunResult* result) {
  if (const std::string problem = not_a_value(point, options_.varied); !problem.empty())
    return failed_run(point, program_.measures, problem, result);
  for (;;) {
    const std::vector<bool> is_set = structural();
    auto model = model_for(point, is_set);
    Inputs inputs;
    const bool can_run = model->problem().empty();
    const bool are_numbers = !result && options_.run.precision == 0 && can_run && read_numbers(*model, point, inputs);
    if (can_run && !are_numbers && (!model->read(point, inputs) || !model->fits(inputs))) {
      model = model_for(point, std::vector<bool>(is_set.size(), true));
      inputs = {};
    }
    RunRecord record = run_with(*model, inputs, result);
    if (can_run && !inputs.values.empty()) {
      if (demote(model->refused())) continue;
      if (are_numbers && !model->decides_nothing()) model->read(point, inputs);  // what was compiled in the run has
      if (!model->fits(inputs)) record = run_with(*model_for(point, std::vector<bool>(is_set.size(), true)), {}, result);
    }
    record.point = point;
    return record;
  }
}

MeasureSlopes TextEnsemble::slopes(const Point& point, std::size_t varied) {
  if (std::string problem = not_a_value(point, options_.varied); !problem.empty()) return no_slopes(std::move(problem));
  for (;;) {
    const std::vector<bool> is_set = structural();
    const std::string& name = options_.varied[varied];
    if (is_set[varied]) return no_slopes(fmt::format("`{}` decides the structure of the model", name));
    const auto model = model_for(point, is_set);
    if (!model->problem().empty()) return no_slopes(model->problem());
    Inputs inputs;
    const auto input = model->real_input_of(varied);
    if (!input) return no_slopes(fmt::format("`{}` is no Real", name));
    if (!model->read(point, inputs) || !model->fits(inputs)) return no_slopes("at these values the model is another one");
    MeasureSlopes found = differentiate(*model, program_, options_.run, inputs, *input);
    if (demote(model->refused())) continue;
    if (!model->fits(inputs)) return no_slopes("at these values the model is another one");
    return found;
  }
}

std::size_t TextEnsemble::batch() {
  if (options_.run.precision != 0) return 1;
  const Point none{0, std::vector<StudyValue>(options_.varied.size())};
  const std::vector<bool> is_set = structural();
  if (std::ranges::find(is_set, true) != is_set.end()) return 1;  // most of the time goes into models
  const auto model = model_for(none, is_set);
  if (!model->problem().empty()) return 1;
  auto lanes = model->take_lanes(bare_options(), program_);
  if (!lanes) return 1;
  model->give_back(std::move(lanes));
  return full_batch;
}

// Where the model is wrong, or would be another one with these values, the point is run alone, which says or finds out what is to be done.
void TextEnsemble::add_to_group(std::vector<Group>& groups, const Point& point, std::size_t place) {
  if (!not_a_value(point, options_.varied).empty()) return;
  Group& group = group_of(groups, point);
  std::vector<double> numbers;
  if (!group.can_run) return;
  if (!group.decides_nothing || !group.model->read_numbers(point, numbers)) {
    Inputs inputs;
    if (!group.model->read(point, inputs) || !group.model->fits(inputs)) return;
    numbers.clear();
    for (const InputValue& v : inputs.values) numbers.push_back(v.number);
  }
  group.places.push_back(place);
  group.inputs.push_back(std::move(numbers));
}

TextEnsemble::Group& TextEnsemble::group_of(std::vector<Group>& groups, const Point& point) {
  const std::vector<bool> is_set = structural();
  if (!groups.empty() && std::ranges::find(is_set, true) == is_set.end()) return groups.front();
  const auto model = model_for(point, is_set);
  const auto known = std::ranges::find(groups, model, &Group::model);
  if (known != groups.end()) return *known;
  const bool can_run = model->problem().empty() && model->refused().empty();
  return groups.emplace_back(Group{model, can_run, can_run && model->decides_nothing(), {}, {}});
}

// Tuples of modes that were compiled since may have decided by the values, as in run().
bool TextEnsemble::still_holds(const Group& group, const Point& point) {
  if (group.model->tuples().model().machines.empty()) return true;
  if (!group.model->refused().empty()) return false;
  if (group.model->decides_nothing()) return true;
  Inputs inputs;
  return group.model->read(point, inputs) && group.model->fits(inputs);
}

void TextEnsemble::run_group(const Group& group, std::span<const Point> points, std::vector<bool>& is_done, const Done& done) {
  auto lanes = group.places.size() < least_batch ? nullptr : group.model->take_lanes(bare_options(), program_);
  if (!lanes) return;
  lanes->run(group.inputs, [&](std::size_t i, std::optional<RunRecord> record, bool in_lanes) {
    const std::size_t place = group.places[i];
    if (!record || !still_holds(group, points[place])) return;
    is_done[place] = true;
    if (in_lanes) ++in_lanes_;
    record->point = points[place];
    done(place, std::move(*record));
  });
  group.model->give_back(std::move(lanes));
}

void TextEnsemble::run_many(std::span<const Point> points, const Done& done) {
  std::vector<bool> is_done(points.size(), false);
  if (options_.run.precision == 0 && points.size() >= least_batch) {
    std::vector<Group> groups;
    for (std::size_t i = 0; i < points.size(); ++i) add_to_group(groups, points[i], i);
    for (const Group& group : groups) run_group(group, points, is_done, done);
  }
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!is_done[i]) done(i, run(points[i], nullptr));
}

}  // namespace

MeasureSlopes Ensemble::slopes(const Point&, std::size_t) { return no_slopes("these runs are not differentiated"); }

RunRecord failed_run(const Point& point, const std::vector<Measure>& measures, const std::string& reason, RunResult* result) {
  RunRecord record;
  record.point = point;
  record.status = StatusCode::failed;
  record.message = reason;
  record.measures.resize(measures.size());
  for (std::size_t i = 0; i < measures.size(); ++i) record.measures[i].is_list = measures[i].is_list;
  if (result) {
    *result = {};
    result->status = {.code = StatusCode::failed, .time = {}, .message = reason};
  }
  return record;
}

std::unique_ptr<Ensemble> Ensemble::make(EnsembleOptions options, Diagnostics& diagnostics) {
  auto sources = std::make_shared<Sources>(*options.model.sources);
  const std::uint32_t shared = sources->add("", "");
  LoadOptions load{options.model.name, {}};
  for (const auto& [name, value] : options.model.settings) load.settings.push_back({name, value});
  Diagnostics found;
  auto model = load_model(sources, options.model.files, load, found);
  hand_over(found, *sources, shared, options, diagnostics);
  if (!model) return nullptr;
  auto program = read_measures(options.measures, *model, *options.model.sources, diagnostics);
  if (!check_varied(options, *model, diagnostics) || !program) return nullptr;
  if (!watch_shown(options.shown, *options.model.sources, *program, diagnostics)) return nullptr;
  std::string chosen = options.model.name, extra;
  if (!program->expressions.empty()) {
    const MeasuredModel measured(model->name, *program);
    if (!check_expressions(options, *model, measured, diagnostics)) return nullptr;
    chosen = MeasuredModel::name;
    extra = measured.text;
  }
  auto ensemble = std::make_unique<TextEnsemble>(std::move(options), std::move(*model), std::move(*program), std::move(chosen),
                                                 std::move(extra));
  ensemble->prepare();
  return ensemble;
}

}  // namespace saltus
