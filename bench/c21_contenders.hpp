#pragma once
// C21: the circuit over 75 periods beside SUNDIALS IDA, the ball with dynamic contact over 30 s beside SUNDIALS CVODE. Tolerances are chosen
// so that the errors are about equal, ours the smaller ones.

#include <span>
#include <string_view>
#include <vector>

#include "contender.hpp"
#include "table.hpp"

namespace saltus::bench {

std::vector<Contender> published_circuit_contenders();
std::vector<Contender> conducting_circuit_contenders();
std::vector<Contender> contact_contenders();

/// How names begin.
inline constexpr const char* ida = "SUNDIALS IDA";
inline constexpr const char* cvode = "SUNDIALS CVODE";
inline constexpr const char* ours = "Saltus from text";

/// Of the rows whose name begins with `name`, the one with the least time. Throws std::invalid_argument if there is none.
const Row& fastest(std::span<const Row> rows, std::string_view name);

}  // namespace saltus::bench
