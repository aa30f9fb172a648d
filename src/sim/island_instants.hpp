#pragma once
// The instants of a run over islands (sim/island_loop.hpp says how they go), and what they keep between each other.

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/course_forms.hpp"
#include "sim/island_guards.hpp"
#include "sim/island_loop.hpp"
#include "sim/island_notes.hpp"
#include "sim/island_round.hpp"
#include "sim/island_values.hpp"

namespace saltus {

template <class T>
class IslandInstants {
 public:
  IslandInstants(const IslandPlan& plan, Motion<T>& motion, RunRecords<T>& records)
      : plan_(plan),
        c_(motion.compiled),
        m_(motion),
        records_(records),
        islands_(plan, motion.flow),
        guards_(plan, motion, islands_, records.misses),
        notes_(plan, motion.flow),
        round_(plan, motion.flow, notes_),
        values_(plan, motion.flow, islands_),
        shortest_(IslandLoop<T>::shortest(T(1))),
        forced_(motion.compiled.guards.size(), 0),
        decided_in_(motion.compiled.guards.size(), 0),
        jumped_in_(motion.compiled.states.size(), 0),
        discrete_in_(motion.compiled.discretes.size(), 0),
        kernel_(motion.compiled.tape, motion.flow.jets(), {}),
        forms_(plan, motion.compiled, notes_.logical()),
        crossed_(motion.compiled.guards.size(), false) {
    for (const CompiledCheck& k : c_.checks)
      if (k.active == no_slot && k.condition != no_slot && k.level == AssertLevel::warning) standing_.push_back(k.condition);
  }

  /// All states are at `now`, an instant is over.
  void enter(const TimePoint<T>& now, const T& stop, bool values_in_events);

  using Next = typename IslandLoop<T>::Next;
  Next next();

  [[nodiscard]] const TimePoint<T>& now() const { return now_; }
  /// Between the last instant and the one before.
  [[nodiscard]] const T& interval() const { return interval_; }
  [[nodiscard]] const T& uncertainty() const { return uncertainty_; }
  /// All states are brought to `to`, which is not after the next instant.
  void leave(const TimePoint<T>& to) {
    islands_.gather(to);
    guards_.leave(to);
    inside_ = false;
  }
  [[nodiscard]] bool is_inside() const { return inside_; }

 private:
  static constexpr int most_rounds = 40;
  static constexpr std::size_t least_ahead = 256;  // guards: fewer are in a cache
  static constexpr int most_at_once = 8;

  struct Fired {
    std::uint32_t guard;
    NextCrossing<T> crossing;
  };

  bool take_first();
  void fetch_next() const;
  void fetch(CourseForms::Kind kind, std::uint32_t i) const;
  void fetch_by_plan(std::uint32_t guard) const;
  void begin_instant();
  bool rounds();
  void evaluate();
  bool decide(std::uint32_t g);
  bool is_newly_tied();
  bool find_active();
  bool log_what_fired();
  bool is_checked();
  bool collect_reinits();
  bool jump(bool& any);
  bool update_pre(bool& any);
  void take_left_limits(std::uint32_t state);
  void restart_readers();
  bool is_stuck();
  void add_changed_bits();
  void finish();
  Next take_back();
  void bring(std::uint32_t island);
  void change_motion(std::uint32_t island);
  void take_part(std::uint32_t guard, std::uint32_t after = IslandPlan::none);
  void join(std::uint32_t guard, std::uint32_t operation);
  bool move_to_surface(std::uint32_t guard);
  void put_on_surface(std::uint32_t guard);
  void prepare_instant();

