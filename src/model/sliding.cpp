#include "model/sliding.hpp"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "model/mode_changes.hpp"
#include "model/multiples.hpp"

namespace saltus {

namespace {

bool orders_numbers(Expr e) {
  return (e->op() == Op::lt || e->op() == Op::le || e->op() == Op::gt || e->op() == Op::ge) &&
         e->arg(0)->type() != Type::boolean;
}

/// What expressions say where the surface function is positive, negative or zero.
class Side {
 public:
  Side(Expr surface, int sign) : surface_(surface), multiples_(surface), sign_(sign) {}

  [[nodiscard]] Expr operator()(Expr e) const {
    return e ? substitute(e, [this](Expr n) { return known(n); }) : e;
  }

  [[nodiscard]] Expr surface() const { return surface_; }
  /// Does it ask on which side of the surface the states are?
  [[nodiscard]] bool is_asked_by(Expr e) const { return static_cast<bool>(known(e)); }

 private:
  /// The sign of an expression that is a multiple of the surface function.
  [[nodiscard]] std::optional<int> sign_of(Expr e) const {
    const auto multiple = e == surface_ ? std::optional(1) : Multiples(e).sign_of_multiple(multiples_);
    return multiple ? std::optional(*multiple * sign_) : std::nullopt;
  }

  [[nodiscard]] Expr known(Expr n) const {
    ExprPool& pool = n->pool();
    if (orders_numbers(n)) {
      const auto sign = sign_of(n->arg(0) - n->arg(1));
      if (!sign) return {};
      const bool greater = n->op() == Op::gt || n->op() == Op::ge, or_equal = n->op() == Op::ge || n->op() == Op::le;
      return pool.boolean(*sign == 0 ? or_equal : (*sign > 0) == greater);
    }
    if (n->op() == Op::sign || n->op() == Op::abs) {
      const auto sign = sign_of(n->arg(0));
      if (!sign) return {};
      if (n->op() == Op::sign) return pool.number(Rational(*sign), n->type());
      return *sign < 0 ? -n->arg(0) : n->arg(0);
    }
    if (n->op() == Op::min || n->op() == Op::max) {
      const auto sign = sign_of(n->arg(0) - n->arg(1));
      if (!sign) return {};
      return (*sign > 0) == (n->op() == Op::max) ? n->arg(0) : n->arg(1);
    }
    return {};
  }

  Expr surface_;
  Multiples multiples_;
  int sign_;
};

bool has_memory(Expr e) {
  bool found = false;
  for_each_node({&e, 1}, [&](Expr n) { found = found || n->op() == Op::pre || n->op() == Op::edge || n->op() == Op::change; });
  return found;
}

bool is_discrete(const HybridModel& model, const Equation& e) {
  if (e.lhs->type() != Type::real) return true;
  const Variable* v = e.lhs->op() == Op::symbol ? model.find(e.lhs) : nullptr;
  return v != nullptr && v->variability == Variability::discrete;
}

/// The equations of one side. Discrete variables that the surface decides are put in for what they are there.
class SideEquations {
 public:
  SideEquations(const HybridModel& model, const Side& side) {
    for (Equation e : model.equations) {
      const Expr before = e.rhs;
      e.lhs = side(e.lhs);
      e.rhs = side(e.rhs);
      if (!is_discrete(model, e)) {
        continuous.push_back(e);
      } else if (e.lhs->op() == Op::symbol && e.rhs != before) {
        remembers = remembers || has_memory(before);
        decided_.emplace(e.lhs, e.rhs);
      }
    }
    for (Equation& e : continuous) {
      e.lhs = resolved(e.lhs);
      e.rhs = resolved(e.rhs);
    }
  }

  std::vector<Equation> continuous;
  bool remembers = false;  ///< the surface is asked together with `pre`

 private:
  [[nodiscard]] Expr resolved(Expr e) const {
    for (std::size_t i = 0; i <= decided_.size(); ++i) {
      const Expr next = substitute(e, [this](Expr n) {
        const auto it = decided_.find(n);
        return it == decided_.end() ? Expr() : it->second;
      });
      if (next == e) break;
      e = next;
    }
    return e;
  }

  std::unordered_map<Expr, Expr> decided_;
};

/// The equations below in the order of those above: for the same left-hand side first, then as they stand.
std::vector<Equation> paired(const std::vector<Equation>& above, std::vector<Equation> below) {
  std::vector<Equation> result(above.size());
  std::vector<bool> found(above.size(), false);
  for (std::size_t i = 0; i < above.size(); ++i) {
    const auto same = [&](const Equation& e) { return e.lhs == above[i].lhs; };
    const auto exact = [&](const Equation& e) { return same(e) && e.rhs == above[i].rhs; };
    auto it = std::ranges::find_if(below, exact);
    if (it == below.end()) it = std::ranges::find_if(below, same);
    if (it == below.end()) continue;
    result[i] = *it;
    found[i] = true;
    below.erase(it);
  }
  auto rest = below.begin();
  for (std::size_t i = 0; i < above.size(); ++i)
    if (!found[i]) result[i] = *rest++;
  return result;
}

Equation mixed(const Equation& above, const Equation& below, Expr weight) {
  if (above.lhs == below.lhs) return {above.lhs, below.rhs + weight * (above.rhs - below.rhs), above.span};
  const Expr a = above.lhs - above.rhs, b = below.lhs - below.rhs;
  return {b + weight * (a - b), weight->pool().number(0), above.span};
}

bool same_items(const HybridModel& a, const HybridModel& b) {
  const auto exist_alike = [](const Variable& x, const Variable& y) { return x.exists == y.exists; };
  const auto same_when = [](const When& x, const When& y) { return x.id == y.id; };
  return std::ranges::equal(a.variables, b.variables, exist_alike) && std::ranges::equal(a.whens, b.whens, same_when);
}

void settle(std::vector<Action>& actions, const Side& side) {
  for (Action& a : actions) a.value = side(a.value);
}

/// What is not an equation of the motion asks about h = 0.
void settle(HybridModel& model, const Side& on) {
  for (When& w : model.whens.edit())
    for (WhenBranch& b : w.branches) {
      for (Expr& c : b.conditions) c = on(c);
      settle(b.actions, on);
    }
  for (Assertion& a : model.assertions) a.condition = on(a.condition);
  for (Machine& m : model.machines)
    for (Transition& t : m.transitions) {
      t.condition = on(t.condition);
      settle(t.actions, on);
    }
}

/// What asks about a surface, as written, each text once.
class SurfaceNames {
 public:
  explicit SurfaceNames(Expr surface) : on_(surface, 0) {}

