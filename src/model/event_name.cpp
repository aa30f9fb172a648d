#include "model/event_name.hpp"

#include <fmt/format.h>

namespace saltus {
namespace {

constexpr std::string_view before_text = ": ";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The component at the beginning of a name, with its index: so many characters. 0: none.
std::size_t component_size(std::string_view name) {
  std::size_t i = 0;
  if (name.starts_with('\'')) {
    const std::size_t end = name.find('\'', 1);
    if (end == std::string_view::npos) return 0;
    i = end + 1;
  } else if (!name.empty() && is_letter(name[0])) {
    while (i < name.size() && (is_letter(name[i]) || is_digit(name[i]))) ++i;
  }
  if (i == 0) return 0;
  if (i < name.size() && name[i] == '[') {
    ++i;
    while (i < name.size() && (is_digit(name[i]) || name[i] == ',')) ++i;
    if (i == name.size() || name[i] != ']') return 0;
    ++i;
  }
  const std::string_view rest = name.substr(i);
  return rest.starts_with('.') || rest.starts_with(before_text) ? i : 0;
}

std::string_view without_component(std::string_view name, std::size_t size) {
  name.remove_prefix(size);
  name.remove_prefix(name.starts_with('.') ? 1 : before_text.size());
  return name;
}

/// visit(name) as it is, and without one component after the other, until it says true; is that so?
template <class Visit>
bool any_shorter(std::string_view name, Visit&& visit) {
  for (;;) {
    if (visit(name)) return true;
    const std::size_t size = component_size(name);
    if (size == 0) return false;
    name = without_component(name, size);
  }
}

/// "1,2" of hit[1,2]; nothing if there is no index.
std::optional<std::string_view> indices_of(std::string_view name) {
  if (!name.ends_with(']')) return std::nullopt;
  const std::size_t open = name.rfind('[');
  if (open == std::string_view::npos || open == 0) return std::nullopt;
  return name.substr(open + 1, name.size() - open - 2);
}

std::string_view without_indices(std::string_view name, std::string_view indices) {
  return name.substr(0, name.size() - indices.size() - 2);
}

bool begins_with_index(std::string_view indices, std::int64_t index) {
  return indices.substr(0, indices.find(',')) == std::to_string(index);
}

}  // namespace

std::string event_name(std::string_view path, std::string_view name) {
  return path.empty() ? std::string(name) : fmt::format("{}.{}", path, name);
}

std::string unnamed_event(std::string_view path, std::string_view text) {
  return path.empty() ? std::string(text) : fmt::format("{}{}{}", path, before_text, text);
}

bool is_event_of(std::string_view event, std::string_view asked) { return is_event_in("", event, asked, std::nullopt); }

bool is_event_in(std::string_view path, std::string_view event, std::string_view asked, std::optional<std::int64_t> index) {
  if (!path.empty()) {
    if (!event.starts_with(path)) return false;
    const std::string_view rest = event.substr(path.size());
    if (!rest.starts_with('.') && !rest.starts_with(before_text)) return false;
    event = without_component(event, path.size());
  }
  const std::size_t component = component_size(asked);
  return any_shorter(event, [&](std::string_view name) {
    if (!index && name == asked) return true;
    const auto indices = indices_of(name);
    if (indices && without_indices(name, *indices) == asked && (!index || begins_with_index(*indices, *index))) return true;
    return component > 0 && is_event_in(asked.substr(0, component), name, without_component(asked, component), index);
  });
}


}  // namespace saltus
