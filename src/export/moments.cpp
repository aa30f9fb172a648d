#include "export/moments.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace saltus {

namespace {

bool is_kink(Op op) { return op == Op::abs || op == Op::min || op == Op::max; }

bool is_step(Op op) {
  return op == Op::sign || op == Op::floor || op == Op::ceil || op == Op::integer || op == Op::div_trunc;
}

bool is_atom(Expr e) { return e->op() == Op::symbol || e->op() == Op::number || e->op() == Op::boolean || e->op() == Op::pre; }

}  // namespace

const char* name_of(Moment m) {
  switch (m) {
    case Moment::left: return "before events";
    case Moment::during: return "at events";
    case Moment::settled: return "before transitions";
    case Moment::stage2: return "at stage 2";
    case Moment::stage3: return "at stage 3";
    case Moment::stage4: return "at stage 4";
    default: return "";
  }
}

Moments::Moments(GridModel& model, Sheet& sheet) : model_(model), sheet_(sheet), pool_(*sheet.pool) {
  for (const ModeEquations& m : model_.modes)
    rates_.emplace_back([&m](Expr e) -> LeafMeaning {
      if (const auto it = m.definitions.find(e); it != m.definitions.end()) {
        const Variable* v = e->op() == Op::symbol ? m.model.find(e) : nullptr;
        if (v == nullptr || v->variability == Variability::continuous) return {it->second};
      }
      const Variable* v = m.model.find(e->op() == Op::der ? e->symbol() : e);
      if (v == nullptr) return {{}, Rate::discrete};
      return {{},
              v->variability <= Variability::parameter    ? Rate::parameter
              : v->variability == Variability::continuous ? Rate::continuous
                                                          : Rate::discrete};
    });
}

Expr Moments::is_in(std::size_t mode, Moment moment) {
  const Expr here = in_mode_symbol(pool_, mode);
  return is_before_transitions(moment) ? pool_.pre(here) : here;
}

bool Moments::exists(Expr variable, std::size_t mode) const {
  const Variable* v = model_.modes[mode].model.find(variable);
  return v != nullptr && v->exists;
}

bool Moments::is_state(Expr variable, std::size_t mode) const {
  return std::ranges::find(model_.modes[mode].states, variable) != model_.modes[mode].states.end();
}

const Variable& Moments::declared(Expr symbol) const {
  for (const ModeEquations& m : model_.modes)
    if (const Variable* v = m.model.find(symbol); v != nullptr && v->exists) return *v;
  return *model_.modes.front().model.find(symbol);
}

Expr Moments::start_of(Expr variable, std::size_t mode) {
  const ModeEquations& m = model_.modes[mode];
  if (const auto it = m.initial.find(variable); it != m.initial.end()) return at(it->second, Moment::start, mode);
  const Variable* v = m.model.find(variable);
  if (v != nullptr && v->start) return v->start;
  return v != nullptr && v->type == Type::boolean ? pool_.boolean(false) : pool_.number(0);
}

bool Moments::flows(Expr e, std::size_t mode) { return rates_[mode].of(e).rate == Rate::continuous; }

void Moments::note_decisions(Expr e, std::size_t mode) {
  for_each_node({&e, 1}, [&](Expr n) {
    if (n->is_relation() && (flows(n->arg(0), mode) || flows(n->arg(1), mode))) decisions_.insert(n);
  });
}

void Moments::add_column(Expr symbol, std::string name, std::string unit, std::string description, ColumnGroup group,
                         Expr first, Expr next) {
  sheet_.columns.push_back({symbol, std::move(name), std::move(unit), std::move(description), group, first, next, false});
}

Expr Moments::above(Expr e) const {
  return substitute(e, [this](Expr n) -> Expr {
    if (n->op() != Op::symbol) return {};
    const bool parameter = std::ranges::find(sheet_.parameters, n, &SheetParameter::symbol) != sheet_.parameters.end();
    const SheetLeaf::Kind kind = sheet_leaf(n).kind;
    if (parameter || kind == SheetLeaf::Kind::gap || kind == SheetLeaf::Kind::mode_name) return n;
    return pool_.pre(n);
  });
}

