#pragma once
// What a time was measured on.

#include "report.hpp"

namespace saltus::bench {

Machine this_machine();

}  // namespace saltus::bench
