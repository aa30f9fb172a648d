#include "model/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "model/expression_text.hpp"
#include "model/print_text.hpp"

namespace saltus {
namespace {

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
  using Take = std::function<void(std::string_view)>;
  ModelPrinter(const HybridModel& model, const Take& take) : m_(model), take_(take), text_(model) {}

  void print() {
    out_ = "model " + identifier(m_.name);
    if (!m_.description.empty()) out_ += " " + quoted_string(m_.description);
    out_ += "\n";
    for (const FunctionDef& f : m_.functions) print_function(f, out_);
    variables(std::nullopt);
    sections(m_, std::nullopt);
    machines(std::nullopt);
    experiment();
    out_ += "end " + identifier(m_.name) + ";\n";
    take_(out_);
  }

 private:
  std::string attributes(const Variable& v) {
    std::string list;
    const auto add = [&list](std::string_view name, const std::string& value) {
      list += fmt::format("{}{} = {}", list.empty() ? "" : ", ", name, value);
    };
    if (!v.quantity.empty()) add("quantity", quoted_string(v.quantity.str()));
    if (!v.unit.empty()) add("unit", quoted_string(v.unit.str()));
    if (!v.display_unit.empty()) add("displayUnit", quoted_string(v.display_unit.str()));
    if (v.min) add("min", text_(v.min));
    if (v.max) add("max", text_(v.max));
    if (v.start) add("start", text_(v.start));
    if (v.fixed) add("fixed", "true");
    if (v.nominal) add("nominal", text_(v.nominal));
    return list.empty() ? list : "(" + list + ")";
  }

  void line(std::string_view text) {
    out_ += indent_;
    out_ += text;
    out_ += '\n';
    if (out_.size() < piece) return;
    take_(out_);
    out_.clear();
  }

  void indent(int levels) { indent_.resize(static_cast<std::size_t>(static_cast<int>(indent_.size()) + 2 * levels), ' '); }

  void variables(std::optional<ModeRef> home) {
    bool hidden = false;
    for (const Variable& v : m_.variables) {
      if (v.home != home) continue;
      if (v.is_protected != hidden) {
        out_ += indent_.substr(2) + (v.is_protected ? "protected\n" : "public\n");
        hidden = v.is_protected;
      }
      line(fmt::format("{}{} {}{}{}{};", prefixes(v), type_name(v.type), identifier(v.name), attributes(v),
                       v.binding ? " = " + text_(v.binding) : "",
                       v.description.empty() ? "" : " " + quoted_string(v.description.str())));
    }
  }

  /// Of the model or of a mode.
  template <class Owner>
  void sections(const Owner& owner, std::optional<ModeRef> place) {
    if (!owner.initial_equations.empty()) out_ += indent_.substr(2) + "initial equation\n";
    equations(owner.initial_equations);
    const bool chooses = std::ranges::any_of(
        m_.machines, [&](const Machine& machine) { return machine.follows_condition && machine.inside == place; });
    if (!owner.equations.empty() || !owner.assertions.empty() || !owner.whens.empty() || chooses)
      out_ += indent_.substr(2) + "equation\n";
    equation_section(owner, place);
  }

  template <class Owner>
  void equation_section(const Owner& owner, std::optional<ModeRef> place) {
    equations(owner.equations);
    for (const Assertion& a : owner.assertions) assertion(a.condition, a.message, a.level);
    for (const When& w : owner.whens) when(w);
    for (std::size_t m = 0; m < m_.machines.size(); ++m)
      if (m_.machines[m].follows_condition && m_.machines[m].inside == place) if_equation(m);
  }

  void if_equation(std::size_t position) {
    const Machine& machine = m_.machines[position];
    for (std::size_t k = 0; k < machine.modes.size(); ++k) {
      if (k < machine.conditions.size())
        line(fmt::format("{} {} then", k == 0 ? "if" : "elseif", text_(machine.conditions[k])));
      else
        line("else");
      indent(1);
      equation_section(machine.modes[k], ModeRef{position, k});
      indent(-1);
    }
    line(fmt::format("end if {};", quoted_string(local_name(m_, machine))));
  }

  void equations(const std::vector<Equation>& equations) {
    for (const Equation& e : equations) {
      // An if-expression on the left of `=` needs parentheses.
      const std::string left = text_(e.lhs);
      line(fmt::format("{} = {};", e.lhs->op() == Op::if_ ? "(" + left + ")" : left, text_(e.rhs)));
    }
  }

  void assertion(Expr condition, const Message& message, AssertLevel level) {
    line(fmt::format("assert({}, {}{});", text_(condition), text_(message),
                     level == AssertLevel::warning ? ", AssertionLevel.warning" : ""));
  }

