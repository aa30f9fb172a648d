#include "model/print.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "model/expression_text.hpp"
#include "model/print_text.hpp"

namespace saltus {
namespace {

std::string_view type_name(Type type) {
  switch (type) {
    case Type::real: return "Real";
    case Type::integer: return "Integer";
    case Type::boolean: return "Boolean";
    case Type::string: return "String";
  }
  return "Real";
}

std::string prefixes(const Variable& v) {
  std::string out;
  if (v.is_final) out += "final ";
  if (v.variability == Variability::constant) out += "constant ";
  if (v.variability == Variability::parameter) out += "parameter ";
  if (v.variability == Variability::discrete && v.type == Type::real) out += "discrete ";
  if (v.is_input) out += "input ";
  if (v.is_output) out += "output ";
  return out;
}

class ModelPrinter {
 public:
  explicit ModelPrinter(const HybridModel& model) : m_(model) {}

  std::string print() {
    out_ = "model " + identifier(m_.name);
    if (!m_.description.empty()) out_ += " " + quoted_string(m_.description);
    out_ += "\n";
    for (const FunctionDef& f : m_.functions) print_function(f, out_);
    variables();
    if (!m_.initial_equations.empty()) out_ += "initial equation\n";
    equations(m_.initial_equations);
    if (!m_.equations.empty() || !m_.assertions.empty() || !m_.whens.empty()) out_ += "equation\n";
    equations(m_.equations);
    for (const Assertion& a : m_.assertions) assertion("  ", a.condition, a.message, a.level);
    for (const When& w : m_.whens) when(w);
    experiment();
    return out_ + "end " + identifier(m_.name) + ";\n";
  }

 private:
  std::string attributes(const Variable& v) {
    std::string list;
    const auto add = [&list](std::string_view name, const std::string& value) {
      list += fmt::format("{}{} = {}", list.empty() ? "" : ", ", name, value);
    };
    if (!v.quantity.empty()) add("quantity", quoted_string(v.quantity));
    if (!v.unit.empty()) add("unit", quoted_string(v.unit));
    if (!v.display_unit.empty()) add("displayUnit", quoted_string(v.display_unit));
    if (v.min) add("min", text_(v.min));
    if (v.max) add("max", text_(v.max));
    if (v.start) add("start", text_(v.start));
    if (v.fixed) add("fixed", "true");
    if (v.nominal) add("nominal", text_(v.nominal));
    return list.empty() ? list : "(" + list + ")";
  }

  void variables() {
    bool hidden = false;
    for (const Variable& v : m_.variables) {
      if (v.is_protected != hidden) {
        out_ += v.is_protected ? "protected\n" : "public\n";
        hidden = v.is_protected;
      }
      out_ += fmt::format("  {}{} {}{}", prefixes(v), type_name(v.type), identifier(v.name), attributes(v));
      if (v.binding) out_ += " = " + text_(v.binding);
      if (!v.description.empty()) out_ += " " + quoted_string(v.description);
      out_ += ";\n";
    }
  }

  void equations(const std::vector<Equation>& equations) {
    for (const Equation& e : equations) {
      // An if-expression on the left of `=` needs parentheses.
      const std::string left = text_(e.lhs);
      out_ += fmt::format("  {} = {};\n", e.lhs->op() == Op::if_ ? "(" + left + ")" : left, text_(e.rhs));
    }
  }

  void assertion(std::string_view indent, Expr condition, const Message& message, AssertLevel level) {
    out_ += fmt::format("{}assert({}, {}{});\n", indent, text_(condition), text_(message),
                        level == AssertLevel::warning ? ", AssertionLevel.warning" : "");
  }

  void set_solver(const Action& a) {
    std::vector<std::string> arguments;
    if (!a.solver.empty()) arguments.push_back(fmt::format("\"{}\"", a.solver));
    if (a.tolerance) arguments.push_back(fmt::format("tolerance = {}", text_(a.tolerance)));
    if (a.step) arguments.push_back(fmt::format("step = {}", text_(a.step)));
    out_ += fmt::format("    setSolver({});\n", fmt::join(arguments, ", "));
  }

  void action(const Action& a) {
    switch (a.kind) {
      case Action::Kind::assign: out_ += fmt::format("    {} = {};\n", text_(a.target), text_(a.value)); return;
      case Action::Kind::reinit: out_ += fmt::format("    reinit({}, {});\n", text_(a.target), text_(a.value)); return;
      case Action::Kind::assertion: assertion("    ", a.value, a.message, a.level); return;
      case Action::Kind::set_solver: set_solver(a); return;
      case Action::Kind::terminate: break;
    }
    if (!a.value || (a.value->op() == Op::boolean && a.value->number().sign() != 0)) {
      out_ += fmt::format("    terminate({});\n", text_(a.message));
    } else {
      out_ += fmt::format("    if {} then\n      terminate({});\n    end if;\n", text_(a.value), text_(a.message));
    }
  }

  void when(const When& w) {
    std::string_view keyword = "when";
    for (const WhenBranch& branch : w.branches) {
      std::string condition;
      for (const Expr c : branch.conditions) condition += (condition.empty() ? "" : ", ") + text_(c);
      if (branch.conditions.size() != 1) condition = "{" + condition + "}";
      out_ += fmt::format("  {} {} then\n", keyword, condition);
      for (const Action& a : branch.actions) action(a);
      keyword = "elsewhen";
    }
    const std::string& name = w.branches.front().name;
    out_ += "  end when" + (name.empty() ? "" : " " + quoted_string(name)) + ";\n";
  }

  void experiment() {
    std::string items;
    const Experiment& e = m_.experiment;
    const std::array<std::pair<const char*, Expr>, 4> all = {
        {{"StartTime", e.start}, {"StopTime", e.stop}, {"Tolerance", e.tolerance}, {"Interval", e.interval}}};
    for (const auto& [name, value] : all) {
      if (value) items += fmt::format("{}{} = {}", items.empty() ? "" : ", ", name, text_(value));
    }
    if (!items.empty()) out_ += fmt::format("  annotation (experiment({}));\n", items);
  }

  const HybridModel& m_;
  std::string out_;
  ExpressionText text_;
};

}  // namespace

std::string print_model(const HybridModel& model) { return ModelPrinter(model).print(); }

}  // namespace saltus
