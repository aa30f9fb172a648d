#pragma once
// The last few of what is expensive to make, by name. Those in use elsewhere live on when they are dropped here.

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

namespace saltus {

/// Thread-safe. Several threads that want the same wait for the one that makes it; others go on.
template <class Item>
class RecentlyUsed {
 public:
  explicit RecentlyUsed(std::size_t most) : most_(most) {}

  /// `make` gives no null. If it throws, the next who asks tries again.
  std::shared_ptr<Item> get(const std::string& name, const std::function<std::shared_ptr<Item>()>& make) {
    const std::shared_ptr<Place> place = place_of(name);
    const std::scoped_lock lock(place->mutex);
    if (!place->item) place->item = make();
    return place->item;
  }

 private:
  struct Place {
    std::mutex mutex;
    std::shared_ptr<Item> item;
  };
  using Entry = std::pair<std::string, std::shared_ptr<Place>>;

  std::shared_ptr<Place> place_of(const std::string& name) {
    const std::scoped_lock lock(mutex_);
    if (const auto it = by_name_.find(name); it != by_name_.end()) {
      items_.splice(items_.begin(), items_, it->second);
      return it->second->second;
    }
    items_.emplace_front(name, std::make_shared<Place>());
    by_name_[name] = items_.begin();
    if (items_.size() > most_) {
      by_name_.erase(items_.back().first);
      items_.pop_back();
    }
    return items_.front().second;
  }

  std::size_t most_;
  std::mutex mutex_;
  std::list<Entry> items_;  // the last used first
  std::unordered_map<std::string, typename std::list<Entry>::iterator> by_name_;
};

}  // namespace saltus
