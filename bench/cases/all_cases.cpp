#include "case.hpp"

namespace saltus::bench {

std::vector<CaseMaker> all_cases() {
  return {{"c7", c7_single},
          {"jets", c7_jets},
          {"copies", c7_copies},
          {"c12", c12_restitutions},
          {"ball", ball_without_drag},
          {"drag", ball_with_drag},
          {"pendulums25", pendulum_row_25},
          {"pendulums200", pendulum_row_200},
          {"rows", sphere_rows},
          {"circuit", published_circuit},
          {"conducting", conducting_circuit},
          {"contact", dynamic_contact},
          {"first", first_result}};
}

}  // namespace saltus::bench
