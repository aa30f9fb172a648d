#pragma once
// A contender of the benchmark: a name and a function that does the whole task once.

#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace saltus::bench {

struct Outcome {
  double error = 0;  ///< largest absolute error of the results that are compared
  int events = 0;
};

struct Measurement {
  double seconds = 0;
  double error = 0;
  int events = 0;
};

struct Contender {
  std::string name;
  std::function<Measurement()> run;
};

/// Times one run of `task` (which returns an Outcome).
template <class Task>
Contender timed(std::string name, Task task) {
  return {std::move(name), [task = std::move(task)]() mutable {
            const auto begin = std::chrono::steady_clock::now();
            const Outcome outcome = task();
            const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
            return Measurement{spent.count(), outcome.error, outcome.events};
          }};
}

}  // namespace saltus::bench
