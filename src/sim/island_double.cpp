#include "sim/island_instant.hpp"

namespace saltus {

template class IslandLoop<double>;

}  // namespace saltus
