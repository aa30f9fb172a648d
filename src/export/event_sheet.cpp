#include "export/event_sheet.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "export/grid_events.hpp"
#include "export/grid_sheet.hpp"
#include "export/linear_motion.hpp"
#include "export/moments.hpp"
#include "export/sheet_parameters.hpp"
#include "export/sheet_values.hpp"
#include "structure/naming.hpp"

namespace saltus {

namespace {

// When a condition becomes true: relations over time, joined by and and or.
class ComesTrue {
 public:
  ComesTrue(Moments& moments, LinearMotion& motion, ExprPool& pool) : moments_(moments), motion_(motion), pool_(pool) {}

  Expr never() { return pool_.number(*Rational::parse("1e300")); }

  /// The time from this row until the condition holds, seen from the values after events; `never` if it will not. Null if it has too
  /// many cases.
  Expr wait(Expr condition) {
    std::vector<std::vector<Expr>> cases;
    if (!expand(condition, false, cases)) return {};
    Expr earliest = never();
    for (const auto& c : cases) {
      const Expr w = wait_for_all(c);
      earliest = earliest == never() ? w : w == never() ? earliest : pool_.make(Op::min, {earliest, w});
    }
    return earliest;
  }

 private:
  static constexpr std::size_t most_cases = 32;

  // Disjunctive normal form.
  bool expand(Expr e, bool negated, std::vector<std::vector<Expr>>& out) {
    if (e->op() == Op::not_) return expand(e->arg(0), !negated, out);
    const bool is_and = e->op() == (negated ? Op::or_ : Op::and_), is_or = e->op() == (negated ? Op::and_ : Op::or_);
    if (!is_and && !is_or) {
      out.push_back({negated ? opposite(e) : e});
      return true;
    }
    std::vector<std::vector<Expr>> left, right;
    if (!expand(e->arg(0), negated, left) || !expand(e->arg(1), negated, right)) return false;
    if (is_or) {
      out = std::move(left);
      out.insert(out.end(), right.begin(), right.end());
    } else {
      for (const auto& a : left)
        for (const auto& b : right) {
          out.push_back(a);
          out.back().insert(out.back().end(), b.begin(), b.end());
        }
    }
    return out.size() <= most_cases;
  }

  Expr opposite(Expr e) {
    switch (e->op()) {
      case Op::lt: return pool_.make(Op::ge, e->args());
      case Op::le: return pool_.make(Op::gt, e->args());
      case Op::gt: return pool_.make(Op::le, e->args());
      case Op::ge: return pool_.make(Op::lt, e->args());
      default: return pool_.make(Op::not_, {e});
    }
  }

  // 0 - (a - b) is written b - a.
  static Expr difference(Expr a, Expr b) { return a->is_number(0) && b->op() == Op::sub ? b->arg(1) - b->arg(0) : a - b; }

  Expr now(Expr e) { return moments_.at(e, Moment::after, 0, Reading::fresh); }

  // All hold from the latest of their times on, if none of them has ceased to hold by then.
  Expr wait_for_all(const std::vector<Expr>& all) {
    Expr holds, latest = pool_.number(0), until = never();
    for (const Expr e : all) {
      const bool moves = e->is_relation() && std::max(motion_.degree(e->arg(0)), motion_.degree(e->arg(1))) > 0;
      if (!moves) {
        holds = holds ? pool_.make(Op::and_, {holds, now(e)}) : now(e);
        continue;
      }
      const bool below = e->op() == Op::lt || e->op() == Op::le;
      const Expr margin = below ? e->arg(1) - e->arg(0) : e->arg(0) - e->arg(1);
      const Expr speed = below ? difference(motion_.rate(e->arg(1)), motion_.rate(e->arg(0)))
                               : difference(motion_.rate(e->arg(0)), motion_.rate(e->arg(1)));
      const Expr zero = pool_.number(0), arrives = now(-margin) / now(speed);
      const Expr from = pool_.if_(now(e), zero, pool_.if_(greater(now(speed), zero), arrives, never()));
      latest = latest->is_number(0) ? from : pool_.make(Op::max, {latest, from});
      if (all.size() > 1) {
        const Expr leaves = pool_.if_(less(now(speed), zero), pool_.make(Op::max, {zero, arrives}), never());
        until = until == never() ? leaves : pool_.make(Op::min, {until, leaves});
      }
    }
    const bool bounded =
        until != never() && std::ranges::count_if(all, [&](Expr e) {
                              return e->is_relation() && std::max(motion_.degree(e->arg(0)), motion_.degree(e->arg(1))) > 0;
                            }) > 1;
    if (bounded) latest = pool_.if_(less(latest, until), latest, never());
    return holds ? pool_.if_(holds, latest, never()) : latest;
  }

