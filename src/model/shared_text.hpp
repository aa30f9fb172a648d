#pragma once
// A text that copies share: the description and the unit of an array belong to each of its elements.

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace saltus {

class SharedText {
 public:
  SharedText() = default;
  SharedText(std::string text)  // a text is a shared text
      : text_(text.empty() ? nullptr : std::make_shared<const std::string>(std::move(text))) {}
  SharedText(const char* text) : SharedText(std::string(text)) {}

  [[nodiscard]] const std::string& str() const {
    static const std::string none;
    return text_ ? *text_ : none;
  }
  operator const std::string&() const { return str(); }
  [[nodiscard]] bool empty() const { return !text_; }

 private:
  std::shared_ptr<const std::string> text_;  // null: empty
};

}  // namespace saltus
