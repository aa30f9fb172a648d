#pragma once
// Repetition of the contenders of a case, and the verdicts.

#include "case.hpp"
#include "report.hpp"

namespace saltus::bench {

/// All contenders in turn, again and again: what disturbs the machine disturbs all of them. `share` of the time of the case is spent.
CaseReport measure(const Case& task, double share);

}  // namespace saltus::bench
