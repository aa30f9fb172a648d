#include "base/diagnostic.hpp"

#include <utility>

namespace saltus {

void Diagnostics::add(Diagnostic d) {
  if (d.severity == Severity::error) {
    if (errors_++ >= limit_) return;
  } else if (warnings_++ >= limit_) {
    return;
  }
  items_.push_back(std::move(d));
}

void Diagnostics::error(std::string code, Span span, std::string message, std::string label, std::string help) {
  add({Severity::error, std::move(code), std::move(message), {span, std::move(label)}, {}, std::move(help)});
}

void Diagnostics::warning(std::string code, Span span, std::string message, std::string label, std::string help) {
  add({Severity::warning, std::move(code), std::move(message), {span, std::move(label)}, {}, std::move(help)});
}

}  // namespace saltus
