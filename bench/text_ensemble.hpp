#pragma once
// A model from its text, compiled once and run at many points, as studies do.

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "study/ensemble.hpp"

namespace saltus::bench {

class TextEnsemble {
 public:
  struct Options {
    std::string file;                                                ///< below models/, or an absolute path
    std::vector<std::pair<std::string, std::string>> settings = {};  ///< as --set
    std::vector<std::string> varied = {};
    std::vector<std::string> measures = {};
    std::string tolerance = "1e-9";
    std::string stop = "";  ///< empty: as the model says
  };
  /// Throws std::runtime_error if the model or a measure is wrong.
  explicit TextEnsemble(const Options& options);

  /// Throws std::runtime_error if the run fails.
  RunRecord run(std::span<const double> values);

  /// Does the model go in lanes?
  [[nodiscard]] bool has_lanes() { return ensemble_->batch() > 1; }
  /// One run for each value of the only varied name; `done` gets the records, with the places of the values, in any order. Throws
  /// std::runtime_error if one of them fails.
  void run_many(std::span<const double> values, const std::function<void(std::size_t, const RunRecord&)>& done);

 private:
  ExprPool pool_;
  std::unique_ptr<Ensemble> ensemble_;
  Point point_;
  std::vector<Point> points_;
};

}  // namespace saltus::bench
