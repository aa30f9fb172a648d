#pragma once
// The guards in the rounds of an instant (sim/event_iteration.hpp, steps 1 and 2): who decides them, and their bits.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "sim/flow.hpp"
#include "sim/guard_signs.hpp"
#include "sim/mixed_loops.hpp"
#include "sim/quiet_kinks.hpp"
#include "sim/read_kinks.hpp"
#include "sim/round_history.hpp"
#include "sim/simulate.hpp"

namespace saltus {

template <class T>
class RoundGuards {
 public:
  RoundGuards(const CompiledModel& compiled, Flow<T>& flow, GuardSigns<T>& signs, RoundHistory& history, Locate locate)
      : c_(compiled),
        flow_(flow),
        signs_(signs),
        loops_(compiled, flow),
        kinks_(compiled, flow, signs),
        history_(history),
        locate_(locate),
        bits_(compiled.guards.size(), 0),
        forced_(compiled.guards.size(), 0),
        decided_(compiled.guards.size(), T(0)),
        flips_(compiled.guards.size(), 0) {
    find_read_kinks(compiled, read_kinks_, kink_readers_);
  }

  /// As newly made.
  void renew(Locate locate) {
    locate_ = locate;
    for (std::vector<std::int8_t>* all : {&bits_, &forced_}) std::ranges::fill(*all, std::int8_t{0});
    forced_guards_.clear();
    too_slow_.clear();
    std::ranges::fill(flips_, 0U);
    held_ = holds_ties_ = jumped_ = false;
    loops_agree_ = true;
  }

  /// As they are now.
  [[nodiscard]] const std::vector<std::int8_t>& bits() const { return bits_; }
  [[nodiscard]] bool bit(std::size_t g) const { return bits_[g] != 0; }
  void set_bit(std::size_t g, bool bit) { bits_[g] = bit ? 1 : 0; }

  /// In the first round of the next instant guard g has this sign.
  void force(std::size_t g, int sign) {
    forced_[g] = static_cast<std::int8_t>(sign);
    forced_guards_.push_back(static_cast<std::uint32_t>(g));
  }
  /// In the first round of the next instant all guards stay as they are.
  void hold() {
    for (std::size_t g = 0; g < bits_.size(); ++g) force(g, bit(g) ? 1 : -1);
    held_ = true;
  }
  /// Those on their surfaces stay, in all rounds until states jump: where machines look at a limit point first, what a `when` does there must not let
  /// one of the events that accumulate begin anew.
  void hold_ties(bool hold) { holds_ties_ = hold; }

  /// `just_entered`: the modes, in this instant.
  void begin_instant(bool just_entered) {
    std::ranges::fill(flips_, 0U);
    too_slow_.clear();
    jumped_ = false;
    if (forced_guards_.size() > 1 && !held_) release_dependents();
    held_ = false;
    if (just_entered) holds_ties_ = false;
    if (locate_ == Locate::grid && !just_entered) keep_bits(true);
  }
  /// In place of all rounds: nothing but kinks was forced, and nobody but the motion reads them (sim/quiet_kinks.hpp). False: rounds decide.
  bool pass_kinks() {
    if (locate_ != Locate::exact || held_ || !kinks_.pass(forced_guards_, forced_, bits_)) return false;
    end_round();
    return true;
  }
  void end_round() {
    for (const std::uint32_t g : forced_guards_) forced_[g] = 0;
    forced_guards_.clear();
  }
  /// A further round begins.
  void go_on() {
    if (locate_ == Locate::grid) keep_bits(false);
  }

  /// (1) and (2). Discrete values that the round computes may move a guard onto its surface: each guard is decided again at most once.
  void evaluate_round() {
    if (!loops_.any()) return evaluate_once();
    loops_.note_bits();
    note_surfaces();
    evaluate_once();
    loops_agree_ = loops_.settle([this] {
      // The series behind the decisions read discrete values that follow from the bits: those come first.
      flow_.run_round();
      loops_.put_bits();
      flow_.restart();
      note_other_bits();
      evaluate_once();
    });
  }
  /// States jumped in this round.
  void states_jumped() { jumped_ = true; }
  /// Guards that went to a side, or stayed on one to which they had gone, in a round after a jump, though their speed points away from it; or that went
  /// there before one at the top of a hop (GuardSigns::falls_back).
  struct TooSlow {
    std::uint32_t guard;
    int side;
  };
  [[nodiscard]] const std::vector<TooSlow>& too_slow() const { return too_slow_; }
  /// Is there a combination of relations that agrees with the equations they decide about?
  [[nodiscard]] bool agree() const { return loops_agree_; }

