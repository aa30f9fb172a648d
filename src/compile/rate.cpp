#include "compile/rate.hpp"

#include <algorithm>
#include <vector>

namespace saltus {

namespace {

bool makes_guard(Op op) {
  switch (op) {
    case Op::lt:
    case Op::le:
    case Op::gt:
    case Op::ge:
    case Op::eq:
    case Op::ne:
    case Op::abs:
    case Op::sign:
    case Op::min:
    case Op::max:
    case Op::floor:
    case Op::ceil:
    case Op::integer:
    case Op::div_trunc:
    case Op::mod:
    case Op::rem: return true;
    default: return false;
  }
}

// Operators whose value is piecewise constant in time though their operands are not.
bool is_step_function(Op op) {
  return (op >= Op::lt && op <= Op::ne) || op == Op::sign || op == Op::floor || op == Op::ceil || op == Op::integer ||
         op == Op::div_trunc;
}

bool is_leaf(Op op) { return op == Op::symbol || op == Op::der; }

}  // namespace

RateAnalysis::Facts RateAnalysis::combine(Expr e) {
  Facts facts;
  switch (e->op()) {
    case Op::time:
      facts.rate = Rate::continuous;
      facts.reads_time = true;
      return facts;
    case Op::symbol:
    case Op::der: {
      const LeafMeaning m = meaning_(e);
      if (!m.definition) {
        facts.rate = m.rate;
        facts.reads_time = m.reads_time;
        facts.touches_state = m.rate == Rate::continuous;
        return facts;
      }
      facts = memo_.at(m.definition);
      facts.needs_guard = false;
      return facts;
    }
    case Op::pre:
    case Op::edge:
    case Op::change:
    case Op::initial:
    case Op::terminal:
    case Op::sample: facts.rate = Rate::discrete; return facts;
    default: break;
  }
  for (const Expr a : e->args()) {
    const Facts& f = memo_.at(a);
    facts.rate = std::max(facts.rate, f.rate);
    facts.needs_guard |= f.needs_guard;
    facts.touches_state |= f.touches_state;
    facts.reads_time |= f.reads_time;
  }
  if (facts.rate == Rate::continuous) {
    if (makes_guard(e->op())) facts.needs_guard = true;
    if (is_step_function(e->op())) {
      facts.rate = Rate::discrete;
      facts.reads_time = false;
    }
  }
  return facts;
}

const RateAnalysis::Facts& RateAnalysis::find(Expr root) {
  std::vector<Frame>& stack = stack_;
  stack.push_back({root, false});
  while (!stack.empty()) {
    auto [e, expanded] = stack.back();
    if (memo_.contains(e)) {
      stack.pop_back();
    } else if (expanded) {
      stack.pop_back();
      const Facts facts = combine(e);
      memo_[e] = facts;
    } else {
      stack.back().expanded = true;
      if (is_leaf(e->op())) {
        // Definitions come sorted (no loops); discrete variables, which may form loops, are inputs here.
        if (const Expr d = meaning_(e).definition; d && !memo_.contains(d)) stack.push_back({d, false});
      } else if (e->op() != Op::pre && e->op() != Op::edge && e->op() != Op::change && e->op() != Op::sample) {
        for (const Expr a : e->args())
          if (!memo_.contains(a)) stack.push_back({a, false});
      }
    }
  }
  return memo_.at(root);
}

}  // namespace saltus
