#pragma once
// The tape: a flat list of elementary operations over truncated power series. The second narrow waist: models are compiled
// to it, and any number type runs it.
//
// A slot holds the Taylor coefficients c[0..P] of one quantity about the present time, normalised: f(t0 + h) = sum c[k] h^k.
// Coefficient k of every operation depends on coefficients 0..k of its arguments (and 0..k-1 of its result), so a tape is run
// order by order: run(code, jets, 0), run(code, jets, 1), ... A `Code` is one list of operations; a compiled model has several
// over the same slots (set-up, flow, guards, outputs, event round).
//
// Booleans and integers are numbers (0/1) with coefficients k > 0 equal to zero.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "expr/expr.hpp"
#include "number/rational.hpp"

namespace saltus {

using Slot = std::uint32_t;
inline constexpr Slot no_slot = ~Slot{0};

enum class TapeOp : std::uint8_t {
  // smooth: defined for every order
  copy,  ///< out = a
  neg,   ///< out = -a
  add,
  sub,
  mul,
  div,
  square,            ///< out = a*a
  linear,            ///< out = constant + sum weight_i * slot_i (weights are slots holding constants): see LinearTerms
  integrate,         ///< out[k+1] = a[k]/(k+1): `out` is a state, `a` its derivative
  integrate_linear,  ///< out[k+1] = (constant + sum weight_i * slot_i)[k]/(k+1); out2 (if any) = the derivative, read by no
                     ///< other operation of the code
  sqrt,
  exp,  ///< b (if any): the derivative of a, coefficients 0..k-1 of which are read, and of a only the first
        ///< (tape/share_derivatives.hpp)
  log,
  log10,     ///< out2 = a log(10) (work slot)
  sincos,    ///< out = sin(a), out2 = cos(a); b as for exp, and c (there if b is) the first of two work slots side by side
  tan,       ///< out = tan(a), out2 = 1 + out^2 (work slot)
  sinhcosh,  ///< out = sinh(a), out2 = cosh(a)
  tanh,      ///< out = tanh(a), out2 = 1 - out^2
  asin,
  acos,    ///< out2 = sqrt(1 - a^2) (work slot)
  atan,    ///< out2 = 1 + a^2
  atan2,   ///< out = atan2(a, b), out2 = a^2 + b^2
  pow,     ///< out = a^b, b constant in time (coefficients k > 0 of b are zero); integer b allows a = 0 and a < 0
  select,  ///< out = c[0] > 1/2 ? a : b, for all orders
  call,    ///< output `index` of a user function over the argument list, interpreted over series
  solve,   ///< the unknowns of block `index` of Tape::blocks, by Newton's method (tape/implicit_block.hpp)
  // discrete: only order 0, higher coefficients are zero
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,  ///< literal comparison of order 0
  not_,
  and_,
  or_,
  floor,     ///< of order 0
  sign,      ///< -1, 0, 1 of order 0
  relation,  ///< relation `index` in an event round: see RelationState in tape/jets.hpp
};

/// One operation. Unused operands are no_slot. Small, since a large model has tens of millions.
struct Instruction {
  TapeOp op = TapeOp::copy;
  std::uint16_t count = 0;  ///< linear: number of terms
  Slot out = no_slot;
  Slot a = no_slot, b = no_slot, c = no_slot;
  Slot out2 = no_slot;
  std::uint32_t index = 0;  ///< linear: first term in Tape::terms; call: in Tape::calls; relation: which; solve: block
  friend bool operator==(const Instruction&, const Instruction&) = default;
};
static_assert(sizeof(Instruction) == 28);

/// What a `call` calls.
struct FunctionCall {
  std::uint32_t function = 0;
  std::uint32_t first = 0, count = 0;  ///< its arguments in Tape::arguments
  std::uint32_t output = 0;            ///< which output of the function
};

struct LinearTerm {
  Slot weight = no_slot;  ///< a constant slot; no_slot means 1
  Slot factor = no_slot;  ///< no_slot: the term is the weight alone (the constant)
  bool negative = false;  ///< the term is subtracted
};

/// A list of operations in an order in which they can be run.
struct Code {
  std::vector<Instruction> instructions;
  bool elementwise = false;  ///< no operation mixes orders (tape/elementwise.hpp)
  std::uint32_t late = 0;    ///< so many operations at the end are `integrate` to slots of which no operation reads more than
                             ///< coefficient 0: they are run over all orders at once, after the others
};

struct Tape;

/// Sort by level and opcode where the order of data allows it, so that equal operations stand together. The given order is the order of the data: an
/// operation that reads a slot written later in the list reads its old value, and still does afterwards. `integrate` and
/// `integrate_linear` write order k+1, which nobody reads at order k: they come last, whatever their place.
Code arrange(const Tape& tape, std::vector<Instruction> instructions);
/// The same without the tape: the operands of `linear`, `call` and `solve` are unknown then, so these stay where they are.
Code arrange(std::vector<Instruction> instructions);
/// As they are: what belongs together in a large model stays together in memory. No integrations.
Code in_given_order(std::vector<Instruction> instructions);

/// Where a slot's coefficients lie: series first, `stride` numbers each, then slots with one number.
struct AddressMap {
  std::size_t stride = 0;
  std::size_t series = 0;  ///< so many slots have series
  [[nodiscard]] std::size_t operator()(Slot s) const { return s < series ? s * stride : series * (stride - 1) + s; }
};

/// The program of one user function, over local registers, interpreted over series; control flow follows order 0.
struct FunctionProgram;

/// Equations that determine their unknowns together: residuals = 0. Made by `solve`, which has no operands of its own: it reads what the
/// codes read, and writes the unknowns and all that the codes write.
struct ImplicitBlock {
  struct Entry {
    std::uint32_t row, column;
    Slot value;
  };
  std::vector<Slot> unknowns;   ///< coefficient 0 on entry: the guess; not a number afterwards where there is no solution
  std::vector<Slot> residuals;  ///< as many
  Code residual_code;           ///< makes the residuals, order by order, from the unknowns and slots made before
  Code jacobian_code;           ///< makes the entries d residual/d unknown at order 0, after residual_code
  std::vector<Entry> jacobian;  ///< entries that are not there are zero
  std::vector<std::vector<Slot>> terms;  ///< empty, or for each residual what it is the sum of, up to signs
  std::vector<Slot> sizes;  ///< empty, or for each unknown: receives the size of what is rounded in it, by the terms
  bool linear = false;      ///< the residuals are linear in the unknowns: no iteration, and the guess does not matter
};

struct Tape {
  std::size_t slot_count = 0;
  std::size_t series_count = ~std::size_t{0};  ///< slots from this one on are read and written at order 0 only
  struct Constant {
    Slot slot;
    Expr value;
  };  ///< value: Op::number, Op::boolean or Op::pi
  std::vector<Constant> constants;
  std::vector<LinearTerm> terms;
  std::vector<FunctionCall> calls;
  std::vector<Slot> arguments;  ///< of calls
  std::vector<std::shared_ptr<const FunctionProgram>> functions;
  std::vector<ImplicitBlock> blocks;  ///< of `solve`

  Slot new_slot() { return static_cast<Slot>(slot_count++); }
};

/// One line an operation: "  7: s12 = mul s3 s4".
std::string print(const Tape& tape, const Code& code);

}  // namespace saltus