  Moments& moments_;
  LinearMotion& motion_;
  ExprPool& pool_;
};

class EventSheetMaker {
 public:
  EventSheetMaker(const HybridModel& model, const Rational& start, const Rational& stop, Diagnostics& diagnostics)
      : model_(model), start_(start), stop_(stop), diagnostics_(diagnostics), pool_(*model.pool) {}

  std::optional<Sheet> make() {
    if (!model_.machines.empty()) {
      not_exportable(diagnostics_, model_.machines.front().span, "a workbook with a row per event has no modes", "has modes",
                     "export it with a row per step: leave out `--by events`");
      return std::nullopt;
    }
    auto equations = mode_equations(model_, {}, true, diagnostics_);
    if (!equations) return std::nullopt;
    grid_.modes.push_back(*std::move(equations));
    LinearMotion motion(grid_.modes.front());
    motion_ = &motion;
    if (!require_linear()) return std::nullopt;
    sheet_.pool = model_.pool;
    sheet_.name = model_.name;
    sheet_.description = model_.description;
    add_parameters(model_, sheet_);
    grid_.time = pool_.symbol("$time");
    grid_.step = pool_.symbol("$wait");
    grid_.start = pool_.symbol("$start");
    stop_symbol_ = pool_.symbol("$stop");
    sheet_.parameters.push_back({grid_.start, "start", "s", "time of the first row", pool_.number(start_)});
    sheet_.parameters.push_back({stop_symbol_, "stop", "s", "time of the last row", pool_.number(stop_)});
    Moments moments(grid_, sheet_);
    moments_ = &moments;
    GridEvents events(model_, grid_, moments, sheet_, diagnostics_);
    if (!events.collect()) return std::nullopt;
    events.fires_by([this](const WhenBranch& branch, Expr fires) { return fires_of(branch, fires); });
    add_time();
    events.add_columns();
    add_next();
    add_variables(events);
    events.add_checks();
    sheet_.notes.emplace_back("never is a time of 1E+300: the event does not come by itself.");
    inline_aliases(sheet_);
    std::ranges::stable_sort(sheet_.columns, {}, &SheetColumn::group);
    drop_unused_parameters(sheet_);
    if (!choose_rows()) return std::nullopt;
    return std::move(sheet_);
  }

 private:
  // States are linear between events, and so is what conditions compare; nothing else decides.
  bool require_linear() {
    const ModeEquations& m = grid_.modes.front();
    for (const Expr x : m.states)
      if (motion_->degree(x) > 1)
        return refuse(m.places.at(pool_.der(x)), fmt::format("`{}` does not move linearly in time between events", x->name()),
                      "its derivative changes between events");
    for (const auto& [leaf, value] : m.definitions) {
      Expr found;
      for_each_node({&value, 1}, [&](Expr e) {
        if (e->is_relation() && std::max(motion_->degree(e->arg(0)), motion_->degree(e->arg(1))) > 0) found = e;
      });
      if (found)
        return refuse(m.places.at(leaf), fmt::format("`{}` changes its value between the rows", text(found, true)),
                      "a relation outside of a `when`");
    }
    for (const When& w : m.model.whens)
      for (const WhenBranch& b : w.branches)
        for (const Expr c : b.conditions)
          if (!is_linear(c))
            return refuse(b.span, "the time at which this condition becomes true is not given by a quotient",
                          "not made of relations that are linear in time");
    return true;
  }

  bool is_linear(Expr condition) {
    bool good = true;
    for_each_node({&condition, 1}, [&](Expr e) {
      if (e->op() == Op::sample || e->op() == Op::initial || e->op() == Op::edge || e->op() == Op::change) good = false;
      const bool moves = e->is_relation() && std::max(motion_->degree(e->arg(0)), motion_->degree(e->arg(1))) > 0;
      if (moves &&
          (std::max(motion_->degree(e->arg(0)), motion_->degree(e->arg(1))) > 1 || e->op() == Op::eq || e->op() == Op::ne))
        good = false;
      if (e->type() == Type::boolean && e->op() == Op::if_) good = false;
    });
    return good;
  }

  bool refuse(Span span, std::string message, std::string label) {
    not_exportable(diagnostics_, span, std::move(message), std::move(label),
                   "export it with a row per step: leave out `--by events`");
    return false;
  }

  // The waiting times are known in the row above; the last row is at the stop.
  void add_time() {
    const Expr n = pool_.symbol("$row", Type::integer), next = pool_.symbol("$next");
    const Expr left = stop_symbol_ - pool_.pre(grid_.time);
    moments_->add_column(n, "row", "", "its number", ColumnGroup::time, pool_.integer(0), pool_.pre(n) + pool_.integer(1));
    moments_->add_column(grid_.time, "time", "s", "", ColumnGroup::time, grid_.start, pool_.pre(grid_.time) + grid_.step);
    moments_->add_column(grid_.step, "since row above", "s", "", ColumnGroup::time, pool_.number(0),
                         pool_.make(Op::min, {pool_.pre(next), left}));
  }