Expr Moments::at(Expr e, Moment moment, std::size_t mode, Reading reading) {
  return substitute(e, [&](Expr n) -> Expr {
    switch (n->op()) {
      case Op::symbol:
      case Op::der:
      case Op::pre:
      case Op::time:
      case Op::initial:
      case Op::terminal: return leaf(n, moment, mode);
      case Op::sample: return moment == Moment::after || is_stage(moment) ? pool_.boolean(false) : sample_due(n, mode);
      case Op::edge:
        return at(pool_.make(Op::and_, {n->symbol(), pool_.make(Op::not_, {pool_.pre(n->symbol())})}), moment, mode, reading);
      case Op::change: return at(pool_.make(Op::ne, {n->symbol(), pool_.pre(n->symbol())}), moment, mode, reading);
      case Op::smooth: return at(n->arg(0), moment, mode, reading);
      case Op::no_event: return at(n->arg(0), moment, mode, reading == Reading::body ? reading : Reading::no_event);
      default: break;
    }
    const bool two = n->args().size() == 2;
    const bool flowing =
        !n->args().empty() &&
        (n->is_relation() || is_kink(n->op()) || is_step(n->op()) || n->op() == Op::mod || n->op() == Op::rem) &&
        (flows(n->arg(0), mode) || (two && flows(n->arg(1), mode)));
    if (!flowing) return {};
    const auto at_arg = [&](std::size_t i) { return at(n->arg(i), moment, mode, reading); };
    if (reading == Reading::body && !decisions_.contains(n)) return {};
    if (n->op() == Op::mod)
      return at(n->arg(0) - pool_.make(Op::floor, {n->arg(0) / n->arg(1)}) * n->arg(1), moment, mode, reading);
    if (n->op() == Op::rem)
      return at_arg(0) - at(pool_.make(Op::div_trunc, {n->arg(0), n->arg(1)}), moment, mode, reading) * at_arg(1);
    if (is_kink(n->op())) return {};  // as it is where the stage is
    if (reading == Reading::no_event) return literally(n, is_stage(moment) ? Moment::after : moment, mode, reading);
    return decision(n, moment, mode, reading);
  });
}

Expr Moments::literally(Expr e, Moment moment, std::size_t mode, Reading reading) {
  std::vector<Expr> args;
  for (const Expr a : e->args()) args.push_back(at(a, moment, mode, reading));
  return pool_.make(e->op(), args);
}

Expr Moments::decision(Expr e, Moment moment, std::size_t mode, Reading reading) {
  const Expr left = literally(e, Moment::left, mode, Reading::equation);
  if (is_before_transitions(moment)) return left;
  const Expr after = literally(e, Moment::after, mode, Reading::equation);
  if (left == after || !e->is_relation() || moment == Moment::start || reading == Reading::fresh ||
      !rates_[mode].of(e).touches_state)
    return after;
  if (reading == Reading::kept && !model_.has_modes()) return left;
  return decided_column(e, mode, after, left);
}

Expr Moments::decided_column(Expr e, std::size_t mode, Expr after, Expr left) {
  const auto key = std::pair(e->id(), mode);
  if (const auto it = decided_.find(key); it != decided_.end()) return it->second;
  const Type type = e->is_relation() ? Type::boolean : Type::real;
  const Expr column = pool_.symbol(fmt::format("$decided {}.{}", e->id(), mode), type);
  decided_.emplace(key, column);
  const Expr elsewhere = type == Type::boolean ? pool_.boolean(false) : pool_.number(0);
  const auto here = [&](Expr value) {
    return model_.has_modes() ? pool_.if_(in_mode_symbol(pool_, mode), value, elsewhere) : value;
  };
  add_column(column, text(e, true), "", "as seen when the row is reached, for the step that follows", ColumnGroup::conditions,
             here(after), here(pool_.if_(model_.switched, after, left)));
  return column;
}

Expr Moments::without_repetition(Expr e) const {
  if (e->op() != Op::if_ || e->arg(0)->op() != Op::symbol || e->type() != Type::boolean) return e;
  const bool then = e->arg(2)->op() == Op::boolean && e->arg(2)->number().sign() == 0;
  const bool otherwise = e->arg(1)->op() == Op::boolean && e->arg(1)->number().sign() == 0;
  for (const auto& [key, column] : decided_)
    if ((then && e->arg(1) == column) || (otherwise && e->arg(2) == column)) return column;
  return e;
}

Expr Moments::time_at(Moment moment) {
  if (!is_stage(moment)) return model_.time;
  const Rational& part = model_.stage_times[static_cast<std::size_t>(moment) - static_cast<std::size_t>(Moment::stage2)];
  return model_.time + pool_.number(part) * model_.step;
}

Expr Moments::run_known(const RunSymbol& symbol, Moment moment) {
  if (symbol.kind == RunSymbol::Kind::zeno) {
    uses_zeno = true;
    return pool_.boolean(false);
  }
  const Expr entered = pool_.symbol("$entered");
  return is_before_transitions(moment) ? pool_.pre(entered) : entered;
}

Expr Moments::leaf(Expr e, Moment moment, std::size_t mode) {
  switch (e->op()) {
    case Op::time: return time_at(moment);
    case Op::initial: return pool_.boolean(moment == Moment::start);
    case Op::terminal: return pool_.boolean(false);
    case Op::der: return computed(e, moment, mode);
    case Op::pre: break;
    default: return variable(e, moment, mode);
  }
  const Expr symbol = e->symbol();
  const Variable* v = model_.modes[mode].model.find(symbol);
  if (v != nullptr && v->variability <= Variability::parameter) return symbol;
  if (v != nullptr && v->variability == Variability::continuous)
    return variable(symbol, is_before_transitions(moment) ? Moment::left : moment, mode);
  if (moment == Moment::start) return start_of(symbol, mode);
  return is_before_transitions(moment) ? pool_.pre(symbol) : symbol;
}

