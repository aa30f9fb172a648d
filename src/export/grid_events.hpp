#pragma once
// The events of a time-oriented sheet: which rows they happen in, and what they do.
//
//   condition   of a `when`, in this row; its value after events is what the next row compares with
//   event       1 where a condition became true, or a transition is taken, else 0
//   mode        of the row, by name
//   check       1 where the model would do more in the same instant

#include <functional>
#include <string>
#include <vector>

#include "export/moments.hpp"

namespace saltus {

class GridEvents {
 public:
  GridEvents(const HybridModel& model, GridModel& grid, Moments& moments, Sheet& sheet, Diagnostics& diagnostics)
      : model_(model), grid_(grid), moments_(moments), sheet_(sheet), diagnostics_(diagnostics), pool_(*sheet.pool) {}

  /// Instead of where its condition becomes true, a branch fires where this says.
  using FiresBy = std::function<Expr(const WhenBranch&, Expr fires)>;
  void fires_by(FiresBy rule) { fires_by_ = std::move(rule); }

  /// What jumps, and at what. False, with diagnostics, if an action has no place in a workbook.
  bool collect();
  void add_columns();
  void add_discrete(const Variable& v);
  void add_checks();

  /// The value of a state in the first row.
  [[nodiscard]] Expr at_start(Expr state, std::size_t mode);
  /// The value of a state after the events of a row, `left` before them. defined(mode, moment, state_value): what it is in a mode.
  using Defined = std::function<Expr(std::size_t, Moment, Expr)>;
  [[nodiscard]] Expr after_events(Expr state, Expr left, const Defined& defined);

 private:
  struct Branch {
    std::size_t when = 0, index = 0;
    std::vector<const WhenBranch*> in;  // by mode; null: not there
    Expr fires;                         // the column: 1 or 0
    Expr at_start;                      // Boolean: it acts in the first row
    [[nodiscard]] const WhenBranch& any() const;
  };
  struct Taken {
    const Transition* transition = nullptr;
    Expr fires;
  };

  bool collect_branches();
  bool collect_transitions();
  void collect_decisions();
  void collect_jumps();
  bool admits(const std::vector<Action>& actions);
  Expr happens(Expr fires) { return pool_.make(Op::eq, {fires, pool_.integer(1)}); }
  Expr as_number(Expr condition) { return pool_.if_(condition, pool_.integer(1), pool_.integer(0)); }
  Expr either(Expr a, Expr b) { return a ? pool_.make(Op::or_, {a, b}) : b; }
  Expr both(Expr a, Expr b) { return a ? pool_.make(Op::and_, {a, b}) : b; }
  Expr negated(Expr a) { return pool_.make(Op::not_, {a}); }

  void add_branch(Branch& branch, Expr earlier);
  Expr became_true(const Branch& branch, std::size_t condition);
  void add_transitions();
  void add_mode();
  void add_count();
  /// What the whens do to a variable, `otherwise` if none of them fires.
  Expr by_whens(Expr target, Action::Kind kind, Moment moment, Expr otherwise);
  Expr by_transitions(Expr target, Action::Kind kind, Expr otherwise,
                      const std::function<Expr(std::size_t, std::size_t)>& carried);
  const Action* find(const std::vector<Action>& actions, Action::Kind kind, Expr target) const;
  bool leaves(const Transition& t, std::size_t mode) const;

  const HybridModel& model_;
  GridModel& grid_;
  Moments& moments_;
  Sheet& sheet_;
  Diagnostics& diagnostics_;
  ExprPool& pool_;
  std::vector<Branch> branches_;
  std::vector<Taken> transitions_;  // in the order in which they are tried
  FiresBy fires_by_;
  Expr trouble_;  // Boolean: this row is not what the model says
};

}  // namespace saltus
