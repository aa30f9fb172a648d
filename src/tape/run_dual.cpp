#include "number/dual.hpp"
#include "tape/run_order.hpp"

namespace saltus {

template class Jets<Dual<double>>;
template void run(const Tape&, const Code&, Jets<Dual<double>>&, int);
template void run(const Tape&, const Code&, Jets<Dual<double>>&, int, int);
template void run(ReadyCode<Dual<double>>&, int, int);

}  // namespace saltus
