#include "number/register_mask.hpp"
#include "sim/lane_sweep.hpp"
#include "sim/mode_sweep.hpp"

namespace saltus {

namespace {
/// Makes everything wide this unit's own.
struct Here {
#ifdef __AVX512DQ__
  using Truth = RegisterMask<Here>;
#endif
};
}  // namespace

LaneLoop* make_lane_loop_avx512(LaneBook& book) { return new lanes::LaneSweep<Lanes<Here, 8>>(book); }
LaneLoop* make_mode_loop_avx512(ModeLanes& own) { return new lanes::ModeSweep<Lanes<Here, 8>>(own); }

}  // namespace saltus
