#include "sim/lane_sweep.hpp"
#include "sim/mode_sweep.hpp"

namespace saltus {

namespace {
struct Here;  // makes everything wide this unit's own
}

LaneLoop* make_lane_loop_avx2(LaneBook& book) { return new lanes::LaneSweep<Lanes<Here, 4>>(book); }
LaneLoop* make_mode_loop_avx2(ModeLanes& own) { return new lanes::ModeSweep<Lanes<Here, 4>>(own); }

}  // namespace saltus
