#pragma once
// A list that copies share until one of them is changed: models are copied for tuples of modes, for runs and for studies, and a large one
// has millions of items.

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace saltus {

template <class T>
class SharedList {
 public:
  using value_type = T;

  SharedList() = default;
  SharedList(std::vector<T> items) : items_(std::make_shared<std::vector<T>>(std::move(items))) {}  // a list is a shared list

  operator const std::vector<T>&() const { return all(); }
  [[nodiscard]] const std::vector<T>& all() const {
    static const std::vector<T> none;
    return items_ ? *items_ : none;
  }
  [[nodiscard]] bool empty() const { return all().empty(); }
  [[nodiscard]] std::size_t size() const { return all().size(); }
  [[nodiscard]] auto begin() const { return all().begin(); }
  [[nodiscard]] auto end() const { return all().end(); }
  [[nodiscard]] const T& operator[](std::size_t i) const { return all()[i]; }
  [[nodiscard]] const T& front() const { return all().front(); }
  [[nodiscard]] const T& back() const { return all().back(); }

  /// To change it: the items are copied if another list shares them. The reference is for this list alone until it is copied.
  [[nodiscard]] std::vector<T>& edit() {
    if (!items_)
      items_ = std::make_shared<std::vector<T>>();
    else if (items_.use_count() > 1)
      items_ = std::make_shared<std::vector<T>>(*items_);
    return *items_;
  }
  void push_back(T item) { edit().push_back(std::move(item)); }

 private:
  std::shared_ptr<std::vector<T>> items_;
};

}  // namespace saltus
