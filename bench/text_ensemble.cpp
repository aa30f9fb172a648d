#include "text_ensemble.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>

namespace saltus::bench {

TextEnsemble::TextEnsemble(const Options& options) {
  const std::string path = options.file.starts_with('/') ? options.file : SALTUS_BENCH_MODELS "/" + options.file;
  std::ifstream file(path);
  std::string text(std::istreambuf_iterator<char>(file), {});
  auto sources = std::make_shared<Sources>();
  EnsembleOptions ensemble;
  ensemble.model.files = {sources->add(options.file, std::move(text))};
  ensemble.model.sources = std::move(sources);
  ensemble.model.settings = options.settings;
  ensemble.varied = options.varied;
  for (const std::string& measure : options.measures)
    ensemble.measures.push_back({fmt::format("measure{}", ensemble.measures.size()), measure});
  ensemble.run.tolerance = pool_.number(Rational::parse(options.tolerance).value());
  if (!options.stop.empty()) ensemble.run.stop = pool_.number(Rational::parse(options.stop).value());
  Diagnostics diagnostics;
  ensemble_ = Ensemble::make(std::move(ensemble), diagnostics);
  if (!ensemble_) {
    throw std::runtime_error(
        fmt::format("{}: {}", options.file, diagnostics.all().empty() ? "cannot be compiled" : diagnostics.all()[0].message));
  }
}

RunRecord TextEnsemble::run(std::span<const double> values) {
  point_.values.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) point_.values[i].value = values[i];
  RunRecord record = ensemble_->run(point_);
  if (!counts(record)) throw std::runtime_error(record.message);
  return record;
}

void TextEnsemble::run_many(std::span<const double> values, const std::function<void(std::size_t, const RunRecord&)>& done) {
  points_.resize(values.size(), Point{0, {StudyValue{}}});
  for (std::size_t i = 0; i < values.size(); ++i) points_[i].values[0].value = values[i];
  std::string problem;
  ensemble_->run_many(points_, [&](std::size_t i, const RunRecord& record) {
    if (!counts(record))
      problem = record.message;
    else
      done(i, record);
  });
  if (!problem.empty()) throw std::runtime_error(problem);
}

}  // namespace saltus::bench
