#pragma once
// Runs whose stretches are made in lanes, and all else alone: of models with modes, and of those with instants that lanes do not know.
//
// Every run in progress has a HybridRun of its own. In a tuple of modes whose stretches lanes know it lends a column of numbers to a pack of
// this tuple, which goes on with it until a guard crosses. Then the HybridRun gets the column back, and makes the instant exactly as alone.
// So nothing that happens at instants has to be known here: transitions, other tuples, constraints, limits of events. Where lanes meet
// something rare it gets the column as it was when the stretch began, and makes this stretch alone, too. A tuple that is not for lanes is
// passed through alone.
//
// Compiled for every machine, as LaneBook.

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/lane_book.hpp"

namespace saltus {

class CompiledTuples;
template <class T>
struct Crossing;

class ModeLanes {
 public:
  static constexpr std::size_t count = 64;  ///< of runs in progress
  static constexpr std::size_t nowhere = ~std::size_t{0};

  /// `tuples` is referred to.
  ModeLanes(CompiledTuples& tuples, Settings<double> settings, int order);
  ~ModeLanes();
  ModeLanes(const ModeLanes&) = delete;
  ModeLanes& operator=(const ModeLanes&) = delete;

  /// Runs that follow go to this client.
  void begin(LaneClient& client) { client_ = &client; }

  // What follows is for the wide loops. A group is a tuple of modes for lanes; `nowhere` in its place: the run is over, and the lane free.

  [[nodiscard]] bool interrupted() const;
  /// The next job, in this lane; false: there is none. It is where the first stretch for lanes begins.
  bool take(std::size_t lane, std::size_t& group);
  /// Its column has come to something that is not for lanes, or to the stop: it goes on to the next stretch that is.
  std::size_t go_on(std::size_t lane, const double* column);
  /// Fills the column of a run in a group.
  void lend(std::size_t lane, double* column);
  void leave(std::size_t lane);
  /// Stays where it is.
  [[nodiscard]] LaneBook& book(std::size_t group);

 private:
  struct Own;
  struct Group;
  std::size_t go_alone(Own& own, std::uint64_t stretches);
  std::size_t group_of(const CompiledModel& compiled);
  [[nodiscard]] bool may_lend(Own& own, std::size_t group) const;
  static bool series_are_fresh(Own& own, const LanePlan& plan);
  static bool find_ties(Own& own);
  void take_back(Own& own, const double* column, std::uint64_t steps);
  bool take_crossing(Own& own, const double* column);
  std::size_t end(Own& own);

  CompiledTuples& tuples_;
  Settings<double> settings_;
  int order_;
  LaneClient* client_ = nullptr;
  std::unique_ptr<Crossing<double>> crossing_;  // room for one
  std::vector<std::unique_ptr<Own>> own_;       // by lane
  std::vector<std::unique_ptr<Group>> groups_;  // the first ones in use; those without a plan are not for lanes
};

}  // namespace saltus
