#include "sim/range_watch.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/told_apart.hpp"
#include "compile/lower_ranges.hpp"
#include "number/double_double.hpp"
#include "number/dual.hpp"
#include "number/mpfr.hpp"
#include "solve/magnitude_double_double.hpp"

namespace saltus {

namespace {

constexpr double tolerances = 10;   // that a value may be beyond its bound
constexpr double roundings = 1000;  // the same for what cancels
constexpr double rough_accuracy = 1e-4;
constexpr std::size_t most_samples = 40;   // kept of a stretch: those of its first points, which all variables ask for
constexpr std::size_t most_kept = 200000;  // values in them, before the last one

template <class T>
bool grow(T& largest, const T& x) {
  const T size = abs(x);
  if (!(size > largest) || !is_finite(size)) return false;
  largest = size;
  return true;
}

/// How far the polynomial of a piece gets from its first coefficient.
template <class Piece>
auto reach_of(const Piece& piece) {
  auto reach = piece.error;
  for (const auto& c : piece.coefficients.subspan(1)) reach = reach + abs(c);
  return reach;
}

}  // namespace

template <class T>
RangeWatch<T>::RangeWatch(const Settings<T>& settings, Findings& findings)
    : settings_(settings), findings_(findings), other_(settings.observer) {}

template <class T>
std::unique_ptr<RangeWatch<T>> RangeWatch<T>::make(const HybridModel& model, const Settings<T>& settings, Findings& findings) {
  return has_ranges(model) ? std::unique_ptr<RangeWatch>(new RangeWatch(settings, findings)) : nullptr;
}

template <class T>
void RangeWatch<T>::renew() {
  other_ = settings_.observer;
  seen_.clear();
  is_started_ = false;
}

// ------------------------------------------------------------ what a tuple knows

template <class T>
typename RangeWatch<T>::Layout& RangeWatch<T>::layout(const CompiledModel& compiled) {
  const auto known = std::ranges::find_if(layouts_, [&](const auto& l) { return l->compiled == &compiled; });
  if (known != layouts_.end()) return **known;
  auto made = std::make_unique<Layout>();
  made->compiled = &compiled;
  std::vector<bool> flows(compiled.tape.slot_count, false);
  for (const Instruction& i : compiled.outputs.instructions)
    for_each_result(compiled.tape, i, [&](Slot s) { flows[s] = true; });
  for (const CompiledRange& r : compiled.ranges) made->watched.push_back(watched(compiled, r, flows));
  layouts_.push_back(std::move(made));
  return *layouts_.back();
}

template <class T>
typename RangeWatch<T>::Watched RangeWatch<T>::watched(const CompiledModel& c, const CompiledRange& range,
                                                       const std::vector<bool>& flows) {
  Watched w;
  w.variable = c.variables[range.variable].place;
  w.value = c.variables[range.variable].value;
  w.nominal = range.nominal;
  w.sides[0] = {range.least, -1};
  w.sides[1] = {range.most, 1};
  const auto state = std::ranges::find(c.states, w.value, &CompiledState::value);
  if (state != c.states.end())
    w.state = static_cast<std::size_t>(state - c.states.begin());
  else
    w.flows = flows[w.value] || w.value == c.time;
  w.terms = summed_terms(c, w.state ? state->derivative : w.value, true);
  return w;
}

template <class T>
bool RangeWatch<T>::is_open(const Watched& w, std::size_t side) {
  return w.sides[side].bound != no_slot && !seen_[w.variable].is_told[side];
}

// ------------------------------------------------------------ the run

template <class T>
void RangeWatch<T>::stretch(Motion<T>& motion, const TimePoint<T>& begin, const T& length, const Proposal<T>& stretch,
                            bool event_at_end) {
  if (other_) other_->stretch(motion, begin, length, stretch, event_at_end);
  if (!(length > T(0))) return;
  Layout& here = layout(motion.compiled);
  here.samples_used = 0;
  const Stretch on{here, motion, begin, length, stretch.degree};
  for (Watched& w : here.watched) {
    if (!is_open(w, 0) && !is_open(w, 1)) continue;
    if (w.state)
      look_at_state(on, w);
    else if (w.flows)
      look_at_shown(on, w);
    tell_excursions(on, w);
  }
}

template <class T>
void RangeWatch<T>::before(Motion<T>& motion, const T& time) {
  if (other_) other_->before(motion, time);
}

template <class T>
void RangeWatch<T>::after(Motion<T>& motion, const T& time, const EventLog<T>& log) {
  if (other_) other_->after(motion, time, log);
  Layout& here = layout(motion.compiled);
  const TimePoint<T> now(time);
  const T nothing(0);
  for (const Watched& w : here.watched) look_at_value({here, motion, now, nothing, 0}, w);
  is_started_ = true;
}

template <class T>
void RangeWatch<T>::look_at_value(const Stretch& at, const Watched& w) {
  const T value = at.motion.flow.value(w.value), time = at.begin.value();
  grow(seen_[w.variable].largest, value);
  for (std::size_t k = 0; k < 2; ++k) {
    if (!is_open(w, k)) continue;
    const Side& side = w.sides[k];
    const T beyond = excess(at.motion, side, value) - allowance(at.motion, w, side);
    if (!(beyond > T(0)) || !(beyond > rounding(at, w, T(0)))) continue;
    const auto [bound, shown] = told_apart(to_double(at.motion.flow.value(side.bound)), to_double(value));
    tell(at.motion.compiled, w, k, time,
         fmt::format("= {} is {} = {} at {}", shown, k == 0 ? "below its min" : "above its max", bound,
                     is_started_ ? NumberTraits<T>::text(time) : "the start"));
  }
}

template <class T>
void RangeWatch<T>::look_at_state(const Stretch& on, const Watched& w) {
  const std::span<const T> q(on.motion.flow.state(*w.state), static_cast<std::size_t>(on.degree) + 1);
  const T last = horner(q, on.length);
  grow(seen_[w.variable].largest, last);
  const T reach = q.size() > 1 ? T(absolute_sum(q.subspan(1), on.length) * on.length) : T(0);
  if (!may_leave(on, w, q[0], reach)) return;
  places_.assign(1, {T(0), q[0]});
  turns_.find(q, on.length, [&](const T& at, const T& x) { places_.push_back({at, x}); });
  places_.push_back({on.length, last});
  look_at_places(on, w, [&](const T& s) { return horner(q, s); });
}

template <class T>
void RangeWatch<T>::look_at_shown(const Stretch& on, Watched& w) {
  Seen& seen = seen_[w.variable];
  if (!seen.is_lost && stays_away(on, w)) return;
  if (seen.is_lost) return look_at_ends(on, w);
  if (!w.pieces) w.pieces = std::make_unique<CurvePieces<T>>(on.motion.compiled, w.value);
  const auto evaluate = [&](const T& s) -> const Jets<T>& { return sample(on, s); };
  seen.is_lost = !w.pieces->follow(on.length, evaluate, [&](const auto& piece) { look_at_piece(on, w, piece); });
}

// Does a rough look show that the variable does not come to its bounds?
template <class T>
bool RangeWatch<T>::stays_away(const Stretch& on, Watched& w) {
  if (!w.rough) w.rough = std::make_unique<CurvePieces<T>>(on.motion.compiled, w.value, T(rough_accuracy));
  bool is_away = true;
  const auto evaluate = [&](const T& s) -> const Jets<T>& { return sample(on, s); };
  const bool is_done = w.rough->follow(on.length, evaluate, [&](const auto& piece) {
    is_away = is_away && (piece.absent || (piece.resolved && !may_leave(on, w, piece.coefficients[0], reach_of(piece))));
  });
  if (!is_done || !is_away) return false;
  grow(seen_[w.variable].largest, T(sample(on, on.length)[w.value][0]));
  return true;
}

template <class T>
const Jets<T>& RangeWatch<T>::sample(const Stretch& on, const T& s) {
  std::deque<Sample>& samples = on.here.samples;
  std::size_t& used = on.here.samples_used;
  for (std::size_t i = 0; i < used; ++i)
    if (samples[i].at == s) return samples[i].jets;
  const Jets<T>& found = on.jets(s);
  const std::size_t slots = on.motion.compiled.tape.slot_count;
  if (used == most_samples || used * slots > most_kept) return found;
  if (used == samples.size()) samples.push_back({s, Jets<T>(on.motion.compiled.tape, 0, typename Jets<T>::Blank{})});
  samples[used].at = s;
  for (Slot slot = 0; slot < slots; ++slot) samples[used].jets[slot][0] = found[slot][0];
  return samples[used++].jets;
}

template <class T>
void RangeWatch<T>::look_at_ends(const Stretch& on, const Watched& w) {
  const auto value = [&](const T& s) { return T(on.jets(s)[w.value][0]); };
  places_.assign({{T(0), value(T(0))}, {on.length, value(on.length)}});
  grow(seen_[w.variable].largest, places_.back().value);
  look_at_places(on, w, value);
}

template <class T>
template <class Piece>
void RangeWatch<T>::look_at_piece(const Stretch& on, const Watched& w, const Piece& piece) {
  if (piece.absent) return;
  const auto value = [&](const T& s) { return T(on.jets(s)[w.value][0]); };
  grow(seen_[w.variable].largest, piece.at_end);
  if (!piece.resolved) {
    places_.clear();
    for (std::size_t j = 0; j < piece.values.size(); ++j)
      places_.push_back({T(piece.begin + piece.length * piece.places[j]), piece.values[j]});
    return look_at_places(on, w, value);
  }
  if (!may_leave(on, w, piece.coefficients[0], reach_of(piece))) return;
  const T half = T(0.5) * piece.length;
  places_.assign(1, {piece.begin, piece.at_begin});
  for (const T& x : turns_.of_chebyshev(piece.coefficients)) {
    const T at = piece.begin + half + half * x;
    places_.push_back({at, value(at_rest(at))});
  }
  places_.push_back({T(piece.begin + piece.length), piece.at_end});
  look_at_places(on, w, value);
}

template <class T>
bool RangeWatch<T>::may_leave(const Stretch& on, const Watched& w, const T& middle, const T& reach) {
  for (std::size_t k = 0; k < 2; ++k)
    if (is_open(w, k) && excess(on.motion, w.sides[k], middle) + reach > T(0)) return true;
  return false;
}

// Between neighbouring places the variable rises or falls all the way.
template <class T>
template <class Value>
void RangeWatch<T>::look_at_places(const Stretch& on, const Watched& w, Value&& value) {
  for (std::size_t k = 0; k < 2; ++k) {
    if (!is_open(w, k)) continue;
    const Side& side = w.sides[k];
    Excursion& left = excursions_[k];
    const auto beyond = [&](const Place& p) { return excess(on.motion, side, p.value); };
    auto first = places_.cbegin();
    if (!left.is_known) {
      const T allowed = allowance(on.motion, w, side);
      first = std::find_if(first, places_.cend(), [&](const Place& p) {
        return beyond(p) > allowed && beyond(p) > allowed + rounding(on, w, p.at);
      });
      if (first == places_.cend()) continue;
      left = {true, on.time(crossing(on, side, first, value)), first->value};
    }
    for (; first != places_.cend(); ++first)
      if (beyond(*first) > excess(on.motion, side, left.furthest)) left.furthest = first->value;
  }
}

// The variable is outside at the place `first`, and not known to be so before.
template <class T>
template <class Value>
T RangeWatch<T>::crossing(const Stretch& on, const Side& side, PlaceIterator first, Value&& value) const {
  if (first == places_.cbegin()) return first->at;
  T inside = std::prev(first)->at, outside = first->at;
  if (!(excess(on.motion, side, std::prev(first)->value) < T(0))) return inside;
  for (;;) {
    const T middle = inside + T(0.5) * (outside - inside);
    if (!(middle > inside) || !(middle < outside)) return inside;
    (excess(on.motion, side, value(middle)) > T(0) ? outside : inside) = middle;
  }
}

template <class T>
void RangeWatch<T>::tell_excursions(const Stretch& on, const Watched& w) {
  for (std::size_t k = 0; k < 2; ++k) {
    const Excursion left = std::exchange(excursions_[k], {});
    if (!left.is_known) continue;
    const auto [bound, shown] = told_apart(to_double(on.motion.flow.value(w.sides[k].bound)), to_double(left.furthest));
    tell(on.motion.compiled, w, k, left.begin,
         fmt::format("{} = {} at {}, to {} in the same step", k == 0 ? "falls below its min" : "rises above its max", bound,
                     NumberTraits<T>::text(left.begin), shown));
  }
}

template <class T>
T RangeWatch<T>::excess(const Motion<T>& motion, const Side& side, const T& value) const {
  const T difference = value - motion.flow.value(side.bound);
  return side.sign > 0 ? difference : T(-difference);
}

template <class T>
T RangeWatch<T>::allowance(const Motion<T>& motion, const Watched& w, const Side& side) {
  T scale = seen_[w.variable].largest;
  grow(scale, motion.flow.value(side.bound));
  if (w.nominal != no_slot) grow(scale, motion.flow.value(w.nominal));
  return T(tolerances) * settings_.tolerance * scale;
}

template <class T>
T RangeWatch<T>::rounding(const Stretch& on, const Watched& w, const T& s) const {
  const Jets<T>& jets = on.jets(s);
  T size(0);
  for (const WeightedTerm& t : w.terms) {
    const T& factor = jets[t.factor][0];
    size = size + abs(t.weight == no_slot ? factor : T(jets[t.weight][0] * factor));
  }
  if (w.state) size = size * (on.time(s) - settings_.start);
  return T(roundings) * unit_roundoff<T>() * size;
}

template <class T>
void RangeWatch<T>::tell(const CompiledModel& compiled, const Watched& w, std::size_t side, const T& time,
                         const std::string& what) {
  seen_[w.variable].is_told[side] = true;
  const Variable& v = compiled.model.variables[w.variable];
  const double now = std::exchange(findings_.now, to_double(time));
  findings_.warn("outside-range", fmt::format("`{}` {}", v.name, what), v.span);
  findings_.now = now;
}

template class RangeWatch<double>;
template class RangeWatch<Mpfr>;
template class RangeWatch<Dual<double>>;
template class RangeWatch<DoubleDouble>;

}  // namespace saltus
