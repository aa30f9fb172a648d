#pragma once
// Why a system has no unique solution whatever its numbers: the parts of Dulmage and Mendelsohn (1958).

#include <cstdint>
#include <span>
#include <vector>

#include "base/diagnostic.hpp"
#include "structure/matching.hpp"

namespace saltus {

/// Equations and variables that hang together and do not fit in number.
struct SingularPart {
  std::vector<std::uint32_t> equations;
  std::vector<std::uint32_t> variables;
};

struct SingularParts {
  std::vector<SingularPart> over;   ///< more equations than variables: the equations contain no other variables
  std::vector<SingularPart> under;  ///< more variables than equations: the variables occur in no other equations
};

/// `maximum` is a maximum matching. Both lists are empty if it is perfect.
SingularParts singular_parts(const SignatureMatrix& sigma, const Matching& maximum);

/// A diagnostic `singular-system` for each part, naming equations by line and variables by name; at least one if the system
/// is singular. `unknowns` are the leaves of the columns; `context` ("" or "initial system: ") goes before each message.
void report_singular(const HybridModel& model, std::span<const Equation> equations, std::span<const Expr> unknowns,
                     const SignatureMatrix& sigma, std::string_view context, Diagnostics& diagnostics);

}  // namespace saltus
