#pragma once
// Ctrl-C: the first one asks, the second ends the program at once.

#include <atomic>

namespace saltus::cli {

/// True once Ctrl-C was pressed.
[[nodiscard]] std::atomic<bool>& interrupt_flag();

/// From now on Ctrl-C sets the flag instead of ending the program; once.
void listen_for_interrupt();

}  // namespace saltus::cli
