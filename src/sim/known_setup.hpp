#pragma once
// What the set-up computes from the inputs of a run, kept for runs that have the same ones.

#include <algorithm>
#include <span>
#include <vector>

#include "compile/compiled_model.hpp"
#include "tape/jets.hpp"
#include "tape/operands.hpp"

namespace saltus {

template <class T>
class KnownSetup {
 public:
  explicit KnownSetup(const CompiledModel& compiled) : c_(compiled) {}

  /// Inputs and all that follows from them. Many runs differ in nothing but what comes later; a single one keeps nothing.
  void put(std::span<const T> inputs, Jets<T>& jets) {
    for (std::size_t i = 0; i < inputs.size(); ++i) jets.set(c_.inputs[i], inputs[i]);
    const bool again = is_run_ && c_.tape.blocks.empty() &&
                       std::ranges::equal(inputs, inputs_, [](const T& a, const T& b) { return identical(a, b); });
    if (again && !results_.empty()) {
      for (const Result& r : results_) jets.set(r.slot, r.value);
      return;
    }
    run(c_.tape, c_.setup, jets, 0);
    results_.clear();
    if (again) keep(jets);
    inputs_.assign(inputs.begin(), inputs.end());
    is_run_ = true;
  }

 private:
  struct Result {
    Slot slot;
    T value;
  };

  void keep(const Jets<T>& jets) {
    for (const Instruction& i : c_.setup.instructions)
      for_each_result(c_.tape, i, [&](Slot s) { results_.push_back({s, jets[s][0]}); });
  }

  const CompiledModel& c_;
  bool is_run_ = false;
  std::vector<T> inputs_;  // of the last run
  std::vector<Result> results_;
};

}  // namespace saltus
