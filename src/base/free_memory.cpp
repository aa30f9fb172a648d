#include "base/free_memory.hpp"

#include <cstdlib>  // for __GLIBC__

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace saltus {

void give_back_free_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace saltus
