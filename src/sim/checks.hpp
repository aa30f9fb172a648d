#pragma once
// Assertions and terminate(...).

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/flow.hpp"

namespace saltus {

/// Something to tell of a run that goes on; its code has a page in docs/reference/codes.
struct RunWarning {
  std::string code, text;
  Span span;
  std::size_t times = 1;
  double first = 0, last = 0;
};

/// What the checks of a run have found; shared by all tuples of modes.
struct Findings {
  /// What was said before in the same words is counted. No more than a hundred others of one code are kept.
  void warn(std::string code, std::string text, Span span = {}) {
    const auto is_same = [&](const RunWarning& w) { return w.code == code && w.text == text && w.span == span; };
    if (const auto known = std::ranges::find_if(warnings, is_same); known != warnings.end()) {
      ++known->times;
      known->last = now;
      return;
    }
    if (std::ranges::count(warnings, code, &RunWarning::code) < 100)
      warnings.push_back({std::move(code), std::move(text), span, 1, now, now});
  }
  /// Has this been said of the place, in whatever words? Then it is counted.
  bool again(std::string_view code, Span span) {
    const auto known = std::ranges::find_if(warnings, [&](const RunWarning& w) { return w.code == code && w.span == span; });
    if (known == warnings.end()) return false;
    ++known->times;
    known->last = now;
    return true;
  }
  /// Unless it has been said before, in the same words; the place is looked for by span().
  template <class Place>
  void warn_once(std::string code, std::string text, Place&& span) {
    if (std::ranges::find(warnings, text, &RunWarning::text) == warnings.end()) warn(std::move(code), std::move(text), span());
  }

  double now = 0;  ///< time
  bool terminated = false, assertion_failed = false;
  bool underflow = false;  ///< and a warning of it
  std::string terminate_message, assertion_message;
  Span assertion_span;
  std::vector<RunWarning> warnings;
};

template <class T>
class Checks {
 public:
  Checks(const CompiledModel& compiled, const Flow<T>& flow, Findings& findings)
      : c_(compiled), flow_(flow), findings_(findings) {}

  /// Those of the `when` branches that are active in this round.
  void test_active() {
    for (const CompiledCheck& check : c_.checks) {
      if (check.active == no_slot || !flow_.is_set(check.active)) continue;
      test(check);
    }
  }

  /// Those that always hold, at the end of an instant; false: an assertion of level error failed, here or in a round before.
  bool test_settled() {
    for (const CompiledCheck& check : c_.checks)
      if (check.active == no_slot && check.condition != no_slot) test(check);
    return !findings_.assertion_failed;
  }

  void test_all(const std::vector<CompiledCheck>& checks) {
    for (const CompiledCheck& check : checks) test(check);
  }

 private:
  void test(const CompiledCheck& check) {
    const bool holds = check.condition == no_slot || flow_.is_set(check.condition);
    if (check.is_terminate && holds) {
      findings_.terminated = true;
      findings_.terminate_message = message_of(check);
    } else if (!check.is_terminate && !holds) {
      violated(check);
    }
  }

  void violated(const CompiledCheck& check) {
    if (check.level == AssertLevel::warning) {
      if (!check.is_told_once || !was_told(check)) findings_.warn(std::string(check.code), message_of(check), check.span);
      return;
    }
    if (!findings_.assertion_failed) {
      findings_.assertion_message = message_of(check);
      findings_.assertion_span = check.span;
    }
    findings_.assertion_failed = true;
  }

  // What its message begins with tells which one it is.
  bool was_told(const CompiledCheck& check) const {
    const auto is_same = [&](const RunWarning& w) {
      return w.code == check.code && w.text.starts_with(check.message.front().text);
    };
    return std::ranges::any_of(findings_.warnings, is_same);
  }

  std::string message_of(const CompiledCheck& check) const {
    std::string result;
    for (const CompiledCheck::Part& p : check.message) {
      if (p.value == no_slot) {
        result += p.text;
      } else if (p.type == Type::boolean) {
        result += flow_.is_set(p.value) ? "true" : "false";
      } else {
        result += NumberTraits<T>::text(flow_.value(p.value));
      }
    }
    return result;
  }

  const CompiledModel& c_;
  const Flow<T>& flow_;
  Findings& findings_;
};

}  // namespace saltus
