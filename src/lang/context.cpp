#include "lang/context.hpp"

#include <unordered_set>

namespace saltus::lang {

std::vector<std::pair<Expr, Expr>> State::rollback(std::size_t mark) {
  std::vector<std::pair<Expr, Expr>> set;
  std::unordered_set<Expr> seen;
  for (std::size_t k = mark; k < log_.size(); ++k) {
    const Expr symbol = log_[k].symbol;
    if (seen.insert(symbol).second) set.emplace_back(symbol, values_.at(symbol));
  }
  while (log_.size() > mark) {
    const Change& change = log_.back();
    if (change.fresh) {
      values_.erase(change.symbol);
    } else {
      values_[change.symbol] = change.old;
    }
    log_.pop_back();
  }
  --logging_;
  return set;
}

}  // namespace saltus::lang
