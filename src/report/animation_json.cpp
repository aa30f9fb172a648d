// {"view": [x1, y1, x2, y2], "rate": 1, "times": [...], "channels": [[...], 0, ...], "shapes": [{"kind": "line", "values": [0, 1, 2, 3], "style": "rope"}],
//  "trace": [2, 3], "events": [[0.7, "hit"], ...]}; a constant channel is a number, a missing value null.

#include <fmt/format.h>

#include <cmath>

#include "report/animation.hpp"

namespace saltus {

namespace {

/// Digits that a screen can show.
std::string short_number(double x) { return std::isfinite(x) ? fmt::format("{:.6g}", x) : "null"; }

std::string list(const std::vector<double>& values, const char* format) {
  std::string out = "[";
  for (const double x : values) {
    if (out.size() > 1) out += ',';
    out += std::isfinite(x) ? fmt::format(fmt::runtime(format), x) : "null";
  }
  return out + "]";
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == '<') {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string shape_json(const ShapeSpec& s) {
  std::string out =
      fmt::format("{{\"kind\":\"{}\",\"style\":\"{}\",\"values\":[{}]", name_of(s.kind), s.style, fmt::join(s.values, ","));
  if (s.visible) out += fmt::format(",\"visible\":{}", *s.visible);
  if (s.kind == ShapeKind::label) out += ",\"text\":" + quoted(s.text);
  return out + "}";
}

}  // namespace

std::string animation_json(const Animation& a) {
  std::string channels, shapes, events;
  for (const Channel& c : a.channels) {
    if (!channels.empty()) channels += ',';
    channels += c.values.size() == 1 ? short_number(c.values.front()) : list(c.values, "{:.6g}");
  }
  for (const ShapeSpec& s : a.shapes) shapes += (shapes.empty() ? "" : ",") + shape_json(s);
  for (const AnimationEvent& e : a.events)
    events += fmt::format("{}[{:.12g},{}]", events.empty() ? "" : ",", e.time, quoted(e.name));
  return fmt::format(
      "{{\"view\":[{},{},{},{}],\"rate\":{},\"times\":{},\"channels\":[{}],\"shapes\":[{}],\"trace\":[{}],\"events\":[{}]}}",
      a.view[0], a.view[1], a.view[2], a.view[3], short_number(a.rate), list(a.times, "{:.12g}"), channels, shapes,
      fmt::join(a.trace, ","), events);
}

}  // namespace saltus
