#include "number/mpfr.hpp"
#include "sim/island_instant.hpp"

namespace saltus {

template class IslandLoop<Mpfr>;

}  // namespace saltus
