#include "tape/run_order.hpp"

namespace saltus {

template class Jets<Mpfr>;
template void run(const Tape&, const Code&, Jets<Mpfr>&, int);
template void run(const Tape&, const Code&, Jets<Mpfr>&, int, int);
template void run(ReadyCode<Mpfr>&, int, int);

}  // namespace saltus
