#include "base/write_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/read_file.hpp"

namespace saltus {

void write_file(const std::filesystem::path& path, std::string_view text) {
  const auto fail = [&] { throw FileError(fmt::format("cannot write `{}`: {}", path.string(), std::strerror(errno))); };
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return fail();
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (std::fclose(file) != 0 || !written) fail();
}

}  // namespace saltus
