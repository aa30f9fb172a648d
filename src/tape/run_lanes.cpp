#include "number/lanes.hpp"
#include "tape/run_order.hpp"

namespace saltus {

template class Jets<Lanes<double, 8>>;
template void run(const Tape&, const Code&, Jets<Lanes<double, 8>>&, int);
template void run(const Tape&, const Code&, Jets<Lanes<double, 8>>&, int, int);

}  // namespace saltus
