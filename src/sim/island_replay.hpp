#pragma once
// An instant that goes as one did before: its course (sim/island_course.hpp) is followed. Where something comes out otherwise the instant is taken back,
// and gone through round by round. Included where the loop is instantiated.

#include <algorithm>

#include "sim/island_instants.hpp"

namespace saltus {

// True: the instant has happened.
template <class T>
bool IslandInstants<T>::is_remembered() {
  left_ = {};
  if (fired_.size() != 1 || !round_.is_done()) return false;
  const Fired& fired = fired_.front();
  const std::uint32_t form = forms_.of(fired.guard);
  if (form == CourseForms::none) return false;
  for (std::uint32_t i = courses_of(form).first; i != IslandPlan::none; i = courses_[i].next) {
    if (courses_[i].direction != fired.crossing.direction) continue;
    if (!forms_.has(fired.guard, courses_[i])) return false;
    places_ = forms_.places(fired.guard);
    if (!are_set(courses_[i].before)) continue;
    std::uint32_t course = i;
    if (!follow(course)) return false;  // no other one starts here
    finish(courses_[course]);
    return true;
  }
  return false;
}

template <class T>
bool IslandInstants<T>::are_set(const std::vector<Course::Bit>& bits) const {
  return std::ranges::all_of(bits, [this](const Course::Bit& b) { return m_.flow.is_set(places_[b.index]) == b.value; });
}

template <class T>
std::uint32_t IslandInstants<T>::fork_at(const Course& course, std::uint32_t step) {
  for (const Course::Fork& f : course.forks) {
    if (f.step != step) continue;
    if (!forms_.has(fired_.front().guard, courses_[f.course])) return IslandPlan::none;
    places_ = forms_.places(fired_.front().guard);
    if (are_set(f.before)) return f.course;
  }
  return IslandPlan::none;
}

template <class T>
void IslandInstants<T>::save(const Course& course) {
  for (const std::uint32_t s : course.written) saved_.push_back({places_[s], m_.flow.value(places_[s])});
  if (given_.size() < course.reinits) given_.resize(course.reinits);
}

// What a step does is done whether or not it comes as expected.
template <class T>
[[gnu::always_inline]] inline auto IslandInstants<T>::take_step(const CourseStep& step) -> Came {
  using enum CourseStep::Kind;
  using Expect = CourseStep::Expect;
  Jets<T>& jets = m_.flow.jets();
  switch (step.kind) {
    case part: guards_.take_part(places_[step.a]); return Came::as_expected;
    case bring: islands_.bring(places_[step.a]); return Came::as_expected;
    case surface: move_to_surface(places_[step.a]); return Came::as_expected;
    case operate: {
      const Instruction& operation = c_.round.instructions[places_[step.a]];
      if (step.expect == Expect::anything) {
        kernel_.run(operation);
        return Came::as_expected;
      }
      const T& result = jets[operation.out][0];
      const T before = result;
      kernel_.run(operation);
      return compared(step, !identical(before, result));
    }
    case copy: {
      T& to = jets[places_[step.a]][0];
      const T& from = jets[places_[step.b]][0];
      const bool same = identical(to, from);
      to = from;
      return step.expect == Expect::anything ? Came::as_expected : compared(step, !same);
    }
    case check: return compared(step, m_.flow.is_set(places_[step.a]));
    case decide: return decide_again(step);
    case untied: return is_newly_tied() ? Came::unknown : Came::as_expected;
    case take: given_[step.a] = jets[places_[step.b]][0]; return Came::as_expected;
    case jump: return jump_again(step);
    case extend: islands_.extend(places_[step.a]); return Came::as_expected;
    case set: jets[places_[step.a]][0] = T(step.expect == Expect::yes ? 1 : 0); return Came::as_expected;
    case follow: return follow_again(step);
  }
  return Came::unknown;
}

template <class T>
[[gnu::always_inline]] inline auto IslandInstants<T>::decide_again(const CourseStep& step) -> Came {
  const std::uint32_t g = places_[step.a];
  guards_.evaluate(g);
  const T& h = guards_.value(g);
  if (!is_finite(h)) return Came::unknown;
  const LeadingSign sign = guards_.sign(g);
  if (guards_.is_against_speed(g, sign) || guards_.falls_back(g, sign)) return Came::unknown;
  guards_.note_sign(g, sign);
  if (sign.index == 0 && sign.sign != 0) decided_.push_back({g, h});  // by its value
  return compared(step, sign.sign > 0);
}

template <class T>
[[gnu::always_inline]] inline auto IslandInstants<T>::jump_again(const CourseStep& step) -> Came {
  const Slot slot = places_[step.a];
  T* x = m_.flow.jets()[slot];
  const T& value = given_[step.b];
  const bool same = identical(x[0], value);
  if (!same) {
    if (!may_jump_to(value)) return Came::unknown;
    if (step.first && values_wanted_) changed_.push_back({slot, x[0]});
    x[0] = value;
  }
  return compared(step, !same);
}

template <class T>
auto IslandInstants<T>::follow_again(const CourseStep& step) -> Came {
  const Slot slot = places_[step.a];
  const T& value = m_.flow.value(slot);
  T& pre = m_.flow.jets()[places_[step.b]][0];
  const bool same = identical(pre, value);
  if (!same) {
    if (!is_finite(value)) return Came::unknown;
    if (step.first && values_wanted_) changed_.push_back({slot, pre});
    pre = value;
  }
  return compared(step, !same);
}

// To the end of the course, or of one that forks from it. False: all is as before.
template <class T>
bool IslandInstants<T>::follow(std::uint32_t& course) {
  prepare_instant();
  saved_.clear();
  decided_.clear();
  const Course* way = &courses_[course];
  save(*way);
  for (std::uint32_t i = 0; i < way->steps.size(); ++i) {
    const Came came = take_step(way->steps[i]);
    if (came == Came::as_expected) continue;
    const std::uint32_t other = came == Came::otherwise ? fork_at(*way, i) : IslandPlan::none;
    if (other == IslandPlan::none) {
      left_ = {course, i};
      undo();
      return false;
    }
    course = other;
    way = &courses_[course];
    save(*way);
  }
  decided_.clear();
  return true;
}

template <class T>
void IslandInstants<T>::undo() {
  for (std::size_t i = saved_.size(); i-- > 0;) m_.flow.jets()[saved_[i].slot][0] = saved_[i].value;  // the first counts
  decided_.clear();
  guards_.let_go();
  islands_.undo();
}

template <class T>
void IslandInstants<T>::finish(const Course& course) {
  for (const Course::Bit& b : course.after) m_.flow.jets()[places_[b.index]][0] = T(b.value ? 1 : 0);
  for (const Course::Bit& b : course.bits) m_.events.set_bit(places_[b.index], b.value);
  for (const Course::Entry& e : course.entries) {
    records_.log.add({&c_, e.source, places_[e.index]});
    if (e.source == Occurrence::Source::branch) __builtin_prefetch(&*c_.branches[places_[e.index]].id);  // to be looked at soon
  }
  const NextCrossing<T>& crossing = fired_.front().crossing;
  if (c_.guards[fired_.front().guard].state != no_slot && crossing.uncertainty > uncertainty_)
    uncertainty_ = crossing.uncertainty;
  if (values_wanted_) {
    for (const Course::Bit& b : course.bits) changed_.push_back({c_.guards[places_[b.index]].bit, T(b.value ? 0 : 1)});
    for (const Course::Bit& b : course.discretes) changed_.push_back({places_[b.index], T(b.value ? 1 : 0)});
    values_.finish(changed_, records_.log, [this](std::uint32_t i) { bring(i); });
  }
  for (std::size_t i = 0; i < course.parts.size(); ++i)
    if (course.evaluated[i] != 0)
      guards_.search_from_sign(places_[course.parts[i]]);
    else
      guards_.search(places_[course.parts[i]]);
}

template <class T>
void IslandInstants<T>::begin_notes() {
  if (fired_.size() != 1 || !round_.is_done()) return;
  const std::uint32_t guard = fired_.front().guard, form = forms_.of(guard);
  const bool crossed = crossed_[guard];
  crossed_[guard] = true;
  const bool unknown = form == CourseForms::none;
  if (unknown && ((!crossed && ++unknown_ % noted_unknown != 0) || forms_.is_full())) return;
  if (!unknown && courses_of(form).courses == most_of_form) return;
  if (courses_.size() < most_courses) notes_.begin(guard, fired_.front().crossing.direction);
}

template <class T>
void IslandInstants<T>::keep_course() {
  const Fired& fired = fired_.front();
  // A motion that leaves its surface slowly is looked at.
  if (jumped_ && m_.events.bit(fired.guard) == (fired.crossing.direction > 0)) notes_.give_up();
  if (!round_.is_done()) notes_.give_up();
  Course* course = notes_.end(changed_bits_, taking_part_);
  notes_.give_up();
  if (!course || !forms_.adopt(fired.guard, *course)) return;
  const std::uint32_t form = forms_.of(fired.guard);
  course->form = form;
  if (left_.course != IslandPlan::none && courses_[left_.course].form != form) left_ = {};
  ++courses_of(form).courses;
  mark_evaluated(*course);
  if (!may_fork(*course)) return;
  courses_.push_back(*course);
  const auto index = static_cast<std::uint32_t>(courses_.size() - 1);
  if (left_.course == IslandPlan::none) {
    courses_.back().next = courses_of(form).first;
    courses_of(form).first = index;
    return;
  }
  Course& from = courses_[left_.course];
  Course::Fork fork{left_.step, index, {}};
  for (const Course::Bit& b : course->before)
    if (std::ranges::find(from.before, b) == from.before.end()) fork.before.push_back(b);
  from.forks.push_back(std::move(fork));
}

template <class T>
void IslandInstants<T>::mark_evaluated(Course& course) {
  using enum CourseStep::Kind;
  std::size_t last_change = 0;
  for (std::size_t i = 0; i < course.steps.size(); ++i) {
    const CourseStep::Kind kind = course.steps[i].kind;
    if (kind != decide && kind != part && kind != check && kind != untied && kind != take) last_change = i;
  }
  const auto first = course.steps.begin() + static_cast<std::ptrdiff_t>(last_change);
  for (const std::uint32_t g : course.parts) {
    const auto is_evaluation = [g](const CourseStep& s) { return s.kind == decide && s.a == g; };
    course.evaluated.push_back(std::any_of(first, course.steps.end(), is_evaluation) ? 1 : 0);
  }
}

// From the course that was left, if one was.
template <class T>
bool IslandInstants<T>::may_fork(const Course& course) const {
  if (left_.course == IslandPlan::none) return true;
  const std::vector<CourseStep>& from = courses_[left_.course].steps;
  const std::uint32_t step = left_.step;
  if (course.steps.size() <= step || !std::equal(from.begin(), from.begin() + step, course.steps.begin())) return false;
  const CourseStep &a = from[step], &b = course.steps[step];
  return a.kind == b.kind && a.a == b.a && a.b == b.b && a.expect != b.expect;
}

}  // namespace saltus
