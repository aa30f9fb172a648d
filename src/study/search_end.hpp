#pragma once
// What a search came to.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "study/derivatives.hpp"
#include "study/run_record.hpp"

namespace saltus {

/// A value that a search found, or came to.
struct FoundValue {
  std::string name;
  double value = 0;
  double width = 0;  ///< how sure it is, as far as the runs are right; 0: to the last digit, or not known
  double scale = 0;  ///< by which changes of it are judged
  bool at_bound = false;
  double run_error = 0;  ///< how far the error of the runs moves it, about; 0: not known
};

/// A measure that was to have a value.
struct ReachedTarget {
  std::string measure;
  double target = 0, value = 0;
};

struct SearchEnd {
  bool met = false;
  bool jump = false;  ///< seek: the measure jumps across its target
  std::string method = {};
  std::vector<FoundValue> values = {};
  std::vector<ReachedTarget> targets = {};       ///< seek
  std::vector<std::vector<double>> slopes = {};  ///< seek: of each target by each unknown; empty: not known
  std::string objective = {};                    ///< minimize: the name of the measure
  bool is_list = false, maximize = false;        ///< what was made of it: the sum of squares, the largest value
  std::optional<double> extreme = {};            ///< its value
  double curvature = 0;                          ///< of one unknown: second derivative of the objective; 0: not known
  bool kink = false;                             ///< there the slope jumps
  bool inside = false;                           ///< minimize: not all unknowns lie at bounds
  std::optional<RunRecord> run = {};             ///< at these values
  std::uint64_t runs = 0;
  DerivativeUse derivatives = {};
  std::string message = {}, help = {};  ///< what is special about it, or why it failed
  Span place = {};                      ///< of the experiment
};

/// Lines for a person: what was found, how well, and what to know about it.
[[nodiscard]] std::string search_text(const SearchEnd& end);

}  // namespace saltus
