#include "measure.hpp"

#include <algorithm>
#include <exception>

#include <fmt/format.h>

namespace saltus::bench {
namespace {

/// One contender as it is repeated.
struct Runner {
  const Contender& contender;
  Row row;
  std::vector<double> times;
  double spent = 0;

  void again() {
    try {
      times.push_back(contender.run() / contender.parts);
      spent += times.back() * contender.parts;
      if (times.size() == 1) row.outcome = contender.judge();
    } catch (const std::exception& problem) {
      row.absent = problem.what();
    }
  }

  [[nodiscard]] bool goes_on(double seconds) const {
    if (!row.absent.empty() || std::ssize(times) >= contender.most_repetitions) return false;
    return times.empty() || spent < seconds;
  }

  Row result() {
    if (times.empty() || !row.absent.empty()) return row;
    const auto middle = times.begin() + std::ssize(times) / 2;
    std::nth_element(times.begin(), middle, times.end());
    row.median = *middle;
    row.least = least_confirmed(times);
    row.repetitions = static_cast<int>(times.size());
    return row;
  }
};

double quantity(const Bar& bar, const Row& row) {
  return bar.quantity == Bar::Quantity::seconds ? row.least : row.outcome.megabytes;
}

std::string trouble(const Row* row, const std::string& name) {
  if (row == nullptr || row->repetitions == 0) return fmt::format("{} was not run", name);
  return row->outcome.wrong.empty() ? "" : fmt::format("{}: {}", name, row->outcome.wrong);
}

Verdict judge(const Bar& bar, const CaseReport& report) {
  Verdict v{.text = bar.text, .value = {}, .limit = bar.limit, .at_least = bar.at_least, .why = bar.note};
  const Row* const ours = report.find(bar.ours);
  std::string problem = trouble(ours, bar.ours);
  if (bar.theirs.empty()) {
    v.unit = bar.quantity == Bar::Quantity::seconds ? "s" : "MB";
    if (problem.empty()) v.value = quantity(bar, *ours);
  } else {
    const Row* const theirs = report.find(bar.theirs);
    const std::string about_theirs = trouble(theirs, bar.theirs);
    // To be right where a peer is wrong is no reason to fail.
    const bool peer_is_wrong = !about_theirs.empty() && theirs && theirs->repetitions > 0 && theirs->role == Role::peer;
    if (peer_is_wrong) v.why = about_theirs;
    if (problem.empty() && !peer_is_wrong) problem = about_theirs;
    if (ours && theirs && ours->repetitions > 0 && theirs->repetitions > 0)
      v.value = bar.at_least ? quantity(bar, *theirs) / quantity(bar, *ours) : quantity(bar, *ours) / quantity(bar, *theirs);
    if (problem.empty() && ours->outcome.error > std::max(theirs->outcome.error, bar.same_error))
      problem = fmt::format("the error is larger: {:.1e} to {:.1e}", ours->outcome.error, theirs->outcome.error);
  }
  v.met = problem.empty() && (bar.at_least ? *v.value >= bar.limit : *v.value <= bar.limit);
  if (!problem.empty()) v.why = problem;
  return v;
}

}  // namespace

double least_confirmed(std::vector<double> times) {
  constexpr std::size_t few = 10, others = 2;
  std::ranges::sort(times);
  if (times.size() < few) return times.front();
  for (std::size_t i = 0; i + others < times.size(); ++i)
    if (times[i + others] <= 1.05 * times[i]) return times[i];
  return times.front();
}

CaseReport measure(const Case& task, double share) {
  std::vector<Runner> runners;
  for (const Contender& c : task.contenders)
    runners.push_back({c, Row{.name = c.name, .role = c.role, .outcome = {}, .absent = c.absent, .of_unit = c.of_unit}, {}});
  const double each = task.seconds * share / static_cast<double>(std::max<std::size_t>(runners.size(), 1));
  for (bool more = true; more;) {
    more = false;
    for (Runner& r : runners) {
      if (!r.goes_on(each)) continue;
      r.again();
      more = true;
    }
  }
  CaseReport report{task.name, task.title, task.unit, {}, {}, task.remarks};
  for (Runner& r : runners) report.rows.push_back(r.result());
  for (const Bar& bar : task.bars) report.verdicts.push_back(judge(bar, report));
  return report;
}

}  // namespace saltus::bench