Expr Moments::variable(Expr e, Moment moment, std::size_t mode) {
  if (const auto known = run_symbol(e)) return run_known(*known, moment);
  const Variable* v = model_.modes[mode].model.find(e);
  if (v == nullptr || v->variability <= Variability::parameter) return e;
  if (!v->exists) return gap_symbol(pool_);
  if (v->variability == Variability::discrete) {
    if (moment == Moment::left) return pool_.pre(e);
    return is_before_transitions(moment) ? during_symbol(e) : e;
  }
  if (!is_state(e, mode)) return computed(e, moment, mode);
  switch (moment) {
    case Moment::left:
    case Moment::during: return left_symbol(e);
    case Moment::settled: return settled_symbol(e);
    case Moment::after:
    case Moment::start: return e;
    default: return stage_symbol(e, moment);
  }
}

Expr Moments::left_symbol(Expr state) {
  return model_.jumping.contains(state) ? pool_.symbol(fmt::format("{} before events", state->name())) : state;
}

Expr Moments::settled_symbol(Expr state) {
  if (!model_.has_modes()) return state;
  return model_.reinitialised_by_when.contains(state) ? pool_.symbol(fmt::format("{} before transitions", state->name()))
                                                      : left_symbol(state);
}

Expr Moments::during_symbol(Expr discrete) {
  if (!model_.two_step_discretes.contains(discrete)) return discrete;
  return pool_.symbol(fmt::format("{} before transitions", discrete->name()), discrete->type());
}

Expr Moments::stage_symbol(Expr state, Moment stage) {
  return pool_.symbol(fmt::format("{} {}", state->name(), name_of(stage)));
}

Expr Moments::derivative(Expr state) {
  for (std::size_t k = 0; k < model_.modes.size(); ++k)
    if (is_state(state, k)) return computed(pool_.der(state), Moment::after, k);
  return pool_.number(0);
}

Expr Moments::stage_derivative(Expr state, Moment stage) {
  for (std::size_t k = 0; k < model_.modes.size(); ++k)
    if (is_state(state, k)) return computed(pool_.der(state), stage, k);
  return pool_.number(0);
}

// A variable that flows, or a derivative, by its definition. After events variables have their columns; other moments, and derivatives,
// get one where a name for the value is not at hand.
Expr Moments::computed(Expr leaf, Moment moment, std::size_t mode) {
  const bool is_variable = leaf->op() == Op::symbol;
  if (moment == Moment::start) moment = Moment::after;
  if (is_variable && moment == Moment::after) return leaf;
  const auto key = std::pair(leaf->id(), static_cast<std::uint32_t>(moment));
  if (const auto it = computed_.find(key); it != computed_.end()) return it->second;
  const Expr owner = leaf->symbol();
  const auto definition = [&](std::size_t k, Moment when) -> Expr {
    const auto& all = model_.modes[k].definitions;
    const auto it = all.find(leaf);
    if (it != all.end()) return at(it->second, when, k);
    if (is_variable && is_state(leaf, k)) return variable(leaf, when, k);
    return k == mode ? pool_.number(0) : gap_symbol(pool_);
  };
  const Expr value = in_each_mode(moment, [&](std::size_t k) { return definition(k, moment); });
  Expr shown = value;
  if (!is_atom(value)) {
    const Expr after = in_each_mode(Moment::after, [&](std::size_t k) { return definition(k, Moment::after); });
    if (moment != Moment::after && value == after) {
      shown = computed(leaf, Moment::after, mode);
    } else {
      const std::string base = is_variable ? std::string(leaf->name()) : fmt::format("der({})", owner->name());
      const std::string name = moment == Moment::after ? base : fmt::format("{} {}", base, name_of(moment));
      const Variable& v = declared(owner);
      shown = pool_.symbol(name);
      computed_.emplace(key, shown);
      const ColumnGroup group = moment == Moment::after ? ColumnGroup::derivatives : ColumnGroup::steps;
      const std::string unit = is_variable || v.unit.empty() ? v.unit.str() : fmt::format("{}/s", v.unit.str());
      add_column(shown, name, unit, is_variable ? v.description.str() : "", group,
                 is_before_transitions(moment) ? after : value, value);
    }
  }
  computed_[key] = shown;
  return shown;
}

// Rows are at start + n*step; a sample falls on the row nearest to it.
Expr Moments::sample_due(Expr sample, std::size_t mode) {
  const Expr first = at(sample->arg(0), Moment::after, mode), interval = at(sample->arg(1), Moment::after, mode);
  const Expr half = model_.step / pool_.number(2);
  const Expr begun = greater(model_.time, first - half);
  if (interval == model_.step) return begun;
  const Expr since = model_.time - first;
  const Expr whole = pool_.make(Op::floor, {since / interval + pool_.number(*Rational::parse("0.5"))});
  const Expr near = less(pool_.make(Op::abs, {since - interval * whole}), half);
  return pool_.make(Op::and_, {begun, near});
}

}  // namespace saltus