  /// The bits of the round become those of the guards; changed(g) is told of each that is another one. False: none is.
  template <class Changed>
  bool take_bits(Changed&& changed) {
    bool any = false;
    for (std::size_t g = 0, count = bits_.size(); g < count; ++g) {
      const std::int8_t now = flow_.is_set(c_.guards[g].bit) ? 1 : 0;
      if (now == bits_[g]) continue;
      bits_[g] = now;
      ++flips_[g];
      any = true;
      changed(g);
    }
    return any;
  }

  /// A round as it would have been just before, evaluated and looked at by look(): guards at zero were on the other side. `any`: there are
  /// such guards; else the present round is looked at.
  template <class Look>
  void just_before(Look&& look) {
    flow_.extend(flow_.sign_order());
    const std::vector<RelationState<T>> here = flow_.jets().relations;
    loops_.note_bits();
    bool any_tied = false;
    for (std::size_t g = 0; g < bits_.size(); ++g) {
      if (locate_ == Locate::grid || !signs_.is_tied(g) || c_.guards[g].kink) continue;
      RelationState<T>& r = flow_.jets().relations[g];
      r.tie_sign = -signs_.sign(g).sign;
      any_tied = any_tied || r.tie_sign != 0;
    }
    if (any_tied) flow_.run_round();
    look();
    if (!any_tied) return;
    // As they were, and not decided anew with the motion just before: where the motions on both sides lead away, either would agree with itself.
    flow_.jets().relations = here;
    loops_.put_bits();
    flow_.run_round();
    flow_.restart();
  }

  /// Would a round make other discrete values, or take other transitions, if guard g, which is on its surface, were on the other side?
  /// `conditions`: do those of `when` count?
  [[nodiscard]] bool is_read_in_rounds(std::size_t g, bool conditions) {
    std::vector<RelationState<T>> relations = flow_.jets().relations;
    for (std::size_t i = 0; i < bits_.size(); ++i) {
      RelationState<T>& r = flow_.jets().relations[i];
      r.tie_bound = T(std::numeric_limits<double>::infinity());
      r.tie_sign = bit(i) != (i == g) ? 1 : -1;
    }
    const std::vector<T> there = decisions(conditions);
    flow_.jets().relations[g].tie_sign = bit(g) ? 1 : -1;
    const std::vector<T> here = decisions(conditions);
    std::swap(flow_.jets().relations, relations);
    flow_.restart();
    return here != there;
  }

  [[nodiscard]] bool is_tied(std::size_t g) const { return signs_.is_tied(g); }
  /// How often guard g changed its side in this instant.
  [[nodiscard]] std::uint32_t flips(std::size_t g) const { return flips_[g]; }
  /// Of guards on their surface, by name: sign(v) has two guards, but one name.
  [[nodiscard]] std::vector<std::string> tied_names() const {
    std::vector<std::string> result;
    for (std::size_t g = 0; g < bits_.size(); ++g) {
      std::string name = RoundHistory::quoted(c_.guards[g].text());
      if (signs_.is_tied(g) && std::ranges::find(result, name) == result.end()) result.push_back(std::move(name));
    }
    return result;
  }
  /// Of guards that equations solved together both decide and are decided by.
  [[nodiscard]] std::vector<std::string> loop_names() const {
    std::vector<std::string> names;
    for (const CompiledGuard& g : c_.guards)
      if (g.in_loop && names.size() < 6) names.push_back(RoundHistory::quoted(g.text()));
    return names;
  }

 private:
  // (1)
  void decide() {
    flow_.extend(flow_.sign_order());
    RelationState<T>* const relations = flow_.jets().relations.data();
    for (std::size_t g = 0, count = bits_.size(); g < count; ++g) decide(g, relations[g]);
  }

  [[gnu::always_inline]] void decide(std::size_t g, RelationState<T>& r) {
    r.unsure = false;
    if (forced_[g] != 0) {
      r.tie_bound = T(std::numeric_limits<double>::infinity());
      r.tie_sign = forced_[g];
      if constexpr (has_derivative<T>) r.unsure = !c_.guards[g].kink && signs_.is_varied(g);
      if (forced_guards_.size() > 1 || signs_.is_at_once()) look_at_forced(g);
      return;
    }
    decided_[g] = flow_.guard(g)[0];
    r.tie_bound = signs_.bound(g);
    r.tie_sign = 0;
    if (locate_ == Locate::grid) {
      r.tie_bound = signs_.rounding(g);
    } else if (!(abs(decided_[g]) > r.tie_bound)) {
      if (holds_ties_ && !jumped_)
        r.tie_sign = bit(g) ? 1 : -1;
      else
        decide_tie(g, r);
    }
  }

