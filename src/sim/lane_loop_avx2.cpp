#include "sim/lane_sweep.hpp"

namespace saltus {

namespace {
struct Here;  // makes everything wide this unit's own
}

LaneLoop* make_lane_loop_avx2(LaneBook& book) { return new lanes::LaneSweep<Lanes<Here, 4>>(book); }

}  // namespace saltus
