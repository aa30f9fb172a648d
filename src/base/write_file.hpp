#pragma once
// Texts into files.

#include <filesystem>
#include <string_view>

namespace saltus {

/// Replaces the content of the file. Throws FileError if it cannot be written (a full disk).
void write_file(const std::filesystem::path& file, std::string_view text);

}  // namespace saltus
