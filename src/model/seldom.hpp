#pragma once
// A value that is seldom there: where it is not it reads as T() and takes the room of an address.

#include <memory>
#include <utility>

namespace saltus {

template <class T>
class Seldom {
 public:
  Seldom() = default;
  Seldom(T value) : value_(std::make_unique<T>(std::move(value))) {}  // a value is seldom one that is not there
  Seldom(const Seldom& other) : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr) {}
  Seldom(Seldom&&) noexcept = default;
  Seldom& operator=(Seldom other) noexcept {
    value_ = std::move(other.value_);
    return *this;
  }
  ~Seldom() = default;

  [[nodiscard]] const T& get() const {
    static const T none;
    return value_ ? *value_ : none;
  }
  operator const T&() const { return get(); }
  const T* operator->() const { return &get(); }

  /// Null if it is not there.
  [[nodiscard]] T* find() { return value_.get(); }
  /// Made if it is not there.
  [[nodiscard]] T& edit() {
    if (!value_) value_ = std::make_unique<T>();
    return *value_;
  }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace saltus
