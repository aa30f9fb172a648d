#include "runs.hpp"

namespace argesim {

saltus::Model load(const std::string& file) { return saltus::Model::load(ARGESIM_MODELS + file); }

saltus::Model load(const std::string& file, const std::string& name) {
  return saltus::Model::load(ARGESIM_MODELS + file, name);
}

std::vector<std::string> event_times(const saltus::Result& result) {
  std::vector<std::string> times;
  for (const auto& event : result.events()) times.push_back(value_text(event.time));
  return times;
}

std::vector<std::string> times_of(const saltus::Result& result, const std::string& name) {
  std::vector<std::string> times;
  for (const auto& event : result.events()) {
    if (event.name == name) times.push_back(value_text(event.time));
  }
  return times;
}

std::string final_text(const saltus::Result& result, const std::string& name) {
  for (const auto& [variable, value] : result.data().final_values) {
    if (variable == name) return value_text(value);
  }
  return {};
}

std::vector<std::string> requested_values(const saltus::Result& result, const std::string& name) {
  std::vector<std::string> values;
  const auto* column = result.series().find(name);
  const auto& rows = result.series().rows;
  for (std::size_t i = 0; column != nullptr && i < rows.size(); ++i) {
    if (rows[i].requested) values.push_back(value_text(column->at(i)));
  }
  return values;
}

std::string status_text(const saltus::Result& result) { return std::string(name_of(result.status().code)); }

}  // namespace argesim
