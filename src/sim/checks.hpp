#pragma once
// Assertions and terminate(...).

#include <algorithm>
#include <string>
#include <vector>

#include "sim/flow.hpp"

namespace saltus {

/// What the checks of a run have found; shared by all tuples of modes.
struct Findings {
  bool terminated = false, assertion_failed = false;
  bool underflow = false;  ///< and a warning of it
  std::string terminate_message, assertion_message;
  Span assertion_span;
  std::vector<std::string> warnings;
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
      if (findings_.warnings.size() < 100 && !was_told(check)) findings_.warnings.push_back(message_of(check));
      return;
    }
    if (!findings_.assertion_failed) {
      findings_.assertion_message = message_of(check);
      findings_.assertion_span = check.span;
    }
    findings_.assertion_failed = true;
  }

  // Those of the model are told whenever they are violated, those of the compiler, which have no place in the text, for the first time.
  bool was_told(const CompiledCheck& check) const {
    const auto is_same = [&](const std::string& w) { return w.starts_with(check.message.front().text); };
    return !check.span.known() && std::ranges::any_of(findings_.warnings, is_same);
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
