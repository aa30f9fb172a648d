#include "study/minimize.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "study/differences.hpp"
#include "study/objective.hpp"

namespace saltus {

const std::vector<std::string>& minimize_method_names() {
  static const std::vector<std::string> names = {"brent", "bobyqa", "cobyla", "nelder-mead", "least-squares", "slsqp", "lbfgs"};
  return names;
}

std::optional<MinimizeMethod> minimize_method_named(std::string_view name) {
  const auto& names = minimize_method_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<MinimizeMethod>(found - names.begin());
}

MinimizeMethod fitting_method(std::size_t unknowns, bool is_list) {
  if (is_list) return MinimizeMethod::least_squares;
  return unknowns == 1 ? MinimizeMethod::brent : MinimizeMethod::bobyqa;
}

std::string fault_of(const MinimizeProblem& p) {
  if (p.method == MinimizeMethod::brent && p.unknowns.size() > 1) return "brent finds one unknown";
  if (p.method == MinimizeMethod::bobyqa && p.unknowns.size() < 2) return "bobyqa needs two unknowns or more";
  if (p.method != MinimizeMethod::least_squares) return {};
  if (!p.is_list) return "least-squares needs a list";
  return p.maximize ? "least-squares finds no maximum" : "";
}

namespace {

constexpr double far_away = 1e15;  // times the scale at the start

}  // namespace

Objective::Objective(const MinimizeProblem& problem, CountedRuns& runs) : problem_(problem), runs_(runs) {
  for (const Unknown& u : problem.unknowns)
    farthest_.push_back(u.bracketed() ? std::numeric_limits<double>::max() : far_away * scale_of(u, start_of(u)));
}

void Objective::check(const Candidate& x) const {
  for (std::size_t j = 0; j < x.size(); ++j)
    if (!(std::abs(x[j]) <= farthest_[j])) throw RunsAway{j, x[j]};
}

std::string Objective::trouble_with(const Evaluation& e) {
  if (!e.good() || !problem_.is_list) return e.failure;
  if (!entries_) entries_ = e.values.size();
  if (e.values.size() == *entries_) return {};
  return fmt::format("`{}` has {} entries, not {}", problem_.objective, e.values.size(), *entries_);
}

double Objective::value_of(const Evaluation& e) const {
  double value = 0;
  if (problem_.is_list) {
    for (const double x : e.values) value += x * x;
  } else {
    value = e.values.at(0);
  }
  return problem_.maximize ? -value : value;
}

void Objective::note(const Candidate& x, double value) {
  if (std::isfinite(value)) most_ = std::max(most_, value);
  if (std::isfinite(value) && first_size_ == 0) first_size_ = std::abs(value);
  if (!(value < least_)) return;
  least_ = value;
  best_ = x;
}

std::vector<double> Objective::at_all(const std::vector<Candidate>& candidates) {
  for (const Candidate& x : candidates) check(x);
  const std::vector<Evaluation> found = runs_.all(candidates);
  std::vector<double> values;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool good = trouble_with(found[i]).empty();
    values.push_back(good ? value_of(found[i]) : std::numeric_limits<double>::infinity());
    note(candidates[i], values.back());
  }
  return values;
}

double Objective::beyond(const Candidate& x) {
  const Evaluation e = runs_.one(x);
  return trouble_with(e).empty() ? value_of(e) : std::numeric_limits<double>::infinity();
}

double Objective::at(const Candidate& x) {
  check(x);
  const Evaluation e = runs_.one(x);
  const std::string trouble = trouble_with(e);
  if (!trouble.empty()) throw NoObjective{fmt::format("at {} {}", describe(problem_.unknowns, x), trouble)};
  const double value = value_of(e);
  note(x, value);
  last_ = e.values;
  return value;
}

/// Of the number that is minimised, from those of what was measured.
std::vector<double> Objective::combined(const std::vector<std::vector<double>>& by_unknown) const {
  std::vector<double> gradient;
  for (const std::vector<double>& column : by_unknown) {
    double sum = problem_.is_list ? 0 : column[0];
    for (std::size_t i = 0; i < column.size() && problem_.is_list; ++i) sum += 2 * last_[i] * column[i];
    gradient.push_back(problem_.maximize ? -sum : sum);
  }
  return gradient;
}

std::optional<std::vector<double>> Objective::exact_gradient(const Candidate& x) {
  if (problem_.is_list) at(x);
  const auto exact = runs_.exact(x, problem_.is_list ? last_.size() : 1);
  if (!exact) return std::nullopt;
  return combined(exact->by_unknown);
}

