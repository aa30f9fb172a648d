#include "tape/run_order.hpp"

namespace saltus {

template class Jets<DoubleDouble>;
template void run(const Tape&, const Code&, Jets<DoubleDouble>&, int);
template void run(const Tape&, const Code&, Jets<DoubleDouble>&, int, int);
template void run(ReadyCode<DoubleDouble>&, int, int);

}  // namespace saltus
