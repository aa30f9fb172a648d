#include "model/expression_text.hpp"

#include <fmt/format.h>

#include <vector>

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
    return fmt::format("zeno({}{})", quoted_string(s.event), s.index ? fmt::format(", {}", *s.index) : "");
  const auto path = machines_.find(s.machine);
  return fmt::format("activeState({}{})", path != machines_.end() ? path->second : "", identifier(s.mode));
}

std::string ExpressionText::name(Expr symbol) const {
  if (const auto known = run_symbol(symbol)) return run_symbol_text(*known);
  std::string_view name = symbol->name();
  if (name.starts_with(prefix_)) name.remove_prefix(prefix_.size());
  return identifier(name);
}

std::string ExpressionText::operator()(Expr root) {
  for_each_node(std::span<const Expr>(&root, 1), [this](Expr e) {
    if (!copies_.contains(e)) copies_.emplace(e, copy(e));
  });
  return text(copies_.at(root));
}

std::string ExpressionText::operator()(const Message& message) {
  std::string out;
  for (const auto& part : message) {
    if (!out.empty()) out += " + ";
    const auto* plain = std::get_if<std::string>(&part);
    out += plain != nullptr ? quoted_string(*plain) : fmt::format("String({})", (*this)(std::get<Expr>(part)));
  }
  return out.empty() ? "\"\"" : out;
}

// Arguments have been copied before: for_each_node visits them first (but not the symbols of der, pre, edge and change).
Expr ExpressionText::copy(Expr e) {
  switch (e->op()) {
    case Op::number: return pool_.number(e->number(), e->type());
    case Op::boolean: return pool_.boolean(e->number().sign() != 0);
    case Op::pi: return pool_.pi();
    case Op::time: return pool_.time();
    case Op::initial: return pool_.initial();
    case Op::terminal: return pool_.terminal();
    case Op::symbol: return pool_.symbol(name(e), e->type());
    case Op::der: return pool_.der(copy(e->symbol()), e->order());
    case Op::pre: return pool_.pre(copy(e->symbol()));
    case Op::edge:
    case Op::change: return pool_.make(e->op(), {copy(e->symbol())});
    default: break;
  }
  if (e->op() == Op::sub && e->arg(0)->op() == Op::time) {
    const auto entered = run_symbol(e->arg(1));
    if (entered && entered->kind == RunSymbol::Kind::entered) return pool_.symbol("timeInState()", Type::real);
  }
  std::vector<Expr> args;
  for (const Expr a : e->args()) args.push_back(copies_.at(a));
  if (e->op() != Op::call) return pool_.make(e->op(), args);
  const std::string function = e->order() == 0 ? std::string(e->name()) : fmt::format("{}[{}]", e->name(), e->order() + 1);
  return pool_.call(identifier(function), args, 0, e->type());
}

}  // namespace saltus
