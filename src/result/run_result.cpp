#include "result/run_result.hpp"

#include <fmt/format.h>

#include <cmath>

namespace saltus {

Value Column::at(std::size_t row) const { return {values[row], digits.empty() ? std::string() : digits[row], kind}; }

const Column* Series::find(std::string_view name) const {
  for (const Column& c : columns) {
    if (c.name == name) return &c;
  }
  return nullptr;
}

std::string_view name_of(StatusCode code) {
  switch (code) {
    case StatusCode::finished: return "finished";
    case StatusCode::terminated: return "terminated";
    case StatusCode::zeno: return "zeno";
    case StatusCode::chattering: return "chattering";
    case StatusCode::failed: return "failed";
    case StatusCode::interrupted: return "interrupted";
  }
  return "";
}

std::string_view name_of(EventKind kind) {
  switch (kind) {
    case EventKind::when: return "when";
    case EventKind::transition: return "transition";
    case EventKind::relation: return "relation";
    case EventKind::time: return "time";
  }
  return "";
}

bool succeeded(const Status& status) { return status.code == StatusCode::finished || status.code == StatusCode::terminated; }

std::string number_text(double x) {
  if (std::isnan(x)) return "NaN";
  if (std::isinf(x)) return x > 0 ? "Infinity" : "-Infinity";
  return fmt::format("{}", x);
}

std::string value_text(const Value& v) {
  if (v.kind == ValueKind::text) return v.digits;
  if (v.kind == ValueKind::boolean) return v.value != 0 ? "true" : "false";
  if (!v.digits.empty()) return v.digits;
  if (v.kind == ValueKind::integer && std::abs(v.value) < 1e15) return fmt::format("{:.0f}", v.value);
  return number_text(v.value);
}

}  // namespace saltus
