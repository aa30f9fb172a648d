// The primal-dual method for assignment problems. Duals c_i, d_j with slack d_j - c_i - sigma_ij >= 0; entries of slack 0 are tight.
//   repeat
//     match as many equations as tight entries allow (matching.hpp);
//     if all are matched: done, since a perfect matching of tight entries has the highest value;
//     distances in slack from all unmatched equations along alternating paths (Dijkstra), up to the first unmatched variable, D;
//     none reachable: singular. Else raise the duals of what is nearer than D by the difference: that path becomes tight.
// D grows in each round and is at most (range of orders) * n / (unmatched equations), hence few rounds.
#include "structure/transversal.hpp"

#include <algorithm>
#include <limits>
#include <queue>

namespace saltus {
namespace {

constexpr std::int64_t infinite = std::numeric_limits<std::int64_t>::max();

class Assignment {
 public:
  explicit Assignment(const SignatureMatrix& sigma)
      : sigma_(sigma), matching_(sigma.equations(), sigma.variables), c_(sigma.equations(), 0), d_(sigma.variables, 0) {
    for (std::uint32_t i = 0; i < sigma.equations(); ++i) {
      for (const SignatureEntry& entry : sigma.smooth[i])
        d_[entry.variable] = std::max<std::int64_t>(d_[entry.variable], entry.order);
    }
    for (std::uint32_t i = 0; i < sigma.equations(); ++i) {
      std::int64_t least = infinite;
      for (const SignatureEntry& entry : sigma.smooth[i]) least = std::min(least, slack(i, entry));
      c_[i] = least == infinite ? 0 : least;
    }
  }

  bool solve() {
    const Admits tight = [this](std::uint32_t i, const SignatureEntry& entry) { return slack(i, entry) == 0; };
    for (;;) {
      enlarge(matching_, sigma_.smooth, tight);
      if (matching_.perfect()) return true;
      if (!raise_duals()) return false;
    }
  }

  Transversal take() {
    std::int64_t value = 0;
    for (std::uint32_t i = 0; i < sigma_.equations(); ++i) value += order_at(sigma_, i, matching_.variable_of[i]);
    return {std::move(matching_), value, std::move(c_)};
  }

 private:
  [[nodiscard]] std::int64_t slack(std::uint32_t i, const SignatureEntry& entry) const {
    return d_[entry.variable] - c_[i] - entry.order;
  }

  bool raise_duals() {
    const std::int64_t reach = search();
    if (reach == infinite) return false;
    for (std::size_t i = 0; i < c_.size(); ++i) c_[i] += std::max<std::int64_t>(0, reach - std::min(reach, equation_at_[i]));
    for (std::size_t j = 0; j < d_.size(); ++j) d_[j] += std::max<std::int64_t>(0, reach - std::min(reach, variable_at_[j]));
    return true;
  }

  /// Distances of equations and variables nearer than the first unmatched variable; returns its distance.
  std::int64_t search() {
    using Item = std::pair<std::int64_t, std::uint32_t>;
    std::priority_queue<Item, std::vector<Item>, std::greater<>> queue;
    equation_at_.assign(c_.size(), infinite);
    variable_at_.assign(d_.size(), infinite);
    for (std::uint32_t i = 0; i < c_.size(); ++i) {
      if (matching_.variable_of[i] != unmatched) continue;
      equation_at_[i] = 0;
      queue.emplace(0, i);
    }
    std::int64_t reach = infinite;
    while (!queue.empty()) {
      const auto [distance, i] = queue.top();
      queue.pop();
      if (distance >= reach) break;
      if (distance > equation_at_[i]) continue;
      for (const SignatureEntry& entry : sigma_.smooth[i]) {
        const std::int64_t at = distance + slack(i, entry);
        if (at >= variable_at_[entry.variable] || at >= reach) continue;
        variable_at_[entry.variable] = at;
        const std::uint32_t next = matching_.equation_of[entry.variable];
        if (next == unmatched) {
          reach = at;
        } else {
          equation_at_[next] = at;
          queue.emplace(at, next);
        }
      }
    }
    return reach;
  }

  const SignatureMatrix& sigma_;
  Matching matching_;
  std::vector<std::int64_t> c_, d_;
  std::vector<std::int64_t> equation_at_, variable_at_;
};

}  // namespace

std::optional<Transversal> highest_value_transversal(const SignatureMatrix& sigma) {
  if (sigma.equations() != sigma.variables) return std::nullopt;
  Assignment assignment(sigma);
  if (!assignment.solve()) return std::nullopt;
  return assignment.take();
}

std::int32_t order_at(const SignatureMatrix& sigma, std::uint32_t equation, std::uint32_t variable) {
  const auto row = sigma.smooth[equation];
  return std::ranges::lower_bound(row, variable, {}, &SignatureEntry::variable)->order;
}

}  // namespace saltus
