#include "study/measure_watch.hpp"

#include <algorithm>
#include <cmath>

#include "number/double_double.hpp"
#include "number/dual.hpp"
#include "number/mpfr.hpp"
#include "solve/magnitude_double_double.hpp"

namespace saltus {

namespace {

constexpr std::size_t none = ~std::size_t{0};

template <class List, class Item>
std::size_t place_in(List& list, const Item& item) {
  const auto it = std::ranges::find(list, item);
  const auto place = static_cast<std::size_t>(it - list.begin());
  if (it == list.end()) list.push_back(item);
  return place;
}

}  // namespace

template <class T>
MeasureWatch<T>::MeasureWatch(const MeasureProgram& program) : program_(program), values_(program), why_(program) {
  for (std::size_t i = 0; i < program.observations.size(); ++i) {
    const Observation& what = program.observations[i];
    seen_.push_back({missing<T>(), {}, is_list(what.kind)});
    const bool has_subject = what.kind != Kind::event_times && what.kind != Kind::durations;
    subject_of_.push_back(has_subject ? subject(what.subject) : none);
    curve_of_.push_back(none);
    switch (what.kind) {
      case Kind::minimum:
      case Kind::maximum:
      case Kind::time_of_minimum:
      case Kind::time_of_maximum: curve(what.subject).ranged = true; break;
      case Kind::integral:
      case Kind::extent: curve(what.subject).summed = true; break;
      case Kind::before_event:
      case Kind::after_event:
        at_events_.push_back({i, subject_of_[i], event(what.event), what.kind == Kind::before_event, {}, {}});
        continue;
      case Kind::event_times: event(what.event); continue;
      case Kind::durations: stays_.emplace_back(i, what.event, what.subject); continue;
      default: continue;
    }
    curve_of_[i] = static_cast<std::size_t>(&curve(what.subject) - curves_.data());
  }
  measured_.resize(program.measures.size());
}

template <class T>
std::size_t MeasureWatch<T>::subject(const std::string& name) {
  return place_in(subjects_, name);
}

template <class T>
std::uint32_t MeasureWatch<T>::event(const std::string& name) {
  return static_cast<std::uint32_t>(place_in(events_, name));
}

template <class T>
typename MeasureWatch<T>::Curve& MeasureWatch<T>::curve(const std::string& name) {
  const std::size_t s = subject(name);
  const auto it = std::ranges::find(curves_, s, &Curve::subject);
  if (it != curves_.end()) return *it;
  Curve c;
  c.subject = s;
  curves_.push_back(std::move(c));
  return curves_.back();
}

template <class T>
bool MeasureWatch<T>::watches_stretches() const {
  const auto looks_inside = [](const Observation& what) { return what.kind == Kind::at_time; };
  return !curves_.empty() || std::ranges::any_of(program_.observations, looks_inside);
}

template <class T>
std::optional<std::vector<Slot>> MeasureWatch<T>::watched_slots(const CompiledModel& compiled) const {
  std::vector<Slot> slots;
  for (const auto& s : Layout(compiled, subjects_, {}).subjects)
    if (s.slot != no_slot && std::ranges::find(slots, s.slot) == slots.end()) slots.push_back(s.slot);
  return slots;
}

template <class T>
void MeasureWatch<T>::begin() {
  started_ = false;
  requests_.clear();
  next_request_ = 0;
  for (Measured<T>& m : seen_) {
    m.number = missing<T>();
    m.list.clear();
  }
  for (Curve& c : curves_) c.totals = {};
  why_.begin();
  remarks_.clear();
  for (AtEvent& e : at_events_) e.values.clear();
  for (auto& stay : stays_) stay.begin();
  for (MeasuredValue& m : measured_) m = {};
  for (std::size_t i = 0; i < measured_.size(); ++i) measured_[i].is_list = program_.measures[i].is_list;
}

// ------------------------------------------------------------ what a tuple knows

template <class T>
typename MeasureWatch<T>::Layout& MeasureWatch<T>::layout(const CompiledModel& compiled) {
  if (last_layout_ && last_layout_->compiled == &compiled) return *last_layout_;
  const auto it = std::ranges::find_if(layouts_, [&](const auto& l) { return l->compiled == &compiled; });
  if (it == layouts_.end()) {
    layouts_.push_back(std::make_unique<Layout>(compiled, subjects_, events_));
    Layout& made = *layouts_.back();
    for (std::size_t k = 0; k < curves_.size(); ++k)
      if (made.subjects[curves_[k].subject].shape == Layout::Shape::algebraic) made.followed.push_back({k, nullptr});
    last_layout_ = layouts_.back().get();
  } else {
    last_layout_ = it->get();
  }
  return *last_layout_;
}

template <class T>
const std::vector<std::uint32_t>& MeasureWatch<T>::events_of(const Occurrence& what) {
  const Layout& l = layout(*what.compiled);
  switch (what.source) {
    case Occurrence::Source::guard: return l.guards[what.index];
    case Occurrence::Source::transition: return l.transitions[what.index];
    case Occurrence::Source::sliding: return l.sliding[what.index];
    default: return l.branches[what.index];
  }
}

template <class T>
T MeasureWatch<T>::value(const Layout& here, const Motion<T>& motion, std::size_t subject) const {
  const Slot slot = here.subjects[subject].slot;
  return slot == no_slot ? missing<T>() : T(motion.flow.value(slot));
}

// ------------------------------------------------------------ the run

// A value of a subject that exists.
template <class T>
void MeasureWatch<T>::see(std::size_t observation, const T& x) {
  seen_[observation].number = x;
  why_.note(observation, is_missing(x) ? Trouble::not_a_number : Trouble::none);
}

template <class T>
void MeasureWatch<T>::start(Motion<T>& motion, Layout& here, const T& time) {
  started_ = true;
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    const Kind kind = program_.observations[i].kind;
    if ((kind == Kind::at_start || kind == Kind::parameter) && here.subjects[subject_of_[i]].slot != no_slot)
      see(i, value(here, motion, subject_of_[i]));
  }
  values_.evaluate_early(seen_);
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    const Observation& what = program_.observations[i];
    if (what.kind != Kind::at_time) continue;
    const T& t = values_.node(what.time).number;
    if (is_finite(t) && t >= time) requests_.push_back({t, i});
  }
  std::ranges::stable_sort(requests_, [](const Request& a, const Request& b) { return a.time < b.time; });
  for (auto& stay : stays_) stay.start(motion.compiled, time);
}

