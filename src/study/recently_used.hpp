#pragma once
// The last few of what is expensive to make, by name. Those in use elsewhere live on when they are dropped here.

#include <functional>
#include <future>
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

  /// `make` may not throw but std::bad_alloc, which every thread that waits for it gets.
  std::shared_ptr<Item> get(const std::string& name, const std::function<std::shared_ptr<Item>()>& make) {
    std::promise<std::shared_ptr<Item>> promise;
    std::shared_future<std::shared_ptr<Item>> future;
    {
      const std::scoped_lock lock(mutex_);
      if (const auto it = by_name_.find(name); it != by_name_.end()) {
        items_.splice(items_.begin(), items_, it->second);
        future = it->second->second;
      } else {
        items_.emplace_front(name, promise.get_future().share());
        by_name_[name] = items_.begin();
        if (items_.size() > most_) {
          by_name_.erase(items_.back().first);
          items_.pop_back();
        }
      }
    }
    if (future.valid()) return future.get();
    try {
      auto item = make();
      promise.set_value(item);
      return item;
    } catch (...) {
      promise.set_exception(std::current_exception());
      throw;
    }
  }

 private:
  using Entry = std::pair<std::string, std::shared_future<std::shared_ptr<Item>>>;
  std::size_t most_;
  std::mutex mutex_;
  std::list<Entry> items_;  // the last used first
  std::unordered_map<std::string, typename std::list<Entry>::iterator> by_name_;
};

}  // namespace saltus
