#pragma once
// What an expression of a model is at the moments of a row of a sheet.
//
// A row is an instant: the motion arrives there from the row above, events happen, the motion goes on from there. So a variable may have
// several values in one row:
//
//   left     as it arrives: states after the step, discrete variables of the row above, in the modes of the row above
//   during   when the bodies of `when` read it: states have not yet jumped, discrete variables have their new values
//   settled  after `when`s, before transitions
//   after    what the row shows, and the next step starts from; in the modes of the row
//   start    the same in the first row
//   stages   inside the step that starts here: what methods of higher order need
//
// Most are the same for most variables. Because equal expressions are the same node, that is seen by comparing them, and only what differs gets a
// column of its own.
//
// Relations of what flows are looked at once in a row, with the left values, and hold for its events and for the whole step that follows, as in
// a run with `--locate grid`; where a transition is taken they are looked at anew, with the values after it.
// abs, min and max follow their arguments; sign, floor, ceil, div and what stands in noEvent do so too, but within a step stay where it starts.

#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "compile/rate.hpp"
#include "export/mode_equations.hpp"
#include "export/sheet.hpp"

namespace saltus {

enum class Moment : std::uint8_t { left, during, settled, after, start, stage2, stage3, stage4 };

/// Where an expression stands, if that matters for its relations: `kept` and `fresh` are conditions that the next row compares with, in all
/// rows but the first, and in the first.
enum class Reading : std::uint8_t { equation, no_event, body, kept, fresh };

struct GridModel {
  std::vector<ModeEquations> modes;   ///< one, or one for each mode of the machine
  Expr time, step, start;             ///< the column of times; the step and the start of the rows, parameters of the sheet
  std::vector<Rational> stage_times;  ///< of stages 2, 3, ..., as parts of the step
  Expr mode;                          ///< the column of modes
  Expr switched;                      ///< Boolean: a transition is taken in this row; a literal if there is no machine
  std::unordered_set<Expr> jumping;   ///< states that differ before and after events
  std::unordered_set<Expr> reinitialised_by_when;
  std::unordered_set<Expr> two_step_discretes;  ///< discrete variables that have another value before transitions than after
  [[nodiscard]] bool has_modes() const { return modes.size() > 1; }
};

class Moments {
 public:
  Moments(GridModel& model, Sheet& sheet);

  /// The formula of `e`, an expression of mode `mode`, at a moment.
  [[nodiscard]] Expr at(Expr e, Moment moment, std::size_t mode, Reading reading = Reading::equation);
  /// f(mode) for the mode that the row is in at that moment.
  template <class F>
  [[nodiscard]] Expr in_each_mode(Moment moment, F&& f) {
    Expr result = f(model_.modes.size() - 1);
    bool same = true;
    for (std::size_t k = model_.modes.size() - 1; k-- > 0;) {
      const Expr value = f(k);
      same = same && value == result;
      if (!same) result = pool_.if_(is_in(k, moment), value, result);
    }
    return without_repetition(result);
  }
  [[nodiscard]] Expr is_in(std::size_t mode, Moment moment);

  /// A variable that flows, or its derivative der(x), in a row: its column after events, or what stands for it.
  [[nodiscard]] Expr derivative(Expr state);
  [[nodiscard]] Expr stage_derivative(Expr state, Moment stage);
  [[nodiscard]] Expr left_symbol(Expr state);
  [[nodiscard]] Expr settled_symbol(Expr state);
  [[nodiscard]] Expr during_symbol(Expr discrete);
  [[nodiscard]] Expr stage_symbol(Expr state, Moment stage);

  [[nodiscard]] bool exists(Expr variable, std::size_t mode) const;
  [[nodiscard]] bool is_state(Expr variable, std::size_t mode) const;
  [[nodiscard]] Expr start_of(Expr variable, std::size_t mode);
  [[nodiscard]] bool flows(Expr e, std::size_t mode);
  /// `relation` stands in an equation or a condition.
  void note_decisions(Expr e, std::size_t mode);

  void add_column(Expr symbol, std::string name, std::string unit, std::string description, ColumnGroup group, Expr first,
                  Expr next);
  /// The row above of an expression over columns of this row.
  [[nodiscard]] Expr above(Expr e) const;

  bool uses_zeno = false;

 private:
  /// A column that is false outside of its mode need not be asked for it.
  [[nodiscard]] Expr without_repetition(Expr e) const;
  [[nodiscard]] Expr literally(Expr e, Moment moment, std::size_t mode, Reading reading);
  [[nodiscard]] Expr leaf(Expr e, Moment moment, std::size_t mode);
  [[nodiscard]] Expr variable(Expr e, Moment moment, std::size_t mode);
  [[nodiscard]] Expr computed(Expr leaf, Moment moment, std::size_t mode);
  [[nodiscard]] Expr decision(Expr e, Moment moment, std::size_t mode, Reading reading);
  [[nodiscard]] Expr decided_column(Expr e, std::size_t mode, Expr after, Expr left);
  [[nodiscard]] Expr run_known(const RunSymbol& symbol, Moment moment);
  [[nodiscard]] Expr time_at(Moment moment);
  [[nodiscard]] Expr sample_due(Expr sample, std::size_t mode);
  [[nodiscard]] const Variable& declared(Expr symbol) const;

  GridModel& model_;
  Sheet& sheet_;
  ExprPool& pool_;
  std::vector<RateAnalysis> rates_;
  std::unordered_set<Expr> decisions_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Expr> computed_;  // (leaf, moment) -> what stands for it
  std::map<std::pair<std::uint32_t, std::size_t>, Expr> decided_;
};

[[nodiscard]] inline bool is_stage(Moment m) { return m >= Moment::stage2; }
/// Are the modes those of the row above?
[[nodiscard]] inline bool is_before_transitions(Moment m) { return m <= Moment::settled; }
[[nodiscard]] const char* name_of(Moment m);

}  // namespace saltus
