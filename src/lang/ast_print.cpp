#include "lang/ast_print.hpp"

#include <fmt/format.h>

#include <iterator>

namespace saltus {
namespace ast {
namespace {

class TreePrinter {
 public:
  void file(const ParsedFile& f) {
    if (f.within) line("within {}", print(*f.within));
    for (const Class& c : f.classes) class_definition(c);
  }

  std::string text() const { return fmt::to_string(out_); }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), "{:{}}", "", indent_);
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    out_.push_back('\n');
  }

  template <class F>
  void inside(F print_inside) {
    indent_ += 2;
    print_inside();
    indent_ -= 2;
  }

  static std::string after(const Description& d) { return d.span.known() ? " " + quoted(d.text) : ""; }

  void class_definition(const Class& c) {
    std::string head;
    if (c.encapsulated) head += "encapsulated ";
    if (c.partial) head += "partial ";
    if (c.pure) head += "pure ";
    if (c.impure) head += "impure ";
    if (c.expandable) head += "expandable ";
    if (c.is_operator && c.kind != ClassKind::operator_class) head += "operator ";
    head += ast::text(c.kind);
    switch (c.form) {
      case ClassForm::full: line("{} {}{}", head, c.name.text, after(c.description)); break;
      case ClassForm::extended:
        line("{} extends {}{}{}", head, c.name.text, print(c.modification), after(c.description));
        break;
      case ClassForm::shorthand:
        line("{} {} = {}{}{}{}{}", head, c.name.text, causality(c.causality), print(c.base), print(c.dimensions),
             print(c.modification), after(c.description));
        break;
      case ClassForm::enumeration: {
        std::string literals;
        for (const EnumLiteral& l : c.literals) literals += (literals.empty() ? "" : ", ") + l.name.text;
        line("{} {} = enumeration({}){}", head, c.name.text, c.any_literals ? ":" : literals, after(c.description));
        break;
      }
      case ClassForm::derivative: line("{} {} = der({}){}", head, c.name.text, print(c.base), after(c.description)); break;
    }
    inside([&] {
      body(c.body);
      if (c.external) line("external {}", c.external->call ? print(*c.external->call) : quoted(c.external->language));
    });
  }

  void body(const Body& b) {
    for (const Element& e : b.elements) element(e);
    for (const EquationSection& s : b.equations) {
      line("{}equation", s.initial ? "initial " : "");
      inside([&] { equations(s.equations); });
    }
    for (const AlgorithmSection& s : b.algorithms) {
      line("{}algorithm", s.initial ? "initial " : "");
      inside([&] { statements(s.statements); });
    }
    machine(b.machine);
    for (const Region& r : b.regions) {
      line("modes {}{}", r.name.text, after(r.description));
      inside([&] { machine(r.machine); });
    }
    if (!b.annotation.empty()) line("annotation ({} items)", b.annotation.size());
  }

  static const char* causality(Causality c) {
    return c == Causality::input ? "input " : c == Causality::output ? "output " : "";
  }

  static std::string prefixes(const Element& e) {
    std::string all;
    if (e.prefixes.is_protected) all += "protected ";
    if (e.prefixes.redeclare) all += "redeclare ";
    if (e.prefixes.final) all += "final ";
    if (e.prefixes.inner) all += "inner ";
    if (e.prefixes.outer) all += "outer ";
    if (e.prefixes.replaceable) all += "replaceable ";
    return all;
  }

  static std::string prefixes(const ComponentClause& c) {
    static constexpr const char* connections[] = {"", "flow ", "stream "};
    static constexpr const char* variabilities[] = {"", "discrete ", "parameter ", "constant "};
    return std::string(connections[static_cast<int>(c.connection)]) + variabilities[static_cast<int>(c.variability)] +
           causality(c.causality);
  }

