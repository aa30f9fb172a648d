#pragma once
// Model files into memory.

#include <filesystem>
#include <string>

namespace saltus {

/// The whole file; "-" is the standard input. Throws FileError if it cannot be read or is larger than 256 MiB.
[[nodiscard]] std::string read_file(const std::filesystem::path& file);

}  // namespace saltus
