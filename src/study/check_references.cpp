// What the parts of a study say of one another.

#include <fmt/format.h>

#include <algorithm>

#include "study/points.hpp"
#include "study/study_reader.hpp"

namespace saltus {

namespace {

class ReferenceCheck {
 public:
  ReferenceCheck(StudyFile& study, Diagnostics& diagnostics) : study_(study), diagnostics_(diagnostics) {
    for (const MeasureText& m : study.measures) measures_.push_back(m.name);
    for (const StudyText& v : varied_names(study.experiment)) varied_.push_back(v.text);
  }

  void names_are_distinct() {
    std::vector<std::string> seen;
    for (const StudyText& v : varied_names(study_.experiment)) report_if_seen(seen, v);
    for (const MeasureText& m : study_.measures) report_if_seen(seen, {m.name, m.span});
  }

  void varied_are_not_set() {
    for (const StudyText& v : varied_names(study_.experiment)) {
      const auto set = std::ranges::find(study_.settings, v.text, [](const StudySetting& s) { return s.name.text; });
      if (set == study_.settings.end()) continue;
      diagnostics_.error("duplicate-name", set->name.span, fmt::format("`{}` is set, and the study varies it", v.text), {},
                         "leave it out of [set]");
    }
  }

  void measures_exist() {
    if (const auto* seek = std::get_if<SeekExperiment>(&study_.experiment)) {
      for (const SeekTarget& t : seek->targets) require_measure(t.measure, measures_);
    } else if (const auto* minimize = std::get_if<MinimizeExperiment>(&study_.experiment)) {
      if (minimize->objective.given()) require_measure(minimize->objective, measures_);
    }
    auto expectable = measures_;
    expectable.insert(expectable.end(), varied_.begin(), varied_.end());
    for (const Expectation& e : study_.expectations) {
      if (e.measure.given()) require_measure(e.measure, expectable);
    }
  }

  void expected_points_exist() {
    for (Expectation& e : study_.expectations) {
      if (!names_in_at_are_varied(e)) continue;
      if (const auto* compare = std::get_if<CompareExperiment>(&study_.experiment)) {
        find_variant(e, *compare);
      } else if (const auto* sweep = std::get_if<SweepExperiment>(&study_.experiment)) {
        find_point(e, *sweep);
      } else if (!e.at.empty()) {
        report_point(e.at.front().first.span, fmt::format("a {} has no points to choose from", name_of(study_.experiment)), {});
      } else if (std::holds_alternative<SampleExperiment>(study_.experiment) && !e.statistic.given()) {
        report_point(e.span, "of a sample a `statistic` can be expected", "as statistic = \"mean\"");
      }
    }
  }

 private:
  void report_point(Span span, std::string message, std::string help) {
    diagnostics_.error("unknown-point", span, std::move(message), {}, std::move(help));
  }

  static std::string hint(const std::string& word, const std::vector<std::string>& known) {
    const std::string near = nearest_name(word, known);
    if (!near.empty()) return fmt::format("did you mean `{}`?", near);
    return known.empty() ? "" : fmt::format("there are {}", fmt::join(known, ", "));
  }

  void report_if_seen(std::vector<std::string>& seen, const StudyText& name) {
    if (std::find(seen.begin(), seen.end(), name.text) != seen.end()) {
      diagnostics_.error("duplicate-name", name.span, fmt::format("`{}` stands for two things in this study", name.text), {},
                         "choose another name for the measure");
    }
    seen.push_back(name.text);
  }

  void require_measure(const StudyText& name, const std::vector<std::string>& known) {
    if (std::find(known.begin(), known.end(), name.text) != known.end()) return;
    diagnostics_.error("unknown-measure", name.span, fmt::format("no measure `{}` in this study", name.text), {},
                       hint(name.text, known));
  }

  bool names_in_at_are_varied(const Expectation& e) {
    for (const auto& [name, value] : e.at) {
      if (std::find(varied_.begin(), varied_.end(), name.text) != varied_.end()) continue;
      report_point(name.span, fmt::format("`{}` is not varied in this study", name.text), hint(name.text, varied_));
      return false;
    }
    return true;
  }

  void report_word(const StatedNumber& stated, const SweepAxis& axis) {
    std::vector<std::string> words;
    for (std::uint64_t k = 0; axis.words && k < axis.values.count(); ++k) words.push_back(axis.values.value(k).exact);
    report_point(stated.span, fmt::format("`{}` is none of the values of `{}`", stated.number.value.exact, axis.name.text),
                 hint(stated.number.value.exact, words));
  }

  void find_variant(Expectation& e, const CompareExperiment& compare) {
    std::vector<std::string> names;
    for (const StudyVariant& v : compare.variants) names.push_back(v.name.text);
    const auto found = std::find(names.begin(), names.end(), e.variant.text);
    if (found != names.end()) {
      e.point = static_cast<std::uint64_t>(found - names.begin()) + 1;
    } else if (e.variant.given()) {
      report_point(e.variant.span, fmt::format("no variant `{}`", e.variant.text), hint(e.variant.text, names));
    } else {
      report_point(e.span, "of which variant is this expected?",
                   "as variant = \"" + (names.empty() ? "" : names.front()) + "\"");
    }
  }

  void find_point(Expectation& e, const SweepExperiment& sweep) {
    if (e.statistic.given() || sweep.axes.empty() || diagnostics_.has_errors()) return;
    std::vector<std::optional<double>> wanted;
    for (const SweepAxis& a : sweep.axes) {
      const auto at = std::find_if(e.at.begin(), e.at.end(), [&](const auto& pair) { return pair.first.text == a.name.text; });
      wanted.push_back(std::nullopt);
      if (at != e.at.end()) {
        wanted.back() = a.value_of(at->second.number.value);
        if (!wanted.back()) return report_word(at->second, a);
      } else if (a.kind == SweepAxis::Kind::variant && e.variant.given()) {
        wanted.back() = a.value_of({0, e.variant.text});
        if (!wanted.back()) return report_word({{{0, e.variant.text}, {}, false}, e.variant.span}, a);
      }
    }
    const PointMatch match = SweepPoints(sweep).find(wanted);
    e.point = match.number;
    if (match.count == 1) return;
    const Span span = e.at.empty() ? e.span : e.at.front().first.span;
    if (match.count == 0)
      report_point(span, "this sweep has no such point", "a number in quotes is exact");
    else
      report_point(span, fmt::format("{} points of the sweep are so", match.count),
                   "name a value for each varied name in `at`");
  }

  StudyFile& study_;
  Diagnostics& diagnostics_;
  std::vector<std::string> measures_, varied_;
};

}  // namespace

void check_references(StudyFile& study, Diagnostics& diagnostics) {
  ReferenceCheck check(study, diagnostics);
  check.names_are_distinct();
  check.varied_are_not_set();
  check.measures_exist();
  check.expected_points_exist();
}

}  // namespace saltus
