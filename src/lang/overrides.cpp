#include "lang/overrides.hpp"

#include <charconv>

namespace saltus::lang {
namespace {

std::string with_attribute(std::string_view path, std::string_view attribute) {
  std::string key(path);
  if (!attribute.empty()) key.append(".").append(attribute);
  return key;
}

/// "b[2].m" gives "b.m" and {1}.
std::pair<std::string, std::vector<std::size_t>> without_indices(std::string_view path) {
  std::string base;
  std::vector<std::size_t> indices;
  bool inside = false;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '[') inside = true;
    if (!inside) base += path[i];
    if (inside && path[i] >= '0' && path[i] <= '9') {
      std::size_t n = 0;
      const auto result = std::from_chars(path.data() + i, path.data() + path.size(), n);
      indices.push_back(n > 0 ? n - 1 : 0);
      i = static_cast<std::size_t>(result.ptr - path.data()) - 1;
    }
    if (path[i] == ']') inside = false;
  }
  return {base, indices};
}

}  // namespace

void Overrides::add(Override o) {
  by_target_[o.target] = all_.size();  // the last one wins
  all_.push_back(std::move(o));
}

FoundOverride Overrides::find(std::string_view path, std::string_view attribute) {
  if (all_.empty()) return {};
  if (const auto it = by_target_.find(with_attribute(path, attribute)); it != by_target_.end()) return {&all_[it->second], {}};
  if (path.find('[') == std::string_view::npos) return {};
  auto [base, indices] = without_indices(path);
  if (const auto it = by_target_.find(with_attribute(base, attribute)); it != by_target_.end()) {
    return {&all_[it->second], std::move(indices)};
  }
  return {};
}

std::vector<Override*> Overrides::elements(std::string_view path, std::string_view attribute) {
  std::vector<Override*> found;
  const std::string tail = attribute.empty() ? "]" : "]." + std::string(attribute);
  for (Override& o : all_) {
    const std::string_view target = o.target;
    if (target.size() > path.size() + tail.size() && target.starts_with(path) && target[path.size()] == '[' &&
        target.ends_with(tail) && target.find(']') == target.size() - tail.size()) {
      found.push_back(&o);
    }
  }
  return found;
}

}  // namespace saltus::lang
