#pragma once
// The course of an instant: what a crossing led to, as a straight line of steps without decisions.
//
// Which operations an instant runs, which guards take part, which branches are active and how many rounds there are follows from bits (of
// guards, conditions, Boolean variables) alone, and from what changes and what does not. Where the bits at the start are the same, and every guard
// comes out on the same side again, all of that is the same again: only numbers are left to be computed. Where a guard comes out on the other side
// the course forks.
//
// A course is kept with places in place of numbers of guards, islands, slots and operations (sim/course_forms.hpp).

#include <cstdint>
#include <vector>

#include "sim/event_log.hpp"

namespace saltus {

struct CourseStep {
  enum class Kind : std::uint8_t {
    part,     ///< guard `a` takes part
    bring,    ///< island `a` comes to the instant
    surface,  ///< the guard that crosses, `a`, is put on its surface
    operate,  ///< operation `a` of the round; `expect` says whether its result changes
    copy,     ///< slot `b` to slot `a`; `expect` as for operations
    check,    ///< the bit in slot `a` is as expected
    decide,   ///< guard `a` is on the expected side
    untied,   ///< no guard came to its surface by what was computed since it was decided
    take,     ///< slot `b` is the `a`-th value of a `reinit`
    jump,     ///< the state in slot `a` gets the `b`-th value; `expect` says whether it changes
    extend,   ///< island `a` goes on in another way
    set,      ///< the bit in slot `a` becomes as expected
    follow,   ///< slot `b`, the `pre` of the discrete in slot `a`, becomes its value; `expect` says whether it changes
  };
  enum class Expect : std::uint8_t { no, yes, anything };

  Kind kind;
  Expect expect = Expect::anything;
  bool first = false;  ///< jump, follow: the first of this state or discrete in the instant
  std::uint32_t a = 0, b = 0;

  friend bool operator==(const CourseStep&, const CourseStep&) = default;
};

/// At what of the plan or the compiled model an instant looked.
struct Look {
  enum class At : std::uint8_t {
    guard,      ///< what it is, its islands and relations
    states,     ///< of an island
    guards,     ///< of an island
    readers,    ///< of a slot
    operation,  ///< of the round
    branch,
    discrete,
    check,
    left,  ///< a limit
  };
  At at;
  std::uint32_t index;

  friend bool operator==(const Look&, const Look&) = default;
};

struct Course {
  struct Bit {
    std::uint32_t index;  ///< a slot, or a guard
    bool value;
    friend bool operator==(const Bit& a, const Bit& b) { return a.index == b.index && a.value == b.value; }
  };
  struct Entry {
    Occurrence::Source source;
    std::uint32_t index;
  };

  int direction = 0;                    ///< of the guard that crosses
  std::vector<Bit> before;              ///< slots, at the start
  std::vector<CourseStep> steps;        ///< then
  std::vector<Slot> written;            ///< by the steps, states and what motions and guards are computed by apart
  std::vector<Bit> after;               ///< slots that are different at the end
  std::vector<Bit> bits;                ///< of guards that are different at the end
  std::vector<Bit> discretes;           ///< Boolean variables that changed on the way, by slot, with what they were
  std::vector<Entry> entries;           ///< of the log
  std::vector<std::uint32_t> parts;     ///< guards, to be searched at the end
  std::vector<std::uint8_t> evaluated;  ///< for each: is its value that of the end?
  std::vector<Look> looks;              ///< while it is noted
  std::uint32_t looks_known = 0;        ///< so many looks of the form concern it
  std::size_t reinits = 0;

  std::uint32_t form = 0;
  std::uint32_t next = 0;  ///< another course of the same form, from another start

  /// Another course that goes the same way until a step that came out otherwise.
  struct Fork {
    std::uint32_t step, course;
    std::vector<Bit> before;  ///< what it wants of the start beyond what this course does
  };
  std::vector<Fork> forks;
};

}  // namespace saltus
