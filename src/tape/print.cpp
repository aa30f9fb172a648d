#include <array>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "tape/operands.hpp"
#include "tape/tape.hpp"

namespace saltus {
namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(TapeOp::relation) + 1> names = {
    "copy",  "neg",       "add", "sub",    "mul",    "div",   "square",   "linear",     "integrate", "integrate_linear",
    "sqrt",  "exp",       "log", "log10",  "sincos", "tan",   "sinhcosh", "tanh",       "asin",      "acos",
    "atan",  "atan2",     "pow", "select", "call",   "solve", "less",     "less_equal", "greater",   "greater_equal",
    "equal", "not_equal", "not", "and",    "or",     "floor", "sign",     "relation"};

void print_terms(std::string& text, const Tape& tape, const Instruction& i) {
  for (std::uint32_t t = i.index; t < i.index + i.count; ++t) {
    const LinearTerm& term = tape.terms[t];
    text += term.negative ? " -" : " +";
    if (term.weight != no_slot) fmt::format_to(std::back_inserter(text), "s{}", term.weight);
    if (term.weight != no_slot && term.factor != no_slot) text += '*';
    if (term.factor != no_slot) fmt::format_to(std::back_inserter(text), "s{}", term.factor);
  }
}

void print_slots(std::string& text, std::string_view before, const std::vector<Slot>& slots) {
  text += before;
  for (const Slot s : slots) fmt::format_to(std::back_inserter(text), " s{}", s);
}

std::string print(const Tape& tape, const Code& code, std::string_view indent);

/// The codes of a block stand below its operation.
void print_block(std::string& text, const Tape& tape, const ImplicitBlock& block, const std::string& indent) {
  text += block.linear ? " linear:\n" : ":\n";
  text += print(tape, block.residual_code, indent);
  print_slots(text, indent + "  0 =", block.residuals);
  text += '\n';
  text += print(tape, block.jacobian_code, indent);
  for (const ImplicitBlock::Entry& e : block.jacobian)
    fmt::format_to(std::back_inserter(text), "{}  d s{}/d s{} = s{}\n", indent, block.residuals[e.row],
                   block.unknowns[e.column], e.value);
}

void print_operation(std::string& text, const Tape& tape, const Instruction& i, std::string_view indent) {
  const auto to = std::back_inserter(text);
  if (i.op == TapeOp::solve) {
    print_slots(text, "", tape.blocks[i.index].unknowns);
    text += " = solve";
    return print_block(text, tape, tape.blocks[i.index], std::string(indent) + "     ");
  }
  fmt::format_to(to, " s{}", i.out);
  if (i.out2 != no_slot) fmt::format_to(to, ", s{}", i.out2);
  fmt::format_to(to, " = {}", names[static_cast<std::size_t>(i.op)]);
  for_each_named_operand(i, [&](Slot s) { fmt::format_to(to, " s{}", s); });
  if (is_linear(i.op)) print_terms(text, tape, i);
  if (i.op == TapeOp::relation) fmt::format_to(to, " #{}", i.index);
  if (i.op == TapeOp::call) {
    const FunctionCall& call = tape.calls[i.index];
    fmt::format_to(to, " f{}.{}", call.function, call.output);
    for (std::uint32_t t = call.first; t < call.first + call.count; ++t) fmt::format_to(to, " s{}", tape.arguments[t]);
  }
  text += '\n';
}

std::string print(const Tape& tape, const Code& code, std::string_view indent) {
  std::string text;
  std::size_t line = 0;
  for (const Instruction& i : code.instructions) {
    fmt::format_to(std::back_inserter(text), "{}{:3}:", indent, line++);
    print_operation(text, tape, i, indent);
  }
  return text;
}

}  // namespace

std::string print(const Tape& tape, const Code& code) { return print(tape, code, ""); }

}  // namespace saltus
