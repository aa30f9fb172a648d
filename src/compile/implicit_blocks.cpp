// Unknowns that equations determine together.
//
// The block's operation is emitted when one of its unknowns is first needed. What its equations need from outside comes before it, what
// depends on the tears is made inside, by the codes of the operation, and counts as made by it. Conditions on the unknowns are not
// decided inside: a bit is read as the round before left it, and the event iteration goes round until all bits agree.

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "compile/lowering.hpp"

namespace saltus {

namespace {

SolvedTogether describe(const HybridModel& model, const Structure& structure, const Block& block) {
  SolvedTogether result;
  result.linear = block.tears.empty() || block.linear;
  for (const Expr u : block.unknowns) result.unknowns.push_back(text(u));
  for (const std::size_t i : block.equations) result.equations.push_back(structure.equations[i].span);
  for (const Expr t : block.tears)
    if (t->op() == Op::symbol && !model.find(t)->start) result.without_guess = t->name();
  return result;
}

}  // namespace

void Lowering::define_block(const Structure& structure, const Block& block) {
  for (const Assignment& a : block.assignments) define(a.leaf, a.value, structure.equations[a.equation].span);
  if (block.is_assignment()) return;
  const auto together = static_cast<std::uint32_t>(out_.together.size());
  out_.together.push_back(describe(out_.model, structure, block));
  for (const Assignment& a : block.assignments) definitions_.at(a.leaf).together = together;
  if (block.tears.empty()) return;
  SolvedBlock solved;
  solved.tears = block.tears;
  solved.jacobian = block.jacobian;
  solved.linear = block.linear;
  solved.span = structure.equations[block.equations.front()].span;
  for (const std::size_t i : block.residuals) {
    const Equation& e = structure.solved(i);
    solved.residuals.push_back(e.lhs - e.rhs);
  }
  for (const Expr unknown : block.unknowns) solved.inside.emplace(unknown, true);
  // Time itself, or something algebraic that may contain it.
  for (const std::size_t i : block.equations) {
    const std::array sides{structure.solved(i).lhs, structure.solved(i).rhs};
    for_each_node(sides, [&](Expr e) {
      const Definition* d = definitions_.find(e);
      const bool algebraic =
          d && !solved.inside.contains(e) && (d->kind == Definition::Kind::continuous || d->kind == Definition::Kind::tear);
      solved.reads_time = solved.reads_time || e->op() == Op::time || algebraic;
    });
  }
  for (std::size_t t = 0; t < block.tears.size(); ++t) {
    Definition d;
    d.kind = Definition::Kind::tear;
    d.slot = out_.tape.new_slot();
    d.span = structure.equations[block.residuals[t]].span;
    d.block = blocks_.size();
    d.together = together;
    definitions_[block.tears[t]] = d;
  }
  blocks_.push_back(std::move(solved));
}

bool Lowering::is_inside(SolvedBlock& block, Expr root) {
  if (const auto it = block.inside.find(root); it != block.inside.end()) return it->second;
  for_each_node({&root, 1}, [&](Expr e) {
    bool inside = false;
    if (e->op() != Op::pre && e->op() != Op::der)
      for (const Expr a : e->args()) inside = inside || block.inside.at(a);
    block.inside.emplace(e, inside);
  });
  return block.inside.at(root);
}

// The largest parts of the equations that do not depend on the unknowns, and the leaves of the matrix.
std::vector<Lowering::Key> Lowering::inputs_of_block(std::size_t b) {
  SolvedBlock& block = blocks_[b];
  const bool outer = std::exchange(reads_bits_, true);
  std::vector<Key> open, inputs;
  std::unordered_set<Key, KeyHash> seen;
  const auto visit = [&](const Key& k) {
    if (seen.insert(k).second) (is_inside(block, k.e) ? open : inputs).push_back(k);
  };
  const Context context = block.at_events ? Context::event_body : Context::equation;
  for (const Expr r : block.residuals) visit(canonical(r, context));
  std::vector<Key> needed;
  while (!open.empty()) {
    const Key k = open.back();
    open.pop_back();
    if (std::ranges::find(block.tears, k.e) != block.tears.end()) continue;
    if (steps(k.e->op())) {
      diagnostics_.error("not-yet", block.span,
                         fmt::format("`{}` steps with an unknown of the system that it stands in", text(k.e, true)),
                         "part of the system", "use a value that is known beforehand, such as a state");
      block.tears.push_back(k.e);
      continue;
    }
    needed.clear();
    add_needs(k, needed);
    for (const Key& below : needed) visit(below);
  }
  reads_bits_ = outer;
  for (const Block::Entry& entry : block.jacobian)
    for_each_node({&entry.value, 1}, [&](Expr e) {
      const bool leaf = e->op() == Op::symbol || e->op() == Op::der || e->op() == Op::pre;
      if (leaf && !is_inside(block, e)) inputs.push_back(canonical(e, context));
    });
  return inputs;
}

void Lowering::emit_block(std::size_t b) {
  SolvedBlock& block = blocks_[b];
  block.emitted = true;
  ImplicitBlock out;
  out.linear = block.linear;
  InstructionList before = std::exchange(section_, {});
  const bool outer = std::exchange(reads_bits_, true);
  const auto take = [this] {
    std::vector<Instruction> code;
    for (const RatedInstruction& r : std::exchange(section_, {})) code.push_back(r.instruction);
    return arrange(out_.tape, std::move(code));
  };
  for (const Expr t : block.tears) {
    const Definition& d = definitions_.at(t);
    section_slots(canonical(t, Context::equation).context)[t] = d.slot;
    out.unknowns.push_back(d.slot);
    out_.origins.push_back({d.slot, d.together, t, {}, d.span});
  }
  // The matrix is made at order 0 only, and a block of an event round in it only: nothing else may use what they are made of.
  const Context context = block.at_events ? Context::event_body : Context::equation;
  std::vector<Key> only_here;
  std::vector<Key>* const noted = emitted_;
  if (block.at_events) emitted_ = &only_here;
  for (const Expr r : block.residuals) out.residuals.push_back(lower(r, context));
  out.residual_code = take();
  emitted_ = &only_here;
  for (const Block::Entry& e : block.jacobian)
    out.jacobian.push_back({static_cast<std::uint32_t>(e.row), static_cast<std::uint32_t>(e.column), lower(e.value, context)});
  out.jacobian_code = take();
  emitted_ = noted;
  for (const Key& k : only_here) section_slots(k.context).erase(k.e);

  reads_bits_ = outer;
  section_ = std::move(before);
  const Rate rate = block.at_events ? Rate::discrete : Rate::continuous;
  append({.op = TapeOp::solve, .index = static_cast<std::uint32_t>(out_.tape.blocks.size())}, rate);
  block.place = out_.tape.blocks.size();
  out_.tape.blocks.push_back(std::move(out));
}

Slot Lowering::rounded_size(Expr tear) {
  const std::size_t b = definitions_.at(tear).block;
  const SolvedBlock& block = blocks_[b];
  if (out_.tape.blocks[block.place].sizes.empty()) {
    InstructionList before = std::exchange(section_, {});
    std::vector<std::vector<Slot>> terms;
    for (const Expr r : block.residuals) terms.push_back(terms_of(r, Context::equation, b));
    ImplicitBlock& out = out_.tape.blocks[block.place];
    std::vector<Instruction> code = std::move(out.residual_code.instructions);
    for (const RatedInstruction& r : std::exchange(section_, std::move(before))) code.push_back(r.instruction);
    out.residual_code = arrange(out_.tape, std::move(code));
    out.terms = std::move(terms);
    for (std::size_t t = 0; t < out.unknowns.size(); ++t) out.sizes.push_back(out_.tape.new_slot());
  }
  const auto position = std::ranges::find(block.tears, tear) - block.tears.begin();
  return out_.tape.blocks[block.place].sizes[static_cast<std::size_t>(position)];
}

// A loop that a relation closes: its bit is taken from the round before.
std::optional<Lowering::Key> Lowering::break_loop(std::span<const Key> loop) {
  for (auto k = loop.rbegin(); k != loop.rend(); ++k) {
    if (!k->e->is_relation() || is_literal(*k) || expansion(*k)) continue;
    const bool outer = std::exchange(reads_bits_, true);
    const Slot bit = emit_relation(*k);
    section_slots(k->context)[k->e] = bit;
    reads_bits_ = outer;
    return *k;
  }
  return std::nullopt;
}

void Lowering::emit_pending_guards() {
  postponed_ = false;
  ++depth_;  // what is lowered here may leave further guards pending: they are taken in this loop
  while (!pending_.empty()) {
    const PendingGuard p = pending_.back();
    pending_.pop_back();
    lower(p.h, p.context);
    fill_guard(p.guard, p.h, p.context);
  }
  --depth_;
}

void Lowering::freeze(std::unordered_map<Expr, Slot> inputs) {
  inputs_ = std::move(inputs);
  frozen_ = reads_bits_ = postponed_ = true;
}

void Lowering::thaw() {
  inputs_.clear();
  frozen_ = reads_bits_ = false;
}

}  // namespace saltus
