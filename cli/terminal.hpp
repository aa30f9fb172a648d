#pragma once
// What the program says to a person, and whether it may use colour.

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace saltus::cli {

enum class ColorChoice { automatic, always, never };

/// Exit codes of the program.
enum ExitCode : int { done = 0, expectation_failed = 1, usage = 2, model_error = 3, run_failed = 4, interrupted = 130 };

/// Colour on this stream: as chosen; automatic means on a terminal unless NO_COLOR is set or TERM is "dumb".
[[nodiscard]] bool use_color(ColorChoice choice, std::FILE* stream);

/// "error: <message>" on stderr, and "help: <help>" unless empty. Control characters are made visible.
void print_error(std::string_view message, std::string_view help = {});

/// The whole text on stdout; false if it could not be written (a full disk, not a closed pipe: that ends the program).
[[nodiscard]] bool print_data(std::string_view text);

/// "did you mean `run`?" for the nearest of the candidates, "" if none is near.
[[nodiscard]] std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace saltus::cli