  void element(const Element& e) {
    const std::string before = prefixes(e);
    if (const auto* clause = e.as<ComponentClause>()) {
      for (const Declaration& d : clause->declarations) {
        line("{}{}{}{} {}{}{}{}{}", before, prefixes(*clause), print(clause->type), print(clause->dimensions), d.name.text,
             print(d.dimensions), print(d.modification), d.condition ? " if " + print(*d.condition) : "",
             after(d.comment.description));
      }
    } else if (const auto* local = e.as<std::unique_ptr<Class>>()) {
      if (!before.empty()) line("{}", before.substr(0, before.size() - 1));
      class_definition(**local);
    } else if (const auto* base = e.as<ExtendsClause>()) {
      line("{}extends {}{}", before, print(base->base), print(base->modification));
    } else if (const auto* import = e.as<ImportClause>()) {
      line("import {}{}{}", import->alias ? import->alias->text + " = " : "", print(import->name),
           import->everything         ? ".*"
           : import->selected.empty() ? ""
                                      : ".{..}");
    }
  }

  template <class Branches, class Body>
  void branches(const Branches& all, const char* first, const char* further, const Description& d, Body print_body) {
    for (const auto& b : all) {
      const bool head = &b == &all.front();
      if (b.condition)
        line("{} {}{}", head ? first : further, print(*b.condition), head ? after(d) : "");
      else
        line("else");
      inside([&] { print_body(b.body); });
    }
  }

  void equations(const std::vector<Equation>& all) {
    for (const Equation& e : all) equation(e);
  }

  void equation(const Equation& e) {
    const Description& d = e.comment.description;
    const auto body = [&](const std::vector<Equation>& b) { equations(b); };
    if (const auto* equal = e.as<EqualEquation>()) {
      line("{} = {}{}", print(*equal->left), print(*equal->right), after(d));
    } else if (const auto* branch = e.as<IfEquation>()) {
      branches(branch->branches, "if", "elseif", d, body);
    } else if (const auto* loop = e.as<ForEquation>()) {
      line("for {}{}", print(loop->indices), after(d));
      inside([&] { equations(loop->body); });
    } else if (const auto* when = e.as<WhenEquation>()) {
      branches(when->branches, "when", "elsewhen", d, body);
    } else if (const auto* connect = e.as<ConnectEquation>()) {
      line("connect({}, {}){}", print(connect->left), print(connect->right), after(d));
    } else if (const auto* call = e.as<CallEquation>()) {
      line("{}{}", print(*call->call), after(d));
    }
  }

  void statements(const std::vector<Statement>& all) {
    for (const Statement& s : all) statement(s);
  }

  void statement(const Statement& s) {
    const Description& d = s.comment.description;
    const auto body = [&](const std::vector<Statement>& b) { statements(b); };
    if (const auto* assign = s.as<AssignStatement>()) {
      line("{} := {}{}", print(*assign->target), print(*assign->value), after(d));
    } else if (const auto* branch = s.as<IfStatement>()) {
      branches(branch->branches, "if", "elseif", d, body);
    } else if (const auto* loop = s.as<ForStatement>()) {
      line("for {}{}", print(loop->indices), after(d));
      inside([&] { statements(loop->body); });
    } else if (const auto* repeat = s.as<WhileStatement>()) {
      line("while {}{}", print(*repeat->condition), after(d));
      inside([&] { statements(repeat->body); });
    } else if (const auto* when = s.as<WhenStatement>()) {
      branches(when->branches, "when", "elsewhen", d, body);
    } else if (const auto* call = s.as<CallStatement>()) {
      line("{}{}", print(*call->call), after(d));
    } else {
      line("{}", s.as<BreakStatement>() ? "break" : "return");
    }
  }

  void machine(const Machine& m) {
    for (const Mode& mode : m.modes) {
      line("{}mode {}{}", mode.initial ? "initial " : "", mode.name.text, after(mode.description));
      inside([&] { body(mode.body); });
    }
    for (const Transition& t : m.transitions) transition(t);
  }

  void transition(const Transition& t) {
    std::string from = t.from_any ? "*" : "";
    for (const Ident& i : t.from) from += (from.empty() ? "" : ", ") + i.text;
    line("transition {} -> {} when {}{}{}{}", from, t.to.text, print(*t.guard),
         t.priority ? fmt::format(" priority {}", *t.priority) : "", t.resume ? " resume" : "", after(t.comment.description));
    inside([&] { equations(t.body); });
  }

  fmt::memory_buffer out_;
  int indent_ = 0;
};

}  // namespace
}  // namespace ast

std::string print_ast(const ParsedFile& file) {
  ast::TreePrinter printer;
  printer.file(file);
  return printer.text();
}

}  // namespace saltus
