// 1. powers by products; 2. each operation as a linear form, taking in the forms that only it reads; 3. integrations of forms;
// 4. backwards: what is needed; 5. write the operations that are.

#include "tape/fuse.hpp"

#include <algorithm>
#include <utility>

#include "tape/expand_powers.hpp"
#include "tape/linear_form.hpp"
#include "tape/operands.hpp"
#include "tape/slot_use.hpp"

namespace saltus {
namespace {

struct Entry {
  Instruction instruction;
  bool needed = true;
  const LinearForm* form = nullptr;  ///< what the operation computes (or integrates), if it is a linear combination
};

template <class F>
void for_each_read(const Tape& tape, const Entry& e, F&& f) {
  if (!e.form) return for_each_operand(tape, e.instruction, f);
  for (const LinearTerm& t : *e.form) {
    if (t.weight != no_slot) f(t.weight);
    if (t.factor != no_slot) f(t.factor);
  }
}

/// The form that `integrate` can take over. A derivative that is needed elsewhere becomes the second result.
void take_form(Instruction& i, const LinearForms& forms, const SlotUse& use, const LinearForm*& form) {
  const LinearForm* f = forms.find(i.a);
  if (f == nullptr || !use.has_one_reader(i.a)) return;
  form = f;
  if (use.kept(i.a)) i.out2 = i.a;
}

std::vector<Entry> entries_of(const std::vector<Instruction>& list, LinearForms& forms, const SlotUse& use) {
  std::vector<Entry> entries;
  entries.reserve(list.size());
  for (const Instruction& i : list) {
    Entry& e = entries.emplace_back(Entry{.instruction = i});
    e.form = forms.add(i);
  }
  for (Entry& e : entries) {
    if (e.instruction.op == TapeOp::integrate) take_form(e.instruction, forms, use, e.form);
  }
  return entries;
}

void mark_needed(const Tape& tape, std::vector<Entry>& entries, const SlotUse& use) {
  std::vector<bool> wanted(tape.slot_count, false), written_late(tape.slot_count, false);
  for (const Entry& e : entries) {
    if (!is_integration(e.instruction.op)) continue;
    for_each_read(tape, e, [&](Slot s) { wanted[s] = true; });
    if (e.instruction.out2 != no_slot) written_late[e.instruction.out2] = true;
  }
  for (auto e = entries.rbegin(); e != entries.rend(); ++e) {
    if (is_integration(e->instruction.op)) continue;
    bool needed = false;
    for_each_result(tape, e->instruction, [&](Slot s) { needed = needed || wanted[s] || (!written_late[s] && use.kept(s)); });
    e->needed = needed;
    if (needed) for_each_read(tape, *e, [&](Slot s) { wanted[s] = true; });
  }
}

Instruction written(Tape& tape, const Entry& e) {
  Instruction i = e.instruction;
  if (!e.form) return i;
  const LinearForm& form = *e.form;
  const bool integration = is_integration(i.op);
  const bool plain = std::ranges::all_of(form, [](const LinearTerm& t) { return t.weight == no_slot; });
  i.a = i.b = no_slot;
  if (plain && form.size() == 1 && !(integration && (form[0].negative || i.out2 != no_slot))) {
    i.op = integration ? TapeOp::integrate : form[0].negative ? TapeOp::neg : TapeOp::copy;
    i.a = form[0].factor;
  } else if (plain && form.size() == 2 && !form[0].negative && !integration) {
    i.op = form[1].negative ? TapeOp::sub : TapeOp::add;
    i.a = form[0].factor;
    i.b = form[1].factor;
  } else {
    i.op = integration ? TapeOp::integrate_linear : TapeOp::linear;
    i.index = static_cast<std::uint32_t>(tape.terms.size());
    i.count = static_cast<std::uint16_t>(form.size());
    tape.terms.insert(tape.terms.end(), form.begin(), form.end());
  }
  return i;
}

}  // namespace

std::vector<Instruction> fuse(Tape& tape, std::vector<Instruction> instructions, const std::vector<Slot>& keep,
                              const std::function<bool(Slot)>& is_constant, std::vector<Instruction>* setup) {
  const std::size_t given = tape.slot_count;
  const std::function<bool(Slot)> constant = [&](Slot s) { return s < given && is_constant(s); };
  instructions = expand_powers(tape, std::move(instructions));
  const SlotUse use(tape, instructions, keep);
  LinearForms forms(tape, use, constant, setup);
  std::vector<Entry> entries = entries_of(instructions, forms, use);
  instructions = {};  // large models need the room
  mark_needed(tape, entries, use);

  std::vector<Instruction> result;
  result.reserve(entries.size());
  for (const Entry& e : entries) {
    if (e.needed) result.push_back(written(tape, e));
  }
  return result;
}

}  // namespace saltus
