#include "study/store_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "study/store_error.hpp"

namespace saltus {

StoreLock::StoreLock(const std::filesystem::path& file, Make make) {
  while (!take(file, make)) {
  }
}

StoreLock::~StoreLock() { give_back(); }

bool StoreLock::take(const std::filesystem::path& file, Make make) {
  const int flags = make == Make::nothing ? 0 : make == Make::if_missing ? O_CREAT : O_CREAT | O_EXCL;
  file_ = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | flags, 0666);
  if (file_ < 0 && errno == EEXIST)
    throw StoreError(fmt::format("cannot make the store {}: there is such a file", file.string()));
  if (file_ < 0) throw StoreError(fmt::format("store {}: {}", file.string(), std::strerror(errno)));
  struct stat locked{}, named{};
  try {
    if (::flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
      throw StoreInUse(fmt::format("store {}: another program is writing it; wait for that program, or end it", file.string()));
  } catch (...) {
    give_back();
    throw;
  }
  if (::fstat(file_, &locked) == 0 && ::stat(file.c_str(), &named) == 0 && locked.st_ino == named.st_ino &&
      locked.st_dev == named.st_dev)
    return true;
  give_back();
  return false;
}

void StoreLock::give_back() {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
}

}  // namespace saltus