std::vector<double> Objective::gradient(const Candidate& x, std::vector<double>& errors, DifferenceOrder order) {
  const Derivatives d = derivatives(runs_, problem_.unknowns, x, last_.size(), order);
  if (!d.failure.empty()) throw NoObjective{d.failure};
  errors.clear();
  for (const std::vector<double>& column : d.errors) {
    double sum = problem_.is_list ? 0 : column[0];
    for (std::size_t i = 0; i < column.size() && problem_.is_list; ++i) sum += 2 * std::abs(last_[i]) * column[i];
    errors.push_back(sum);
  }
  return combined(d.by_unknown);
}

MinimizeOutcome Objective::outcome(bool found) const {
  MinimizeOutcome outcome;
  outcome.found = found;
  if (!best_) return outcome;
  outcome.values = *best_;
  outcome.objective = problem_.maximize ? -least_ : least_;
  return outcome;
}

MinimizeOutcome Objective::failure(std::string message, std::string help) const {
  MinimizeOutcome failed = outcome(false);
  failed.message = std::move(message);
  failed.help = std::move(help);
  return failed;
}

MinimizeOutcome Objective::flat() const {
  const bool one = problem_.unknowns.size() == 1;
  return failure(fmt::format("`{}` does not depend on {}: it is {} wherever it was looked at", problem_.objective,
                             one ? fmt::format("`{}`", problem_.unknowns[0].name) : "the unknowns",
                             measured_text(problem_.maximize ? -least_ : least_)),
                 "choose other bounds, another `guess`, or an objective that depends on what is sought");
}

MinimizeOutcome Objective::no_end(std::string_view remedy) const {
  return failure(
      fmt::format("no end after {} runs; the best so far is {}", runs_.runs(), describe(problem_.unknowns, best_.value())),
      fmt::format("is there a least value? {}", remedy));
}

namespace {

constexpr double jump = 1e6;  // times as far as the best place: no values fell on the way there

MinimizeOutcome ran_away(const Objective& objective, const RunsAway& away) {
  const MinimizeProblem& problem = objective.problem();
  const std::string& name = problem.unknowns[away.unknown].name;
  std::string message = fmt::format("`{}` goes on {} while `{}` goes beyond {}", problem.objective,
                                    problem.maximize ? "rising" : "falling", name, measured_text(away.value));
  if (std::abs(away.value) > jump * std::abs(objective.best().value()[away.unknown]))
    message = fmt::format("the method went off to {} = {}; the best so far is {}", name, measured_text(away.value),
                          describe(problem.unknowns, *objective.best()));
  return objective.failure(std::move(message), fmt::format("give `{}` bounds with `from` and `to`", name));
}

MinimizeOutcome by_method(Objective& objective) {
  try {
    switch (objective.problem().method) {
      case MinimizeMethod::brent: return minimize_along_line(objective);
      case MinimizeMethod::least_squares: return minimize_squares(objective);
      case MinimizeMethod::slsqp:
      case MinimizeMethod::lbfgs: return minimize_by_gradient(objective);
      default: return minimize_by_nlopt(objective);
    }
  } catch (const RunsAway& away) {
    return ran_away(objective, away);
  } catch (const NoObjective& none) {
    return objective.failure(none.message,
                             "narrow the bounds, or use method = \"nelder-mead\", which goes round runs that fail");
  }
}

}  // namespace

MinimizeOutcome minimize(const MinimizeProblem& problem, const Evaluate& evaluate, const Differentiate& differentiate) {
  CountedRuns runs(evaluate, differentiate);
  Objective objective(problem, runs);
  MinimizeOutcome outcome = by_method(objective);
  if (outcome.found && objective.is_flat() && !problem.is_list) outcome = objective.flat();
  if (outcome.found) outcome = if_it_rises_again(objective, std::move(outcome));
  if (outcome.found) outcome = if_it_has_an_end(objective, std::move(outcome));
  outcome.runs = runs.runs();
  outcome.derivatives = runs.derivatives();
  for (std::size_t j = 0; j < outcome.values.size() && outcome.found; ++j) {
    const Unknown& u = problem.unknowns[j];
    if (outcome.values[j] == u.low || outcome.values[j] == u.high) outcome.at_bound.push_back(j);
  }
  return outcome;
}

}  // namespace saltus
