#include "sim/limit_watch.hpp"

#include <string>

namespace saltus {

bool names_event(const RunSymbol& zeno, std::string_view event) {
  if (event == zeno.event) return !zeno.index;
  if (!event.starts_with(zeno.event) || event.size() <= zeno.event.size() || event[zeno.event.size()] != '[') return false;
  if (!zeno.index) return event.find(']') == event.size() - 1;
  const std::string_view indices = event.substr(zeno.event.size() + 1);
  const std::string wanted = std::to_string(*zeno.index);
  return indices.starts_with(wanted) && indices.size() > wanted.size() &&
         (indices[wanted.size()] == ']' || indices[wanted.size()] == ',');
}

}  // namespace saltus
