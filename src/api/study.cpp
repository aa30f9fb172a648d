#include "api/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "api/saltus.hpp"
#include "base/write_file.hpp"
#include "report/study_animations.hpp"
#include "report/study_figures.hpp"
#include "study/memory_store.hpp"
#include "study/prepared_study.hpp"
#include "study/run_table.hpp"
#include "study/study_run.hpp"
#include "study/varied_notes.hpp"

namespace saltus {

namespace {

namespace fs = std::filesystem;

Study read(std::string text, const fs::path& file) {
  auto sources = std::make_shared<Sources>();
  Diagnostics diagnostics;
  auto study = parse_study(std::move(text), file, sources, diagnostics);
  if (!study) throw InvalidModel(std::move(diagnostics), std::move(sources));
  return Study(*std::move(study));
}

std::unique_ptr<PreparedStudy> prepare(const StudyFile& file, const StudyOptions& options, Diagnostics& diagnostics) {
  StudyFile copy = file;
  // Others may be reading the texts that this study shares.
  copy.sources = std::make_shared<Sources>(*file.sources);
  auto sources = copy.sources;
  auto study = prepare_study(std::move(copy), {options.interrupt, version()}, diagnostics);
  if (!study) throw InvalidModel(std::move(diagnostics), std::move(sources));
  return study;
}

/// Figures and animations are looked at before the runs: a wrong name in one costs no simulation.
std::unique_ptr<StudyFigures> prepare_figures(const PreparedStudy& study, Diagnostics& diagnostics) {
  auto figures = StudyFigures::make(study, diagnostics);
  if (!figures || !StudyAnimations::make(study, diagnostics)) throw InvalidModel(std::move(diagnostics), study.file.sources);
  return figures;
}

/// The files of a study, in its folder.
class StudyFolder {
 public:
  StudyFolder(const fs::path& folder, Shard shard) : folder_(folder), shard_(shard) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw FileError(fmt::format("cannot make the folder `{}`: {}", folder.string(), error.message()));
  }

  std::unique_ptr<Store> open_store(const PreparedStudy& study, bool resume) {
    const fs::path file = named("runs", ".sqlite");
    if (resume) return Store::resume(file, study.identity, study.layout);
    const fs::path old = named("runs", ".old.sqlite");
    if (fs::exists(file)) {
      rename_store(file, old);
      kept_ = old.string();
    }
    return Store::create(file, study.identity, study.layout);
  }

  void write(const PreparedStudy& study, StudyFigures& figures, StudySummary& summary, const Store& store,
             const StudyOptions& options) {
    summary.files.push_back(named("runs", ".sqlite").string());
    for (const TableFormat format : options.tables) {
      const fs::path file = named("runs", fmt::format(".{}", extension_of(format)).c_str());
      try {
        write_table(RunTable(store, summary.title, varied_notes(study)), format, file);
        summary.files.push_back(file.string());
      } catch (const TableError& error) {  // the store has everything
        summary.unwritten.push_back(fmt::format("{}{}{}", error.what(), error.remedy().empty() ? "" : "; ", error.remedy()));
      }
    }
    if (!summary.interrupted && shard_.count == 1) draw(figures, summary, store, options);
    if (summary.comparison && std::ranges::count(options.tables, TableFormat::csv) > 0) {
      add(summary, named("events", ".csv"), comparison_events_csv(*summary.comparison));
      add(summary, named("deviations", ".csv"), comparison_deviations_csv(*summary.comparison));
    }
    if (!kept_.empty()) summary.notes.push_back(fmt::format("the earlier runs are kept in {}", kept_));
    summary.files.push_back(named("summary", ".json").string());
    write_file(named("summary", ".json"), summary_json(summary));
  }

 private:
  static void add(StudySummary& summary, const fs::path& file, const std::string& text) {
    write_file(file, text);
    summary.files.push_back(file.string());
  }

  void draw(StudyFigures& figures, StudySummary& summary, const Store& store, const StudyOptions& options) {
    StudyPictures drawn = figures.draw(store, found_point(summary), options.figures);
    for (const StudyPicture& p : drawn.pictures) {
      const fs::path file = folder_ / fmt::format("{}.{}", p.name, extension_of(p.format));
      write_file(file, p.bytes);
      summary.files.push_back(file.string());
    }
    summary.notes.insert(summary.notes.end(), drawn.notes.begin(), drawn.notes.end());
  }

