#include <array>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "tape/operands.hpp"
#include "tape/tape.hpp"

namespace saltus {
namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(TapeOp::relation) + 1> names = {
    "copy",  "neg", "add",    "sub",    "mul",  "div",        "square",  "linear",        "integrate", "integrate_linear",
    "sqrt",  "exp", "log",    "sincos", "tan",  "sinhcosh",   "tanh",    "asin",          "acos",      "atan",
    "atan2", "pow", "select", "call",   "less", "less_equal", "greater", "greater_equal", "equal",     "not_equal",
    "not",   "and", "or",     "floor",  "sign", "relation"};

void print_terms(std::string& text, const Tape& tape, const Instruction& i) {
  for (std::uint32_t t = i.index; t < i.index + i.count; ++t) {
    const LinearTerm& term = tape.terms[t];
    text += term.negative ? " -" : " +";
    if (term.weight != no_slot) fmt::format_to(std::back_inserter(text), "s{}", term.weight);
    if (term.weight != no_slot && term.factor != no_slot) text += '*';
    if (term.factor != no_slot) fmt::format_to(std::back_inserter(text), "s{}", term.factor);
  }
}

}  // namespace

std::string print(const Tape& tape, const Code& code) {
  std::string text;
  const auto to = std::back_inserter(text);
  std::size_t line = 0;
  for (const Instruction& i : code.instructions) {
    fmt::format_to(to, "{:3}: s{}", line++, i.out);
    if (i.out2 != no_slot) fmt::format_to(to, ", s{}", i.out2);
    fmt::format_to(to, " = {}", names[static_cast<std::size_t>(i.op)]);
    for_each_named_operand(i, [&](Slot s) { fmt::format_to(to, " s{}", s); });
    if (is_linear(i.op)) print_terms(text, tape, i);
    if (i.op == TapeOp::relation) fmt::format_to(to, " #{}", i.index);
    if (i.op == TapeOp::call) {
      fmt::format_to(to, " f{}.{}", i.index, i.output);
      for (std::uint32_t t = i.index2; t < i.index2 + i.count; ++t) fmt::format_to(to, " s{}", tape.arguments[t]);
    }
    text += '\n';
  }
  return text;
}

}  // namespace saltus