  void add_all(const HybridModel& model, bool jumps) {
    for (const Equation& e : model.equations) add({e.lhs, e.rhs}, jumps);
    for (const Machine& m : model.machines)
      for (const Transition& t : m.transitions) add({t.condition}, jumps);
    for (const When& w : model.whens)
      for (const WhenBranch& b : w.branches) add(b.conditions, jumps);
  }

  std::vector<std::string> names;

 private:
  void add(const std::vector<Expr>& roots, bool jumps) {
    for_each_node(roots, [&](Expr n) {
      if (jumps_at_surface(n) != jumps || !on_.is_asked_by(n)) return;
      std::string name = text(n, true);
      if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
    });
  }

  Side on_;
};

std::vector<std::string> names_of(Expr surface, const HybridModel& above, const HybridModel& below) {
  SurfaceNames found(surface);
  for (const bool jumps : {true, false})
    for (const HybridModel* model : {&above, &below}) found.add_all(*model, jumps);
  if (found.names.empty()) found.names.push_back(text(surface, true));
  return std::move(found.names);
}

/// The motion is in the modes of both sides: what may leave either of them may leave the surface. A transition to the other side is what
/// the motion on the surface stands for, so it counts only if it is true inside its own side.
void join_transitions(HybridModel& model, const HybridModel& above, const ModeTuple& at, const HybridModel& below,
                      const ModeTuple& other, const Side& on) {
  for (const bool from_above : {true, false}) {
    const ModeTuple& here = from_above ? at : other;
    const ModeTuple& there = from_above ? other : at;
    const Side inside(on.surface(), from_above ? 1 : -1);
    for (const TransitionRef& r : leaving(from_above ? above : below, here)) {
      if (at.modes[r.machine] == other.modes[r.machine]) continue;
      const Transition& said = (from_above ? above : below).machines[r.machine].transitions[r.transition];
      if (!from_above && (!said.to || said.from.empty())) continue;  // `self` and `*` are those of the side above
      Transition& t = model.machines[r.machine].transitions[r.transition];
      t = said;
      t.from = {at.modes[r.machine]};
      t.condition = (said.to == there.modes[r.machine] ? inside : on)(said.condition);
      settle(t.actions, on);
    }
  }
}

}  // namespace

std::optional<HybridModel> sliding_model(const HybridModel& above, const ModeTuple& above_tuple, const HybridModel& below,
                                         const ModeTuple& below_tuple, Expr surface) {
  if (!same_items(above, below)) return std::nullopt;
  const SideEquations up(above, Side(surface, 1)), down(below, Side(surface, -1));
  if (up.remembers || down.remembers || up.continuous.size() != down.continuous.size()) return std::nullopt;

  HybridModel model = above;
  ExprPool& pool = *model.pool;
  const Expr weight = pool.symbol(fmt::format("$weight{}", model.sliding.size() + 1));
  const Side on(surface, 0);
  std::erase_if(model.equations.edit(), [&](const Equation& e) { return !is_discrete(model, e); });
  for (Equation& e : model.equations.edit()) e.rhs = on(e.rhs);
  const std::vector<Equation> partners = paired(up.continuous, down.continuous);
  bool differ = false;
  for (std::size_t i = 0; i < partners.size(); ++i) {
    const Equation& a = up.continuous[i];
    const Equation& b = partners[i];
    const bool same = a.lhs == b.lhs && a.rhs == b.rhs;
    differ = differ || !same;
    model.equations.push_back(same ? a : mixed(a, b, weight));
  }
  if (!differ) return std::nullopt;
  model.equations.push_back({surface, pool.number(0), {}});
  settle(model, on);
  if (above_tuple != below_tuple) join_transitions(model, above, above_tuple, below, below_tuple, on);
  model.initial_equations = {};  // it is entered, it does not start
  for (Variable& v : model.variables.edit()) v.fixed = v.fixed && v.variability != Variability::continuous;
  Variable unknown;
  unknown.name = weight->name();
  unknown.symbol = weight;
  model.variables.push_back(std::move(unknown));
  model.sliding.push_back({surface, weight, names_of(surface, above, below)});
  model.index();
  return model;
}

bool jumps_at_surface(Expr e) { return orders_numbers(e) || e->op() == Op::sign; }

std::string sliding_event(std::string_view surface, bool ends) {
  return fmt::format("{}sliding on `{}`", ends ? "end of " : "", surface);
}

}  // namespace saltus
