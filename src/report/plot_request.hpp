#pragma once
// What `--plot` names: `saltus run --plot x,v --plot x:v`.

#include <stdexcept>
#include <string>
#include <vector>

#include "model/hybrid_model.hpp"

namespace saltus {

/// One panel: names over time (`x,v`), or one name over another (`x:y`, x to the right, several by commas).
struct PlotRequest {
  struct Pair {
    std::string x;  ///< empty: time
    std::string y;
  };
  std::vector<Pair> curves = {};

  [[nodiscard]] bool over_time() const;
};

/// A request that cannot be met; what() says why, remedy() what to do.
class PlotError : public std::runtime_error {
 public:
  PlotError(const std::string& what, std::string remedy) : std::runtime_error(what), remedy_(std::move(remedy)) {}
  [[nodiscard]] const std::string& remedy() const { return remedy_; }

 private:
  std::string remedy_;
};

/// Reads "x,v" or "x:y"; commas and colons inside brackets belong to names. Throws PlotError.
[[nodiscard]] PlotRequest read_plot_request(const std::string& text);

/// Names as variables of the model, arrays as all of their elements. Throws PlotError for names that are none, with the nearest one.
[[nodiscard]] PlotRequest resolved(const PlotRequest& request, const HybridModel& model);

}  // namespace saltus
