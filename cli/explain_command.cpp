#include <fmt/format.h>

#include <algorithm>

#include "base/text_table.hpp"
#include "commands.hpp"
#include "pages.hpp"

namespace saltus::cli {

namespace {

/// "an item does not end with `;`" of "# missing-semicolon: an item does not end with `;`".
std::string summary(std::string_view text) {
  const std::string_view heading = text.substr(0, text.find('\n'));
  const auto colon = heading.find(": ");
  return std::string(colon == std::string_view::npos ? heading.substr(0, 0) : heading.substr(colon + 2));
}

std::string list_of_codes() {
  TextTable table({{}, {}});
  for (const Page& page : pages()) table.add({std::string(page.code), summary(page.text)});
  return table.text();
}

/// `error[unknown-name]` may be pasted as it is.
std::string bare_code(std::string word) {
  const auto open = word.find('[');
  const auto close = word.find(']');
  if (open != std::string::npos && close != std::string::npos && open < close) word = word.substr(open + 1, close - open - 1);
  return word;
}

}  // namespace

ExitCode explain_command(const ExplainArguments& arguments) {
  const std::string code = bare_code(arguments.code);
  if (code.empty()) return print_data(list_of_codes()) ? ExitCode::done : ExitCode::usage;
  const auto all = pages();
  const auto page = std::find_if(all.begin(), all.end(), [&](const Page& p) { return p.code == code; });
  if (page == all.end()) {
    std::vector<std::string> codes;
    for (const Page& p : all) codes.emplace_back(p.code);
    const std::string near = suggestion(code, codes);
    print_error(fmt::format("no diagnostic or status `{}`", code), near.empty() ? "saltus explain lists all codes" : near);
    return ExitCode::usage;
  }
  return print_data(page->text) ? ExitCode::done : ExitCode::usage;
}

}  // namespace saltus::cli
