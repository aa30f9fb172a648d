#pragma once
// The loop over lanes.
//
//   while there are runs:
//     begin new runs in free lanes, as soon as they fill a register
//     one stretch in every pack
//     lanes in which a guard may cross, and those that are at their end, gathered from all packs: crossings and instants
//
// Every run is what it would be alone: nothing passes from lane to lane, and no decision in a lane depends on another one.

#include "sim/lane_instant.hpp"
#include "sim/lane_loop.hpp"
#include "sim/lane_stretch.hpp"

namespace saltus::lanes {

template <class V>
class LaneSweep final : public LaneLoop {
 public:
  using M = MaskOf<V>;
  static constexpr std::size_t width = V::lanes, packs = 64 / width, count = packs * width;

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
    for (Place& p : places_) p = Place::free;
    jobs_left_ = true;
    while (fill() || any_flows()) {
      if (book_.interrupted()) return leave_all();
      for (std::size_t p = 0; p < packs; ++p) stretch_pack(p);
      handle_instants();
    }
  }

 private:
  enum class Place : unsigned char { free, flows, waits, ends };

  [[nodiscard]] std::size_t how_many(Place place) const {
    std::size_t n = 0;
    for (const Place p : places_) n += p == place ? 1 : 0;
    return n;
  }
  [[nodiscard]] bool any_flows() const { return how_many(Place::free) < count; }

  double* column(std::size_t lane) { return reinterpret_cast<double*>(&frames_[lane / width * size_]) + lane % width; }

  /// A group of lanes, from wherever they are. Those that are not there are copies of the first.
  struct Group {
    std::size_t numbers[width] = {};
    std::size_t size = 0;
    M ends = M(false);
    [[nodiscard]] M active() const {
      M m(false);
      for (std::size_t k = 0; k < size; ++k) m.set(static_cast<int>(k), true);
      return m;
    }
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
        places_[number] = Place::free;
      } else {
        double* to = column(number);
        for (std::size_t i = 0; i < size_; ++i) to[i * width] = from[i * width + k];
        places_[number] = next_place(to[model_.layout.base() * width]);
      }
    }
  }

  [[nodiscard]] Place next_place(double time) const { return time < model_.settings.stop ? Place::flows : Place::ends; }

  void leave(std::size_t lane) {
    book_.leave(lane);
    places_[lane] = Place::free;
  }
  void leave_all() {
    for (std::size_t lane = 0; lane < count; ++lane)
      if (places_[lane] != Place::free) leave(lane);
  }

  /// False: there are no new runs.
  bool fill() {
    bool any = false;
    while (jobs_left_) {
      const std::size_t free = how_many(Place::free);
      if (free < width) return true;
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
    for (std::size_t lane = 0; lane < count && group.size < width; ++lane) {
      if (places_[lane] != Place::free) continue;
      if (!book_.take(lane, &one_input_[0])) {
        jobs_left_ = false;
        break;
      }
      const int k = static_cast<int>(group.size);
      for (std::size_t i = 0; i < book_.input_count(); ++i) inputs_[i].set(k, one_input_[i]);
      group.numbers[group.size++] = lane;
    }
    return group;
  }

  void stretch_pack(std::size_t p) {
    M flowing(false);
    for (std::size_t k = 0; k < width; ++k) flowing.set(static_cast<int>(k), places_[p * width + k] == Place::flows);
    if (!any(flowing)) return;
    M left(false);
    V* frame = &frames_[p * size_];
    const M waiting = stretch_(frame, flowing, left);
    const M ended = ~(frame[model_.layout.base()] < V(model_.settings.stop));
    if (!any(flowing & (waiting | left | ended))) return;
    for (std::size_t k = 0; k < width; ++k) {
      const int lane = static_cast<int>(k);
      const std::size_t number = p * width + k;
      if (!flowing[lane]) continue;
      if (left[lane]) {
        leave(number);
      } else if (waiting[lane]) {
        places_[number] = Place::waits;
        stretch_.save(lane, &saved_[number * stretch_.saved_size()]);
      } else if (ended[lane]) {
        places_[number] = Place::ends;
      }
    }
  }

  void handle_instants() {
    Group group;
    for (std::size_t lane = 0; lane < count; ++lane) {
      if (places_[lane] != Place::waits && places_[lane] != Place::ends) continue;
      const int k = static_cast<int>(group.size);
      group.ends.set(k, places_[lane] == Place::ends);
      group.numbers[group.size++] = lane;
      if (group.size < width) continue;
      handle(group);
      group = Group();
    }
    if (group.size > 0) handle(group);
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
  Place places_[count];
  bool jobs_left_ = false;
};

}  // namespace saltus::lanes
