#include "export/sheet_parameters.hpp"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "expr/evaluate.hpp"

namespace saltus {

namespace {

std::string value_text(const HybridModel& model, Expr value) {
  const auto bound = [&](Expr symbol) {
    const Variable* v = model.find(symbol);
    return v == nullptr ? Expr() : v->binding ? v->binding : v->start;
  };
  const auto exact = exact_value(value, bound);
  if (!exact) return text(value, true);
  if (value->type() == Type::boolean) return exact->sign() != 0 ? "true" : "false";
  return exact->text();
}

}  // namespace

void add_parameters(const HybridModel& model, Sheet& sheet) {
  for (const Variable& v : model.variables) {
    if (v.variability > Variability::parameter || v.type == Type::string) continue;
    Expr value = v.binding ? v.binding : v.start;
    if (!value) value = v.type == Type::boolean ? model.pool->boolean(false) : model.pool->number(0);
    if (v.is_structural) sheet.fixed.push_back({v.name, value_text(model, value), v.description});
    const bool computed = !is_closed(value) || v.is_final || v.is_structural || v.variability == Variability::constant;
    sheet.parameters.push_back({v.symbol, v.name, v.unit, v.description, value, computed});
  }
}

void drop_unused_parameters(Sheet& sheet) {
  std::unordered_set<Expr> used;
  std::vector<Expr> open;
  const auto use = [&](Expr root) {
    for_each_node({&root, 1}, [&](Expr e) {
      if (e->op() == Op::symbol && used.insert(e).second) open.push_back(e);
    });
  };
  for (const SheetColumn& c : sheet.columns) {
    use(c.first);
    use(c.next);
  }
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    const auto it = std::ranges::find(sheet.parameters, e, &SheetParameter::symbol);
    if (it != sheet.parameters.end()) use(it->value);
  }
  const auto is_fixed = [&](const SheetParameter& p) {
    return std::ranges::any_of(sheet.fixed, [&](const FixedParameter& f) { return f.name == p.name; });
  };
  std::erase_if(sheet.fixed, [&](const FixedParameter& f) {
    const auto it = std::ranges::find(sheet.parameters, f.name, &SheetParameter::name);
    return it != sheet.parameters.end() && used.contains(it->symbol);
  });
  std::erase_if(sheet.parameters,
                [&](const SheetParameter& p) { return !used.contains(p.symbol) && (p.is_computed || is_fixed(p)); });
}

}  // namespace saltus