  void set_solver(const Action& a) {
    std::vector<std::string> arguments;
    if (!a.solver->name.empty()) arguments.push_back(quoted_string(a.solver->name));
    if (a.solver->tolerance) arguments.push_back(fmt::format("tolerance = {}", text_(a.solver->tolerance)));
    if (a.solver->step) arguments.push_back(fmt::format("step = {}", text_(a.solver->step)));
    line(fmt::format("setSolver({});", fmt::join(arguments, ", ")));
  }

  void action(const Action& a) {
    switch (a.kind) {
      case Action::Kind::assign: return line(fmt::format("{} = {};", text_(a.target), text_(a.value)));
      case Action::Kind::reinit: return line(fmt::format("reinit({}, {});", text_(a.target), text_(a.value)));
      case Action::Kind::assertion: return assertion(a.value, a.message.get(), a.level);
      case Action::Kind::set_solver: return set_solver(a);
      case Action::Kind::terminate: break;
    }
    if (!a.value || (a.value->op() == Op::boolean && a.value->number().sign() != 0))
      return line(fmt::format("terminate({});", text_(a.message.get())));
    line(fmt::format("if {} then", text_(a.value)));
    line(fmt::format("  terminate({});", text_(a.message.get())));
    line("end if;");
  }

  void actions(const std::vector<Action>& actions) {
    indent(1);
    for (const Action& a : actions) action(a);
    indent(-1);
  }

  void when(const When& w) {
    std::string_view keyword = "when";
    for (const WhenBranch& branch : w.branches) {
      std::string condition;
      for (const Expr c : branch.conditions) condition += (condition.empty() ? "" : ", ") + text_(c);
      if (branch.conditions.size() != 1) condition = "{" + condition + "}";
      line(fmt::format("{} {} then", keyword, condition));
      actions(branch.actions);
      keyword = "elsewhen";
    }
    std::string name;
    for (const WhenBranch& branch : w.branches) name += (&branch == &w.branches.front() ? "" : " | ") + branch.name;
    line("end when" + (name.empty() ? "" : " " + quoted_string(name)) + ";");
  }

  void machines(std::optional<ModeRef> inside) {
    for (std::size_t m = 0; m < m_.machines.size(); ++m) {
      if (m_.machines[m].inside != inside || m_.machines[m].follows_condition) continue;
      const std::string_view local = local_name(m_, m_.machines[m]);
      if (local == "mode") {
        machine(m);
        continue;
      }
      line(fmt::format("modes {}", identifier(local)));
      indent(1);
      machine(m);
      indent(-1);
      line(fmt::format("end {};", identifier(local)));
    }
  }

  void machine(std::size_t position) {
    const Machine& machine = m_.machines[position];
    for (std::size_t k = 0; k < machine.modes.size(); ++k) {
      const Mode& mode = machine.modes[k];
      line(fmt::format("{}mode {}{}", k == machine.initial ? "initial " : "", identifier(mode.name),
                       mode.description.empty() ? "" : " " + quoted_string(mode.description)));
      indent(1);
      variables(ModeRef{position, k});
      sections(mode, ModeRef{position, k});
      machines(ModeRef{position, k});
      indent(-1);
      line(fmt::format("end {};", identifier(mode.name)));
    }
    for (const Transition& t : machine.transitions) transition(machine, t);
  }

  void transition(const Machine& machine, const Transition& t) {
    std::string from = t.from.empty() ? "*" : "";
    for (const std::size_t k : t.from) from += (from.empty() ? "" : ", ") + identifier(machine.modes[k].name);
    line(fmt::format("transition {} -> {} when {}{}{}{}", from, t.to ? identifier(machine.modes[*t.to].name) : "self",
                     text_(t.condition), t.priority != 0 ? fmt::format(" priority {}", t.priority) : "",
                     t.resume ? " resume" : "", t.actions.empty() ? "" : " then"));
    actions(t.actions);
    line(fmt::format("end transition {};", quoted_string(t.name)));
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

  static constexpr std::size_t piece = 1 << 16;
  const HybridModel& m_;
  const Take& take_;
  std::string out_;
  std::string indent_ = "  ";
  ExpressionText text_;
};

}  // namespace

void print_model(const HybridModel& model, const std::function<void(std::string_view)>& take) {
  ModelPrinter(model, take).print();
}

std::string print_model(const HybridModel& model) {
  std::string result;
  print_model(model, [&](std::string_view text) { result += text; });
  return result;
}

}  // namespace saltus
