#pragma once
// The numbers of a run in the run's own number type.

#include <vector>

#include "sim/simulate.hpp"

namespace saltus {

template <class T>
struct Settings {
  T start{}, stop{};
  T tolerance{};
  T step{};                     ///< 0: none given
  std::vector<T> output_times;  ///< increasing, within [start, stop]
  std::string solver;
  Locate locate = Locate::exact;
  Record record = Record::requested;
  int rows_in_step = 1;
  int max_rounds = 1000;
  bool values_in_events = true;
  bool bare_result = false;
  std::vector<T> inputs;  ///< of the free inputs of the model
  Observer<T>* observer = nullptr;
  const std::atomic<bool>* interrupt = nullptr;
};

/// Instantiated for double, Dual<double>, DoubleDouble and Mpfr.
template <class T>
Settings<T> make_settings(const RunOptions& options, const HybridModel& model);

}  // namespace saltus