template <class T>
void MeasureWatch<T>::take_requests(Layout& here, Motion<T>& motion, const TimePoint<T>& begin, const T& length, int degree,
                                    bool event_at_end) {
  const TimePoint<T> end = begin.after(length);
  for (; next_request_ < requests_.size(); ++next_request_) {
    const Request& r = requests_[next_request_];
    if (r.time > end.value() || (event_at_end && r.time == end.value())) return;
    const Slot slot = here.subjects[subject_of_[r.observation]].slot;
    if (slot == no_slot) continue;
    see(r.observation, T(motion.probe.at(motion.flow, T(TimePoint<T>(r.time) - begin), r.time, degree)[slot][0]));
  }
}

// States are polynomials on the stretch.
template <class T>
void MeasureWatch<T>::take_polynomials(const Stretch& on) {
  for (Curve& c : curves_) {
    const auto& s = on.here.subjects[c.subject];
    if (s.slot == no_slot) continue;
    if (c.summed) c.totals.extent.add(on.length);
    if (s.shape == Layout::Shape::algebraic) continue;
    const bool is_state = s.shape == Layout::Shape::state;
    const std::span<const T> q(is_state ? on.motion.flow.state(s.state) : on.motion.flow.jets()[s.slot],
                               is_state ? static_cast<std::size_t>(on.degree) + 1 : 1);
    if (c.summed) c.totals.integral.add(integral_of(q, on.length));
    if (c.ranged && is_state)
      c.totals.take_range(q, on.length, !on.event_at_end, turns_, [&](const T& at) { return on.time(at); });
  }
}

// What follows from states is followed on its own.
template <class T>
void MeasureWatch<T>::follow(const Stretch& on, typename Layout::Followed& followed) {
  Curve& c = curves_[followed.curve];
  if (c.totals.is_gappy()) return;
  const Slot slot = on.here.subjects[c.subject].slot;
  if (!followed.pieces) followed.pieces = std::make_unique<CurvePieces<T>>(on.motion.compiled, slot);
  const auto evaluate = [&](const T& s) -> const Jets<T>& {
    return on.motion.probe.at(on.motion.flow, s, on.time(s), on.degree);
  };
  const bool done = followed.pieces->follow(on.length, evaluate, [&](const auto& piece) {
    if (c.summed) c.totals.add_integral(piece, on.length);
    if (!c.ranged) return;
    const bool begins = piece.begin == T(0), ends = !(piece.begin + piece.length < on.length);
    c.totals.widen_range(
        piece, {!begins, !(ends && on.event_at_end)}, turns_, [&](const T& at) { return on.time(at); },
        [&](const T& at) { return on.value(slot, at); });
  });
  c.totals.lost = c.totals.lost || !done;
}

template <class T>
void MeasureWatch<T>::stretch(Motion<T>& motion, const TimePoint<T>& begin, const T& length, const Proposal<T>& stretch,
                              bool event_at_end) {
  Layout& here = layout(motion.compiled);
  if (next_request_ < requests_.size()) take_requests(here, motion, begin, length, stretch.degree, event_at_end);
  if (curves_.empty() || !(length > T(0))) return;
  const Stretch on{here, motion, begin, length, stretch.degree, event_at_end};
  take_polynomials(on);
  for (auto& f : here.followed) follow(on, f);
}

template <class T>
void MeasureWatch<T>::include_values(const Layout& here, const Motion<T>& motion, const T& time) {
  for (Curve& c : curves_)
    if (c.ranged) c.totals.range.include(value(here, motion, c.subject), time);
}

