#pragma once
// Where the data of a run goes. A file is opened before the run, so that a path that cannot be written costs no simulation;
// its old content is replaced only when there is something to write.

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace saltus::cli {

class OutputFile {
 public:
  /// An empty path is stdout. Throws FileError if the file cannot be opened for writing.
  explicit OutputFile(std::string path);

  /// Replaces the content by `text`. Throws FileError if that fails (a full disk).
  void write(std::string_view text);

  /// A file that was not there before and has not been written is removed.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string path_;
  bool is_new_ = false;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace saltus::cli
