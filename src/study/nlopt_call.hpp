#pragma once
// One call of a method of NLopt, in units of powers of two, which cost no digits.

#include <cstdint>
#include <functional>
#include <vector>

#include "study/minimize.hpp"

namespace saltus {

struct NloptCall {
  MinimizeMethod method;
  Candidate start;
  std::vector<int> units = {};              ///< of the unknowns, as exponents of two: the method sees x 2^-unit
  double origin = 0;                        ///< of the objective
  int weight = 0;                           ///< the method sees (f - origin) 2^weight
  std::vector<double> low = {}, high = {};  ///< the method stays between them; may be infinite
  std::vector<double> tolerance = {};       ///< of the unknowns, absolute
  std::vector<double> first_step = {};      ///< of methods without gradients
  double objective_tolerance = 0;           ///< relative; 0: none
  std::uint64_t most_runs = 0;
  /// The objective, may be infinite; and its derivatives if they are asked for. What it throws ends the call, and is thrown by it.
  std::function<double(const Candidate&, std::vector<double>* gradient)> f = {};
};

enum class NloptEnd : std::uint8_t { stopped, exhausted, failed };

[[nodiscard]] bool takes_gradients(MinimizeMethod method);
[[nodiscard]] NloptEnd call_nlopt(const NloptCall& call);

}  // namespace saltus
