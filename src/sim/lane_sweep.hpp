#pragma once
// The loop over lanes.
//
//   while there are runs:
//     begin new runs in free lanes, as soon as they fill a register
//     one stretch in every pack
//     lanes in which a guard may cross, and those that are at their end, gathered from all packs: crossings and instants
//
// Every run is what it would be alone: nothing passes from lane to lane, and no decision in a lane depends on another one.

#include <cstdint>

#include "sim/lane_instant.hpp"
#include "sim/lane_loop.hpp"
#include "sim/lane_stretch.hpp"

namespace saltus::lanes {

template <class V>
class LaneSweep final : public LaneLoop {
 public:
  using M = MaskOf<V>;
  static constexpr std::size_t width = V::lanes, count = 64, packs = count / width;

  explicit LaneSweep(LaneBook& book)
      : book_(book),
        model_(book),
        stretch_(model_),
        instant_(model_),
        size_(model_.layout.size()),
        frames_(packs * size_),
        gathered_(size_),
        inputs_(book.input_count() + 1),
        one_input_(book.input_count() + 1),
        saved_(count * stretch_.saved_size()) {}

  [[nodiscard]] std::size_t lanes() const override { return count; }

  void run() override {
    free_ = ~LaneSet{0};
    flows_ = waits_ = ends_ = 0;
    jobs_left_ = true;
    while (fill() || any_flows()) {
      if (book_.interrupted()) return leave_all();
      for (std::size_t p = 0; p < packs; ++p) stretch_pack(p);
      handle_instants();
    }
  }

 private:
  using LaneSet = std::uint64_t;  // bit i is lane i
  static constexpr LaneSet one = 1;
  static constexpr std::size_t worth_while = width - width / 4;  // a group of fewer waits for others

  [[nodiscard]] bool any_flows() const { return free_ != ~LaneSet{0}; }

  double* column(std::size_t lane) { return reinterpret_cast<double*>(&frames_[lane / width * size_]) + lane % width; }

  /// A group of lanes, from wherever they are. Those that are not there are copies of the first.
  struct Group {
    std::size_t numbers[width] = {};
    std::size_t size = 0;
    M ends = M(false);
    [[nodiscard]] M active() const { return M::from_lane_bits((1u << size) - 1); }
  };

  void gather(const Group& group) {
    double* to = reinterpret_cast<double*>(gathered_.data());
    for (std::size_t k = 0; k < width; ++k) {
      const double* from = column(group.numbers[k < group.size ? k : 0]);
      for (std::size_t i = 0; i < size_; ++i) to[i * width + k] = from[i * width];
    }
  }

  /// And back, with what is next for each.
  void scatter(const Group& group, const M& left) {
    const double* from = reinterpret_cast<const double*>(gathered_.data());
    for (std::size_t k = 0; k < group.size; ++k) {
      const int lane = static_cast<int>(k);
      const std::size_t number = group.numbers[k];
      if (left[lane]) {
        leave(number);
      } else if (group.ends[lane]) {
        free_ |= one << number;
      } else {
        double* to = column(number);
        for (std::size_t i = 0; i < size_; ++i) to[i * width] = from[i * width + k];
        (to[model_.layout.base() * width] < model_.settings.stop ? flows_ : ends_) |= one << number;
      }
    }
  }

  void leave(std::size_t lane) {
    book_.leave(lane);
    free_ |= one << lane;
  }
  void leave_all() {
    for (std::size_t lane = 0; lane < count; ++lane)
      if ((free_ >> lane & 1) == 0) leave(lane);
  }

  /// False: there are no new runs.
  bool fill() {
    bool any = false;
    while (jobs_left_) {
      if (static_cast<std::size_t>(__builtin_popcountl(free_)) < width) return true;
      const Group group = take_jobs();
      if (group.size == 0) break;
      any = true;
      for (std::size_t k = group.size; k < width; ++k)
        for (std::size_t i = 0; i < book_.input_count(); ++i) inputs_[i].set(static_cast<int>(k), inputs_[i][0]);
      M left(false);
      instant_.begin(gathered_.data(), group.numbers, group.active(), inputs_.data(), left);
      scatter(group, left);
    }
    return any;
  }

