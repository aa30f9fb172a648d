#include "compile/state_families.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>

namespace saltus {
namespace {

/// "a[].x" of `a[3].x`, and as many strokes as there are derivatives; "" if there are no subscripts.
void write_key(std::string_view name, int order, std::string& key) {
  key.clear();
  if (name.find('[') == name.npos) return;
  bool inside = false;
  for (const char c : name) {
    if (c == ']') inside = false;
    if (!inside) key.push_back(c);
    if (c == '[') inside = true;
  }
  key.append(static_cast<std::size_t>(order), '\'');
}

}  // namespace

void find_families(CompiledModel& c) {
  std::unordered_map<std::string, std::vector<std::uint32_t>> arrays;
  std::string key;
  for (std::uint32_t j = 0; j < c.states.size(); ++j) {
    const CompiledState& s = c.states[j];
    write_key(c.model.variables[s.variable].name, s.order, key);
    if (!key.empty() && s.nominal == no_slot) arrays[key].push_back(j);
  }
  for (auto& [name, states] : arrays)
    if (states.size() > 1) c.families.push_back({std::move(states)});
  std::ranges::sort(c.families, {}, [](const StateFamily& f) { return f.states.front(); });
  for (std::uint32_t f = 0; f < c.families.size(); ++f)
    for (const std::uint32_t j : c.families[f].states) c.states[j].family = f;
}

}  // namespace saltus
