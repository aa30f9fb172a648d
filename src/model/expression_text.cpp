#include "model/expression_text.hpp"

#include <fmt/format.h>

#include "expr/named_text.hpp"
#include "model/event_name.hpp"
#include "model/print_text.hpp"

namespace saltus {

ExpressionText::ExpressionText(const HybridModel& model) {
  for (const Machine& m : model.machines) {
    std::string path;
    if (m.inside) {
      const Machine& outer = model.machines[m.inside->machine];
      path = machines_.at(outer.name) + identifier(outer.modes[m.inside->mode].name) + ".";
    }
    const std::string_view local = local_name(model, m);
    if (local != "mode") path += identifier(local) + ".";
    machines_.emplace(m.name, std::move(path));
  }
}

std::string ExpressionText::run_symbol_text(const RunSymbol& s) const {
  if (s.kind == RunSymbol::Kind::entered) return "(time - timeInState())";
  if (s.kind == RunSymbol::Kind::zeno)
    return fmt::format("zeno({}{})", quoted_string(event_name(s.within, s.event)), s.index ? fmt::format(", {}", *s.index) : "");
  const auto path = machines_.find(s.machine);
  return fmt::format("activeState({}{})", path != machines_.end() ? path->second : "", identifier(s.mode));
}

std::string ExpressionText::name(Expr symbol) const {
  if (const auto known = run_symbol(symbol)) return run_symbol_text(*known);
  std::string_view name = symbol->name();
  if (name.starts_with(prefix_)) name.remove_prefix(prefix_.size());
  return identifier(name);
}

std::string ExpressionText::shown(Expr e) const {
  if (e->op() == Op::symbol) return name(e);
  if (e->op() == Op::call)
    return identifier(e->order() == 0 ? std::string(e->name()) : fmt::format("{}[{}]", e->name(), e->order() + 1));
  const auto entered = run_symbol(e->arg(1));
  return entered && entered->kind == RunSymbol::Kind::entered ? "timeInState()" : "";
}

std::string ExpressionText::operator()(Expr root) const {
  return named_text(root, [this](Expr e) { return shown(e); });
}

std::string ExpressionText::operator()(const Message& message) const {
  std::string out;
  for (const auto& part : message) {
    if (!out.empty()) out += " + ";
    const auto* plain = std::get_if<std::string>(&part);
    out += plain != nullptr ? quoted_string(*plain) : fmt::format("String({})", (*this)(std::get<Expr>(part)));
  }
  return out.empty() ? "\"\"" : out;
}

}  // namespace saltus
