#pragma once
// An animation as data: what moves, sampled along a run densely enough that straight lines between the samples cannot be told from the motion.

#include <string>
#include <vector>

#include "report/animation_spec.hpp"
#include "result/run_result.hpp"

namespace saltus {

/// One value over time. Constant: one number.
struct Channel {
  std::vector<double> values = {};  ///< NaN: there is none then

  [[nodiscard]] double at(std::size_t sample) const { return values.size() == 1 ? values.front() : values[sample]; }
};

struct AnimationEvent {
  double time = 0;
  std::string name;
};

struct Animation {
  std::string name, caption;
  double view[4] = {0, 0, 1, 1};
  double rate = 1;
  std::vector<double> times = {};      ///< never decreasing; an instant with events is there twice, before and after them
  std::vector<Channel> channels = {};  ///< one for each expression of the spec
  std::vector<ShapeSpec> shapes = {};
  std::vector<std::size_t> trace = {};
  std::vector<AnimationEvent> events = {};

  /// Of a channel, between samples; at an instant with events what holds after them.
  [[nodiscard]] double value(std::size_t channel, double time) const;
};

/// Of a run that recorded the expressions of the spec; without samples if it did not get anywhere.
[[nodiscard]] Animation animation_of(const AnimationSpec& spec, const RunResult& run);

/// JSON for the player of a page; it can stand inside a <script> element.
[[nodiscard]] std::string animation_json(const Animation& animation);

/// Still pictures at some of its times as HTML, for print and for browsers without scripts.
[[nodiscard]] std::string stills_html(const Animation& animation);

}  // namespace saltus
