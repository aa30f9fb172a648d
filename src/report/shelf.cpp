#include "report/shelf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/read_file.hpp"
#include "report/study_figures.hpp"
#include "report/study_trajectories.hpp"
#include "study/memory_store.hpp"
#include "study/study_run.hpp"
#include "study/varied_notes.hpp"

namespace saltus {

namespace fs = std::filesystem;

StudyOutcome* Shelf::study(const fs::path& file) {
  const auto [at, is_new] = outcomes_.try_emplace(fs::weakly_canonical(file));
  if (is_new) at->second = run(file);
  return at->second.get();
}

std::unique_ptr<StudyOutcome> Shelf::run(const fs::path& file) {
  if (options_.begins) options_.begins(file.string());
  // Each study speaks of itself only: what is wrong with one of them does not stop the others.
  Diagnostics own;
  auto outcome = std::make_unique<StudyOutcome>();
  const auto made = [&] {
    auto loaded = load_study(file, sources_, own);
    if (!loaded) return false;
    outcome->study = prepare_study(*std::move(loaded), {options_.interrupt, options_.version}, own);
    if (!outcome->study) return false;
    outcome->file = file;
    outcome->file_name = file.filename().string();
    outcome->text = read_file(file);
    outcome->varied = varied_notes(*outcome->study);
    outcome->store = std::make_shared<MemoryStore>(outcome->study->identity, outcome->study->layout);
    outcome->summary =
        run_study({*outcome->study, *outcome->store, {options_.jobs, options_.interrupt, options_.progress}, {}});
    if (outcome->summary.interrupted) throw StudyInterrupted();
    auto figures = study_figures(*outcome->study, *outcome->store, outcome->summary, own);
    if (!figures) return false;
    outcome->figures = *std::move(figures);
    outcome->animations = StudyAnimations::make(*outcome->study, own);
    return outcome->animations != nullptr;
  };
  const bool is_right = made();
  for (const Diagnostic& d : own.all()) diagnostics_.add(d);
  return is_right ? std::move(outcome) : nullptr;
}

std::unique_ptr<RunResult> Shelf::run_again(StudyOutcome& outcome, const std::string& name, Span span) {
  FigureSpec wanted;
  wanted.span = span;
  if (!name.empty()) {
    const bool is_number = std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
    std::uint64_t number = 0;
    std::from_chars(name.data(), name.data() + name.size(), number);
    if (is_number && number > 0) {
      wanted.runs = {number};
    } else {
      wanted.variants = {{name, span}};
      StudyNumber word;
      word.value = {std::nan(""), name};
      const bool swept = std::holds_alternative<SweepExperiment>(outcome.study->file.experiment);
      if (swept) wanted.at = {{{"variant", span}, {word, span}}};
    }
  }
  Diagnostics found;
  const auto trajectories = StudyTrajectories::make(*outcome.study, wanted, found);
  const auto runs = trajectories ? trajectories->run(found_point(outcome.summary)) : std::vector<ShownRun>();
  if (runs.size() == 1) return std::make_unique<RunResult>(runs.front().result);
  std::vector<std::string> variants;
  for (const auto& [label, result, windows] : runs) variants.push_back(label);
  const std::string message = name.empty() ? fmt::format("which run of `{}`?", outcome.file_name)
                                           : fmt::format("`{}` has no run `{}`", outcome.file_name, name);
  diagnostics_.error("bad-request", span, message, "",
                     variants.empty() ? "name it by its number or variant: study.toml#3"
                                      : fmt::format("one of its variants behind a #: {}", fmt::join(variants, ", ")));
  return nullptr;
}

}  // namespace saltus
