#include "study/compare_study.hpp"

#include <algorithm>
#include <cmath>

#include "sim/settings.hpp"
#include "study/prepared_study.hpp"

namespace saltus {
namespace {

constexpr std::size_t most_repetitions = comparison_runs.most - 1;  // and one with rows at common times
constexpr double enough_seconds = 2;                                // of repetitions, unless there is only one

struct Interrupted {};

class Comparison {
 public:
  Comparison(const CompareExperiment& compare, std::vector<Variant>& variants, Store& store, const std::atomic<bool>* interrupt)
      : compare_(compare), variants_(variants), store_(store), interrupt_(interrupt) {}

  ComparisonReport make() {
    report_.reference = compare_.reference;
    for (std::size_t i = 0; i < variants_.size(); ++i) run_first(i);
    store_.commit();
    take_times();
    follow();
    return std::move(report_);
  }

 private:
  RunRecord run(Ensemble& ensemble, RunResult* result) const {
    RunRecord record = ensemble.run({}, result);
    if (record.status == StatusCode::interrupted || (interrupt_ != nullptr && interrupt_->load())) throw Interrupted{};
    return record;
  }

  void run_first(std::size_t i) {
    RunRecord record = run(*variants_[i].ensemble, &first_.emplace_back());
    const std::string& name = compare_.variants[i].name.text;
    record.point = {i + 1, {{static_cast<double>(i + 1), name}}};
    report_.variants.push_back({name, record.status, record.message, record.end_time, record.steps, record.events, 0, {}});
    seconds_.push_back({record.seconds});
    if (!store_.holds(i + 1)) store_.add(std::move(record));
  }

  /// The first runs count: what is computed once is computed before a run, or belongs to it.
  void take_times() {
    double spent = 0;
    for (const auto& s : seconds_) spent += s.front();
    const double round = spent;
    std::size_t repetitions = 1;
    for (; repetitions < most_repetitions && spent + round < enough_seconds; ++repetitions) {
      for (std::size_t i = 0; i < variants_.size(); ++i) {
        seconds_[i].push_back(run(*variants_[i].ensemble, nullptr).seconds);
        spent += seconds_[i].back();
      }
    }
    report_.repetitions = repetitions;
    for (std::size_t i = 0; i < variants_.size(); ++i) {
      std::vector<double>& s = seconds_[i];
      std::nth_element(s.begin(), s.begin() + static_cast<std::ptrdiff_t>(s.size() / 2), s.end());
      report_.variants[i].seconds = s[s.size() / 2];
    }
  }

  std::vector<double> times() const {
    double start = -std::numeric_limits<double>::infinity(), stop = -start;
    std::vector<const RunResult*> runs;
    for (std::size_t i = 0; i < variants_.size(); ++i) {
      const auto settings = make_settings<double>(variants_[i].run.options, variants_[i].ensemble->model());
      start = std::max(start, settings.start);
      stop = std::min(stop, settings.stop);
      runs.push_back(&first_[i]);
    }
    return start <= stop ? common_times(start, stop, runs) : std::vector<double>{};
  }

  void follow() {
    const std::vector<double> common = times();
    const std::vector<std::string> variables = [&] {
      std::vector<std::string> names;
      for (const StudyText& v : compare_.variables) names.push_back(v.text);
      return names;
    }();
    const RunResult reference = run_at(compare_.reference, common);
    for (std::size_t i = 0; i < variants_.size(); ++i) {
      if (i != compare_.reference)
        report_.variants[i].comparison = compare_runs(reference, run_at(i, common), common, variables);
    }
  }

  RunResult run_at(std::size_t i, const std::vector<double>& times) const {
    const Variant& v = variants_[i];
    ExprPool pool;
    RunOptions options = v.run.options;
    options.record = Record::steps;
    for (const double t : times) options.at.push_back(pool.number(Rational::from_double(t)));
    Diagnostics diagnostics;
    const std::unique_ptr<Ensemble> ensemble = Ensemble::make(ensemble_options(v.file, options), diagnostics);
    RunResult result;
    run(*ensemble, &result);  // made before with other rows: it can be made again
    return result;
  }

  const CompareExperiment& compare_;
  std::vector<Variant>& variants_;
  Store& store_;
  const std::atomic<bool>* interrupt_;
  std::vector<RunResult> first_;
  std::vector<std::vector<double>> seconds_;
  ComparisonReport report_;
};

}  // namespace

StudyFile variant_file(const StudyFile& study, const StudyVariant& variant) {
  StudyFile file = study;
  if (!variant.model.empty()) file.model_files = variant.model;
  if (!variant.model.empty() || variant.class_name.given()) file.class_name = variant.class_name;
  file.run = merged(study.run, variant.run);
  for (const StudySetting& s : variant.settings) {
    std::erase_if(file.settings, [&](const StudySetting& other) { return other.name.text == s.name.text; });
    file.settings.push_back(s);
  }
  return file;
}

std::optional<ComparisonReport> run_comparison(const CompareExperiment& compare, std::vector<Variant>& variants, Store& store,
                                               const std::atomic<bool>* interrupt) {
  try {
    return Comparison(compare, variants, store, interrupt).make();
  } catch (const Interrupted&) {
    return std::nullopt;
  }
}

}  // namespace saltus
