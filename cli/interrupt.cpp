#include "interrupt.hpp"

#include <csignal>

namespace saltus::cli {

namespace {

void on_interrupt(int) { interrupt_flag().store(true); }

}  // namespace

// A signal handler can reach nothing but a static.
std::atomic<bool>& interrupt_flag() {
  static std::atomic<bool> flag{false};
  static_assert(std::atomic<bool>::is_always_lock_free);
  return flag;
}

void listen_for_interrupt() {
  interrupt_flag().store(false);  // the static exists before a signal can come
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
}

}  // namespace saltus::cli
