#pragma once
// A program that runs beside a test, and may be hindered.

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace saltus {

class Program {
 public:
  struct Limits {
    std::uint64_t file_size = 0;  ///< bytes; 0: none
  };
  /// Starts it in `folder`; what it prints goes to `output` there.
  Program(const std::filesystem::path& folder, const std::vector<std::string>& words, Limits limits,
          const std::string& output = "output.txt");
  ~Program();  ///< kills it if it still runs
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Waits for its end, at most so long; nullopt if it still runs.
  std::optional<int> wait(int milliseconds);
  /// The exit code; 128 + n if signal n ended it.
  int wait();
  void send(int signal);

 private:
  pid_t pid_ = 0;
  int handle_ = -1;  // becomes readable when the program ends
  std::optional<int> result_;
};

}  // namespace saltus
