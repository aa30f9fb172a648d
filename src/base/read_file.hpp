#pragma once
// Files into memory.

#include <filesystem>
#include <stdexcept>
#include <string>

namespace saltus {

/// A file that cannot be read or written; what() names it and says why.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The whole file; "-" is the standard input. Throws FileError if it cannot be read or is larger than 256 MiB.
[[nodiscard]] std::string read_file(const std::filesystem::path& file);

}  // namespace saltus
