#include "result/json_emitter.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <iterator>

namespace saltus {

namespace {

/// Length of the valid UTF-8 sequence at the start of `s`, 0 if there is none. Model texts may hold any bytes; JSON may not.
std::size_t utf8_length(std::string_view s) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(s[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || s.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const bool overlong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
  const bool surrogate = lead == 0xED && byte(1) >= 0xA0;
  const bool beyond = lead == 0xF4 && byte(1) >= 0x90;
  return overlong || surrogate || beyond ? 0 : length;
}

}  // namespace

void JsonEmitter::open(char begin, char close, Layout layout) {
  before_value();
  out_ += begin;
  levels_.push_back({close, layout});
}

void JsonEmitter::end() {
  assert(!levels_.empty() && !after_key_);
  const Level level = levels_.back();
  levels_.pop_back();
  if (level.layout == Layout::lines && !level.empty) {
    out_ += '\n';
    out_.append(levels_.size() * 2, ' ');
  }
  out_ += level.close;
  if (levels_.empty()) out_ += '\n';
}

void JsonEmitter::separate() {
  if (levels_.empty()) return;
  Level& level = levels_.back();
  if (!level.empty) out_ += level.layout == Layout::lines ? "," : ", ";
  if (level.layout == Layout::lines) {
    out_ += '\n';
    out_.append(levels_.size() * 2, ' ');
  }
  level.empty = false;
}

void JsonEmitter::before_value() {
  if (after_key_) {
    after_key_ = false;
  } else {
    separate();
  }
}

void JsonEmitter::key(std::string_view name) {
  assert(!levels_.empty() && levels_.back().close == '}' && !after_key_);
  separate();
  quote(name);
  out_ += ": ";
  after_key_ = true;
}

void JsonEmitter::quote(std::string_view s) {
  out_ += '"';
  while (!s.empty()) {
    const char c = s[0];
    const std::size_t length = utf8_length(s);
    if (c == '"' || c == '\\') {
      out_ += '\\';
      out_ += c;
    } else if (c == '\n') {
      out_ += "\\n";
    } else if (c == '\t') {
      out_ += "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      fmt::format_to(std::back_inserter(out_), "\\u{:04x}", static_cast<unsigned>(c));
    } else if (length == 0) {
      out_ += "\\ufffd";
    } else {
      out_.append(s.substr(0, length));
    }
    s.remove_prefix(length == 0 ? 1 : length);
  }
  out_ += '"';
}

void JsonEmitter::text(std::string_view value) {
  before_value();
  quote(value);
}

void JsonEmitter::count(std::uint64_t value) {
  before_value();
  fmt::format_to(std::back_inserter(out_), "{}", value);
}

void JsonEmitter::number(double v) {
  before_value();
  if (std::isfinite(v)) {
    fmt::format_to(std::back_inserter(out_), "{}", v);
  } else {
    quote(number_text(v));
  }
}

void JsonEmitter::null() {
  before_value();
  out_ += "null";
}

void JsonEmitter::value(const Value& v) {
  if (v.kind == ValueKind::real && v.digits.empty()) return number(v.value);
  const bool quoted = v.kind == ValueKind::text || !v.digits.empty() || !std::isfinite(v.value);
  before_value();
  if (quoted) {
    quote(value_text(v));
  } else {
    out_ += value_text(v);
  }
}

}  // namespace saltus
