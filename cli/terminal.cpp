#include "terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "base/diagnostic.hpp"
#include "base/printable.hpp"

namespace saltus::cli {

bool use_color(ColorChoice choice, std::FILE* stream) {
  if (choice != ColorChoice::automatic) return choice == ColorChoice::always;
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char* term = std::getenv("TERM");
  if (term != nullptr && std::string_view(term) == "dumb") return false;
  return isatty(fileno(stream)) == 1;
}

void print_error(std::string_view message, std::string_view help) {
  fmt::print(stderr, "error: {}\n", printable(message));
  if (!help.empty()) fmt::print(stderr, "help: {}\n", printable(help));
}

bool print_data(std::string_view text) {
  const std::size_t written = std::fwrite(text.data(), 1, text.size(), stdout);
  return written == text.size() && std::fflush(stdout) == 0;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string near = nearest_name(word, candidates);
  return near.empty() ? "" : fmt::format("did you mean `{}`?", near);
}

}  // namespace saltus::cli
