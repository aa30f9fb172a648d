#pragma once
// Values set from outside (`--set n=10`, `--set x.start=3`), found by the flat name of what they set.

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.hpp"
#include "lang/ast_expression.hpp"
#include "lang/value.hpp"

namespace saltus::lang {

struct Override {
  std::string target;  ///< "b[2].m", "x.start", blanks taken off
  Span target_span;
  ast::ExprPtr value;
  bool used = false;
};

/// One that applies to a member as a whole: `indices` (from 0) pick the part of an array value when the target was
/// written without the indices of the component arrays around it.
struct FoundOverride {
  Override* override = nullptr;
  std::vector<std::size_t> indices;
};

class Overrides {
 public:
  void add(Override o);

  /// For the member `path` ("b[2].m") and attribute ("" for the value itself); null override if there is none.
  [[nodiscard]] FoundOverride find(std::string_view path, std::string_view attribute);
  /// Those that set single elements of the array `path`: target "m[2]", or "m[2].start" with attribute "start".
  [[nodiscard]] std::vector<Override*> elements(std::string_view path, std::string_view attribute);

  [[nodiscard]] bool empty() const { return all_.empty(); }
  [[nodiscard]] const std::vector<Override>& all() const { return all_; }

 private:
  std::vector<Override> all_;
  std::unordered_map<std::string, std::size_t> by_target_;
};

}  // namespace saltus::lang
