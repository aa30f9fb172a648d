#pragma once
// What is known about active modes below a condition: `if activeState(m) then <m is active> else <another one is>`.

#include <list>

#include "lang/evaluator.hpp"

namespace saltus::lang {

class ActiveModesBelow {
 public:
  /// At first what the context knows, or what is `known`.
  ActiveModesBelow(Evaluator& e, const Context& c) : ActiveModesBelow(e, c, c.active) {}
  ActiveModesBelow(Evaluator& e, const Context& c, const ActiveModes* known) : evaluator_(e), c_(c), top_(known) {}
  ActiveModesBelow(const ActiveModesBelow&) = delete;
  ActiveModesBelow& operator=(const ActiveModesBelow&) = delete;

  /// From now on the condition is known to be true, or false.
  void assume(const ast::Expr& condition, bool truth);
  [[nodiscard]] const ActiveModes* known() const { return top_; }

 private:
  void know(Instance& mode, bool active);

  Evaluator& evaluator_;
  const Context& c_;
  std::list<ActiveModes> known_;
  const ActiveModes* top_;
};

}  // namespace saltus::lang
