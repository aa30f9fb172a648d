#include "model/free_inputs.hpp"

#include <algorithm>
#include <string>

#include "expr/evaluate.hpp"
#include "model/hybrid_model.hpp"

namespace saltus {

namespace {

constexpr int longest_chain = 10000;  // of parameters that are given by others

Expr value_in_model(const HybridModel& model, Expr symbol) {
  const Variable* v = model.find(symbol);
  if (v && v->variability <= Variability::parameter) return v->binding ? v->binding : v->start;
  const auto it = model.free->example_starts.find(symbol);
  return it == model.free->example_starts.end() ? Expr() : it->second;
}

/// `e` in terms of free symbols, numbers, and what has no value.
Expr resolved(const FreeInputs& free, Expr e, const ValueOf& value_of) {
  for (int i = 0; i < longest_chain; ++i) {
    const Expr next = substitute(e, [&](Expr n) { return n->op() == Op::symbol && !free.contains(n) ? value_of(n) : Expr(); });
    if (next == e) break;
    e = next;
  }
  return e;
}

std::vector<Expr> free_symbols(const FreeInputs& free, Expr e) {
  std::vector<Expr> found;
  for_each_node({&e, 1}, [&](Expr n) {
    if (n->op() == Op::symbol && free.contains(n)) found.push_back(n);
  });
  return found;
}

bool is_differentiated(const std::vector<Equation>& equations, Expr symbol) {
  return std::ranges::any_of(equations, [&](const Equation& e) {
    bool found = false;
    const Expr sides[] = {e.lhs, e.rhs};
    for_each_node(sides, [&](Expr n) { found = found || (n->op() == Op::der && n->symbol() == symbol); });
    return found;
  });
}

/// Algorithms begin with the start values of what they assign: there these are part of the equations.
bool is_start_of_motion(const HybridModel& model, const Variable& v) {
  if (v.variability != Variability::continuous || is_differentiated(model.equations, v.symbol)) return true;
  return std::ranges::any_of(model.machines, [&](const Machine& m) {
    return std::ranges::any_of(m.modes, [&](const Mode& mode) { return is_differentiated(mode.equations, v.symbol); });
  });
}

std::optional<bool> is_set(Expr e, const ValueOf& value_of) {
  const auto value = exact_value(e, value_of);
  return value ? std::optional(value->sign() != 0) : std::nullopt;
}

}  // namespace

bool FreeInputs::contains(Expr symbol) const { return std::ranges::find(symbols, symbol) != symbols.end(); }

std::optional<bool> decide(const HybridModel& model, Expr e, const ValueOf& value_of) {
  if (!model.free) return is_set(e, value_of);
  FreeInputs& free = *model.free;
  const Expr asked = resolved(free, e, value_of);
  if (free_symbols(free, asked).empty()) return is_set(asked, value_of);
  const auto answer = is_set(asked, [&](Expr symbol) { return value_in_model(model, symbol); });
  if (!answer && !may_have_exact_value(asked)) return answer;  // with other values as well
  const auto same = [&](const FreeInputs::Decision& d) { return d.asked == asked; };
  if (std::ranges::none_of(free.decisions, same)) free.decisions.push_back({asked, answer});
  return answer;
}

void note_compiled_in(const HybridModel& model, Expr e, const ValueOf& value_of) {
  if (!model.free) return;
  FreeInputs& free = *model.free;
  for (const Expr symbol : free_symbols(free, resolved(free, e, value_of)))
    if (std::ranges::find(free.compiled_in, symbol) == free.compiled_in.end()) free.compiled_in.push_back(symbol);
}

bool holds(const FreeInputs::Decision& decision, const ValueOf& value_of) {
  return is_set(decision.asked, value_of) == decision.answer;
}

bool set_free(HybridModel& model, std::string_view name) {
  constexpr std::string_view ending = ".start";
  const Variable* found = model.find(name);
  const bool is_start = !found && name.ends_with(ending);
  if (is_start) found = model.find(name.substr(0, name.size() - ending.size()));
  if (!found || found->type == Type::string || found->home) return false;
  Variable& v = model.variables.edit()[model.index_of(found->symbol)];
  if (!model.free) model.free = std::make_shared<FreeInputs>();
  if (is_start) {
    if (v.variability <= Variability::parameter || !is_start_of_motion(model, v)) return false;
    if (!v.start) v.start = v.type == Type::boolean ? model.pool->boolean(false) : model.pool->number(0, v.type);
    const Expr symbol = model.pool->symbol(std::string(name), v.type);
    model.free->example_starts.emplace(symbol, v.start);
    v.start = symbol;
    model.free->symbols.push_back(symbol);
    return true;
  }
  if (v.variability != Variability::parameter || v.is_structural || v.is_final) return false;
  model.free->symbols.push_back(v.symbol);
  return true;
}

}  // namespace saltus
