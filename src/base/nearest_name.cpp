// "Did you mean": the optimal string alignment distance (insert, delete, replace, swap of neighbours).

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "base/diagnostic.hpp"

namespace saltus {
namespace {

constexpr std::size_t longest_name = 200;  // longer ones are not typed by hand

std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      now[j] = std::min({replace, last[j] + 1, now[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, now);
  }
  return last[b.size()];
}

char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  if (name.size() > longest_name) return {};
  for (const std::string& c : candidates)
    if (c != name && std::ranges::equal(c, name, {}, lower_case, lower_case)) return c;
  std::size_t best = name.size() / 3;
  const std::string* found = nullptr;
  for (const std::string& c : candidates) {
    const std::size_t gap = c.size() > name.size() ? c.size() - name.size() : name.size() - c.size();
    if (gap > best) continue;
    const std::size_t d = distance(name, c);
    if (d > best || (found != nullptr && d == best)) continue;
    best = d;
    found = &c;
  }
  return found != nullptr ? *found : std::string();
}

}  // namespace saltus
