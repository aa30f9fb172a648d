#pragma once
// Running the benchmark models, and reading results as texts that keep all digits.

#include <string>
#include <vector>

#include "api/saltus.hpp"

namespace argesim {

/// A model file of models/argesim, "c07/pendulum.mo".
[[nodiscard]] saltus::Model load(const std::string& file);
/// One of several models in a file.
[[nodiscard]] saltus::Model load(const std::string& file, const std::string& name);

/// Times of all events in order.
[[nodiscard]] std::vector<std::string> event_times(const saltus::Result& result);

/// Times of one event, in order.
[[nodiscard]] std::vector<std::string> times_of(const saltus::Result& result, const std::string& name);

/// A final value; empty if there is no such variable.
[[nodiscard]] std::string final_text(const saltus::Result& result, const std::string& name);

/// Values of a variable at the times asked for by Options::at.
[[nodiscard]] std::vector<std::string> requested_values(const saltus::Result& result, const std::string& name);

[[nodiscard]] std::string status_text(const saltus::Result& result);

}  // namespace argesim
