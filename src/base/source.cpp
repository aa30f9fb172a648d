#include "base/source.hpp"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

namespace saltus {

Span join(Span a, Span b) {
  assert(a.file == b.file);
  return {a.file, a.begin, std::max(a.begin, b.end)};
}

std::uint32_t Sources::add(std::string name, std::string text) {
  std::vector<std::uint32_t> begins{0};
  for (std::size_t i = text.find('\n'); i != std::string::npos; i = text.find('\n', i + 1))
    begins.push_back(static_cast<std::uint32_t>(i + 1));
  texts_.push_back({std::move(name), std::move(text), std::move(begins)});
  return static_cast<std::uint32_t>(texts_.size());
}

const Sources::Text& Sources::at(std::uint32_t file) const {
  assert(file >= 1 && file <= texts_.size());
  return texts_[file - 1];
}

std::string_view Sources::name(std::uint32_t file) const { return at(file).name; }

std::string_view Sources::text(std::uint32_t file) const { return at(file).text; }

std::string_view Sources::text(Span span) const {
  if (!span.known()) return {};
  const std::string_view all = at(span.file).text;
  const std::size_t begin = std::min<std::size_t>(span.begin, all.size());
  const std::size_t end = std::clamp<std::size_t>(span.end, begin, all.size());
  return all.substr(begin, end - begin);
}

Place Sources::place(std::uint32_t file, std::uint32_t offset) const {
  const auto& begins = at(file).line_begins;
  const auto after = std::upper_bound(begins.begin(), begins.end(), offset);
  return {static_cast<std::uint32_t>(after - begins.begin()), offset - *(after - 1) + 1};
}

std::string_view Sources::line(std::uint32_t file, std::uint32_t line) const {
  const Text& t = at(file);
  assert(line >= 1 && line <= t.line_begins.size());
  const std::size_t begin = t.line_begins[line - 1];
  std::string_view rest = std::string_view(t.text).substr(begin);
  rest = rest.substr(0, rest.find('\n'));
  if (rest.ends_with('\r')) rest.remove_suffix(1);
  return rest;
}

std::string Sources::describe(Span span) const {
  if (!span.known()) return {};
  const Place p = place(span.file, span.begin);
  return fmt::format("{}:{}:{}", name(span.file), p.line, p.column);
}

}  // namespace saltus