  bool is_remembered();
  bool are_set(const std::vector<Course::Bit>& bits) const;
  bool follow(std::uint32_t& course);
  std::uint32_t fork_at(const Course& course, std::uint32_t step);
  void save(const Course& course);
  enum class Came : std::uint8_t { as_expected, otherwise, unknown };
  static Came compared(const CourseStep& step, bool is) {
    return is == (step.expect == CourseStep::Expect::yes) ? Came::as_expected : Came::otherwise;
  }
  Came take_step(const CourseStep& step);
  Came decide_again(const CourseStep& step);
  Came jump_again(const CourseStep& step);
  Came follow_again(const CourseStep& step);
  void finish(const Course& course);
  void undo();
  void begin_notes();
  void keep_course();
  bool may_fork(const Course& course) const;
  static void mark_evaluated(Course& course);
  void note(Occurrence::Source source, std::uint32_t index) {
    records_.log.add({&c_, source, index});
    notes_.add_entry(source, index);
  }
  static bool may_jump_to(const T& value) {
    if (!is_finite(value)) return false;
    if constexpr (is_machine_number<T>) return std::fpclassify(to_double(value)) != FP_SUBNORMAL;
    return true;
  }
  static void sort_once(std::vector<std::uint32_t>& list) {
    if (list.size() < 2) return;
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }

  const IslandPlan& plan_;
  const CompiledModel& c_;
  Motion<T>& m_;
  RunRecords<T>& records_;
  IslandMotion<T> islands_;
  IslandGuards<T> guards_;
  CourseNotes<T> notes_;
  IslandRound<T> round_;
  IslandValues<T> values_;

  std::vector<Slot> standing_;  // conditions of assertions that always act and only warn
  T shortest_;                  // interval, relative to the time
  bool inside_ = false, values_wanted_ = false;
  T stop_{};
  TimePoint<T> now_, before_;  // the last instant; the one before
  T interval_{}, uncertainty_{};
  int at_once_ = 0;  // instants without progress of time

  // of the present instant
  std::uint64_t instant_ = 0, round_number_ = 0;
  bool began_ = false;
  std::vector<Fired> fired_;
  bool jumped_ = false;                                          // did a state?
  bool too_slow_ = false;                                        // a guard, as in RoundGuards::too_slow
  std::vector<std::uint32_t> taking_part_;                       // guards
  std::vector<std::uint32_t> active_, were_active_, freshened_;  // branches of this round and the one before
  std::vector<Changed<T>> changed_;                              // states and discrete values, with what they were
  std::vector<std::uint32_t> changed_bits_, jumped_now_;
  struct Decided {
    std::uint32_t guard;
    T value;
  };
  std::vector<Decided> decided_;  // in the present round, by value
  struct Reinit {
    std::size_t state;
    std::uint32_t branch;
    T value;
  };
  std::vector<Reinit> reinits_;
  std::vector<std::int8_t> forced_;         // by guard, in the first round: the side it goes to
  std::vector<std::uint64_t> decided_in_;   // by guard: the round
  std::vector<std::uint64_t> jumped_in_;    // by state: the instant
  std::vector<std::uint64_t> discrete_in_;  // by discrete: the instant

  // Courses that crossings took before. If nothing is known of guards like it notes are taken from the second crossing of a guard on, and in some of the
  // first ones: in a large model there may be thousands before a guard crosses twice.
  static constexpr std::uint32_t noted_unknown = 32;
  static constexpr std::size_t most_courses = 20'000;
  static constexpr std::uint32_t most_of_form = 48;
  Kernel<T, std::integral_constant<int, 0>> kernel_;
  CourseForms forms_;
  struct OfForm {
    std::uint32_t first = IslandPlan::none, courses = 0;
  };
  std::vector<OfForm> of_form_;
  OfForm& courses_of(std::uint32_t form) {
    if (of_form_.size() <= form) of_form_.resize(form + 1);
    return of_form_[form];
  }
  std::vector<Course> courses_;
  std::vector<bool> crossed_;              // by guard
  std::uint32_t unknown_ = 0;              // first crossings of guards without a form
  const std::uint32_t* places_ = nullptr;  // of the guard that crosses
  struct Left {
    std::uint32_t course = IslandPlan::none, step = 0;
  };
  Left left_;  // the course that the present instant was found to leave
  struct Saved {
    Slot slot;
    T value;
  };
  std::vector<Saved> saved_;  // before a course wrote there
  std::vector<T> given_;      // values of its reinits
};

}  // namespace saltus
