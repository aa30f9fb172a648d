#include "sim/outside_domain.hpp"

#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "expr/evaluate.hpp"

namespace saltus {

namespace {

constexpr std::size_t longest_text = 60;

class Culprit {
 public:
  explicit Culprit(const std::function<double(Expr)>& leaf) : leaf_(leaf) {}

  /// The innermost node without a finite value whose arguments have one; branches that do not hold are not looked at.
  [[nodiscard]] Expr in(Expr e) const {
    for (;;) {
      const Expr next = argument_at_fault(e);
      if (!next) return e;
      e = next;
    }
  }
  [[nodiscard]] double value(Expr e) const { return numeric_value<double>(e, leaf_); }

 private:
  [[nodiscard]] Expr argument_at_fault(Expr e) const {
    if (e->op() == Op::der || e->op() == Op::symbol || e->op() == Op::pre) return {};
    for (std::size_t i = 0; i < e->args().size(); ++i) {
      const bool is_skipped = e->op() == Op::if_ && i > 0 && (value(e->arg(0)) != 0) != (i == 1);
      if (!is_skipped && !std::isfinite(value(e->arg(i)))) return e->arg(i);
    }
    return {};
  }

  const std::function<double(Expr)>& leaf_;
};

/// Which argument of the operator may be outside of its domain?
std::optional<std::size_t> critical_argument(Op op) {
  switch (op) {
    case Op::sqrt:
    case Op::log:
    case Op::log10:
    case Op::asin:
    case Op::acos:
    case Op::pow: return 0;
    case Op::div: return 1;
    default: return std::nullopt;
  }
}

std::string quoted(Expr e) {
  const std::string all = text(e, true);
  return fmt::format("`{}`", all.size() > longest_text ? all.substr(0, longest_text - 3) + "..." : all);
}

}  // namespace

std::string outside_domain(const HybridModel& model, Span span, const std::function<double(Expr)>& leaf) {
  const Culprit culprit(leaf);
  for (const Equation& e : model.equations) {
    if (!(e.span == span)) continue;
    for (const Expr side : {e.rhs, e.lhs}) {
      if (std::isfinite(culprit.value(side))) continue;
      const Expr found = culprit.in(side);
      const auto i = critical_argument(found->op());
      if (i) return fmt::format("{} with {} = {:.6g}", quoted(found), quoted(found->arg(*i)), culprit.value(found->arg(*i)));
    }
  }
  return {};
}

}  // namespace saltus
