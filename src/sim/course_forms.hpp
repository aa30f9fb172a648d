#pragma once
// Courses for all guards about which the model is built alike (sim/island_course.hpp).
//
// While notes are taken of an instant, so are its looks: which lists of the plan and of the compiled model it looked at. A *form* keeps what
// these lists held, with *places* for guards, islands, slots, operations and so on; the first place is that of the guard that crosses. Another
// guard has the same form if the same lists, looked at from it, hold the same item by item, with its own neighbours in the places, and if those come
// in the same order (operations run in the order of the code, branches in the order of the text). Then whatever an instant does follows from the
// same bits in the same way, and a course, which speaks of places only, is a course of both. So the courses of a row of spheres are those of a few of them.

#include <cstdint>
#include <vector>

#include "compile/island_plan.hpp"
#include "sim/island_course.hpp"

namespace saltus {

class CourseForms {
 public:
  static constexpr std::uint32_t none = IslandPlan::none;
  enum class Kind : std::uint8_t { fixed, slot, guard, island, operation, branch, discrete, check, left, end };

  /// `logical`: by slot, does it hold a bit? To be filled in before a course is adopted. All outlive it.
  CourseForms(const IslandPlan& plan, const CompiledModel& compiled, const std::vector<bool>& logical)
      : plan_(plan), c_(compiled), logical_(logical), of_guard_(compiled.guards.size()) {}

  /// The form of a guard, looked for among those that are known; or none.
  [[nodiscard]] std::uint32_t of(std::uint32_t guard);
  /// Is the guard known to have its form as far as the course goes? If not it has no form from now on. Where it is found to have it, guards beside it are
  /// compared as well.
  [[nodiscard]] bool has(std::uint32_t guard, const Course& course) {
    if (of_guard_[guard].looks >= course.looks_known) return true;
    if (!extend(guard, course.looks_known)) return false;
    extend_neighbours(guard, course.looks_known);
    return true;
  }
  /// What is in the places.
  [[nodiscard]] const std::uint32_t* places(std::uint32_t guard) const { return items_.data() + of_guard_[guard].first; }

  /// Puts places where the course has numbers of the model. The form of the guard, a new one if it has none, is extended by what the course looked at.
  /// False: it is not to be kept.
  bool adopt(std::uint32_t guard, Course& course);
  [[nodiscard]] bool is_full() const { return forms_.size() == most_forms; }

  [[nodiscard]] bool has_form(std::uint32_t guard) const { return of_guard_[guard].form != none; }
  /// Asks memory for what is known of the guard.
  void fetch(std::uint32_t guard) const {
    const OfGuard& g = of_guard_[guard];
    for (std::uint32_t i = 0; i < g.room; i += 16) __builtin_prefetch(&items_[g.first + i]);
  }
  /// What is in the places of a guard that has a form: visit(kind, index).
  template <class Visit>
  void for_each_item(std::uint32_t guard, Visit&& visit) const {
    const OfGuard& g = of_guard_[guard];
    const Kind* kind = forms_[g.form].kinds.data();
    for (const std::uint32_t *i = items_.data() + g.first, *end = i + g.room; i != end; ++i, ++kind)
      if (*i != none) visit(*kind, *i);
  }

 private:
  static constexpr std::size_t most_forms = 4000, most_tried = 16;
  static constexpr std::uint32_t block = 16;  // guards that are compared together

  struct Item {
    Kind kind;
    std::uint32_t index;  // fixed: a number that is the same for all guards
  };
  struct KeptLook {
    Look::At at;
    std::uint32_t place, first, end;  // of what is looked at; what it holds
  };
  enum class Holds : std::uint8_t { number, bit, time };
  struct Form {
    std::vector<Kind> kinds;   // by place
    std::vector<Holds> holds;  // by place of a slot
    std::vector<KeptLook> looks;
    std::vector<Item> held;            // by looks; index: a place. Kind::end is behind the last one
    std::vector<std::uint32_t> order;  // places as their items follow each other, kind by kind; none: another kind begins
  };
  struct OfGuard {
    std::uint32_t form = none, first = 0, room = 0,
                  looks = 0;  // of its form: where its items are; how many looks were compared
    std::uint32_t tried = 0;  // so many forms
  };

  struct Facts {  // several in one item
    std::uint32_t all = 0;
    void add(std::uint32_t fact, unsigned bits) { all = (all << bits) | fact; }
  };

  template <class Take>
  void look(Look::At at, std::uint32_t index, Take&& take) const;
  template <class Take>
  void look_at_guard(std::uint32_t guard, Take&& take) const;
  template <class Take>
  void look_at_branch(std::uint32_t branch, Take&& take) const;
  template <class Take>
  void look_at_readers(Slot slot, Take&& take) const;
  template <class Take>
  void look_at_operation(const Instruction& n, int order, Take&& take) const;
  template <class Take>
  void take_slot(Slot s, Take&& take) const;
  [[nodiscard]] Holds holds(Slot s) const { return s == c_.time ? Holds::time : logical_[s] ? Holds::bit : Holds::number; }
  static Kind kind_of(Look::At at);
  static Kind kind_of(SlotReader::Kind reader);

  bool extend(std::uint32_t guard, std::uint32_t looks);
  void extend_neighbours(std::uint32_t guard, std::uint32_t looks);
  void begin_with(std::uint32_t guard, std::uint32_t form);
  bool is_alike(OfGuard& g, std::uint32_t looks);
  bool is_alike(const OfGuard& g, const KeptLook& kept);
  [[nodiscard]] bool is_in_order(const OfGuard& g) const;
  void make_room(OfGuard& g, std::size_t places);
  void found(std::uint32_t guard);
  [[nodiscard]] std::uint32_t place_of(const OfGuard& g, Kind kind, std::uint32_t index) const;
  bool add_look(OfGuard& g, const Look& added);
  void order(const OfGuard& g);
  bool translate(const OfGuard& g, Course& course) const;

  const IslandPlan& plan_;
  const CompiledModel& c_;
  const std::vector<bool>& logical_;
  std::vector<Form> forms_;
  std::vector<OfGuard> of_guard_;
  std::vector<std::uint32_t> items_;  // in the places of all guards that have forms
};

}  // namespace saltus
