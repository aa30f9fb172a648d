#include "sim/course_forms.hpp"

#include <algorithm>
#include <initializer_list>

#include "tape/operands.hpp"

namespace saltus {

// What a look sees, item by item: take(kind, index).
template <class Take>
void CourseForms::look(Look::At at, std::uint32_t index, Take&& take) const {
  const auto slots = [&](std::initializer_list<Slot> list) {
    for (const Slot s : list) take_slot(s, take);
  };
  switch (at) {
    case Look::At::guard: return look_at_guard(index, take);
    case Look::At::branch: return look_at_branch(index, take);
    case Look::At::operation: return look_at_operation(c_.round.instructions[index], 0, take);
    case Look::At::states:
      for (const std::uint32_t j : plan_.states[index]) take_slot(c_.states[j].value, take);
      for (const std::uint32_t packed : plan_.flow[index]) {
        const OrderedOp o = OrderedOp::unpacked(packed);
        look_at_operation(c_.flow.instructions[o.op], o.order, take);
      }
      return;
    case Look::At::guards:
      for (const std::uint32_t g : plan_.guards[index]) take(Kind::guard, g);
      return;
    case Look::At::readers: return look_at_readers(index, take);
    case Look::At::discrete: return slots({c_.discretes[index].value, c_.discretes[index].pre});
    case Look::At::left: return slots({c_.pres[index].value, c_.pres[index].pre});
    case Look::At::check:
      take(Kind::fixed, c_.checks[index].is_terminate ? 1 : 0);
      return slots({c_.checks[index].active, c_.checks[index].condition});
  }
}

template <class Take>
void CourseForms::look_at_guard(std::uint32_t guard, Take&& take) const {
  const CompiledGuard& g = c_.guards[guard];
  Facts facts;
  for (const int side : {static_cast<int>(g.direction), static_cast<int>(g.logged_side)}) facts.add(static_cast<unsigned>(side + 1), 2);
  for (const bool fact : {g.logged, g.kink}) facts.add(fact ? 1 : 0, 1);
  take(Kind::fixed, facts.all);
  for (const Slot s : {g.h, g.bit, g.state}) take_slot(s, take);
  for (const std::uint32_t i : plan_.islands[guard]) take(Kind::island, i);
  for (const std::uint32_t op : plan_.relations[guard]) take(Kind::operation, op);
  for (const std::uint32_t packed : plan_.guard_code[guard]) {
    const OrderedOp o = OrderedOp::unpacked(packed);
    look_at_operation(c_.guards_code.instructions[o.op], o.order, take);
  }
}

template <class Take>
void CourseForms::look_at_branch(std::uint32_t branch, Take&& take) const {
  const CompiledBranch& b = c_.branches[branch];
  take_slot(b.active, take);
  take(Kind::fixed, b.initial_only ? 1 : 0);
  for (const CompiledReinit& r : b.reinits) {
    take_slot(c_.states[r.state].value, take);
    take_slot(r.value, take);
    take_slot(r.gives, take);
    take(Kind::island, plan_.island_of[r.state]);
  }
  for (const std::uint32_t i : plan_.branch_islands[branch]) take(Kind::island, i);
  for (const std::uint32_t op : plan_.branch_clocks[branch]) take(Kind::operation, op);
}

// Which kinds of readers there are, eight at a time, then the readers.
template <class Take>
void CourseForms::look_at_readers(Slot slot, Take&& take) const {
  const auto readers = plan_.uses[slot];
  for (std::size_t i = 0; i < readers.size(); i += 8) {
    const auto some = readers.subspan(i, std::min<std::size_t>(8, readers.size() - i));
    Facts facts;
    for (const std::uint32_t packed : some) facts.add(static_cast<std::uint32_t>(SlotReader::unpacked(packed).kind), 4);
    take(Kind::fixed, facts.all);
    for (const std::uint32_t packed : some) {
      const SlotReader reader = SlotReader::unpacked(packed);
      if (reader.kind != SlotReader::Kind::variable) take(kind_of(reader.kind), reader.index);
    }
  }
}

// Its operands, then what it does and which operands it has.
template <class Take>
void CourseForms::look_at_operation(const Instruction& n, int order, Take&& take) const {
  const auto take_operand = [&](Facts& facts, Slot s) __attribute__((always_inline)) {
    facts.add(s == no_slot ? 0 : 1, 1);
    if (s != no_slot) take(Kind::slot, s);
  };
  Facts facts;
  facts.add(static_cast<std::uint32_t>(n.op), 8);
  facts.add(static_cast<std::uint32_t>(order), 4);
  take_operand(facts, n.out);
  take_operand(facts, n.out2);
  take_operand(facts, n.a);
  take_operand(facts, n.b);
  take_operand(facts, n.c);
  take(Kind::fixed, facts.all);
  if (n.op == TapeOp::relation) take(Kind::guard, n.index);
  if (is_linear(n.op)) {
    take(Kind::fixed, n.count);
    for (std::uint32_t i = n.index; i < n.index + n.count; ++i) {
      const LinearTerm& t = c_.tape.terms[i];
      Facts term;
      term.add(t.negative ? 1 : 0, 1);
      take_operand(term, t.weight);
      take_operand(term, t.factor);
      take(Kind::fixed, term.all);
    }
  }
  if (n.op == TapeOp::call) {
    const FunctionCall& call = c_.tape.calls[n.index];
    for (const std::uint32_t fact : {call.function, call.output, call.count}) take(Kind::fixed, fact);
    for (std::uint32_t i = call.first; i < call.first + call.count; ++i) take_slot(c_.tape.arguments[i], take);
  }
}

template <class Take>
void CourseForms::take_slot(Slot s, Take&& take) const {
  if (s == no_slot) return take(Kind::fixed, s);
  take(Kind::slot, s);
}

CourseForms::Kind CourseForms::kind_of(Look::At at) {
  switch (at) {
    case Look::At::guard: return Kind::guard;
    case Look::At::states:
    case Look::At::guards: return Kind::island;
    case Look::At::readers: return Kind::slot;
    case Look::At::operation: return Kind::operation;
    case Look::At::branch: return Kind::branch;
    case Look::At::discrete: return Kind::discrete;
    case Look::At::check: return Kind::check;
    case Look::At::left: return Kind::left;
  }
  return Kind::fixed;
}

CourseForms::Kind CourseForms::kind_of(SlotReader::Kind reader) {
  using enum SlotReader::Kind;
  switch (reader) {
    case round: return Kind::operation;
    case island: return Kind::island;
    case guard:
    case bit: return Kind::guard;
    case branch: return Kind::branch;
    case discrete: return Kind::discrete;
    case left: return Kind::left;
    case check: return Kind::check;
    case variable: break;
  }
  return Kind::fixed;
}

std::uint32_t CourseForms::of(std::uint32_t guard) {
  OfGuard& g = of_guard_[guard];
  while (g.form == none && g.tried < std::min(forms_.size(), most_tried)) {
    begin_with(guard, g.tried);
    extend(guard, 1);
  }
  return g.form;
}

// So many looks are compared. If one is different the guard has no form.
bool CourseForms::extend(std::uint32_t guard, std::uint32_t looks) {
  OfGuard& g = of_guard_[guard];
  if (is_alike(g, looks)) return true;
  if (g.first + g.room == items_.size()) items_.resize(g.first);
  g = {none, 0, 0, 0, g.tried};
  return false;
}

// Guards with numbers nearby lie nearby in memory, and most of them will cross as well: while what the one looked at is in a cache the others are compared.
// Those that are not alike stay as they were.
void CourseForms::extend_neighbours(std::uint32_t guard, std::uint32_t looks) {
  const std::uint32_t form = of_guard_[guard].form, begin = guard / block * block;
  const auto end = static_cast<std::uint32_t>(std::min<std::size_t>(begin + block, of_guard_.size()));
  for (std::uint32_t i = begin; i < end; ++i) {
    OfGuard& g = of_guard_[i];
    if (g.form == none ? g.tried != form : g.form != form || g.looks >= looks) continue;
    const OfGuard was = g;
    const std::size_t items = items_.size();
    if (was.form == none) begin_with(i, form);
    if (is_alike(g, looks)) continue;
    g = was;
    items_.resize(items);
  }
}

void CourseForms::begin_with(std::uint32_t guard, std::uint32_t form) {
  OfGuard& g = of_guard_[guard];
  g = {form, static_cast<std::uint32_t>(items_.size()), 0, 0, form + 1};
  make_room(g, forms_[form].kinds.size());
  items_[g.first] = guard;
}

bool CourseForms::is_alike(OfGuard& g, std::uint32_t looks) {
  const Form& form = forms_[g.form];
  make_room(g, form.kinds.size());
  for (; g.looks < looks; ++g.looks)
    if (!is_alike(g, form.looks[g.looks])) return false;
  return is_in_order(g);
}

bool CourseForms::is_in_order(const OfGuard& g) const {
  const std::uint32_t* items = items_.data() + g.first;
  std::uint32_t last = none;
  return std::ranges::all_of(forms_[g.form].order, [&](std::uint32_t place) {
    if (place != none && items[place] == none) return true;  // not looked for yet
    const std::uint32_t before = last;
    last = place == none ? none : items[place];
    return before == none || last == none || before < last;
  });
}

// Run for every guard of a large model: no more than a few instructions an item.
[[gnu::flatten]] bool CourseForms::is_alike(const OfGuard& g, const KeptLook& kept) {
  const Form& form = forms_[g.form];
  const Item* held = form.held.data() + kept.first;
  std::uint32_t* const items = items_.data() + g.first;
  bool other = false;
  look(kept.at, items[kept.place], [&](Kind kind, std::uint32_t index) {
    if (held->kind != kind) {  // so it is behind the last one
      other = true;
      return;
    }
    const std::uint32_t known = (held++)->index;
    if (kind == Kind::fixed) {
      other = other || known != index;
      return;
    }
    if (items[known] == none) {
      items[known] = index;
      if (kind == Kind::slot) other = other || holds(index) != form.holds[known];
    }
    other = other || items[known] != index;
  });
  return !other && held == form.held.data() + kept.end;
}

void CourseForms::make_room(OfGuard& g, std::size_t places) {
  if (g.room >= places) return;
  if (g.first + g.room != items_.size()) {
    const auto moved = static_cast<std::uint32_t>(items_.size());
    items_.resize(moved + places, none);
    std::copy_n(items_.begin() + g.first, g.room, items_.begin() + moved);
    g.first = moved;
  }
  items_.resize(g.first + places, none);
  g.room = static_cast<std::uint32_t>(places);
}

void CourseForms::found(std::uint32_t guard) {
  OfGuard& g = of_guard_[guard];
  g = {static_cast<std::uint32_t>(forms_.size()), static_cast<std::uint32_t>(items_.size()), 0, 0, g.tried};
  Form& form = forms_.emplace_back();
  form.kinds.push_back(Kind::guard);
  form.holds.push_back(Holds::number);
  form.held.push_back({Kind::end, 0});
  make_room(g, 1);
  items_[g.first] = guard;
}

bool CourseForms::adopt(std::uint32_t guard, Course& course) {
  OfGuard& g = of_guard_[guard];
  if (g.form != none) extend(guard, static_cast<std::uint32_t>(forms_[g.form].looks.size()));
  if (g.form == none) {
    if (is_full()) return false;
    found(guard);
  }
  const bool led_there = std::ranges::all_of(course.looks, [&](const Look& l) { return add_look(g, l); });
  order(g);
  // For all guards at once: what grows is copied, and room that nobody touches costs nothing.
  if (forms_.size() == 1) items_.reserve(of_guard_.size() * forms_.front().kinds.size());
  if (!led_there) return false;
  course.looks_known = g.looks;
  course.looks = {};
  return translate(g, course);
}

std::uint32_t CourseForms::place_of(const OfGuard& g, Kind kind, std::uint32_t index) const {
  const std::vector<Kind>& kinds = forms_[g.form].kinds;
  for (std::uint32_t i = 0; i < kinds.size(); ++i)
    if (kinds[i] == kind && items_[g.first + i] == index) return i;
  return none;
}

// False: nothing that was looked at before led there.
bool CourseForms::add_look(OfGuard& g, const Look& added) {
  Form& form = forms_[g.form];
  const std::uint32_t place = place_of(g, kind_of(added.at), added.index);
  if (place == none) return false;
  if (std::ranges::any_of(form.looks, [&](const KeptLook& k) { return k.at == added.at && k.place == place; })) return true;
  form.held.pop_back();
  KeptLook kept{added.at, place, static_cast<std::uint32_t>(form.held.size()), 0};
  look(added.at, added.index, [&](Kind kind, std::uint32_t index) {
    if (kind == Kind::fixed) return form.held.push_back({kind, index});
    std::uint32_t known = place_of(g, kind, index);
    if (known == none) {
      known = static_cast<std::uint32_t>(form.kinds.size());
      form.kinds.push_back(kind);
      form.holds.push_back(kind == Kind::slot ? holds(index) : Holds::number);
      make_room(g, form.kinds.size());
      items_[g.first + known] = index;
    }
    form.held.push_back({kind, known});
  });
  kept.end = static_cast<std::uint32_t>(form.held.size());
  form.held.push_back({Kind::end, 0});
  form.looks.push_back(kept);
  ++g.looks;
  return true;
}

// Slots and left limits are never gone through in the order of their numbers.
void CourseForms::order(const OfGuard& g) {
  Form& form = forms_[g.form];
  form.order.clear();
  std::vector<std::uint32_t> places;
  for (const Kind kind : {Kind::guard, Kind::island, Kind::operation, Kind::branch, Kind::discrete, Kind::check}) {
    places.clear();
    for (std::uint32_t i = 0; i < form.kinds.size(); ++i)
      if (form.kinds[i] == kind) places.push_back(i);
    std::ranges::sort(places, {}, [&](std::uint32_t i) { return items_[g.first + i]; });
    form.order.insert(form.order.end(), places.begin(), places.end());
    form.order.push_back(none);
  }
}

bool CourseForms::translate(const OfGuard& g, Course& course) const {
  bool complete = true;
  const auto put = [&](Kind kind, std::uint32_t& index) {
    index = place_of(g, kind, index);
    complete = complete && index != none;
  };
  const auto put_bits = [&](Kind kind, std::vector<Course::Bit>& bits) {
    for (Course::Bit& b : bits) put(kind, b.index);
  };
  for (CourseStep& s : course.steps) {
    using enum CourseStep::Kind;
    switch (s.kind) {
      case part:
      case surface:
      case decide: put(Kind::guard, s.a); break;
      case bring:
      case extend: put(Kind::island, s.a); break;
      case operate: put(Kind::operation, s.a); break;
      case copy:
      case follow: put(Kind::slot, s.a); [[fallthrough]];
      case take: put(Kind::slot, s.b); break;
      case check:
      case set:
      case jump: put(Kind::slot, s.a); break;
      case untied: break;
    }
  }
  for (auto* bits : {&course.before, &course.after, &course.discretes}) put_bits(Kind::slot, *bits);
  put_bits(Kind::guard, course.bits);
  for (std::uint32_t& s : course.written) put(Kind::slot, s);
  for (std::uint32_t& p : course.parts) put(Kind::guard, p);
  for (Course::Entry& e : course.entries) put(e.source == Occurrence::Source::branch ? Kind::branch : Kind::guard, e.index);
  return complete;
}

}  // namespace saltus
