#pragma once
// Many runs of one model: compiled once per set of structural parameters, run at any number of points.

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "sim/simulate.hpp"
#include "study/measure.hpp"
#include "study/measure_slopes.hpp"
#include "study/run_record.hpp"
#include "study/shown_expressions.hpp"

namespace saltus {

/// Which model, read from text.
struct ModelSource {
  std::shared_ptr<const Sources> sources;  ///< with the texts of the model
  std::vector<std::uint32_t> files = {};
  std::string name = {};                                           ///< of the class; empty: the last
  std::vector<std::pair<std::string, std::string>> settings = {};  ///< as --set
  std::vector<Span> setting_places = {};                           ///< of the settings, for diagnostics; may be shorter
};

struct EnsembleOptions {
  ModelSource model;
  std::vector<std::string> varied = {};  ///< parameters ("m[2]") and start values ("x.start"), in the order of Point::values
  std::vector<Span> varied_places = {};  ///< of the names, for diagnostics; may be shorter
  std::vector<MeasureText> measures = {};
  std::vector<ShownExpression> shown = {};  ///< columns of the series, see shown_values()
  RunOptions run = {};        ///< its expressions outlive the ensemble; `at` is extended by what the measures need
  bool keep_results = false;  ///< the whole RunResult of each run as well (trajectories: figures, comparisons)
};

/// A run that could not be made: no measure has a value. `result`, if any, says the same.
[[nodiscard]] RunRecord failed_run(const Point& point, const std::vector<Measure>& measures, const std::string& reason,
                                   RunResult* result);

/// Thread-safe: `run` may be called from several threads at once. Equal points give equal records (but for `seconds`), in any thread and order.
class Ensemble {
 public:
  /// Null if the model, a varied name or a measure is wrong; `diagnostics` then says what and where, in texts of the model's sources.
  static std::unique_ptr<Ensemble> make(EnsembleOptions options, Diagnostics& diagnostics);
  virtual ~Ensemble() = default;

  /// Never throws but std::bad_alloc: a point whose model is wrong (a structural parameter out of range) is a failed run with the reason.
  [[nodiscard]] virtual RunRecord run(const Point& point, RunResult* result = nullptr) = 0;

  /// The derivatives of all measures by one of the varied names, from a run in numbers that carry them; or why there are none.
  [[nodiscard]] virtual MeasureSlopes slopes(const Point& point, std::size_t varied);
  /// Many points, with the records that run() gives: `done` gets them with the places of their points, in any order. Quicker than one by one
  /// where a model goes in lanes (sim/lane_simulation.hpp).
  using Done = std::function<void(std::size_t, RunRecord)>;
  virtual void run_many(std::span<const Point> points, const Done& done) {
    for (std::size_t i = 0; i < points.size(); ++i) done(i, run(points[i]));
  }
  /// How many points at a time make run_many() worth while; 1: it is not.
  [[nodiscard]] virtual std::size_t batch() { return 1; }
  /// So far, in part at least.
  [[nodiscard]] virtual std::uint64_t runs_in_lanes() const { return 0; }

  [[nodiscard]] virtual const HybridModel& model() const = 0;              ///< at its own settings
  [[nodiscard]] virtual const std::vector<Measure>& measures() const = 0;  ///< names, units, descriptions
};

}  // namespace saltus
