#include "api/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "api/saltus.hpp"
#include "study/memory_store.hpp"
#include "study/prepared_study.hpp"
#include "study/run_table.hpp"
#include "study/study_run.hpp"

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

std::unique_ptr<PreparedStudy> prepare(const StudyFile& file, const StudyOptions& options) {
  StudyFile copy = file;
  // Others may be reading the texts that this study shares.
  copy.sources = std::make_shared<Sources>(*file.sources);
  Diagnostics diagnostics;
  auto study = prepare_study(std::move(copy), {options.interrupt, version()}, diagnostics);
  if (!study) throw InvalidModel(std::move(diagnostics), file.sources);
  return study;
}

std::unique_ptr<Store> make_store(const PreparedStudy& study, const StudyOptions& options) {
  if (options.folder.empty()) return std::make_unique<MemoryStore>(study.identity, study.layout);
  std::error_code error;
  fs::create_directories(options.folder, error);
  if (error) throw FileError(fmt::format("cannot make the folder `{}`: {}", options.folder.string(), error.message()));
  const fs::path file = options.folder / store_name(options.shard);
  if (options.resume) return Store::resume(file, study.identity, study.layout);
  if (fs::exists(file)) rename_store(file, fs::path(file).replace_extension(".old.sqlite"));
  return Store::create(file, study.identity, study.layout);
}

}  // namespace

Study Study::load(const fs::path& file) { return read(read_file(file), file); }

Study Study::parse(std::string text, const fs::path& file) { return read(std::move(text), file); }

StudyResult Study::run(const StudyOptions& options) const {
  const auto study = prepare(file_, options);
  std::shared_ptr<Store> store = make_store(*study, options);
  StudySummary summary = run_study({*study, *store, {options.jobs, options.interrupt, options.progress}, options.shard});
  if (!options.folder.empty()) {
    const fs::path file = options.folder / store_name(options.shard);
    summary.files.push_back(file.string());
    if (options.csv) {
      const fs::path table = fs::path(file).replace_extension(".csv");
      write_runs_csv(*store, table);
      summary.files.push_back(table.string());
    }
  }
  return StudyResult(std::move(summary), std::move(store));
}

std::pair<RunRecord, RunResult> Study::run_only(std::uint64_t number, const StudyOptions& options) const {
  const auto study = prepare(file_, options);
  if (!study->points || number < 1 || number > study->points->count()) {
    throw InvalidOption(fmt::format("this study has no run {}", number));
  }
  RunResult result;
  RunRecord record = study->ensemble->run(study->points->point(number), &result);
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