  Expr fires_of(const WhenBranch& branch, Expr fires) {
    ComesTrue comes(*moments_, *motion_, pool_);
    const std::string id(fires->name());
    Expr condition;
    for (const Expr c : branch.conditions) condition = condition ? pool_.make(Op::or_, {condition, c}) : c;
    const Expr future = comes.wait(condition);
    if (!future) {
      not_exportable(diagnostics_, branch.span, "this condition has too many cases for a formula", "",
                     "split it into several `when`s");
      return pool_.boolean(false);
    }
    const Expr is_true = moments_->at(condition, Moment::after, 0, Reading::fresh);
    const Expr was_true = moments_->at(condition, Moment::left, 0);
    const Expr one = pool_.integer(1);
    const Expr held = pool_.symbol("$held " + id, Type::boolean), wait = pool_.symbol("$wait " + id);
    const Expr goes_on = pool_.make(Op::and_, {pool_.pre(held), was_true});
    moments_->add_column(held, fmt::format("{} held", branch.name), "", "true since it happened", ColumnGroup::conditions,
                         is_true,
                         pool_.make(Op::and_, {is_true, pool_.make(Op::or_, {pool_.make(Op::eq, {fires, one}), goes_on})}));
    const Expr value = pool_.if_(is_true, pool_.if_(held, comes.never(), pool_.number(0)), future);
    moments_->add_column(wait, fmt::format("until {}", branch.name), "s", "time until it happens", ColumnGroup::conditions,
                         value, value);
    waits_.push_back(wait);
    const Expr next = pool_.symbol("$next");
    const Expr in_time = pool_.make(Op::le, {pool_.pre(next), stop_symbol_ - pool_.pre(grid_.time)});
    return pool_.make(Op::and_, {in_time, pool_.make(Op::le, {pool_.pre(wait), pool_.pre(next)})});
  }

  void add_next() {
    ComesTrue comes(*moments_, *motion_, pool_);
    Expr least = comes.never();
    for (const Expr w : waits_) least = least == comes.never() ? w : pool_.make(Op::min, {least, w});
    moments_->add_column(pool_.symbol("$next"), "until next", "s", "the least of the times until events",
                         ColumnGroup::conditions, least, least);
  }

  void add_variables(GridEvents& events) {
    for (const Variable& v : model_.variables) {
      if (v.variability <= Variability::parameter || v.type == Type::string) continue;
      const Expr x = v.symbol;
      if (v.variability == Variability::discrete) {
        events.add_discrete(v);
      } else if (!moments_->is_state(x, 0)) {
        const Expr value = moments_->at(grid_.modes.front().definitions.at(x), Moment::after, 0);
        moments_->add_column(x, v.name, v.unit, v.description, ColumnGroup::variables, value, value);
      } else {
        add_state(v, events);
      }
    }
  }

  void add_state(const Variable& v, GridEvents& events) {
    const Expr x = v.symbol;
    const Expr stepped = pool_.pre(x) + grid_.step * moments_->above(moments_->derivative(x));
    Expr left = stepped;
    if (grid_.jumping.contains(x)) {
      left = moments_->left_symbol(x);
      moments_->add_column(left, fmt::format("{} before events", v.name), v.unit, "", ColumnGroup::steps, x, stepped);
    }
    const Expr next = events.after_events(x, left, [&](std::size_t, Moment, Expr value) { return value; });
    moments_->add_column(x, v.name, v.unit, v.description, ColumnGroup::variables, events.at_start(x, 0), next);
  }

  // Until the stop is reached, and as many again.
  bool choose_rows() {
    constexpr std::size_t most = 100000;
    auto values = SheetValues::begin(sheet_, diagnostics_);
    if (!values) return false;
    const std::size_t time = sheet_.find(grid_.time);
    std::size_t needed = 0;
    while (needed < most) {
      ++needed;
      if (!(values->next_row()[time] < stop_.to_double())) break;
    }
    if (needed == most) {
      diagnostics_.error("not-exportable", Span{}, fmt::format("more than {} events before the stop", most), "",
                         "stop earlier with `--stop`, or choose other parameters");
      return false;
    }
    sheet_.rows = std::max<std::size_t>(needed + needed / 2, 30);
    return true;
  }

  const HybridModel& model_;
  const Rational &start_, &stop_;
  Diagnostics& diagnostics_;
  ExprPool& pool_;
  GridModel grid_;
  Sheet sheet_;
  Expr stop_symbol_;
  LinearMotion* motion_ = nullptr;
  Moments* moments_ = nullptr;
  std::vector<Expr> waits_;
};

}  // namespace

std::optional<Sheet> event_sheet(const HybridModel& model, const Rational& start, const Rational& stop,
                                 Diagnostics& diagnostics) {
  return EventSheetMaker(model, start, stop, diagnostics).make();
}

}  // namespace saltus
