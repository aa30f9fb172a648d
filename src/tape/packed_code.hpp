#pragma once
// A code run over groups of slots. Results that others read go back to the jets.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tape/jets.hpp"
#include "tape/packed_op.hpp"
#include "tape/state_group.hpp"

namespace saltus {

struct PackPlan;

/// Tape, code and jets are referred to, and stay where they are.
class PackedCode {
 public:
  static constexpr std::size_t least_operations = 16;  ///< fewer are quicker one by one than analysed
  /// Null where packing does not pay or is not possible. `read_elsewhere` as for plan_packing.
  static std::unique_ptr<PackedCode> make(const Tape& tape, const Code& code, Jets<double>& jets,
                                          std::span<const Slot> read_elsewhere);
  PackedCode(const Tape& tape, const PackPlan& plan, const PackedKernels& kernels, Jets<double>& jets);
  ~PackedCode();
  PackedCode(const PackedCode&) = delete;
  PackedCode& operator=(const PackedCode&) = delete;

  /// Orders from..to, as run() of a ReadyCode. A few orders that are asked for alone are left to `plainly`(from, to), and order 0
  /// where it has operations that are not packed.
  template <class Plainly>
  void run(int from, int to, const Plainly& plainly) {
    if (from == 0) in_jets_ = in_groups_ = 0;
    const int alone = in_jets_ != from ? from - 1 : to - from < least_orders ? to : from == 0 && !whole_ ? 0 : from - 1;
    if (from <= alone) {
      bring_back();
      plainly(from, alone);
      in_jets_ = alone + 1;
    }
    if (alone < to) run_packed(alone + 1, to);
  }

  /// Something that weights are read from may have changed.
  void forget_weights();

  /// From now on series of states, and values that nobody reads elsewhere, stay in the groups until bring_back() is called; who reads the jets
  /// calls it before. `states`: all there are. Nothing is changed if some are not integrated by the code.
  void keep_back(std::span<const Slot> states);
  /// No longer.
  void keep_nothing() {
    bring_back();
    states_.clear();
  }
  [[nodiscard]] bool keeps_back() const { return !states_.empty(); }
  /// Are jets behind the groups?
  [[nodiscard]] bool is_away() const { return away_; }
  void bring_back() {
    if (away_) write_kept();
  }
  /// Nothing of what the groups know counts any more.
  void drop() {
    away_ = values_in_groups_ = false;
    in_groups_ = 0;
  }
  /// The values of states in the jets may have been changed.
  void forget_values() {
    bring_back();
    values_in_groups_ = false;
  }
  /// The series in the jets do not come from this code.
  void forget_series() {
    bring_back();
    in_groups_ = 0;
  }

  /// Puts the states at local time s of their polynomials of degree d, and forgets their series; as quick_horner. False: nothing was done, because the
  /// groups do not have them.
  bool move(double s, int d);
  /// Do the groups know the present series?
  [[nodiscard]] bool has_series() const { return in_groups_ > 0; }
  /// The states, with the largest sizes they had. Empty: nothing is kept.
  [[nodiscard]] std::span<StateGroup> states() { return states_; }
  void note_state_sizes() { kernels_.note_state_sizes(states_.data(), states_.data() + states_.size()); }
  /// False: not known here.
  bool find_worst_terms(int n, WorstTerms& worst) const {
    return n <= in_groups_ && n > 2 && kernels_.worst_terms(states_.data(), states_.data() + states_.size(), n, worst);
  }

 private:
  static constexpr int least_orders = 3;

  struct alignas(64) Line {
    double numbers[8];
  };
  struct alignas(64) Picked {
    std::int64_t lanes[8];
  };
  struct Place {
    double* in_group;
    double* in_jets;
  };
  struct Weight {
    double* to;
    const double* from;  // null: it is 1
    bool negative;
  };
  struct Outside {
    Instruction instruction;
    std::vector<Place> reads, writes;
  };
  /// A group of which lanes go back to the jets.
  struct Leaving {
    const double* group;
    double* series[8];  // null: not this one
    int ahead;          // 1: known one order ahead
    bool all;
  };

  void place_groups(const PackPlan& plan);
  void place_outside(const PackPlan& plan);
  void add_operations(const PackPlan& plan);
  void fuse_operations();
  void run_packed(int from, int to);
  void take_orders(int from, int to);
  void take_weights();
  void write_back(int from, int to);
  void write_kept();
  void write(const std::vector<Leaving>& leaving, int from, int to) const;
  double* at(std::uint32_t group);
  [[nodiscard]] std::size_t lane_of(const Place& p) const;
  const std::int64_t* lanes_of(const std::vector<std::int64_t>& picked);
  void run_outside(const Outside& n, int k);

  const Tape& tape_;
  Jets<double>& jets_;
  PackedKernels kernels_;
  std::size_t lanes_;
  std::size_t series_size_;  // an odd number of coefficients: else those of one order crowd in few sets of a cache
  bool whole_;
  std::vector<Line> room_, weight_room_;
  std::vector<Picked> picked_;
  std::vector<PackedTerm> terms_;
  std::vector<PackedOp> ops_;        // at order 0
  std::vector<PackedOp> ops_above_;  // at other orders
  std::vector<Place> made_, integrated_, inputs_, picks_;
  std::vector<Weight> weights_;
  std::vector<Outside> outside_;
  std::vector<Leaving> leaving_, kept_;  // kept_: groups, or lanes of them, that may stay for a while
  std::vector<Place> made_watched_, made_kept_;
  std::vector<Place> states_watched_, states_kept_;
  std::vector<StateGroup> states_;
  bool weighted_ = false;
  bool away_ = false;              // the jets lack values of states, and orders away_from_..in_groups_-1 of what is kept
  bool values_in_groups_ = false;  // those of states
  int away_from_ = 0;
  int in_groups_ = 0;  // so many orders are in the groups; 0: they do not know the present series
  int in_jets_ = 0;    // so many orders of all slots are in the jets; the groups
                       // have no others
};

}  // namespace saltus
