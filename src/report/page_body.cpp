#include "report/page_body.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/read_file.hpp"
#include "report/cross_table.hpp"
#include "report/event_table.hpp"
#include "report/html.hpp"
#include "report/page_parts.hpp"
#include "report/study_figures.hpp"
#include "report/study_table.hpp"
#include "report/verdict_table.hpp"

namespace saltus {

std::string PageBody::html(const std::vector<NotePart>& notes) {
  // The title of the page is its only heading of the first level.
  int highest = 7;
  for (const NotePart& part : notes) {
    if (part.kind == NotePart::Kind::markdown) highest = std::min(highest, highest_heading(part.text));
  }
  std::string out;
  for (const NotePart& part : notes) out += html(part, highest == 1 ? 1 : 0);
  return out;
}

std::string PageBody::html(const NotePart& part, int deeper) {
  const std::string name = part.file.filename().string();
  switch (part.kind) {
    case NotePart::Kind::markdown: return markdown_.html({part.text, part.file, part.span, deeper});
    case NotePart::Kind::source: return folded_html("Model", read_file(part.file), name);
    case NotePart::Kind::study: return folded_html("Study", read_file(part.file), name);
    default: break;
  }
  StudyOutcome* study = shelf_.study(part.file);
  return study == nullptr ? std::string() : of_study(part, *study);
}

std::string PageBody::of_study(const NotePart& part, StudyOutcome& study) {
  const bool is_new = std::ranges::none_of(uses_, [&](const Use& u) { return u.study == &study; });
  if (is_new && study.summary.search && !study.summary.search->met)
    diagnostics_.error("search-failed", study.summary.search->place,
                       fmt::format("{}: {}", study.file_name, study.summary.search->message), "", study.summary.search->help);
  const std::string here = anchor(study, part.kind == NotePart::Kind::expect);
  switch (part.kind) {
    case NotePart::Kind::figure: return here + figure(study, part);
    case NotePart::Kind::events: return here + events(study, part);
    case NotePart::Kind::table: return here + table(study, part);
    case NotePart::Kind::animation: return here + animation(study, part);
    default: break;
  }
  std::vector<VerdictRow> rows;
  for (const Judgement& j : study.summary.judgements) rows.push_back({{}, {}, {}, &j});
  return here + verdicts_html(rows);
}

/// Empty if there is one for the study already.
std::string PageBody::anchor(const StudyOutcome& study, bool at_verdicts) {
  const auto use = std::ranges::find(uses_, &study, &Use::study);
  if (use != uses_.end() && (use->at_verdicts || !at_verdicts)) return {};
  const std::string id = markdown_.new_id(study.file.stem().string());
  if (use == uses_.end()) {
    uses_.push_back({&study, id, at_verdicts});
  } else {
    *use = {&study, id, at_verdicts};
  }
  return fmt::format("<span id=\"{}\"></span>", id);
}

std::string PageBody::figure(const StudyOutcome& study, const NotePart& part) {
  const auto f = std::ranges::find(study.figures, part.name, &Figure::name);
  if (f == study.figures.end()) {
    std::vector<std::string> names;
    for (const Figure& known : study.figures) names.push_back(known.name);
    unknown_name(study, part, "figure", names);
    return {};
  }
  return figure_html(*f, ++figures_);
}

std::string PageBody::table(const StudyOutcome& study, const NotePart& part) {
  if (part.name.empty()) return study_table_html(study);
  const std::vector<Measure>& measures = study.summary.measures;
  const auto m = std::ranges::find(measures, part.name, &Measure::name);
  if (m != measures.end() && !m->is_list && !study.summary.varied.empty())
    return cross_table_html(study, static_cast<std::size_t>(m - measures.begin()));
  std::vector<std::string> names;
  for (const Measure& known : measures) names.push_back(known.name);
  diagnostics_.error("bad-request", part.span,
                     fmt::format("`{}` has no table of `{}`: it takes a measure of a sweep, a number for each run",
                                 study.file_name, part.name),
                     "", fmt::format("its measures: {}", fmt::join(names, ", ")));
  return {};
}

std::string PageBody::animation(StudyOutcome& study, const NotePart& part) {
  const auto names = study.animations->names();
  if (std::ranges::find(names, part.name) == names.end()) {
    unknown_name(study, part, "animation", names);
    return {};
  }
  const auto animation = study.animations->animation(part.name, found_point(study.summary));
  if (!animation || animation->times.empty()) {
    diagnostics_.error("bad-request", part.span, fmt::format("animation `{}` has no run to show", part.name));
    return {};
  }
  return animation_html(*animation, ++figures_);
}

std::string PageBody::events(StudyOutcome& study, const NotePart& part) {
  const auto run = shelf_.run_again(study, part.name, part.span);
  if (!run) return {};
  return event_table_html(*run, study.file.stem().string() + (part.name.empty() ? "" : "-" + part.name) + "-events");
}

void PageBody::unknown_name(const StudyOutcome& study, const NotePart& part, const char* kind,
                            const std::vector<std::string>& names) {
  const std::string near = nearest_name(part.name, names);
  diagnostics_.error("bad-request", part.span, fmt::format("`{}` has no {} `{}`", study.file_name, kind, part.name), "",
                     !near.empty()    ? fmt::format("did you mean `{}`?", near)
                     : !names.empty() ? fmt::format("one of {}", fmt::join(names, ", "))
                                      : fmt::format("describe it there: [[{}]]", kind));
}

}  // namespace saltus
