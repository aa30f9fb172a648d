#pragma once
// Repetition of the contenders of a case, and the verdicts.

#include <vector>

#include "case.hpp"
#include "report.hpp"

namespace saltus::bench {

/// All contenders in turn, again and again: what disturbs the machine disturbs all of them. `share` of the time of the case is spent.
CaseReport measure(const Case& task, double share);

/// The least of some times that is not alone: where there are ten or more, two others are within 5 % above it. Where the processor is lent by another
/// system its clock may be put right in the middle of a repetition, which then seems to take half of its time. Precondition: not empty.
[[nodiscard]] double least_confirmed(std::vector<double> times);

}  // namespace saltus::bench
