// Any bytes are read without a crash, and what was read can be printed. An expression without mistakes, printed and read
// again, prints the same.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "lang/ast_print.hpp"
#include "lang/lexer.hpp"
#include "lang/parser.hpp"

namespace {

using namespace saltus;

void read_file(const std::string& text) {
  Sources sources;
  Diagnostics diagnostics;
  const auto file = sources.add("fuzz.mo", text);
  (void)print_ast(parse(file, sources, diagnostics));
  (void)render(diagnostics, sources);
}

void read_tokens(const std::string& text) {
  Sources sources;
  Diagnostics diagnostics;
  const auto file = sources.add("fuzz.mo", text);
  (void)print_tokens(file, sources, diagnostics);
}

/// Its printed form; "" if it has mistakes.
std::string read_expression(const std::string& text) {
  Sources sources;
  Diagnostics diagnostics;
  const auto file = sources.add("fuzz", text);
  const ast::ExprPtr e = parse_expression(file, sources, diagnostics);
  return e && !diagnostics.has_errors() ? print(*e) : std::string();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  read_file(text);
  read_tokens(text);
  const std::string printed = read_expression(text);
  // Printing adds parentheses, and these may exceed the allowed depth: then there is nothing to compare.
  const std::string again = printed.empty() ? std::string() : read_expression(printed);
  if (!again.empty() && again != printed) std::abort();
  return 0;
}
