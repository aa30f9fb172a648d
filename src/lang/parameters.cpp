#include "lang/parameters.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "expr/evaluate.hpp"
#include "lang/instances.hpp"

namespace saltus::lang {
namespace {

bool is_varying_leaf(Op op) {
  return op == Op::der || op == Op::pre || op == Op::time || op == Op::initial || op == Op::terminal || op == Op::sample ||
         op == Op::edge || op == Op::change;
}

}  // namespace

bool Parameters::is_fixed(Expr e) {
  if (fixed_.size() < f_.pool.size()) fixed_.resize(f_.pool.size() * 2, 0);
  std::vector<Expr> stack{e};
  while (!stack.empty()) {
    const Expr top = stack.back();
    std::int8_t& mark = fixed_[top->id()];
    if (mark != 0) {
      stack.pop_back();
      continue;
    }
    if (is_varying_leaf(top->op()) || (top->op() == Op::symbol && !f_.instances->is_fixed_value(top))) {
      mark = -1;
      continue;
    }
    bool ready = true;
    std::int8_t result = 1;
    for (const Expr a : top->args()) {
      const std::int8_t m = fixed_[a->id()];
      if (m == 0) {
        stack.push_back(a);
        ready = false;
      } else if (m < 0) {
        result = -1;
      }
    }
    if (ready) mark = result;
  }
  return fixed_[e->id()] > 0;
}

std::vector<Expr> Parameters::symbols_in(Expr e) const {
  std::vector<Expr> out;
  if (e->is_number()) return out;
  for_each_node(std::span<const Expr>(&e, 1), [&out](Expr n) {
    if (n->op() == Op::symbol) out.push_back(n);
  });
  return out;
}

Expr Parameters::bound(Expr symbol) const {
  const Instances::Owner o = f_.instances->owner(symbol);
  if (o.member == nullptr || !o.member->is_fixed_value()) return {};
  const Value& v = f_.instances->binding(*o.member);
  return v.valid ? v.items[o.element] : Expr();
}

void Parameters::evaluate(Expr symbol) {
  const Expr e = bound(symbol);
  visited_[symbol] = Visit::done;
  numeric_[symbol] = std::numeric_limits<double>::quiet_NaN();
  exact_[symbol] = {};
  if (!e || !is_fixed(e)) return;
  if (const auto r = exact_value(e, [this](Expr s) { return exact_[s]; })) {
    exact_[symbol] = symbol->type() == Type::boolean ? f_.pool.boolean(r->sign() != 0) : f_.pool.number(*r, symbol->type());
    numeric_[symbol] = r->to_double();
    return;
  }
  numeric_[symbol] = numeric_value<double>(e, [this](Expr leaf) {
    const auto it = numeric_.find(leaf);
    return it == numeric_.end() ? std::numeric_limits<double>::quiet_NaN() : it->second;
  });
}

// Depth first over the parameters that `e` needs, with a stack of its own: chains of parameters may be long.
void Parameters::prepare(Expr root) {
  struct Frame {
    Expr symbol;  // null for the root
    std::vector<Expr> needs;
    std::size_t next = 0;
  };
  std::vector<Frame> stack;
  stack.push_back({{}, symbols_in(root)});
  while (!stack.empty()) {
    Frame& top = stack.back();
    if (top.next == top.needs.size()) {
      if (top.symbol && visited_[top.symbol] != Visit::done) evaluate(top.symbol);
      stack.pop_back();
      continue;
    }
    const Expr s = top.needs[top.next++];
    const auto it = visited_.find(s);
    if (it == visited_.end()) {
      visited_[s] = Visit::running;
      const Expr e = bound(s);
      stack.push_back({s, e ? symbols_in(e) : std::vector<Expr>()});
    } else if (it->second == Visit::running) {
      const Instances::Owner o = f_.instances->owner(s);
      f_.error("cyclic-parameter", o.member->span(), fmt::format("the value of parameter `{}` depends on itself", s->name()),
               "", "give one of the parameters of the circle a value of its own");
      it->second = Visit::done;
      exact_[s] = {};
      numeric_[s] = std::numeric_limits<double>::quiet_NaN();
    }
  }
}

bool Parameters::is_faulty(Expr e) {
  std::unordered_set<Expr> seen;
  std::vector<Expr> todo = symbols_in(e);
  while (!todo.empty()) {
    const Expr s = todo.back();
    todo.pop_back();
    Member* m = f_.instances->owner(s).member;
    if (!seen.insert(s).second || m == nullptr || !m->is_fixed_value()) continue;
    if (const Expr value = bound(s)) {
      for (const Expr needed : symbols_in(value)) todo.push_back(needed);
    } else if (f_.instances->reports_its_value(*m)) {
      return true;
    }
  }
  return false;
}

void Parameters::mark(Expr e) {
  std::vector<Expr> todo = symbols_in(e);
  while (!todo.empty()) {
    const Expr s = todo.back();
    todo.pop_back();
    if (!structural_.insert(s).second) continue;
    const Expr value = bound(s);
    if (!value) continue;
    for (const Expr needed : symbols_in(value)) todo.push_back(needed);
  }
}

std::optional<Rational> Parameters::exact(Expr e) {
  if (e->is_number()) return e->number();
  const auto value = look(e);
  if (value) mark(e);
  return value;
}

std::optional<Rational> Parameters::look(Expr e) {
  if (!is_fixed(e)) return std::nullopt;
  prepare(e);
  return exact_value(e, [this](Expr s) { return exact_[s]; });
}

std::optional<bool> Parameters::truth(Expr e) {
  if (const auto literal = literal_truth(e)) return literal;
  if (const auto r = exact(e)) return r->sign() != 0;
  if (!is_fixed(e)) return std::nullopt;
  const double x = numeric_value<double>(e, [this](Expr leaf) {
    const auto it = numeric_.find(leaf);
    return it == numeric_.end() ? std::numeric_limits<double>::quiet_NaN() : it->second;
  });
  if (std::isnan(x)) return std::nullopt;
  mark(e);
  return x != 0;
}

}  // namespace saltus::lang
