#include "export/grid_sheet.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "export/grid_events.hpp"
#include "export/moments.hpp"
#include "export/sheet_parameters.hpp"
#include "expr/evaluate.hpp"
#include "model/mode_changes.hpp"

namespace saltus {

std::optional<Scheme> scheme_of(std::string_view solver) {
  if (solver == "euler") return Scheme::euler;
  if (solver == "heun") return Scheme::heun;
  if (solver == "rk4") return Scheme::rk4;
  return std::nullopt;
}

namespace {

class GridSheetMaker {
 public:
  GridSheetMaker(const HybridModel& model, const GridOptions& options, Diagnostics& diagnostics)
      : model_(model), options_(options), diagnostics_(diagnostics), pool_(*model.pool) {}

  std::optional<Sheet> make() {
    if (!solve_modes()) return std::nullopt;
    sheet_.pool = model_.pool;
    sheet_.name = model_.name;
    sheet_.description = model_.description;
    add_parameters(model_, sheet_);
    if (!choose_grid()) return std::nullopt;
    Moments moments(grid_, sheet_);
    moments_ = &moments;
    GridEvents events(model_, grid_, moments, sheet_, diagnostics_);
    if (!events.collect() || !check_samples()) return std::nullopt;
    add_time();
    events.add_columns();
    add_variables(events);
    events.add_checks();
    note_omissions();
    arrange();
    return std::move(sheet_);
  }

 private:
  bool solve_modes() {
    if (model_.machines.size() > 1) {
      not_exportable(diagnostics_, model_.machines[1].span, "a workbook has the modes of one machine only",
                     fmt::format("`{}` is another one", model_.machines[1].name),
                     "export a model with a single machine, or write the other as Boolean variables");
      return false;
    }
    const std::size_t count = model_.machines.empty() ? 1 : model_.machines.front().modes.size();
    if (count > 2) {
      not_exportable(diagnostics_, model_.machines.front().modes[2].span, "a workbook has at most two modes",
                     fmt::format("mode `{}` is the third", model_.machines.front().modes[2].name),
                     "join modes that differ in parameters only, or `saltus run` the model");
      return false;
    }
    for (std::size_t k = 0; k < count; ++k) {
      ModeTuple tuple;
      if (!model_.machines.empty()) tuple.modes.push_back(k);
      auto equations = mode_equations(model_, tuple, may_start(model_, tuple), diagnostics_);
      if (!equations) return false;
      grid_.modes.push_back(*std::move(equations));
      if (count > 1) sheet_.modes.push_back(model_.machines.front().modes[k].name);
    }
    return true;
  }

  bool anything_flows() const {
    return std::ranges::any_of(grid_.modes, [](const ModeEquations& m) { return !m.states.empty(); });
  }

  std::vector<Expr> samples() const {
    std::vector<Expr> found;
    const auto look = [&](Expr root) {
      if (!root) return;
      for_each_node({&root, 1}, [&](Expr e) {
        if (e->op() == Op::sample && std::ranges::find(found, e) == found.end()) found.push_back(e);
      });
    };
    for (const ModeEquations& m : grid_.modes) {
      for (const auto& [leaf, value] : m.definitions) look(value);
      for (const When& w : m.model.whens)
        for (const WhenBranch& b : w.branches)
          for (const Expr c : b.conditions) look(c);
    }
    return found;
  }

  double number(Expr e) const {
    return numeric_value<double>(e, [this](Expr leaf) -> double {
      const Variable* v = model_.find(leaf);
      const Expr bound = v == nullptr ? Expr() : v->binding ? v->binding : v->start;
      return bound ? number(bound) : 0;
    });
  }

