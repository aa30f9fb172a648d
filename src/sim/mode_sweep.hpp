#pragma once
// The loop over the lanes of runs that go from one tuple of modes to others.
//
//   while there are runs:
//     new runs in free lanes
//     in every group of lanes of one tuple: a stretch in all packs that are full; where there are none, in the fullest that there is
//     lanes that come to an instant, or to what is not plain, go on alone, at once, and come to the end of the group of their tuple then
//     (ModeLanes)
//
// The lanes of a group are packed without gaps: where one is taken out the last one takes its place. Nothing passes from run to run.

#include <cstdint>
#include <memory>

#include "sim/lane_loop.hpp"
#include "sim/lane_stretch.hpp"
#include "sim/mode_lanes.hpp"

namespace saltus::lanes {

/// The lanes in one tuple of modes.
template <class V>
class ModeGroup {
 public:
  using M = MaskOf<V>;
  static constexpr std::size_t width = V::lanes, most = ModeLanes::count;

  explicit ModeGroup(LaneBook& book)
      : model_(book), stretch_(model_), size_(model_.layout.size()), frames_((most + width - 1) / width * size_) {}

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t size() const { return size_; }  ///< of a column
  [[nodiscard]] std::size_t run_at(std::size_t place) const { return runs_[place]; }

  void add(std::size_t run, const double* column) {
    double* to = column_at(count_);
    for (std::size_t i = 0; i < size_; ++i) to[i * width] = column[i];
    runs_[count_++] = run;
  }
  /// The run at this place, which the last one gets.
  std::size_t remove(std::size_t place, double* column) {
    const std::size_t run = runs_[place];
    const double* last = column_at(--count_);
    double* here = column_at(place);
    for (std::size_t i = 0; i < size_; ++i) {
      column[i] = here[i * width];
      here[i * width] = last[i * width];
    }
    runs_[place] = runs_[count_];
    return run;
  }

  /// A stretch in pack p. Bits of the lanes that are to be taken out.
  unsigned stretch(std::size_t p) {
    const std::size_t there = count_ - p * width;
    const unsigned lanes = (1u << (there < width ? there : width)) - 1;
    V* frame = &frames_[p * size_];
    M left(false);
    const M waiting = stretch_(frame, M::from_lane_bits(lanes), left);
    M due(false);
    if (any(waiting)) due = stretch_.cross_here(frame, waiting, left);
    const M flows = frame[model_.layout.base()] < V(model_.settings.stop);
    return lanes & (lane_bits(due) | lane_bits(left) | ~lane_bits(flows));
  }

 private:
  double* column_at(std::size_t place) { return reinterpret_cast<double*>(&frames_[place / width * size_]) + place % width; }

  LaneModel<V> model_;
  LaneStretch<V> stretch_;
  std::size_t size_;
  std::vector<V> frames_;
  std::size_t runs_[most] = {};
  std::size_t count_ = 0;
};

template <class V>
class ModeSweep final : public LaneLoop {
 public:
  static constexpr std::size_t width = V::lanes;

  explicit ModeSweep(ModeLanes& own) : own_(own) {}

  [[nodiscard]] std::size_t lanes() const override { return ModeLanes::count; }

  void run() override {
    jobs_left_ = true;
    free_ = ~std::uint64_t{0};
    for (;;) {
      fill();
      if (free_ == ~std::uint64_t{0}) return;
      if (own_.interrupted()) return leave_all();
      if (!sweep_full_packs()) sweep(fullest(), 0);
    }
  }

 private:
  using Group = ModeGroup<V>;

  void fill() {
    for (std::uint64_t open = jobs_left_ ? free_ : 0; open != 0 && jobs_left_;) {
      const auto lane = static_cast<std::size_t>(__builtin_ctzl(open));
      std::size_t group = ModeLanes::nowhere;
      jobs_left_ = own_.take(lane, group);
      if (group == ModeLanes::nowhere) continue;  // that run is over, or there was none
      open &= open - 1;
      free_ &= ~(std::uint64_t{1} << lane);
      enter(lane, group);
    }
  }

  void enter(std::size_t lane, std::size_t group) {
    while (groups_.size() <= group) groups_.emplace_back();
    if (!groups_[group]) {
      groups_[group] = std::make_unique<Group>(own_.book(group));
      while (column_.size() * width < groups_[group]->size()) column_.emplace_back(0.0);
    }
    own_.lend(lane, column());
    groups_[group]->add(lane, column());
  }

  bool sweep_full_packs() {
    bool any = false;
    for (std::size_t g = 0; g < groups_.size(); ++g)
      for (std::size_t p = 0; groups_[g] && (p + 1) * width <= groups_[g]->count(); ++p) {
        any = true;
        sweep(g, p);
      }
    return any;
  }

  [[nodiscard]] std::size_t fullest() const {
    std::size_t best = 0, most = 0;
    for (std::size_t g = 0; g < groups_.size(); ++g)
      if (groups_[g] && groups_[g]->count() > most) {
        best = g;
        most = groups_[g]->count();
      }
    return best;
  }

  // From the last lane to the first: what is put in a gap is none of those that are still to be taken out.
  void sweep(std::size_t g, std::size_t p) {
    const unsigned out = groups_[g]->stretch(p);
    for (std::size_t k = width; k-- > 0;) {
      if ((out >> k & 1) == 0) continue;
      const std::size_t lane = groups_[g]->remove(p * width + k, column());
      const std::size_t to = own_.go_on(lane, column());
      if (to == ModeLanes::nowhere)
        free_ |= std::uint64_t{1} << lane;
      else
        enter(lane, to);
    }
  }

  void leave_all() {
    for (const auto& group : groups_)
      while (group && group->count() > 0) own_.leave(group->remove(group->count() - 1, column()));
  }

  double* column() { return reinterpret_cast<double*>(column_.data()); }

  ModeLanes& own_;
  std::vector<std::unique_ptr<Group>> groups_;  // null: not for lanes
  std::vector<V> column_;                       // room for one
  std::uint64_t free_ = 0;                      // bit i is lane i
  bool jobs_left_ = false;
};

}  // namespace saltus::lanes
