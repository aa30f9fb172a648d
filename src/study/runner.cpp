#include "study/runner.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "study/parallel.hpp"

namespace saltus {

std::uint64_t points_of_shard(const PointSource* points, Shard shard) {
  if (points == nullptr || points->count() < shard.index) return 0;
  return (points->count() - shard.index) / shard.count + 1;
}

Runner::Runner(Ensemble& ensemble, Store& store, RunnerOptions options)
    : ensemble_(ensemble), store_(store), options_(std::move(options)) {}

bool Runner::run_all(const PointSource& points, Shard shard) {
  const std::uint64_t count = points_of_shard(&points, shard);
  seen_.total = count - std::min(count, store_.finished());
  const std::uint64_t batch = batch_of(count);
  ParallelWork work;
  work.count = (count + batch - 1) / batch;
  work.stop = [this] { return interrupted(); };
  work.body = [&](std::uint64_t i) {
    std::vector<Point> some;
    for (std::uint64_t k = i * batch; k < std::min(count, (i + 1) * batch); ++k)
      if (const std::uint64_t number = shard.index + k * shard.count; !store_.holds(number))
        some.push_back(points.point(number));
    ensemble_.run_many(some, [this](std::size_t, RunRecord record) { keep(record); });
  };
  work.tick = [this] { report(); };
  run_parallel(work, options_.jobs);
  store_.commit();
  return !interrupted() || done_ >= seen_.total;
}

/// So many that all threads have some, and the last ones do not wait long for each other.
std::uint64_t Runner::batch_of(std::uint64_t count) {
  const std::uint64_t most = count > 1 ? ensemble_.batch() : 1;
  return std::clamp<std::uint64_t>(count / (4 * job_count(options_.jobs)), 1, most);
}

void Runner::keep(const RunRecord& record) {
  if (record.status == StatusCode::interrupted) return;
  if (!counts(record)) ++failed_;
  store_.add(record);
  ++done_;
}

RunRecord Runner::run_at(const Point& point) {
  RunRecord record = ensemble_.run(point);
  keep(record);
  return record;
}

RunRecord Runner::recall_or_run(const Point& point) {
  auto known = store_.find(point.number);
  if (!known) return run_at(point);
  if (is_same_point(known->point, point)) return *std::move(known);
  throw StoreError(
      fmt::format("run {} of the store was made at another point: the search has changed since then", point.number));
}

RunRecord Runner::evaluate(std::vector<StudyValue> values) {
  std::vector<std::vector<StudyValue>> one;
  one.push_back(std::move(values));
  return std::move(evaluate_all(std::move(one)).front());
}

std::vector<RunRecord> Runner::evaluate_all(std::vector<std::vector<StudyValue>> points) {
  std::vector<RunRecord> records(points.size());
  ParallelWork work;
  work.count = points.size();
  work.stop = [this] { return interrupted(); };
  work.body = [&](std::uint64_t i) { records[i] = recall_or_run({evaluated_ + i + 1, std::move(points[i])}); };
  work.tick = [this] { report(); };
  run_parallel(work, options_.jobs);
  evaluated_ += records.size();
  if (interrupted()) {
    store_.commit();
    throw StudyInterrupted();
  }
  return records;
}

std::vector<MeasureSlopes> Runner::slopes(const std::vector<StudyValue>& values) {
  const Point point{0, values};
  std::vector<MeasureSlopes> found(values.size());
  ParallelWork work;
  work.count = values.size();
  work.stop = [this] { return interrupted(); };
  work.body = [&](std::uint64_t i) { found[i] = ensemble_.slopes(point, i); };
  work.tick = [this] { report(); };
  run_parallel(work, options_.jobs);
  if (interrupted()) {
    store_.commit();
    throw StudyInterrupted();
  }
  return found;
}

void Runner::report() {
  seen_.done = done_;
  seen_.failed = failed_;
  if (options_.progress) options_.progress(seen_);
}

}  // namespace saltus
