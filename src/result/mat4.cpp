#include "result/mat4.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace saltus::mat4 {

namespace {

static_assert(std::endian::native == std::endian::little, "the types below say little-endian");

// Thousands: machine; tens: kind of the elements; ones: numbers or text.
constexpr std::int32_t reals = 0, integers = 20, bytes_of_text = 51;

template <class T>
void add_raw(std::string& out, const T& value) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  out.append(bytes, sizeof(T));
}

void add_header(std::string& out, std::int32_t type, std::string_view name, std::size_t rows, std::size_t columns) {
  add_raw(out, type);
  add_raw(out, static_cast<std::int32_t>(rows));
  add_raw(out, static_cast<std::int32_t>(columns));
  add_raw(out, std::int32_t{0});  // no imaginary part
  add_raw(out, static_cast<std::int32_t>(name.size() + 1));
  out.append(name).push_back('\0');
}

}  // namespace

void add_texts(std::string& out, std::string_view name, std::span<const std::string> texts, Texts how) {
  std::size_t longest = 1;  // an empty matrix has no place for its name in some readers
  for (const std::string& t : texts) longest = std::max(longest, t.size());
  const auto at = [&](std::size_t text, std::size_t i) { return i < texts[text].size() ? texts[text][i] : ' '; };
  if (how == Texts::columns) {
    add_header(out, bytes_of_text, name, longest, texts.size());
    for (std::size_t t = 0; t < texts.size(); ++t)
      for (std::size_t i = 0; i < longest; ++i) out += at(t, i);
  } else {
    add_header(out, bytes_of_text, name, texts.size(), longest);
    for (std::size_t i = 0; i < longest; ++i)
      for (std::size_t t = 0; t < texts.size(); ++t) out += at(t, i);
  }
}

void add_integers(std::string& out, std::string_view name, std::size_t rows, std::size_t columns,
                  std::span<const std::int32_t> elements) {
  add_header(out, integers, name, rows, columns);
  for (const std::int32_t e : elements) add_raw(out, e);
}

void add_reals(std::string& out, std::string_view name, std::size_t rows, std::size_t columns,
               std::span<const double> elements) {
  add_real_header(out, name, rows, columns);
  for (const double e : elements) add_real(out, e);
}

void add_real_header(std::string& out, std::string_view name, std::size_t rows, std::size_t columns) {
  add_header(out, reals, name, rows, columns);
}

void add_real(std::string& out, double value) { add_raw(out, value); }

}  // namespace saltus::mat4
