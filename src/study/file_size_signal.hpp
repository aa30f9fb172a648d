#pragma once
// A write beyond the file-size limit of the process returns an error instead of ending the process.

#include <csignal>
#include <ctime>

namespace saltus {

/// While one lives, SIGXFSZ does not reach this thread. Other threads and the handlers of the process are as before.
/// One inside another costs nothing.
class NoFileSizeSignal {
 public:
  NoFileSizeSignal() {
    if (depth_++ > 0) return;
    sigemptyset(&only_);
    sigaddset(&only_, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &only_, &before_);
  }
  ~NoFileSizeSignal() {
    if (--depth_ > 0) return;
    const timespec at_once{};
    while (sigismember(&before_, SIGXFSZ) == 0 && sigtimedwait(&only_, nullptr, &at_once) == SIGXFSZ) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  /// Was one held back from this thread?
  [[nodiscard]] static bool raised() {
    sigset_t pending{};
    return sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ) == 1;
  }
  NoFileSizeSignal(const NoFileSizeSignal&) = delete;
  NoFileSizeSignal& operator=(const NoFileSizeSignal&) = delete;

 private:
  static inline thread_local int depth_ = 0;
  sigset_t only_{}, before_{};
};

}  // namespace saltus
