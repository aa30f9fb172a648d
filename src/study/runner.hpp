#pragma once
// The runs of a study, on several threads, into its store.
//
// Results do not depend on the number of jobs: a record is a function of its point, and the store orders records by number. A run that
// fails is a record like any other. A run that was interrupted is not kept: it will be made when the study is resumed.

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <vector>

#include "study/ensemble.hpp"
#include "study/points.hpp"
#include "study/store.hpp"

namespace saltus {

struct Progress {
  std::uint64_t done = 0;    ///< by this runner
  std::uint64_t failed = 0;  ///< of these
  std::uint64_t total = 0;   ///< to be done by this runner; 0: not known
};

struct RunnerOptions {
  unsigned jobs = 0;                                   ///< 0: as many as there are cores
  const std::atomic<bool>* interrupt = nullptr;        ///< true: no further runs
  std::function<void(const Progress&)> progress = {};  ///< from the caller's thread, about ten times a second and at the end
};

/// Which points are done here: number `index`, `index + count`, ... of all; 1 <= index <= count.
struct Shard {
  std::uint64_t index = 1;
  std::uint64_t count = 1;
};

/// How many points of the source are in the shard; 0 for no source.
[[nodiscard]] std::uint64_t points_of_shard(const PointSource* points, Shard shard);

/// Thrown where a search cannot go on because it was interrupted. What was evaluated is in the store.
class StudyInterrupted : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "interrupted"; }
};

class Runner {
 public:
  /// All live longer than this. Throws StoreError from all its functions.
  Runner(Ensemble& ensemble, Store& store, RunnerOptions options);

  /// The points of the shard that the store does not hold. False if it was interrupted before the last one. All is committed at the end.
  [[nodiscard]] bool run_all(const PointSource& points, Shard shard = {});

  /// For searches: the run at these values, which becomes the next number (1, 2, ...) of the study. A resumed study takes it from the
  /// store instead, as far as it had got. Throws StudyInterrupted.
  [[nodiscard]] RunRecord evaluate(std::vector<StudyValue> values);
  /// Several at once, on all threads; numbered in this order.
  [[nodiscard]] std::vector<RunRecord> evaluate_all(std::vector<std::vector<StudyValue>> points);

  /// The derivatives of the measures at a point, by each varied name; runs that are not kept. Throws StudyInterrupted.
  [[nodiscard]] std::vector<MeasureSlopes> slopes(const std::vector<StudyValue>& values);

  [[nodiscard]] const Progress& progress() const { return seen_; }
  [[nodiscard]] Ensemble& ensemble() { return ensemble_; }

 private:
  [[nodiscard]] bool interrupted() const { return options_.interrupt != nullptr && options_.interrupt->load(); }
  [[nodiscard]] std::uint64_t batch_of(std::uint64_t count);
  void keep(const RunRecord& record);
  RunRecord run_at(const Point& point);
  RunRecord recall_or_run(const Point& point);
  void report();

  Ensemble& ensemble_;
  Store& store_;
  RunnerOptions options_;
  std::atomic<std::uint64_t> done_{0}, failed_{0};
  std::uint64_t evaluated_ = 0;
  Progress seen_;
};

}  // namespace saltus
