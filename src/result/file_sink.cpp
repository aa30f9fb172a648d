#include "result/file_sink.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "result/write_table.hpp"

namespace saltus {

FileSink::FileSink(std::filesystem::path file) : file_(std::move(file)), part_(file_) {
  part_ += ".part";
  stream_.reset(std::fopen(part_.c_str(), "wbe"));
  if (!stream_) fail();
}

FileSink::~FileSink() {
  if (finished_) return;
  stream_.reset();
  std::error_code ignored;  // there is nobody to tell
  std::filesystem::remove(part_, ignored);
}

void FileSink::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stream_.get()) != bytes.size()) fail();
}

void FileSink::finish() {
  if (std::fflush(stream_.get()) != 0) fail();
  if (std::fclose(stream_.release()) != 0) fail();
  if (std::rename(part_.c_str(), file_.c_str()) != 0) fail();
  finished_ = true;
}

void FileSink::fail() const {
  throw TableError(fmt::format("cannot write `{}`: {}", file_.string(), std::strerror(errno)), "");
}

}  // namespace saltus
