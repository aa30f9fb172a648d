#include "number/register_mask.hpp"
#include "sim/lane_sweep.hpp"

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

}  // namespace saltus
