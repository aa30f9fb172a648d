#include "study/search_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "study/minimize.hpp"
#include "study/seek.hpp"
#include "study/toml_reader.hpp"

namespace saltus {
namespace {

std::size_t index_of(const std::string& name, const std::vector<Measure>& measures) {
  const auto found = std::find_if(measures.begin(), measures.end(), [&](const Measure& m) { return m.name == name; });
  assert(found != measures.end());
  return static_cast<std::size_t>(found - measures.begin());
}

Unknown unknown_of(const StudyUnknown& u) {
  Unknown unknown{.name = u.name.text};
  if (u.from) unknown.low = u.from->number.value.value;
  if (u.to) unknown.high = u.to->number.value.value;
  if (u.guess) unknown.guess = u.guess->number.value.value;
  return unknown;
}

std::vector<Unknown> unknowns_of(const std::vector<StudyUnknown>& stated) {
  std::vector<Unknown> unknowns;
  for (const StudyUnknown& u : stated) unknowns.push_back(unknown_of(u));
  return unknowns;
}

SeekMethod seek_method(const std::string& name) {
  if (name == "bisection") return SeekMethod::bisection;
  if (name == "secant") return SeekMethod::secant;
  return name == "newton" ? SeekMethod::newton : SeekMethod::toms748;
}

/// The runs of a search, and the measures that it looks at.
class SearchRuns {
 public:
  SearchRuns(Runner& runner, std::vector<std::size_t> measures) : runner_(runner), measures_(std::move(measures)) {}

  std::vector<Evaluation> evaluate(const std::vector<Candidate>& candidates) {
    std::vector<std::vector<StudyValue>> points;
    for (const Candidate& c : candidates) points.push_back(point_of(c));
    std::vector<RunRecord> records = runner_.evaluate_all(std::move(points));
    std::vector<Evaluation> found;
    for (RunRecord& r : records) {
      found.push_back(evaluation(r));
      keep(std::move(r));
    }
    return found;
  }

  /// The derivatives at values that were run.
  Derivatives differentiate(const Candidate& values) {
    Derivatives found;
    const std::vector<MeasureSlopes> by_name = runner_.slopes(point_of(values));
    const RunRecord* run = recent(values);
    for (const MeasureSlopes& by : by_name) {
      if (by.events > 0 || !by.slopes.empty()) ++found.runs;
      if (found.failure.empty()) found.failure = trouble_with(by, run);
      std::vector<double>& column = found.by_unknown.emplace_back();
      if (!found.failure.empty()) continue;
      for (const std::size_t m : measures_) column.insert(column.end(), by.slopes[m].begin(), by.slopes[m].end());
    }
    return found;
  }

  /// The run at these values, if there was one.
  [[nodiscard]] std::optional<RunRecord> run_at(const Candidate& values) {
    if (const RunRecord* known = recent(values)) return *known;
    if (values.empty()) return std::nullopt;
    return runner_.evaluate(point_of(values));
  }

 private:
  static constexpr std::size_t most_recent = 256;

  static std::vector<StudyValue> point_of(const Candidate& values) {
    std::vector<StudyValue> point;
    for (const double x : values) point.push_back({x, {}});
    return point;
  }

  [[nodiscard]] const RunRecord* recent(const Candidate& values) const {
    const auto found = std::find_if(recent_.begin(), recent_.end(), [&](const RunRecord& r) {
      return std::equal(values.begin(), values.end(), r.point.values.begin(), r.point.values.end(),
                        [](double x, const StudyValue& v) { return x == v.value; });
    });
    return found == recent_.end() ? nullptr : &*found;
  }

  /// Why derivatives cannot be used; empty if they can.
  [[nodiscard]] std::string trouble_with(const MeasureSlopes& by, const RunRecord* run) const {
    if (by.slopes.empty()) return by.problem;
    if (run && (run->status != by.status || run->events != by.events)) return "the run with derivatives has other events";
    for (const std::size_t m : measures_) {
      if (std::all_of(by.slopes[m].begin(), by.slopes[m].end(), [](double x) { return std::isfinite(x); })) continue;
      return by.problem.empty() ? fmt::format("`{}` has none", runner_.ensemble().measures()[m].name) : by.problem;
    }
    return {};
  }

  Evaluation evaluation(const RunRecord& r) const {
    Evaluation e;
    if (!counts(r)) {
      e.failure =
          fmt::format("the run ended with status `{}`{}{}", name_of(r.status), r.message.empty() ? "" : ": ", r.message);
      return e;
    }
    for (const std::size_t m : measures_) {
      const MeasuredValue& v = r.measures.at(m);
      const std::vector<double> numbers = v.is_list ? v.list : std::vector{v.number};
      e.values.insert(e.values.end(), numbers.begin(), numbers.end());
      if (numbers.empty() || std::any_of(numbers.begin(), numbers.end(), [](double x) { return !std::isfinite(x); })) {
        const std::string& name = runner_.ensemble().measures()[m].name;
        e.failure = fmt::format("`{}` is {}", name,
                                numbers.empty()              ? "empty"
                                : std::isinf(numbers.back()) ? "infinite"
                                                             : "missing");
      }
    }
    return e;
  }

  void keep(RunRecord r) {
    if (recent_.size() == most_recent) recent_.erase(recent_.begin());
    recent_.push_back(std::move(r));
  }

