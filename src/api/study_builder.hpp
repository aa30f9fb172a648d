#pragma once
// Studies built in C++:
//
//   const auto result = saltus::StudyBuilder(model)
//                           .options({.stop = 15})
//                           .sweep("e", saltus::Range{"0.15", "1", "0.001"})
//                           .measure("collisions", "count(\"hit\")")
//                           .build()
//                           .run();

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "api/model.hpp"
#include "api/options.hpp"
#include "api/study.hpp"

namespace saltus {

/// from, from + step, ..., not beyond `to`; exact.
struct Range {
  Exact from, to, step;
};

/// `count` >= 2 values from `from` to `to`, in equal distances or (`log`) equal ratios.
struct Spread {
  Exact from, to;
  std::uint64_t count = 2;
  bool log = false;
};

/// A value that the study must reproduce, at the point where the varied names have the values `at`.
struct Expected {
  std::string measure;
  std::vector<std::pair<std::string, Exact>> at = {};
  Exact value;
  double tol = 0;  ///< absolute
  std::string source = {};
};

/// Numbers that are none, empty ranges and the like throw InvalidOption; names are checked by build() and by the first run.
class StudyBuilder {
 public:
  explicit StudyBuilder(const Model& model);

  StudyBuilder& title(std::string text);
  /// Times, tolerance, solver, ... of all runs, and settings on top of those of the model.
  StudyBuilder& options(const Options& options);
  /// `expression` as in study files: "final(v[4])", "time(\"hit\", 3)". Later measures may use earlier ones.
  StudyBuilder& measure(std::string name, std::string expression);

  /// Several sweeps are a grid, the first one slowest; `paired` takes their values side by side.
  StudyBuilder& sweep(const std::string& name, const std::vector<Exact>& values);
  StudyBuilder& sweep(const std::string& name, std::initializer_list<Exact> values) {
    return sweep(name, std::vector<Exact>(values));
  }
  StudyBuilder& sweep(const std::string& name, const Range& range);
  StudyBuilder& sweep(const std::string& name, const Spread& spread);
  StudyBuilder& paired();
  /// Any other experiment, in place of a sweep.
  StudyBuilder& experiment(StudyExperiment experiment);

  StudyBuilder& expect(const Expected& expected);

  /// Throws InvalidModel if parts of the study contradict one another.
  [[nodiscard]] Study build() const;

 private:
  SweepExperiment& sweep_of(const std::string& name, SweepValues values, std::string stated);

  StudyFile file_;
};

}  // namespace saltus