  // The step, the start, and how many rows there are between start and stop.
  bool choose_grid() {
    grid_.time = pool_.symbol("$time");
    grid_.mode = pool_.symbol("$mode", Type::integer);
    grid_.start = pool_.symbol("$start");
    const auto found = samples();
    double step = 0;
    if (options_.step) {
      grid_.step = pool_.symbol("$step");
      step = options_.step->to_double();
      sheet_.parameters.push_back({grid_.step, "step", "s", "time from row to row", pool_.number(*options_.step)});
    } else if (!anything_flows() && found.size() == 1) {
      grid_.step = found.front()->arg(1);
      step = number(grid_.step);
    } else {
      diagnostics_.error("not-exportable", Span{}, "no time from row to row is given", "",
                         "give one with `--step`, as `--step 0.01`");
      return false;
    }
    sheet_.parameters.push_back({grid_.start, "start", "s", "time of the first row", pool_.number(options_.start)});
    if (options_.scheme != Scheme::euler)
      grid_.stage_times = options_.scheme == Scheme::heun
                              ? std::vector<Rational>{Rational(1)}
                              : std::vector<Rational>{*Rational::parse("0.5"), *Rational::parse("0.5"), Rational(1)};
    const double length = options_.stop.to_double() - options_.start.to_double();
    if (!(step > 0) || !(length >= 0)) {
      diagnostics_.error("not-exportable", Span{}, "the step is not positive, or the stop before the start", "",
                         "give `--step` and `--stop` as positive numbers");
      return false;
    }
    const double steps = std::floor(length / step * (1 + 1e-12) + 1e-9);
    if (steps + 1 > static_cast<double>(most_rows - 10)) {
      diagnostics_.error("not-exportable", Span{},
                         fmt::format("{:.0f} rows are more than a spreadsheet has ({})", steps + 1, most_rows), "",
                         fmt::format("use a `--step` of at least {:.3g}, or an earlier `--stop`",
                                     length / static_cast<double>(most_rows - 11)));
      return false;
    }
    sheet_.rows = static_cast<std::size_t>(steps) + 1;
    return true;
  }

  // Every sample must fall on a row.
  bool check_samples() {
    for (const Expr s : samples()) {
      const double step = number(options_.step ? pool_.number(*options_.step) : grid_.step);
      const double first = (number(s->arg(0)) - options_.start.to_double()) / step, interval = number(s->arg(1)) / step;
      const auto is_whole = [](double x) { return std::abs(x - std::round(x)) < 1e-6; };
      if (is_whole(first) && is_whole(interval) && interval > 0.5) continue;
      not_exportable(diagnostics_, place_of(s), fmt::format("`{}` does not fall on the rows of the workbook", text(s, true)),
                     "ticks between rows", "choose a `--step` that divides its interval and its start");
      return false;
    }
    return true;
  }

  Span place_of(Expr sample) const {
    for (const ModeEquations& m : grid_.modes)
      for (const When& w : m.model.whens)
        for (const WhenBranch& b : w.branches)
          for (const Expr c : b.conditions) {
            bool here = false;
            for_each_node({&c, 1}, [&](Expr e) { here |= e == sample; });
            if (here) return b.span;
          }
    return {};
  }

  void add_time() {
    const Expr n = pool_.symbol("$row", Type::integer);
    moments_->add_column(n, "row", "", "its number", ColumnGroup::time, pool_.integer(0), pool_.pre(n) + pool_.integer(1));
    moments_->add_column(grid_.time, "time", "s", "", ColumnGroup::time, grid_.start, grid_.start + n * grid_.step);
  }

  // x + h*k1, and the like: the value after the step that starts in the row above.
  Expr after_step(Expr x) {
    const Expr h = grid_.step;
    const auto above = [this](Expr e) { return moments_->above(e); };
    const Expr k1 = moments_->derivative(x);
    const auto mean = [&]() -> Expr {
      if (options_.scheme == Scheme::euler) return above(k1);
      const Expr k2 = stage(x, Moment::stage2);
      if (options_.scheme == Scheme::heun) return (above(k1) + above(k2)) / pool_.number(2);
      const Expr k3 = stage(x, Moment::stage3), k4 = stage(x, Moment::stage4);
      return (above(k1) + pool_.number(2) * (above(k2) + above(k3)) + above(k4)) / pool_.number(6);
    };
    return pool_.pre(x) + h * mean();
  }

  Expr stage(Expr x, Moment s) { return moments_->stage_derivative(x, s); }

