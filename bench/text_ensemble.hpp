#pragma once
// A model from its text, compiled once and run at many points, as studies do.

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
  /// At many values of the one varied name, in lanes where the model allows it.
  std::vector<RunRecord> run_all(std::span<const double> values);

 private:
  ExprPool pool_;
  std::unique_ptr<Ensemble> ensemble_;
  Point point_;
};

}  // namespace saltus::bench
