// Expressions and modifiers in source form.

#include "lang/ast_print.hpp"

namespace saltus::ast {
namespace {

template <class Items, class Print>
std::string list(const Items& items, Print print_item, const char* separator = ", ") {
  std::string all;
  bool first = true;
  for (const auto& item : items) {
    if (!first) all += separator;
    first = false;
    all += print_item(item);
  }
  return all;
}

std::string print_pointer(const ExprPtr& e) { return e ? print(*e) : std::string(); }

/// As an operand: operations in parentheses.
std::string operand(const Expr& e) {
  const bool compound = e.as<UnaryExpr>() || e.as<ChainExpr>() || e.as<RangeExpr>() || e.as<IfExpr>();
  return compound ? "(" + print(e) + ")" : print(e);
}

std::string argument(const Argument& a) { return (a.name ? a.name->text + " = " : "") + print(*a.value); }

std::string comprehension(const std::vector<ForIndex>& indices) { return indices.empty() ? "" : " for " + print(indices); }

struct Printer {
  std::string operator()(const NumberExpr& n) const { return n.text; }
  std::string operator()(const StringExpr& s) const { return quoted(s.value); }
  std::string operator()(const BooleanExpr& b) const { return b.value ? "true" : "false"; }
  std::string operator()(const NameExpr& n) const { return print(n.name); }
  std::string operator()(const EndExpr&) const { return "end"; }
  std::string operator()(const CallExpr& c) const {
    return print(c.callee) + "(" + list(c.arguments, argument) + comprehension(c.indices) + ")";
  }
  std::string operator()(const PartialFunctionExpr& f) const {
    return "function " + print(f.callee) + "(" + list(f.arguments, argument) + ")";
  }
  std::string operator()(const ArrayExpr& a) const {
    return "{" + list(a.elements, print_pointer) + comprehension(a.indices) + "}";
  }
  std::string operator()(const MatrixExpr& m) const {
    return "[" + list(m.rows, [](const auto& row) { return list(row, print_pointer); }, "; ") + "]";
  }
  std::string operator()(const RangeExpr& r) const {
    return operand(*r.first) + " : " + (r.step ? operand(*r.step) + " : " : "") + operand(*r.last);
  }
  std::string operator()(const IfExpr& i) const {
    std::string all;
    for (const IfBranch& b : i.branches)
      all += (all.empty() ? "if " : " elseif ") + operand(*b.condition) + " then " + operand(*b.value);
    return all + " else " + operand(*i.otherwise);
  }
  std::string operator()(const UnaryExpr& u) const {
    return std::string(text(u.op)) + (u.op == UnaryOp::logical_not ? " " : "") + operand(*u.operand);
  }
  std::string operator()(const ChainExpr& c) const {
    std::string all = operand(*c.first);
    for (const ChainLink& link : c.links) {
      all += ' ';
      all += text(link.op);
      all += ' ';
      all += operand(*link.operand);
    }
    return all;
  }
  std::string operator()(const TupleExpr& t) const { return "(" + list(t.slots, print_pointer) + ")"; }
};

std::string modifier(const Modifier& m) {
  std::string all = m.redeclaration ? "redeclare " : "";
  if (m.each) all += "each ";
  if (m.final) all += "final ";
  return all + print(m.name) + print(m.modification);
}

}  // namespace

std::string print(const Expr& e) { return std::visit(Printer{}, e.node); }

std::string print(const Name& name) {
  std::string all = name.global ? "." : "";
  return all + list(name.parts, [](const NamePart& p) { return p.name.text + print(p.subscripts); }, ".");
}

std::string print(const std::vector<Subscript>& subscripts) {
  if (subscripts.empty()) return "";
  return "[" + list(subscripts, [](const Subscript& s) { return s.value ? print(*s.value) : std::string(":"); }) + "]";
}

std::string print(const std::vector<ForIndex>& indices) {
  return list(indices, [](const ForIndex& i) { return i.name.text + (i.range ? " in " + print(*i.range) : ""); });
}

std::string print(const Modification& m) {
  std::string all;
  if (!m.modifiers.empty()) all = "(" + list(m.modifiers, modifier) + ")";
  if (m.value) all += " = " + print(*m.value);
  return all;
}

std::string quoted(std::string_view value) {
  std::string all = "\"";
  for (const char c : value) {
    switch (c) {
      case '"': all += "\\\""; break;
      case '\\': all += "\\\\"; break;
      case '\n': all += "\\n"; break;
      case '\r': all += "\\r"; break;
      case '\t': all += "\\t"; break;
      default: all += c;
    }
  }
  return all + '"';
}

}  // namespace saltus::ast