  // Kinks on their surfaces, by what was decided, whose bits guards read: they turn before those are decided. By how much they are off their surfaces,
  // those guards are off as well, also one that was zero all along on the side from which the kink comes: n - max(x, 0).
  [[gnu::noinline]] void turn_kinks() {
    turning_.clear();
    for (const std::uint32_t g : read_kinks_) {
      const RelationState<T>& r = flow_.jets().relations[g];
      const bool is_tied = r.tie_sign != 0 && !(abs(flow_.guard(g)[0]) > r.tie_bound);
      if (is_tied && (r.tie_sign > 0) != flow_.is_set(c_.guards[g].bit)) turning_.push_back(g);
    }
    if (turning_.empty()) return;
    flow_.extend(std::max(1, flow_.sign_order()));
    T off(0);  // in time
    for (const std::uint32_t g : turning_) {
      const T* const h = flow_.guard(g);
      const T late = h[1] == T(0) ? T(0) : T(abs(h[0] / h[1]));
      if (late > off) off = late;
    }
    slopes_.clear();
    for (const std::uint32_t g : kink_readers_) slopes_.push_back(abs(flow_.guard(g)[1]));
    for (const std::uint32_t g : turning_)
      flow_.jets().set(c_.guards[g].bit, T(flow_.jets().relations[g].tie_sign > 0 ? 1.0 : 0.0));
    flow_.restart();
    flow_.extend(std::max(1, flow_.sign_order()));
    for (std::size_t i = 0; i < kink_readers_.size(); ++i) {
      const std::uint32_t g = kink_readers_[i];
      signs_.note_kink(g, T(T(2) * off * (slopes_[i] + abs(flow_.guard(g)[1]))));
      if (forced_[g] == 0) decide(g, flow_.jets().relations[g]);
    }
  }

  // Of a round, which changes nothing. Without conditions: as if those of `when` had been what they are before.
  std::vector<T> decisions(bool conditions) {
    std::vector<T> values, pres, result;
    for (const CompiledDiscrete& d : c_.discretes) {
      values.push_back(flow_.value(d.value));
      pres.push_back(flow_.value(d.pre));
    }
    const auto put_values = [&] {
      for (std::size_t i = 0; i < values.size(); ++i) flow_.jets().set(c_.discretes[i].value, values[i]);
    };
    flow_.run_round();
    if (!conditions) {
      for (const std::uint32_t i : c_.conditions) flow_.jets().set(c_.discretes[i].pre, flow_.value(c_.discretes[i].value));
      put_values();
      flow_.run_round();
    }
    for (const CompiledDiscrete& d : c_.discretes) result.push_back(flow_.value(d.value));
    for (const CompiledTransition& t : c_.transitions) result.push_back(flow_.value(t.condition));
    for (const std::uint32_t i : c_.conditions) {
      if (!conditions) result[i] = T(0);
      flow_.jets().set(c_.discretes[i].pre, pres[i]);
    }
    put_values();
    return result;
  }

  void decide_tie(std::size_t g, RelationState<T>& r) {
    const LeadingSign sign = signs_.sign_of_tied(g);
    r.tie_sign = sign.sign;
    if constexpr (has_derivative<T>) r.unsure = is_unsure(g, sign);
    const bool flips = (sign.sign > 0) != bit(g);
    if (flips) history_.flipped();
    if (c_.guards[g].kink) return;
    const bool slow = jumped_ ? (flips || flips_[g] > 0) && signs_.is_against_speed(g, sign) : flips && signs_.falls_back(g, sign);
    if (slow) too_slow_.push_back({static_cast<std::uint32_t>(g), sign.sign});
  }

  // Of guards that cross together one may have been put on its surface where another one crosses; one that crosses at once has not moved.
  [[gnu::noinline]] void look_at_forced(std::size_t g) {
    if (c_.guards[g].kink || jumped_ || locate_ == Locate::grid || (forced_[g] > 0) == bit(g) || !signs_.is_tied(g)) return;
    const LeadingSign sign = signs_.sign_of_tied(g);
    if (sign.sign == forced_[g] && signs_.falls_back(g, sign)) too_slow_.push_back({static_cast<std::uint32_t>(g), sign.sign});
  }

