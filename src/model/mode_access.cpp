// Every expression is looked at once for every mode that could be active where it stands: activeState() is replaced by what it is
// then, and what is left must not name a variable that lives in other modes only.

#include "model/mode_access.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

namespace saltus {
namespace {

class Access {
 public:
  explicit Access(const HybridModel& model) : m_(model) {
    for (const Variable& v : model.variables)
      if (v.home) homes_[v.symbol].push_back(*v.home);
  }

  std::optional<std::string> check() {
    expressions(m_, {});
    for (std::size_t m = 0; m < m_.machines.size(); ++m) {
      const Machine& machine = m_.machines[m];
      for (std::size_t k = 0; k < machine.modes.size(); ++k) expressions(machine.modes[k], around({m, k}));
      for (const Transition& t : machine.transitions) transition(m, t);
    }
    return found_;
  }

 private:
  /// Modes known to be active: at most one of a machine.
  using Known = std::vector<ModeRef>;

  Known around(ModeRef place) const {
    Known known{place};
    while (m_.machines[known.back().machine].inside) known.push_back(*m_.machines[known.back().machine].inside);
    return known;
  }

  /// Is `place` alive if `at` is the mode of its machine?
  bool possible(ModeRef place, ModeRef at) const {
    for (std::optional<ModeRef> p = place; p; p = m_.machines[p->machine].inside)
      if (p->machine == at.machine) return p->mode == at.mode;
    return true;
  }

  void transition(std::size_t machine, const Transition& t) {
    std::vector<std::size_t> from = t.from;
    if (from.empty())
      for (std::size_t k = 0; k < m_.machines[machine].modes.size(); ++k) from.push_back(k);
    for (const std::size_t k : from) {
      const Known known = around({machine, k});
      expression(t.condition, known);
      actions(t.actions, known, around({machine, t.to.value_or(k)}));
    }
  }

  void actions(const std::vector<Action>& actions, const Known& known, const Known& after) {
    for (const Action& a : actions) {
      for (const Expr e : {a.value, a.solver->tolerance, a.solver->step}) expression(e, known);
      if (a.target) target(a.target, after);
    }
  }

  // A target may also live in a machine inside a mode that is entered.
  void target(Expr symbol, const Known& known) {
    const auto it = homes_.find(symbol);
    if (it == homes_.end()) return;
    const bool lives = std::ranges::any_of(it->second, [&](ModeRef home) {
      const Known all = around(home);
      return std::ranges::any_of(all, [&](ModeRef p) { return std::ranges::find(known, p) != known.end(); });
    });
    if (!lives) report(symbol, "is assigned where it does not exist");
  }

  template <class Owner>
  void expressions(const Owner& owner, const Known& known) {
    for (const auto* list : {&owner.equations, &owner.initial_equations})
      for (const Equation& e : *list) {
        expression(e.lhs, known);
        expression(e.rhs, known);
      }
    for (const Assertion& a : owner.assertions) expression(a.condition, known);
    for (const When& w : owner.whens)
      for (const WhenBranch& b : w.branches) {
        for (const Expr c : b.conditions) expression(c, known);
        actions(b.actions, known, known);
      }
  }

  void expression(Expr e, const Known& known) {
    if (!e || found_ || !names_mode_variable(e)) return;
    for (std::size_t m = 0; m < m_.machines.size(); ++m) {
      const auto fixed = std::ranges::find(known, m, &ModeRef::machine);
      for (std::size_t k = 0; k < m_.machines[m].modes.size(); ++k) {
        const ModeRef at{m, k};
        if (fixed != known.end() ? fixed->mode == k : compatible(m, known)) in_mode(e, at);
      }
    }
  }

  /// Can a machine be alive if these modes are active?
  bool compatible(std::size_t machine, const Known& known) const {
    const auto& inside = m_.machines[machine].inside;
    return !inside || std::ranges::all_of(known, [&](ModeRef p) { return possible(*inside, p); });
  }

  bool names_mode_variable(Expr e) const {
    bool names = false;
    for_each_symbol(e, [&](Expr s) { names = names || homes_.contains(s); });
    return names;
  }

  static void for_each_symbol(Expr e, const std::function<void(Expr)>& visit) {
    for_each_node(std::span<const Expr>(&e, 1), [&](Expr n) {
      if (n->op() == Op::symbol || n->op() == Op::der || n->op() == Op::pre) visit(n->symbol());
    });
  }

  void in_mode(Expr e, ModeRef at) {
    const Expr settled = substitute(e, [&](Expr n) -> Expr {
      const auto known = run_symbol(n);
      if (!known || known->kind != RunSymbol::Kind::active) return {};
      const auto machine = std::ranges::find(m_.machines, known->machine, &Machine::name);
      if (machine == m_.machines.end()) return {};
      const auto mode = std::ranges::find(machine->modes, known->mode, &Mode::name);
      const ModeRef asked{static_cast<std::size_t>(machine - m_.machines.begin()),
                          static_cast<std::size_t>(mode - machine->modes.begin())};
      if (asked.machine == at.machine) return m_.pool->boolean(asked.mode == at.mode);
      return possible(asked, at) ? Expr() : m_.pool->boolean(false);
    });
    for_each_symbol(settled, [&](Expr s) {
      const auto it = homes_.find(s);
      if (it == homes_.end()) return;
      if (std::ranges::none_of(it->second, [&](ModeRef home) { return possible(home, at); }))
        report(s, fmt::format("is used where mode `{}` may be active", m_.machines[at.machine].modes[at.mode].name));
    });
  }

  void report(Expr symbol, const std::string& what) {
    if (found_) return;
    const ModeRef home = homes_.at(symbol).front();
    found_ = fmt::format("`{}` of mode `{}` {}: guard it by active()", symbol->name(),
                         m_.machines[home.machine].modes[home.mode].name, what);
  }

  const HybridModel& m_;
  std::unordered_map<Expr, std::vector<ModeRef>> homes_;
  std::optional<std::string> found_;
};

}  // namespace

std::optional<std::string> forbidden_access(const HybridModel& model) { return Access(model).check(); }

}  // namespace saltus
