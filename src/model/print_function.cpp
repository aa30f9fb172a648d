// Functions as text. Their local symbols are named "<function>:<local>" in the model's pool; as text the prefix is taken off.

#include <fmt/format.h>

#include "model/expression_text.hpp"
#include "model/print_text.hpp"

namespace saltus {
namespace {

class FunctionPrinter {
 public:
  FunctionPrinter(const FunctionDef& function, std::string& out) : f_(function), shown_(function.name + ":"), out_(out) {}

  void print() {
    out_ += "  function " + identifier(f_.name) + "\n";
    for (const Expr s : f_.inputs) out_ += fmt::format("    input {} {};\n", type_name(s->type()), shown_.name(s));
    std::size_t k = 0;
    for (const Expr s : f_.outputs) declare("output ", s, start_value(k++));
    if (!f_.locals.empty()) out_ += "  protected\n";
    for (const Expr s : f_.locals) declare("", s, start_value(k++));
    out_ += "  algorithm\n";
    block(f_.body, 4);
    out_ += "  end " + identifier(f_.name) + ";\n";
  }

 private:
  [[nodiscard]] Expr start_value(std::size_t k) const { return k < f_.start_values.size() ? f_.start_values[k] : Expr(); }

  void declare(std::string_view prefix, Expr s, Expr start) {
    out_ += fmt::format("    {}{} {}", prefix, type_name(s->type()), shown_.name(s));
    if (start) out_ += " := " + shown_(start);
    out_ += ";\n";
  }

  void block(const std::vector<FunctionDef::Statement>& body, std::size_t indent) {
    for (const FunctionDef::Statement& s : body) statement(s, indent);
  }

  void statement(const FunctionDef::Statement& s, std::size_t indent) {
    using Kind = FunctionDef::Statement::Kind;
    const std::string blanks(indent, ' ');
    switch (s.kind) {
      case Kind::assign: out_ += fmt::format("{}{} := {};\n", blanks, shown_.name(s.target), shown_(s.value)); return;
      case Kind::break_: out_ += blanks + "break;\n"; return;
      case Kind::return_: out_ += blanks + "return;\n"; return;
      case Kind::assertion: out_ += fmt::format("{}assert({}, {});\n", blanks, shown_(s.value), shown_(s.message)); return;
      case Kind::while_:
        out_ += fmt::format("{}while {} loop\n", blanks, shown_(s.value));
        block(s.body, indent + 2);
        out_ += blanks + "end while;\n";
        return;
      case Kind::if_:
        out_ += fmt::format("{}if {} then\n", blanks, shown_(s.value));
        block(s.body, indent + 2);
        if (!s.otherwise.empty()) {
          out_ += blanks + "else\n";
          block(s.otherwise, indent + 2);
        }
        out_ += blanks + "end if;\n";
        return;
    }
  }

  const FunctionDef& f_;
  ExpressionText shown_;
  std::string& out_;
};

}  // namespace

void print_function(const FunctionDef& function, std::string& out) { FunctionPrinter(function, out).print(); }

}  // namespace saltus
