#pragma once
// What is not wide in a run in lanes: where runs come from and go to, their logs and observers, and the questions about single series
// that are too rare to be asked in all lanes at once.
//
// Compiled for every machine: the wide loops call it, and share no inlined code with it.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sim/lane_plan.hpp"
#include "sim/observer.hpp"

namespace saltus {

struct LaneJob {
  std::size_t number = 0;
  std::span<const double> inputs = {};   ///< of the free inputs of the model
  Observer<double>* observer = nullptr;  ///< for all jobs of a simulation or for none
};

/// A run that is over.
struct LaneEnd {
  double time = 0;
  std::uint64_t steps = 0, events = 0;
  std::uint64_t steps_in_lanes = 0;  ///< the others were made alone
  Status status = {};                ///< its time is left out
  std::vector<Warning> warnings = {};
};

class LaneClient {
 public:
  LaneClient() = default;
  LaneClient(const LaneClient&) = delete;
  LaneClient& operator=(const LaneClient&) = delete;
  virtual ~LaneClient() = default;

  /// False: there are no more. The inputs are read at once.
  virtual bool next(LaneJob& job) = 0;
  virtual void finished(std::size_t number, const LaneEnd& end) = 0;
  /// The run met something rare. It is to be made again from its start, alone; what its observer saw is void.
  virtual void left(std::size_t number) = 0;
};

/// The numbers of a run that all lanes share.
struct LaneSettings {
  double start = 0, stop = 0, tolerance = 0;
  int order = 0;
};

class LaneBook {
 public:
  /// `shown`: slots that observers read. All is referred to.
  LaneBook(const LanePlan& plan, const Settings<double>& settings, int order, std::vector<Slot> shown);
  ~LaneBook();
  LaneBook(const LaneBook&) = delete;
  LaneBook& operator=(const LaneBook&) = delete;

  /// Runs that follow go to this client, from so many lanes at once.
  void begin(LaneClient& client, std::size_t lanes);

  // What follows is for the wide loops; lanes are numbered from 0.
  [[nodiscard]] const LanePlan& plan() const { return plan_; }
  [[nodiscard]] LaneSettings settings() const;
  [[nodiscard]] const Slot* shown() const { return shown_.data(); }
  [[nodiscard]] std::size_t shown_count() const { return shown_.size(); }
  [[nodiscard]] std::size_t input_count() const;
  [[nodiscard]] bool interrupted() const;
  [[nodiscard]] bool is_watched() const { return watched_; }
  /// Observers look at every instant, not only at the start and the end.
  [[nodiscard]] bool watches_instants() const { return watches_instants_; }

  /// The next job, for this lane; false: there is none. Fills input_count() numbers.
  bool take(std::size_t lane, double* inputs);
  void leave(std::size_t lane);
  /// `shown`: values of the shown slots.
  void finish(std::size_t lane, const double* shown, double time, std::uint64_t steps);

  void begin_instant(std::size_t lane, const double* shown, double time);
  void fire_branch(std::size_t lane, std::size_t branch);
  void fire_guard(std::size_t lane, std::size_t guard);
  /// `since`: the last state event; 0 afterwards if there was one. False: the events crowd, and the run is to be left.
  bool end_instant(std::size_t lane, const double* shown, double time, double& since, double uncertainty);

  /// Series of all states, then of all guards, `order` + 1 coefficients each, and their scales in the same order; floors of states: the
  /// stretch that the stepper proposes. False if it fails. Shortens `length`, which is the longest allowed.
  bool propose(const double* series, const double* scales, const double* floors, double& length, bool& unlimited) const;

  struct Found {
    enum class Kind : std::uint8_t { none, crossing, unsure } kind;
    double at, uncertainty, direction;
  };
  /// The first crossing of one guard.
  Found first_crossing(const double* series, double length, int zeros, double tail, double noise, double relative);

 private:
  struct Trace;
  struct Kept;
  void show(const double* shown);

  const LanePlan& plan_;
  const Settings<double>& settings_;
  int order_;
  std::vector<Slot> shown_;
  LaneClient* client_ = nullptr;
  std::vector<Trace> traces_;
  std::unique_ptr<Kept> kept_;
  bool watched_ = false, watches_instants_ = false;
};

}  // namespace saltus
