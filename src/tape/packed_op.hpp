#pragma once
// An operation on groups: eight slots (or four; as many as a vector register has lanes) side by side, so that one vector operation
// computes a coefficient of all of them. See docs/design/speed.md, "Packing".

#include <cstdint>

#include "tape/tape.hpp"

namespace saltus {

enum class PackedKind : std::uint8_t {
  copy,
  neg,
  add,
  sub,
  mul,
  div,
  square,
  linear,
  linear_of_two,  ///< two terms with a factor: no loop whose end must be guessed
  linear_of_three,
  integrate,
  integrate_linear,
  integrate_linear_of_two,
  integrate_sum,  ///< these above order 0 only (tape/packed_fusion.hpp)
  integrate_sum_of_two,
  integrate_sum_of_three,
  sqrt,
  exp,
  exp_of_rate,
  log,
  sincos,
  sincos_of_rate,
  select,
  pick,     ///< lanes of a and b, in another arrangement
  outside,  ///< an operation that is run on the jets
  end,      ///< behind the last operation
};

struct PackedTerm {
  const double* weight;  ///< one for each lane, with its sign; null: they are 1
  const double* factor;  ///< null: the weight alone, at order 0
  const double* other = nullptr;
  const std::int64_t* picked = nullptr;  ///< if there: lanes of factor and other, as for `pick`
};

/// Coefficient k of the group at p: lanes p[k * lanes], ... The names are those of Instruction. Of integrate_sum `a` and `b` are weights, one
/// for each lane, null where they are 1: the derivative of `out` is a times the sum of the terms, plus b times c; `out2`, if it is
/// there, has `out` as its derivative.
struct PackedOp {
  PackedKind kind = PackedKind::end;
  std::uint8_t used = 0;      ///< a bit for each lane that has an operation
  std::uint32_t outside = 0;  ///< which
  double* out = nullptr;
  double* out2 = nullptr;
  const double* a = nullptr;
  const double* b = nullptr;
  const double* c = nullptr;
  const PackedTerm* terms = nullptr;  ///< those with a factor; `all_terms` for order 0
  const PackedTerm* terms_end = nullptr;
  const PackedTerm* all_terms = nullptr;
  const PackedTerm* all_terms_end = nullptr;
  const std::int64_t* picked = nullptr;  ///< for each lane: a lane of a, or one of b plus their number
};

/// Order k up to the first operation outside or to the end, which is returned.
using PackedKernel = const PackedOp* (*)(const PackedOp* from, int k, int last_order);

/// Writes coefficients first..last of a group to series, one for each lane.
using GroupWriter = void (*)(const double* group, double* const* series, int first, int last);

struct StateGroup;
struct WorstTerms;

/// The kernels of a machine.
struct PackedKernels {
  int lanes = 0;                           ///< 0: there are none
  const PackedKernel* of_order = nullptr;  ///< constant_orders of them
  const PackedKernel* in_pairs =
      nullptr;                    ///< the same from order 2 on where an even order and the next one are run one after the other
  PackedKernel beyond = nullptr;  ///< for all other orders
  GroupWriter write_group = nullptr;
  // tape/packed_states.hpp
  void (*move_states)(StateGroup* first, StateGroup* end, double s, int d) = nullptr;
  void (*note_state_sizes)(StateGroup* first, StateGroup* end) = nullptr;
  bool (*worst_terms)(const StateGroup* first, const StateGroup* end, int n, WorstTerms& worst) = nullptr;
};

[[nodiscard]] PackedKernels packed_kernels_512();
[[nodiscard]] PackedKernels packed_kernels_256();
/// The widest that this machine runs.
[[nodiscard]] const PackedKernels& packed_kernels();

}  // namespace saltus
