#include "base/read_file.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace saltus {

namespace {

constexpr std::size_t most_bytes = std::size_t{256} << 20;

struct Close {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};

[[noreturn]] void fail(const std::string& name, const char* why) {
  throw FileError(fmt::format("cannot read `{}`: {}", name, why));
}

}  // namespace

std::string read_file(const std::filesystem::path& path) {
  const std::string name = path.string();
  const std::unique_ptr<std::FILE, Close> file(name == "-" ? stdin : std::fopen(name.c_str(), "rb"));
  if (!file) fail(name, std::strerror(errno));
  std::string text;
  std::array<char, 1 << 16> buffer;
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), file.get())) {
    text.append(buffer.data(), n);
    if (text.size() > most_bytes) fail(name, "larger than 256 MiB");
  }
  if (std::ferror(file.get()) != 0) fail(name, std::strerror(errno));
  return text;
}

}  // namespace saltus
