#include "output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "api/saltus.hpp"
#include "terminal.hpp"

namespace saltus::cli {

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  if (path_.empty()) return;
  is_new_ = access(path_.c_str(), F_OK) != 0;
  const int descriptor = open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) throw FileError(fmt::format("cannot write `{}`: {}", path_, std::strerror(errno)));
  file_.reset(fdopen(descriptor, "w"));
}

OutputFile::~OutputFile() {
  if (is_new_) unlink(path_.c_str());
}

void OutputFile::write(std::string_view text) {
  const auto fail = [&] {
    throw FileError(fmt::format("cannot write {}: {}", path_.empty() ? "the output" : "`" + path_ + "`", std::strerror(errno)));
  };
  if (!file_) {
    if (!print_data(text)) fail();
    return;
  }
  is_new_ = false;
  // Devices and pipes cannot be cut; what they held is not ours to remove.
  if (ftruncate(fileno(file_.get()), 0) != 0 && errno != EINVAL) fail();
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size() || std::fflush(file_.get()) != 0) fail();
}

}  // namespace saltus::cli
