#pragma once
// Messages that are the same but for their numbers.

#include <cctype>
#include <string>

namespace saltus {

/// "not a number at #": numbers in messages differ from run to run, the reason does not.
[[nodiscard]] inline std::string without_numbers(const std::string& message) {
  std::string out;
  bool in_number = false;
  const auto is_digit = [&](std::size_t i) {
    return i < message.size() && std::isdigit(static_cast<unsigned char>(message[i])) != 0;
  };
  for (std::size_t i = 0; i < message.size(); ++i) {
    const char c = message[i];
    const bool begins = is_digit(i) || (c == '-' && is_digit(i + 1) && (i == 0 || message[i - 1] == ' '));
    if (begins && !in_number) out += '#';
    in_number = begins || (in_number && (c == '.' || c == 'e' || c == '-' || c == '+'));
    if (!in_number) out += c;
  }
  return out;
}

}  // namespace saltus