  Group take_jobs() {
    Group group;
    while (free_ != 0 && group.size < width) {
      const auto lane = static_cast<std::size_t>(__builtin_ctzl(free_));
      if (!book_.take(lane, &one_input_[0])) {
        jobs_left_ = false;
        break;
      }
      const int k = static_cast<int>(group.size);
      for (std::size_t i = 0; i < book_.input_count(); ++i) inputs_[i].set(k, one_input_[i]);
      group.numbers[group.size++] = lane;
      free_ &= free_ - 1;
    }
    return group;
  }

  void stretch_pack(std::size_t p) {
    const auto lanes = static_cast<unsigned>(flows_ >> p * width) & ((1u << width) - 1);
    if (lanes == 0) return;
    M left(false);
    V* frame = &frames_[p * size_];
    const unsigned waiting = lane_bits(stretch_(frame, M::from_lane_bits(lanes), left));
    const unsigned ended = lanes & ~lane_bits(frame[model_.layout.base()] < V(model_.settings.stop));
    const unsigned gone = lane_bits(left);
    if ((waiting | ended | gone) == 0) return;
    for (unsigned bits = gone; bits != 0; bits &= bits - 1) leave(p * width + static_cast<std::size_t>(__builtin_ctz(bits)));
    for (unsigned bits = waiting & ~gone; bits != 0; bits &= bits - 1) {
      const int lane = __builtin_ctz(bits);
      stretch_.save(lane, &saved_[(p * width + static_cast<std::size_t>(lane)) * stretch_.saved_size()]);
    }
    flows_ &= ~(static_cast<LaneSet>(waiting | ended | gone) << p * width);
    waits_ |= static_cast<LaneSet>(waiting & ~gone) << p * width;
    ends_ |= static_cast<LaneSet>(ended & ~waiting & ~gone) << p * width;
  }

  void handle_instants() {
    LaneSet due = waits_ | ends_;
    while (due != 0) {
      Group group;
      unsigned ends = 0;
      for (; due != 0 && group.size < width; due &= due - 1) {
        const auto lane = static_cast<std::size_t>(__builtin_ctzl(due));
        ends |= static_cast<unsigned>(ends_ >> lane & 1) << group.size;
        group.numbers[group.size++] = lane;
      }
      group.ends = M::from_lane_bits(ends);
      if (group.size < worth_while && flows_ != 0) break;
      for (std::size_t k = 0; k < group.size; ++k) {
        waits_ &= ~(one << group.numbers[k]);
        ends_ &= ~(one << group.numbers[k]);
      }
      handle(group);
    }
  }

  void handle(const Group& group) {
    gather(group);
    M left(false);
    const M waiting = group.active() & ~group.ends;
    M due = group.ends;
    if (any(waiting)) {
      model_.load_for_flow(gathered_.data());
      const auto first = static_cast<std::size_t>(__builtin_ctz(lane_bits(waiting)));
      for (std::size_t k = 0; k < width; ++k) {
        const std::size_t number = group.numbers[waiting[static_cast<int>(k)] ? k : first];
        stretch_.restore(static_cast<int>(k), &saved_[number * stretch_.saved_size()]);
      }
      due = due | (stretch_.cross(gathered_.data(), waiting, left) & ~left);
    }
    if (any(due)) instant_(gathered_.data(), group.numbers, due, group.ends, left);
    scatter(group, left);
  }

  LaneBook& book_;
  LaneModel<V> model_;
  LaneStretch<V> stretch_;
  LaneInstant<V> instant_;
  std::size_t size_;
  std::vector<V> frames_, gathered_, inputs_;
  Doubles<V> one_input_, saved_;
  LaneSet free_ = 0, flows_ = 0, waits_ = 0, ends_ = 0;  // each lane is in one of them
  bool jobs_left_ = false;
};

}  // namespace saltus::lanes
