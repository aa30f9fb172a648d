#pragma once
// What a test says about the JSON object of a run. Numbers are closed forms; with `+- bound` they may differ that much,
// without it they are equal.
//
//   --- status zeno 27.129 +- 1e-8          code, and the time if given
//   --- count hit = 8                       events of this name, in all loops and components
//   --- events                              all events in order; `...` skips any number of them
//   2*sqrt(2/9.81) +- 1e-11 hit
//   --- final                               values at the end
//   x = 1.5 +- 1e-9
//   on = true
//   --- json                                anything, by its JSON pointer
//   /near_misses/0/distance = 2.3e-4 +- 1e-5

#include <string>
#include <vector>

#include "document.hpp"

/// Is the section one of the above?
bool is_numeric(const Section& section);

/// What is not as expected, one message each; `json` is the output of the run.
std::vector<std::string> check_numeric(const Section& section, const std::string& json);
