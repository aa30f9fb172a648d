#include "report/unit_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace saltus {

namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

/// A letter before a digit or a sign with a digit makes it an exponent.
bool begins_exponent(std::string_view unit, std::size_t i) {
  if (i == 0 || !is_letter(unit[i - 1])) return false;
  return is_digit(unit[i]) || ((unit[i] == '-' || unit[i] == '+') && i + 1 < unit.size() && is_digit(unit[i + 1]));
}

std::string_view symbol_of_word(std::string_view word) {
  if (word == "Ohm") return "Ω";
  if (word == "deg") return "°";
  if (word == "degC") return "°C";
  return word;
}

bool takes_prefixes(std::string_view unit) {
  static constexpr std::array<std::string_view, 16> units = {"s", "m", "A", "V", "W", "J",  "N",   "Pa",
                                                             "F", "H", "C", "T", "K", "Hz", "Ohm", "g"};
  return std::find(units.begin(), units.end(), unit) != units.end();
}

std::string_view prefix(int exponent) {
  static constexpr std::array<std::string_view, 9> prefixes = {"p", "n", "µ", "m", "", "k", "M", "G", "T"};
  const int place = exponent / 3 + 4;
  return place < 0 || place > 8 ? std::string_view("?") : prefixes[static_cast<std::size_t>(place)];
}

}  // namespace

std::string superscript(int number) {
  static constexpr std::array<std::string_view, 10> digits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char c : std::to_string(number)) text += c == '-' ? "⁻" : digits[static_cast<std::size_t>(c - '0')];
  return text;
}

std::string unit_symbol(std::string_view unit) {
  if (unit == "1") return "";
  std::string text;
  for (std::size_t i = 0; i < unit.size();) {
    std::size_t end = i + 1;
    if (is_letter(unit[i])) {
      while (end < unit.size() && is_letter(unit[end])) ++end;
      text += symbol_of_word(unit.substr(i, end - i));
    } else if (begins_exponent(unit, i)) {
      while (end < unit.size() && is_digit(unit[end])) ++end;
      if (end - i < 4) text += superscript(std::stoi(std::string(unit.substr(i, end - i))));
    } else {
      text += unit[i] == '.' ? std::string_view("·") : unit.substr(i, 1);
    }
    i = end;
  }
  return text;
}

std::string scaled_unit(std::string_view unit, int exponent) {
  const std::string symbol = unit_symbol(unit);
  if (exponent == 0) return symbol;
  const bool seconds = unit == "s" && exponent > 0;  // nobody measures in kiloseconds
  if (takes_prefixes(unit) && !seconds && prefix(exponent) != "?") return fmt::format("{}{}", prefix(exponent), symbol);
  return fmt::format("10{}{}{}", superscript(exponent), symbol.empty() ? "" : " ", symbol);
}

}  // namespace saltus
