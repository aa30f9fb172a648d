#pragma once
// A file that appears when it is complete: written beside its name, then moved there.

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace saltus {

class FileSink {
 public:
  /// Throws TableError if the file cannot be made.
  explicit FileSink(std::filesystem::path file);
  /// Removes what was not finished.
  ~FileSink();
  FileSink(const FileSink&) = delete;
  FileSink& operator=(const FileSink&) = delete;

  void write(std::string_view bytes);
  /// The file takes its name. Throws TableError, as `write` does, if the disk is full.
  void finish();

  /// Where it is written meanwhile.
  [[nodiscard]] const std::filesystem::path& part() const { return part_; }

 private:
  [[noreturn]] void fail() const;

  struct Close {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  std::filesystem::path file_, part_;
  std::unique_ptr<std::FILE, Close> stream_;
  bool finished_ = false;
};

}  // namespace saltus