  // The states inside the step: at stage s from the slopes of the stage before.
  void add_stages(Expr x, const Variable& v) {
    const std::size_t stages = grid_.stage_times.size();
    for (std::size_t i = 0; i < stages; ++i) {
      const auto s = static_cast<Moment>(static_cast<std::size_t>(Moment::stage2) + i);
      const auto before = static_cast<Moment>(static_cast<std::size_t>(s) - 1);
      const Expr slope = i == 0 ? moments_->derivative(x) : stage(x, before);
      const Expr value = x + pool_.number(grid_.stage_times[i]) * grid_.step * slope;
      moments_->add_column(moments_->stage_symbol(x, s), fmt::format("{} {}", v.name, name_of(s)), v.unit, "",
                           ColumnGroup::steps, value, value);
    }
  }

  void add_variables(GridEvents& events) {
    std::unordered_set<Expr> done;
    for (const Variable& v : model_.variables) {
      if (v.variability <= Variability::parameter || v.type == Type::string || !done.insert(v.symbol).second) continue;
      const Expr x = v.symbol;
      if (v.variability == Variability::discrete) {
        events.add_discrete(v);
        continue;
      }
      bool is_state = false;
      for (std::size_t k = 0; k < grid_.modes.size(); ++k) is_state = is_state || moments_->is_state(x, k);
      const auto defined = [&](std::size_t k, Moment m, Expr state_value) -> Expr {
        if (!moments_->exists(x, k)) return gap_symbol(pool_);
        if (moments_->is_state(x, k)) return state_value;
        return moments_->at(grid_.modes[k].definitions.at(x), m, k);
      };
      if (!is_state) {
        const Expr value = moments_->in_each_mode(Moment::after, [&](std::size_t k) { return defined(k, Moment::after, {}); });
        moments_->add_column(x, v.name, v.unit, v.description, ColumnGroup::variables, value, value);
        continue;
      }
      const Expr stepped = after_step(x);
      Expr left = stepped;
      if (grid_.jumping.contains(x)) {
        left = moments_->left_symbol(x);
        const Expr value =
            moments_->in_each_mode(Moment::left, [&](std::size_t k) { return defined(k, Moment::left, stepped); });
        moments_->add_column(left, fmt::format("{} before events", v.name), v.unit, "", ColumnGroup::steps, x, value);
      }
      const Expr first = moments_->in_each_mode(
          Moment::after, [&](std::size_t k) { return defined(k, Moment::start, events.at_start(x, k)); });
      const Expr next = events.after_events(x, left, defined);
      moments_->add_column(x, v.name, v.unit, v.description, ColumnGroup::variables, first, next);
      add_stages(x, v);
      show_derivative(v);
    }
  }

  // A derivative that is just another variable is not repeated.
  void show_derivative(const Variable& v) { (void)moments_->derivative(v.symbol); }

  void note_omissions() {
    bool terminates = false, asserts = !model_.assertions.empty();
    for (const ModeEquations& m : grid_.modes) {
      asserts = asserts || !m.model.assertions.empty();
      for (const When& w : m.model.whens)
        for (const WhenBranch& b : w.branches)
          for (const Action& a : b.actions) {
            terminates = terminates || a.kind == Action::Kind::terminate;
            asserts = asserts || a.kind == Action::Kind::assertion;
          }
    }
    if (terminates) sheet_.notes.emplace_back("Where the model says terminate(...), the event is counted, and the rows go on.");
    if (asserts) sheet_.notes.emplace_back("Assertions of the model are not tested.");
    if (moments_->uses_zeno) sheet_.notes.emplace_back("zeno(...) is never true: on a grid of time events do not accumulate.");
  }

  void arrange() {
    inline_aliases(sheet_);
    std::ranges::stable_sort(sheet_.columns, {}, &SheetColumn::group);
    drop_unused_parameters(sheet_);
  }

  const HybridModel& model_;
  const GridOptions& options_;
  Diagnostics& diagnostics_;
  ExprPool& pool_;
  GridModel grid_;
  Sheet sheet_;
  Moments* moments_ = nullptr;
};

}  // namespace

std::optional<Sheet> grid_sheet(const HybridModel& model, const GridOptions& options, Diagnostics& diagnostics) {
  return GridSheetMaker(model, options, diagnostics).make();
}

}  // namespace saltus
