#pragma once
// One program writes a store at a time.
//
// The file itself is locked (flock), by who opened it and until the end of the program, whatever that is: nothing is left behind.
// SQLite's own locks are given back for a moment at each commit, in which another program could get in.

#include <cstdint>
#include <filesystem>

namespace saltus {

class StoreLock {
 public:
  enum class Make : std::uint8_t { nothing, if_missing, always };

  /// Throws StoreInUse if another one has it, StoreError if the file is missing (`nothing`), exists (`always`) or cannot be opened.
  StoreLock(const std::filesystem::path& file, Make make);
  ~StoreLock();
  StoreLock(const StoreLock&) = delete;
  StoreLock& operator=(const StoreLock&) = delete;

 private:
  /// False: the file was renamed before it was locked.
  bool take(const std::filesystem::path& file, Make make);
  void give_back();

  int file_ = -1;
};

}  // namespace saltus
