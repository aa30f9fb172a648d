// What is gathered from the store in one pass.

#include "study/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "study/run_reason.hpp"
#include "study/sample_statistics.hpp"

namespace saltus {

namespace {

constexpr std::uint64_t most_rows = 20;
constexpr std::size_t most_groups = 1000;
constexpr std::size_t shown_numbers = 5;

class Gathering {
 public:
  Gathering(StudySummary& summary, const StudyFile& study, std::uint64_t count)
      : summary_(summary), keep_rows_(count <= most_rows) {
    summary.moments.assign(summary.measures.size(), {});
    for (const Expectation& e : study.expectations) {
      if (e.point > 0) wanted_.insert(e.point);
    }
  }

  void take(const RunRecord& r) {
    ++summary_.runs;
    if (keep_rows_) summary_.rows.push_back(r);
    if (wanted_.contains(r.point.number) || r.point.number == 1) kept_.emplace(r.point.number, r);
    if (!r.warnings.empty()) ++summary_.warned;
    for (const WarningCount& w : r.warnings) count(warnings_, r, w.text);
    if (!counts(r)) {
      ++summary_.failed;
      count(failures_, r, r.message);
    } else {
      if (!r.message.empty()) count(remarks_, r, r.message);
      for (std::size_t i = 0; i < r.measures.size(); ++i) {
        if (!r.measures[i].is_list) summary_.moments[i].add(r.measures[i].number);
      }
    }
  }

  void finish() {
    summary_.failures = most_frequent_first(failures_);
    summary_.remarks = most_frequent_first(remarks_);
    summary_.warnings = most_frequent_first(warnings_);
  }

  [[nodiscard]] const RunRecord* record(std::uint64_t number) const {
    const auto found = kept_.find(number);
    return found == kept_.end() ? nullptr : &found->second;
  }

 private:
  using Groups = std::map<std::string, FailureGroup>;

  static std::vector<FailureGroup> most_frequent_first(Groups& groups) {
    std::vector<FailureGroup> sorted;
    for (auto& [reason, group] : groups) sorted.push_back(std::move(group));
    std::ranges::stable_sort(sorted, std::ranges::greater(), &FailureGroup::count);
    return sorted;
  }

  static void count(Groups& groups, const RunRecord& r, const std::string& message) {
    std::string reason = std::string(name_of(r.status)) + " " + without_numbers(message);
    if (groups.size() >= most_groups && !groups.contains(reason)) reason = "more";
    FailureGroup& group = groups[reason];
    if (group.count++ == 0) {
      group.status = r.status;
      group.message = message;
    }
    if (group.numbers.size() < shown_numbers) group.numbers.push_back(r.point.number);
  }

  StudySummary& summary_;
  bool keep_rows_;
  std::set<std::uint64_t> wanted_;
  std::map<std::uint64_t, RunRecord> kept_;
  Groups failures_, remarks_, warnings_;
};

MeasuredValue of_number(double x) {
  MeasuredValue value;
  value.number = x;
  return value;
}

std::optional<std::size_t> index_of(const std::vector<Measure>& measures, const std::string& name) {
  const auto found = std::find_if(measures.begin(), measures.end(), [&](const Measure& m) { return m.name == name; });
  return found == measures.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - measures.begin()));
}

/// The value of a measure, or of a varied name, in one run.
std::optional<MeasuredValue> value_in(const RunRecord* record, const StudySummary& summary, const std::string& name) {
  if (record == nullptr) return std::nullopt;
  if (const auto i = index_of(summary.measures, name)) {
    return *i < record->measures.size() ? std::optional(record->measures[*i]) : std::nullopt;
  }
  const auto varied = std::find(summary.varied.begin(), summary.varied.end(), name);
  if (varied == summary.varied.end()) return std::nullopt;
  return of_number(record->point.values[static_cast<std::size_t>(varied - summary.varied.begin())].value);
}

/// Of all measures that are numbers, where they are wanted.
std::vector<MeasureStatistics> statistics_of(const StudySummary& summary, const StudyFile& study, const Store& store) {
  const bool wanted = std::holds_alternative<SampleExperiment>(study.experiment) ||
                      std::any_of(study.expectations.begin(), study.expectations.end(),
                                  [](const Expectation& e) { return e.statistic.given(); });
  if (!wanted) return {};
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < summary.measures.size(); ++i) {
    if (!summary.measures[i].is_list) numbers.push_back(i);
  }
  return sample_statistics([&](const auto& visit) { store.for_each(visit); }, numbers);
}

std::optional<MeasuredValue> statistic_of(const Expectation& e, const StudySummary& summary) {
  for (const MeasureStatistics& s : summary.statistics) {
    if (summary.measures[s.measure].name != e.measure.text) continue;
    const auto value = statistic_named(s, e.statistic.text);
    return value ? std::optional(of_number(*value)) : std::nullopt;
  }
  return std::nullopt;
}

Judgement judge_run(const Expectation& e, const RunRecord* run, const StudySummary& summary) {
  Judgement j = judge(e, value_in(run, summary, e.measure.text));
  if (run == nullptr || counts(*run)) return j;
  j.verdict = Verdict::failed;
  j.reason =
      fmt::format("the run ended with status `{}`{}{}", name_of(run->status), run->message.empty() ? "" : ": ", run->message);
  return j;
}

Judgement judge_in(const Expectation& e, const StudySummary& summary, const Gathering& gathered) {
  if (e.statistic.given()) return judge(e, statistic_of(e, summary));
  if (!summary.search) return judge_run(e, gathered.record(e.point > 0 ? e.point : 1), summary);
  if (!summary.search->met) return judge(e, std::nullopt);
  for (const FoundValue& v : summary.search->values) {
    if (v.name == e.measure.text) return judge(e, of_number(v.value));
  }
  return judge_run(e, summary.search->run ? &*summary.search->run : nullptr, summary);
}

}  // namespace

void gather(StudySummary& summary, const StudyFile& study, const Store& store, bool judge_all) {
  summary.varied = store.layout().varied;
  summary.measures = store.layout().measures;
  Gathering gathering(summary, study, store.finished());
  store.for_each([&](const RunRecord& r) { gathering.take(r); });
  gathering.finish();
  summary.statistics = statistics_of(summary, study, store);
  if (!judge_all) return;
  for (const Expectation& e : study.expectations) summary.judgements.push_back(judge_in(e, summary, gathering));
}

bool all_met(const StudySummary& summary) {
  return std::all_of(summary.judgements.begin(), summary.judgements.end(),
                     [](const Judgement& j) { return j.verdict != Verdict::failed; });
}

}  // namespace saltus
