#include "export/linear_motion.hpp"

#include <algorithm>

namespace saltus {

Expr LinearMotion::definition(Expr leaf) const {
  const auto it = equations_.definitions.find(leaf);
  return it == equations_.definitions.end() ? Expr() : it->second;
}

bool LinearMotion::is_state(Expr symbol) const {
  return std::ranges::find(equations_.states, symbol) != equations_.states.end();
}

int LinearMotion::degree(Expr e) {
  if (const auto it = degrees_.find(e); it != degrees_.end()) return it->second;
  if (open_[e]) return 2;  // a state whose derivative depends on it
  open_[e] = true;
  const int result = combined(e);
  open_[e] = false;
  degrees_[e] = result;
  return result;
}

int LinearMotion::combined(Expr e) {
  switch (e->op()) {
    case Op::time: return 1;
    case Op::symbol: {
      const Variable* v = equations_.model.find(e);
      if (v == nullptr || v->variability != Variability::continuous) return 0;
      if (!is_state(e)) return degree(definition(e));
      const Expr slope = definition(pool_.der(e));
      return slope->is_number(0) ? 0 : std::min(2, degree(slope) + 1);
    }
    case Op::der: return definition(e) ? degree(definition(e)) : 2;
    case Op::pre: return 0;
    case Op::add:
    case Op::sub: return std::max(degree(e->arg(0)), degree(e->arg(1)));
    case Op::neg:
    case Op::to_real:
    case Op::smooth:
    case Op::no_event: return degree(e->arg(0));
    case Op::mul: return std::min(2, degree(e->arg(0)) + degree(e->arg(1)));
    case Op::div: return degree(e->arg(1)) == 0 ? degree(e->arg(0)) : 2;
    case Op::if_: return degree(e->arg(0)) == 0 ? std::max(degree(e->arg(1)), degree(e->arg(2))) : 2;
    case Op::edge:
    case Op::change: return 0;
    default: break;
  }
  return std::ranges::all_of(e->args(), [this](Expr a) { return degree(a) == 0; }) ? 0 : 2;
}

Expr LinearMotion::rate(Expr e) {
  if (degree(e) == 0) return pool_.number(0);
  switch (e->op()) {
    case Op::time: return pool_.number(1);
    case Op::symbol: return is_state(e) ? definition(pool_.der(e)) : rate(definition(e));
    case Op::der: return rate(definition(e));
    case Op::add: return rate(e->arg(0)) + rate(e->arg(1));
    case Op::sub: return rate(e->arg(0)) - rate(e->arg(1));
    case Op::neg: return -rate(e->arg(0));
    case Op::mul: return degree(e->arg(0)) == 0 ? e->arg(0) * rate(e->arg(1)) : rate(e->arg(0)) * e->arg(1);
    case Op::div: return rate(e->arg(0)) / e->arg(1);
    case Op::if_: return pool_.if_(e->arg(0), rate(e->arg(1)), rate(e->arg(2)));
    default: return rate(e->arg(0));
  }
}

}  // namespace saltus
