#pragma once
// Keys on the way down an expression: few as a rule, many below a long sum.

#include <algorithm>
#include <cstddef>
#include <unordered_set>
#include <vector>

namespace saltus {

template <class Key, class Hash>
class OpenKeys {
 public:
  void insert(const Key& k) {
    if (few_.size() < most_few)
      few_.push_back(k);
    else
      many_.insert(k);
  }
  void erase(const Key& k) {
    if (many_.erase(k) == 0) std::erase(few_, k);
  }
  [[nodiscard]] bool contains(const Key& k) const {
    return std::ranges::find(few_, k) != few_.end() || (!many_.empty() && many_.contains(k));
  }

 private:
  static constexpr std::size_t most_few = 16;
  std::vector<Key> few_;
  std::unordered_set<Key, Hash> many_;
};

}  // namespace saltus
