#pragma once
// The numbers among the options of a run.

#include <memory>
#include <vector>

#include "api/options.hpp"
#include "expr/expr.hpp"

namespace saltus {

/// Reads them and keeps what they are made of: the expressions live as long as this.
class ClosedNumbers {
 public:
  /// `option` names it in messages. Throws InvalidOption if the text is no constant number.
  [[nodiscard]] Expr read(const char* option, const Exact& number);

 private:
  std::vector<std::shared_ptr<ExprPool>> pools_;
};

}  // namespace saltus