  // The motion leads nowhere, or the run ends here.
  bool is_unsure(std::size_t g, const LeadingSign& sign) {
    if (sign.sign != 0 && !flow_.is_set(c_.is_terminal)) return false;
    return signs_.is_varied(g) || (sign.sign == 0 && signs_.turns(g, sign));
  }

  void evaluate_once() {
    decide();
    if (!read_kinks_.empty() && locate_ != Locate::grid) turn_kinks();
    flow_.run_round();
    find_newly_tied();
    if (newly_tied_.empty()) return;
    flow_.restart();
    flow_.extend(flow_.sign_order());
    for (const std::size_t g : newly_tied_) {
      RelationState<T>& r = flow_.jets().relations[g];
      r.tie_bound = signs_.bound(g);
      decide_tie(g, r);
    }
    loops_.put_bits();
    flow_.run_round();
    flow_.restart();
  }

  // Guards that came to lie on their surfaces by what the round computed.
  void find_newly_tied() {
    newly_tied_.clear();
    if (locate_ == Locate::grid) return;
    for (std::size_t g = 0, count = bits_.size(); g < count; ++g)
      if (forced_[g] == 0 && !identical(flow_.guard(g)[0], decided_[g]) && flow_.jets().relations[g].tie_sign == 0 &&
          signs_.is_tied(g))
        newly_tied_.push_back(g);
  }

  // Crossings were found on the motion so far; a guard that reads another one's bit crossed on the wrong branch.
  void release_dependents() {
    dependents_.clear();
    for (const std::uint32_t g : forced_guards_) {
      const auto& reads = c_.guards[g].reads;
      if (std::ranges::any_of(reads, [&](std::uint32_t other) { return other != g && forced_[other] != 0; }))
        dependents_.push_back(g);
    }
    if (dependents_.empty() || dependents_.size() == forced_guards_.size()) return;
    for (const std::uint32_t g : dependents_) forced_[g] = bit(g) ? 1 : -1;
    note_surfaces();
    decide();
    if (!read_kinks_.empty() && locate_ != Locate::grid) turn_kinks();
    flow_.run_round();
    flow_.restart();
    note_other_bits();
    for (const std::uint32_t g : dependents_) forced_[g] = 0;
  }

  // Bits of mixed loops make guards steeper or less so, also those that others decide about (GuardSigns::note_surface).
  void note_surfaces() {
    if (locate_ == Locate::grid || !loops_.any()) return;
    for (std::size_t g = 0; g < bits_.size(); ++g) signs_.note_surface(g);
  }
  void note_other_bits() {
    if (!loops_.any()) return;
    for (std::size_t g = 0; g < bits_.size(); ++g) signs_.note_other_bits(g);
  }

  // On the grid guards of what flows are looked at once: what an event does to them is seen at the next point.
  // In the first round those that read the bits of others may follow them. What makes floor step has done so with one round.
  void keep_bits(bool first_round) {
    for (std::size_t g = 0; g < bits_.size(); ++g) {
      const CompiledGuard& guard = c_.guards[g];
      if (guard.time_only || guard.kink || forced_[g] != 0) continue;
      if (first_round ? !guard.reads.empty() : guard.logged_side != 0) continue;
      force(g, bit(g) ? 1 : -1);
    }
  }

  const CompiledModel& c_;
  Flow<T>& flow_;
  GuardSigns<T>& signs_;
  MixedLoops<T> loops_;
  QuietKinks<T> kinks_;
  RoundHistory& history_;
  Locate locate_;
  std::vector<std::int8_t> bits_, forced_;
  std::vector<T> decided_;  // values of the guards on which the signs of this round were decided
  std::vector<std::uint32_t> flips_;
  std::vector<std::size_t> newly_tied_;
  std::vector<TooSlow> too_slow_;
  std::vector<std::uint32_t> forced_guards_, dependents_;
  std::vector<std::uint32_t> read_kinks_, kink_readers_, turning_;
  std::vector<T> slopes_;    // of kink_readers_, before kinks turn
  bool held_ = false;        // all guards are forced to stay
  bool holds_ties_ = false;  // those on their surfaces stay
  bool jumped_ = false;      // did states, in an earlier round of this instant?
  bool loops_agree_ = true;
};

}  // namespace saltus
