#pragma once
// A text that copies share: the description and the unit of an array belong to each of its elements. As small as an address, since every
// variable has several, and since the values of a run have none as a rule.

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace saltus {

class SharedText {
 public:
  SharedText() = default;
  SharedText(std::string text)  // a text is a shared text
      : shared_(text.empty() ? nullptr : new Shared{std::move(text)}) {}
  SharedText(const char* text) : SharedText(std::string(text)) {}
  SharedText(const SharedText& other) : shared_(other.shared_) {
    if (shared_) shared_->owners.fetch_add(1, std::memory_order_relaxed);
  }
  SharedText(SharedText&& other) noexcept : shared_(std::exchange(other.shared_, nullptr)) {}
  SharedText& operator=(SharedText other) noexcept {
    std::swap(shared_, other.shared_);
    return *this;
  }
  ~SharedText() {
    if (shared_ && shared_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete shared_;
  }

  [[nodiscard]] const std::string& str() const {
    static const std::string none;
    return shared_ ? shared_->text : none;
  }
  operator const std::string&() const { return str(); }
  [[nodiscard]] bool empty() const { return !shared_; }
  friend bool operator==(const SharedText& a, std::string_view b) { return a.str() == b; }

 private:
  struct Shared {
    std::string text;
    std::atomic<std::uint32_t> owners = 1;
  };
  Shared* shared_ = nullptr;  // null: empty
};

}  // namespace saltus