  Runner& runner_;
  std::vector<std::size_t> measures_;
  std::vector<RunRecord> recent_;
};

constexpr double half_a_digit = 0x1p-53;  // nothing is surer than the numbers it is said with

void take_values(SearchEnd& end, const std::vector<Unknown>& unknowns, const Candidate& values,
                 const std::vector<double>& widths) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double width = i < widths.size() ? widths[i] : 0;
    const double least = width > 0 ? half_a_digit * std::abs(values[i]) : 0;
    end.values.push_back({unknowns[i].name, values[i], std::max(width, least), scale_of(unknowns[i], values[i])});
  }
}

SearchEnd run_seek(const SeekExperiment& stated, Runner& runner) {
  SeekProblem problem{
      .unknowns = unknowns_of(stated.unknowns), .method = seek_method(stated.method.text), .tol = stated.tol.value_or(0)};
  std::vector<std::size_t> measures;
  for (const SeekTarget& t : stated.targets) {
    problem.targets.push_back({t.measure.text, t.value.number.value.value});
    measures.push_back(index_of(t.measure.text, runner.ensemble().measures()));
  }
  SearchRuns runs(runner, std::move(measures));
  const SeekOutcome outcome = seek(
      problem, [&](const auto& candidates) { return runs.evaluate(candidates); },
      [&](const Candidate& at) { return runs.differentiate(at); });
  SearchEnd end{.met = outcome.end != SeekEnd::failed, .method = stated.method.text};
  take_values(end, problem.unknowns, outcome.values, outcome.widths);
  for (std::size_t i = 0; i < outcome.measured.size(); ++i) {
    end.targets.push_back({problem.targets[i].measure, problem.targets[i].value, outcome.measured[i]});
  }
  end.slopes = outcome.slopes;
  end.jump = outcome.end == SeekEnd::jump;
  end.message = outcome.message;
  end.help = outcome.help;
  end.runs = outcome.runs;
  end.derivatives = outcome.derivatives;
  end.place = stated.unknowns.front().name.span;
  end.run = runs.run_at(outcome.values);
  return end;
}

MinimizeProblem problem_of(const MinimizeExperiment& stated, const std::vector<Measure>& measures) {
  const bool is_list = measures[index_of(stated.objective.text, measures)].is_list;
  MinimizeProblem problem{.unknowns = unknowns_of(stated.unknowns), .objective = stated.objective.text, .is_list = is_list};
  problem.maximize = stated.maximize;
  problem.method = fitting_method(problem.unknowns.size(), is_list);
  if (problem.maximize && problem.method == MinimizeMethod::least_squares)
    problem.method = fitting_method(problem.unknowns.size(), false);
  if (const auto method = minimize_method_named(stated.method.text)) problem.method = *method;
  problem.tol = stated.tol.value_or(0);
  return problem;
}

SearchEnd run_minimize(const MinimizeExperiment& stated, Runner& runner) {
  const std::vector<Measure>& measures = runner.ensemble().measures();
  const MinimizeProblem problem = problem_of(stated, measures);
  SearchRuns runs(runner, {index_of(problem.objective, measures)});
  const MinimizeOutcome outcome = minimize(
      problem, [&](const auto& candidates) { return runs.evaluate(candidates); },
      [&](const Candidate& at) { return runs.differentiate(at); });
  SearchEnd end{.met = outcome.found, .method = minimize_method_names()[static_cast<std::size_t>(problem.method)]};
  take_values(end, problem.unknowns, outcome.values, outcome.widths);
  end.objective = problem.objective;
  end.is_list = problem.is_list;
  end.maximize = problem.maximize;
  if (!outcome.values.empty()) end.extreme = outcome.objective;
  end.curvature = outcome.curvature;
  end.kink = outcome.kink;
  end.inside = outcome.found && outcome.at_bound.size() < problem.unknowns.size();
  for (const std::size_t j : outcome.at_bound) end.values[j].at_bound = true;
  end.message = outcome.message;
  end.help = outcome.help;
  for (const std::size_t j : outcome.at_bound) {
    end.message += fmt::format("{}`{}` lies at its bound: beyond it there may be {} values", end.message.empty() ? "" : "; ",
                               problem.unknowns[j].name, problem.maximize ? "larger" : "smaller");
  }
  end.runs = outcome.runs;
  end.derivatives = outcome.derivatives;
  end.place = stated.unknowns.front().name.span;
  end.run = runs.run_at(outcome.values);
  return end;
}

}  // namespace

void check_search(const StudyExperiment& experiment, const std::vector<Measure>& measures, Diagnostics& diagnostics) {
  if (const auto* stated = std::get_if<SeekExperiment>(&experiment)) {
    for (const SeekTarget& t : stated->targets) {
      if (!measures[index_of(t.measure.text, measures)].is_list) continue;
      report_value(diagnostics, t.measure.span, fmt::format("`{}` is a list, and a target is one number", t.measure.text),
                   fmt::format("name a measure of it, as {}[1], or minimise its squares with [minimize]", t.measure.text));
    }
  } else if (const auto* least = std::get_if<MinimizeExperiment>(&experiment)) {
    if (least->method.given() && !minimize_method_named(least->method.text)) {
      report_value(diagnostics, least->method.span, fmt::format("no method `{}`", least->method.text),
                   fmt::format("there are {}", fmt::join(minimize_method_names(), ", ")));
      return;
    }
    const std::string fault = fault_of(problem_of(*least, measures));
    if (!fault.empty()) report_value(diagnostics, least->method.given() ? least->method.span : least->span, fault);
  }
}

SearchEnd run_search(const StudyExperiment& experiment, Runner& runner) {
  if (const auto* stated = std::get_if<SeekExperiment>(&experiment)) return run_seek(*stated, runner);
  return run_minimize(std::get<MinimizeExperiment>(experiment), runner);
}

}  // namespace saltus
