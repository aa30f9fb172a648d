#include "study/run_settings.hpp"

#include "lang/constant_number.hpp"

namespace saltus {

namespace {

constexpr std::pair<const char*, StudyText RunSettings::*> texts[] = {
    {"start", &RunSettings::start},  {"stop", &RunSettings::stop},         {"tol", &RunSettings::tol},
    {"step", &RunSettings::step},    {"interval", &RunSettings::interval}, {"solver", &RunSettings::solver},
    {"locate", &RunSettings::locate}};

}  // namespace

StudyRunOptions run_options_of(const RunSettings& settings) {
  StudyRunOptions made;
  const auto number = [&](const StudyText& text) {
    auto constant = text.given() ? read_constant(text.text) : std::nullopt;
    if (!constant) return Expr();
    made.pools.push_back(std::move(constant->pool));
    return constant->value;
  };
  RunOptions& o = made.options;
  o.start = number(settings.start);
  o.stop = number(settings.stop);
  o.tolerance = number(settings.tol);
  o.step = number(settings.step);
  o.interval = number(settings.interval);
  for (const StudyText& t : settings.at) o.at.push_back(number(t));
  if (settings.solver.given()) o.solver = settings.solver.text;
  if (settings.locate.text == "grid") o.locate = Locate::grid;
  if (settings.locate.text == "signs") o.locate = Locate::signs;
  o.precision = settings.precision;
  if (settings.max_rounds > 0) o.max_rounds = settings.max_rounds;
  return made;
}

RunSettings merged(const RunSettings& base, const RunSettings& over) {
  RunSettings all = base;
  for (const auto& [name, member] : texts) {
    if ((over.*member).given()) all.*member = over.*member;
  }
  if (!over.at.empty()) all.at = over.at;
  if (over.precision != 0) all.precision = over.precision;
  if (over.max_rounds > 0) all.max_rounds = over.max_rounds;
  return all;
}

std::vector<std::pair<std::string, std::string>> entries_of(const RunSettings& settings) {
  std::vector<std::pair<std::string, std::string>> entries;
  for (const auto& [name, member] : texts) {
    if ((settings.*member).given()) entries.emplace_back(name, (settings.*member).text);
  }
  std::string times;
  for (const StudyText& t : settings.at) times += (times.empty() ? "" : ", ") + t.text;
  if (!times.empty()) entries.emplace_back("at", times);
  if (settings.precision != 0) entries.emplace_back("precision", precision_text(settings.precision));
  if (settings.max_rounds > 0) entries.emplace_back("max_rounds", std::to_string(settings.max_rounds));
  return entries;
}

Span place_of_problem(const RunSettings& settings, const RunOptions& options, const HybridModel& model, Span otherwise) {
  const std::string problem = problem_with(options, model);
  const auto changes = [&](const StudyText& stated, auto&& take_out) {
    if (!stated.given()) return false;
    RunOptions without = options;
    take_out(without);
    return problem_with(without, model) != problem;
  };
  if (changes(settings.tol, [](RunOptions& o) { o.tolerance = {}; })) return settings.tol.span;
  if (changes(settings.step, [](RunOptions& o) { o.step = {}; })) return settings.step.span;
  if (changes(settings.interval, [](RunOptions& o) { o.interval = {}; })) return settings.interval.span;
  if (changes(settings.solver, [](RunOptions& o) { o.solver = RunOptions().solver; })) return settings.solver.span;
  for (const StudyText& t : settings.at)
    if (changes(t, [](RunOptions& o) { o.at.clear(); })) return t.span;
  if (changes(settings.stop, [](RunOptions& o) { o.stop = {}; })) return settings.stop.span;
  if (changes(settings.start, [](RunOptions& o) { o.start = {}; })) return settings.start.span;
  return otherwise;
}

}  // namespace saltus