  [[nodiscard]] fs::path named(const char* stem, const char* extension) const {
    return folder_ / file_name(stem, shard_, extension);
  }

  fs::path folder_;
  Shard shard_;
  std::string kept_;
};

/// Which model is run where, for a number. The points of a search are known from its store only.
std::pair<Ensemble*, Point> run_of(PreparedStudy& study, std::uint64_t number, const StudyOptions& options) {
  if (study.points && number >= 1 && number <= study.points->count())
    return {study.ensemble.get(), study.points->point(number)};
  if (number >= 1 && number <= study.variants.size()) return {study.variants[number - 1].ensemble.get(), {number, {}}};
  const fs::path file = options.folder / file_name("runs", options.shard, ".sqlite");
  const bool search = !study.points && study.variants.empty();
  if (search && fs::exists(file)) {
    const auto record = Store::resume(file, study.identity, study.layout)->find(number);
    if (record) return {study.ensemble.get(), record->point};
  }
  throw InvalidOption(search && !fs::exists(file) ? fmt::format("run {} of a search is known when it has been run", number)
                                                  : fmt::format("this study has no run {}", number));
}

}  // namespace

Study Study::load(const fs::path& file) { return read(read_file(file), file); }

Study Study::parse(std::string text, const fs::path& file) { return read(std::move(text), file); }

void Study::set(const std::string& name, const std::string& value) {
  const auto varied = varied_names(file_.experiment);
  if (std::ranges::find(varied, name, &StudyText::text) != varied.end())
    throw InvalidOption(fmt::format("the study varies `{}` itself", name));
  std::erase_if(file_.settings, [&](const StudySetting& s) { return s.name.text == name; });
  file_.settings.push_back({{name, {}}, {value, {}}});
}

StudyResult Study::run(const StudyOptions& options) const {
  Diagnostics diagnostics;
  const auto study = prepare(file_, options, diagnostics);
  if (!study->points && options.shard.count > 1) throw InvalidOption("only sweeps and samples can be split into parts");
  const auto figures = prepare_figures(*study, diagnostics);
  std::optional<StudyFolder> folder;
  if (!options.folder.empty()) folder.emplace(options.folder, options.shard);
  std::shared_ptr<Store> store =
      folder ? folder->open_store(*study, options.resume) : std::make_unique<MemoryStore>(study->identity, study->layout);
  StudySummary summary = run_study({*study, *store, {options.jobs, options.interrupt, options.progress}, options.shard});
  if (folder) folder->write(*study, *figures, summary, *store, options);
  const std::string warnings = render(diagnostics, *study->file.sources);
  return StudyResult(std::move(summary), std::move(store), warnings);
}

DryRun Study::dry_run(const StudyOptions& options) const {
  Diagnostics diagnostics;
  const auto study = prepare(file_, options, diagnostics);
  static_cast<void>(prepare_figures(*study, diagnostics));
  return saltus::dry_run(*study, options.shard, options.jobs);
}

std::pair<RunRecord, RunResult> Study::run_only(std::uint64_t number, const StudyOptions& options) const {
  Diagnostics diagnostics;
  const auto study = prepare(file_, options, diagnostics);
  const auto [ensemble, point] = run_of(*study, number, options);
  RunResult result;
  RunRecord record = ensemble->run(point, &result);
  return {std::move(record), std::move(result)};
}

std::vector<double> StudyResult::column(const std::string& name) const {
  const StoreLayout& layout = store_->layout();
  const auto varied = std::find(layout.varied.begin(), layout.varied.end(), name);
  const auto measure =
      std::find_if(layout.measures.begin(), layout.measures.end(), [&](const Measure& m) { return m.name == name; });
  std::vector<double> values;
  if (varied == layout.varied.end() && measure == layout.measures.end()) return values;
  const auto v = static_cast<std::size_t>(varied - layout.varied.begin());
  const auto m = static_cast<std::size_t>(measure - layout.measures.begin());
  store_->for_each([&](const RunRecord& r) {
    if (varied != layout.varied.end())
      values.push_back(r.point.values[v].value);
    else
      values.push_back(m < r.measures.size() ? r.measures[m].number : std::numeric_limits<double>::quiet_NaN());
  });
  return values;
}

}  // namespace saltus