template <class T>
void MeasureWatch<T>::before(Motion<T>& motion, const T& time) {
  Layout& here = layout(motion.compiled);
  if (!started_) start(motion, here, time);
  include_values(here, motion, time);
  for (AtEvent& e : at_events_)
    if (e.left) e.before = value(here, motion, e.subject);
}

template <class T>
void MeasureWatch<T>::note_events(const Layout& here, const Motion<T>& motion, const EventLog<T>& log) {
  for (std::size_t i = log.first; i < log.entries.size(); ++i) {
    const auto& names = events_of(log.entries[i].what);
    for (AtEvent& e : at_events_)
      if (std::ranges::find(names, e.event) != names.end())
        e.values.push_back(e.left ? e.before : value(here, motion, e.subject));
  }
}

template <class T>
void MeasureWatch<T>::after(Motion<T>& motion, const T& time, const EventLog<T>& log) {
  if (log.entries.size() > log.first) {
    if (!at_events_.empty()) note_events(layout(motion.compiled), motion, log);
    Layout& here = layout(motion.compiled);
    include_values(here, motion, time);
    for (auto& stay : stays_) stay.after(motion.compiled, time, log, seen_[stay.observation()].list);
  }
  if (next_request_ == requests_.size()) return;
  const Layout& here = layout(motion.compiled);
  for (; next_request_ < requests_.size() && requests_[next_request_].time <= time; ++next_request_) {
    const std::size_t i = requests_[next_request_].observation;
    if (here.subjects[subject_of_[i]].slot != no_slot) see(i, value(here, motion, subject_of_[i]));
  }
}

// ------------------------------------------------------------ its end

template <class T>
void MeasureWatch<T>::take_times(const EventLog<T>& log) {
  if (events_.empty()) return;
  for (const auto& entry : log.entries)
    for (const std::uint32_t e : events_of(entry.what))
      for (std::size_t i = 0; i < seen_.size(); ++i)
        if (program_.observations[i].kind == Kind::event_times && program_.observations[i].event == events_[e])
          seen_[i].list.push_back(entry.time);
}

template <class T>
void MeasureWatch<T>::take_curves() {
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    if (curve_of_[i] == none) continue;
    const CurveTotals<T>& c = curves_[curve_of_[i]].totals;
    T& x = seen_[i].number;
    if (c.is_gappy()) why_.note(i, c.lost ? Trouble::lost : Trouble::undefined);
    const bool has_range = c.range.any && !c.is_gappy();
    switch (program_.observations[i].kind) {
      case Kind::minimum: x = has_range ? c.range.least : missing<T>(); break;
      case Kind::maximum: x = has_range ? c.range.most : missing<T>(); break;
      case Kind::time_of_minimum: x = has_range ? c.range.time_of_least : missing<T>(); break;
      case Kind::time_of_maximum: x = has_range ? c.range.time_of_most : missing<T>(); break;
      case Kind::integral:
        x = c.is_gappy() ? missing<T>() : c.integral.value();
        if (is_missing(x) && !c.is_gappy()) why_.note(i, Trouble::not_a_number);
        break;
      case Kind::extent: x = c.extent.value(); break;
      default: break;
    }
  }
}

template <class T>
void MeasureWatch<T>::end(Motion<T>* motion, const RunEnd<T>& end, const EventLog<T>& log) {
  if (motion) {
    const Layout& here = layout(motion->compiled);
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      const Kind kind = program_.observations[i].kind;
      if ((kind == Kind::at_end || kind == Kind::parameter) && here.subjects[subject_of_[i]].slot != no_slot)
        see(i, value(here, *motion, subject_of_[i]));
    }
    take_times(log);
    if (started_) take_curves();
    for (const AtEvent& e : at_events_) {
      const std::int64_t k = program_.observations[e.observation].occurrence, size = static_cast<std::int64_t>(e.values.size());
      const std::int64_t from_one = k < 0 ? size + k + 1 : k;
      if (from_one >= 1 && from_one <= size) seen_[e.observation].number = e.values[static_cast<std::size_t>(from_one) - 1];
    }
    for (const auto& stay : stays_) stay.end(end.time, seen_[stay.observation()].list);
  }
  make_record();
}

template <class T>
void MeasureWatch<T>::make_record() {
  values_.evaluate(seen_);
  for (std::size_t i = 0; i < measured_.size(); ++i) {
    const Measured<T>& m = values_.of(i);
    MeasuredValue& out = measured_[i];
    if (m.is_list) {
      for (const T& x : m.list) out.list.push_back(to_double(x));
      continue;
    }
    out.number = to_double(m.number);
    if constexpr (!is_machine_number<T>) {
      if (!is_missing(m.number)) out.digits = NumberTraits<T>::text(m.number);
    }
  }
  remarks_ = why_.about(measured_);
}

template class MeasureWatch<double>;
template class MeasureWatch<Mpfr>;
template class MeasureWatch<Dual<double>>;
template class MeasureWatch<DoubleDouble>;

}  // namespace saltus
