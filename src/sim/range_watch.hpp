#pragma once
// Do variables stay between their `min` and `max`? Whoever else watches the run is told what happens by this one.
//
//   after every instant   the values that hold from there on
//   on every stretch      states by their polynomials; what follows from states by polynomials of its own (sim/curve_pieces.hpp), whatever its step
//     roughly at first, from values that all variables share, and exactly if that does not keep it away from its bounds
//   if a polynomial may come to a bound: values where it begins, turns and ends; between the last one inside and the first one outside
//     the bound is crossed, and bisection says where
//
// Outside is what is further beyond the bound than the run can tell: ten tolerances of the bound, the nominal value or the largest value
// so far, whichever is most, and rounding of the terms of a sum (for a state: of its derivative, over the time of the run). Each side of a
// variable is told once in a run. Only models with ranges have such a watch; they are run alone, without islands.

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "sim/curve_pieces.hpp"
#include "sim/observer.hpp"
#include "sim/settings.hpp"
#include "sim/turning_points.hpp"

namespace saltus {

/// Instantiated for double, Dual<double>, DoubleDouble and Mpfr.
template <class T>
class RangeWatch final : public Observer<T> {
 public:
  /// Null if no variable of the model has a range. All outlive it.
  static std::unique_ptr<RangeWatch> make(const HybridModel& model, const Settings<T>& settings, Findings& findings);

  /// Another run, with the settings as they are now.
  void renew();

  void stretch(Motion<T>& motion, const TimePoint<T>& begin, const T& length, const Proposal<T>& stretch,
               bool event_at_end) override;
  void before(Motion<T>& motion, const T& time) override;
  void after(Motion<T>& motion, const T& time, const EventLog<T>& log) override;
  /// The other observer hears of the end when the result is made.
  void end(Motion<T>*, const RunEnd<T>&, const EventLog<T>&) override {}

 private:
  /// A bound of a variable: the value is on its right side if sign*(value - bound) <= 0.
  struct Side {
    Slot bound = no_slot;
    int sign = 1;
  };
  /// A variable in one tuple of modes.
  struct Watched {
    std::uint32_t variable = 0;
    Slot value = no_slot, nominal = no_slot;
    Side sides[2];
    std::optional<std::size_t> state;               ///< else it follows from states, or changes at instants only
    bool flows = false;                             ///< made by the outputs
    std::unique_ptr<CurvePieces<T>> rough, pieces;  ///< made when first needed
    std::vector<WeightedTerm> terms;                ///< of its sum; of its derivative's, if it is a state
  };
  /// All variables at some places of the present stretch.
  struct Sample {
    T at{};
    Jets<T> jets;
  };
  struct Layout {
    const CompiledModel* compiled = nullptr;
    std::vector<Watched> watched;
    std::deque<Sample> samples = {};
    std::size_t samples_used = 0;
  };
  /// What is known of a variable in this run, whatever the modes.
  struct Seen {
    T largest{};
    bool is_told[2] = {false, false};
    bool is_lost = false;  ///< it turns too often to be followed: ends of steps only
  };
  struct Place {
    T at{}, value{};
  };
  /// A side that a variable has left on the present stretch.
  struct Excursion {
    bool is_known = false;
    T begin{}, furthest{};  ///< time and value
  };
  /// A part of the motion, and values on it.
  struct Stretch {
    Layout& here;
    Motion<T>& motion;
    const TimePoint<T>& begin;
    const T& length;
    int degree;
    [[nodiscard]] T time(const T& s) const { return begin.after(s).value(); }
    [[nodiscard]] const Jets<T>& jets(const T& s) const { return motion.probe.at(motion.flow, s, time(s), degree); }
  };

  explicit RangeWatch(const Settings<T>& settings, Findings& findings);

  Layout& layout(const CompiledModel& compiled);
  static Watched watched(const CompiledModel& compiled, const CompiledRange& range, const std::vector<bool>& flows);
  [[nodiscard]] bool is_open(const Watched& w, std::size_t side);
  void look_at_state(const Stretch& on, const Watched& w);
  void look_at_shown(const Stretch& on, Watched& w);
  [[nodiscard]] bool stays_away(const Stretch& on, Watched& w);
  [[nodiscard]] const Jets<T>& sample(const Stretch& on, const T& s);
  void look_at_ends(const Stretch& on, const Watched& w);
  template <class Piece>
  void look_at_piece(const Stretch& on, const Watched& w, const Piece& piece);
  [[nodiscard]] bool may_leave(const Stretch& on, const Watched& w, const T& middle, const T& reach);
  template <class Value>
  void look_at_places(const Stretch& on, const Watched& w, Value&& value);
  using PlaceIterator = typename std::vector<Place>::const_iterator;
  template <class Value>
  [[nodiscard]] T crossing(const Stretch& on, const Side& side, PlaceIterator first, Value&& value) const;
  void tell_excursions(const Stretch& on, const Watched& w);
  void look_at_value(const Stretch& at, const Watched& w);
  [[nodiscard]] T excess(const Motion<T>& motion, const Side& side, const T& value) const;
  [[nodiscard]] T allowance(const Motion<T>& motion, const Watched& w, const Side& side);
  [[nodiscard]] T rounding(const Stretch& on, const Watched& w, const T& s) const;
  void tell(const CompiledModel& compiled, const Watched& w, std::size_t side, const T& time, const std::string& what);

  const Settings<T>& settings_;
  Findings& findings_;
  Observer<T>* other_;  ///< null: nobody else
  std::vector<std::unique_ptr<Layout>> layouts_;
  std::unordered_map<std::uint32_t, Seen> seen_;  // by place of the variable
  bool is_started_ = false;
  TurningPoints<T> turns_;
  std::vector<Place> places_;
  Excursion excursions_[2];
};

}  // namespace saltus
