#include "export/safe_names.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace saltus {

namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::string capitals(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); });
  return result;
}

// Letters, digits and underscores; indices and dots become underscores.
std::string plain(std::string_view name) {
  std::string result;
  for (const char c : name) {
    if (is_letter(c) || is_digit(c)) {
      result += c;
    } else if (!result.empty() && result.back() != '_' && c != ']' && c != '\'') {
      result += '_';
    } else if (c == '_') {
      result += c;
    }
  }
  if (result.empty() || is_digit(result.front())) result.insert(result.begin(), '_');
  return result.substr(0, 200);
}

// A1, XFD1048576; in the other style of addresses R, C, R2, C3, R2C3.
bool is_address(const std::string& name) {
  const auto digits = std::ranges::find_if(name, is_digit);
  const auto letters = static_cast<std::size_t>(digits - name.begin());
  const bool only_digits = std::all_of(name.begin(), digits, is_letter) && std::all_of(digits, name.end(), is_digit);
  if (digits != name.end() && only_digits && letters >= 1 && letters <= 3) return true;
  std::string_view rest = name;
  const auto skip = [&](char letter) {
    if (!rest.starts_with(letter)) return false;
    rest.remove_prefix(1);
    while (!rest.empty() && is_digit(rest.front())) rest.remove_prefix(1);
    return true;
  };
  const bool row = skip('R'), column = skip('C');
  return (row || column) && rest.empty();
}

// The short ones, which models use; a name is told from a longer function by the parenthesis.
bool is_function(const std::string& name) {
  static constexpr std::array words{
      "ABS",   "ACOS",  "AND",   "ASC",   "ASIN",   "ATAN",   "B",      "BASE",   "BETA",   "BIN",  "CELL",  "CHAR",
      "CODE",  "COS",   "COSH",  "COT",   "CSC",    "DATE",   "DAY",    "DAYS",   "DB",     "DDB",  "DEC",   "DECIMAL",
      "EVEN",  "EXACT", "EXP",   "FACT",  "FALSE",  "FIND",   "FISHER", "FIXED",  "FLOOR",  "FV",   "GAMMA", "GAUSS",
      "GCD",   "HOUR",  "IF",    "INDEX", "INFO",   "INT",    "IRR",    "LCM",    "LEFT",   "LEN",  "LN",    "LOG",
      "LOWER", "MATCH", "MAX",   "MEAN",  "MEDIAN", "MID",    "MIN",    "MINUTE", "MOD",    "MODE", "MONTH", "N",
      "NA",    "NOT",   "NOW",   "NPV",   "ODD",    "OFFSET", "OR",     "PHI",    "PI",     "PMT",  "POWER", "PRICE",
      "PV",    "RANK",  "RATE",  "RIGHT", "ROUND",  "ROW",    "ROWS",   "SEC",    "SECOND", "SIGN", "SIN",   "SINH",
      "SLN",   "SLOPE", "SQRT",  "STYLE", "SUM",    "SYD",    "T",      "TAN",    "TANH",   "TIME", "TODAY", "TREND",
      "TRIM",  "TRUE",  "TRUNC", "TYPE",  "UPPER",  "VALUE",  "VAR",    "WEEK",   "XOR",    "YEAR", "YIELD"};
  return std::ranges::find(words, name) != words.end();
}

}  // namespace

std::string SafeNames::make(std::string_view name) {
  std::string safe = plain(name);
  while (is_address(capitals(safe)) || is_function(capitals(safe)) || taken_.contains(capitals(safe))) safe += '_';
  taken_.insert(capitals(safe));
  return safe;
}

}  // namespace saltus
