#include "case.hpp"

namespace saltus::bench {

std::vector<CaseMaker> all_cases() {
  return {{"c7", c7_single},
          {"jets", c7_jets},
          {"copies", c7_copies},
          {"c12", c12_restitutions},
          {"circuit", published_circuit},
          {"conducting", conducting_circuit},
          {"contact", dynamic_contact},
          {"first", first_result}};
}

}  // namespace saltus::bench
