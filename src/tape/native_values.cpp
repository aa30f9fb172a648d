// Order 0: values, which are those of functions, and bits.

#if defined(__x86_64__)

#include <cmath>
#include <cstddef>

#include "tape/native_emitter.hpp"
#include "tape/pair.hpp"
#include "tape/series_functions.hpp"

namespace saltus {
namespace {

void exponential_of(const double* a, double* out) { *out = std::exp(*a); }
void logarithm_of(const double* a, double* out) { *out = std::log(*a); }
void sine_and_cosine_of(const double* a, double* sine, double* cosine) { series::sine_and_cosine(*a, *sine, *cosine); }
void pair_of(const double* a, double* sine, double* cosine, double* pairs) {
  series::sine_and_cosine(*a, *sine, *cosine);
  *series::as_pairs(pairs) = Pair{*cosine, *sine};
}

template <class Function>
const void* address(Function* function) {
  return reinterpret_cast<const void*>(function);
}

}  // namespace

// The last order wanted is in edi, which a function may change, as it may change the bases.
void NativeEmitter::call(const void* function, std::initializer_list<const double*> arguments) {
  using namespace asmjit::x86;
  asm_.push(rdi);  // and the stack is aligned
  const Gp places[] = {rdi, rsi, rdx, rcx};
  const Gp* to = places;
  for (const double* x : arguments) set(*to++, x);
  set(rax, function);
  asm_.call(rax);
  asm_.pop(rdi);
  set_bases();
  kept_.forget_all();
}

// As first_coefficient() has it: the weight is read where it is computed.
void NativeEmitter::first_term(const PreparedTerm<double>& t, const Register& r) {
  if (t.source == nullptr) return load(r, t.factor == nullptr ? constant(1.0) : at(t.factor, 0));
  load(r, t.source, 0);
  if (t.factor != nullptr) multiply(r, r, t.factor, 0);
}
void NativeEmitter::first_combination(const Prepared<double>& n) {
  if (n.first_terms == n.first_terms_end) return zero(xmm0);
  for (const PreparedTerm<double>* t = n.first_terms; t != n.first_terms_end; ++t) {
    const bool is_first = t == n.first_terms;
    first_term(*t, is_first ? xmm0 : term_);
    if (is_first && t->negative)
      negate(xmm0);
    else if (!is_first && t->negative)
      asm_.vsubsd(xmm0, xmm0, term_);
    else if (!is_first)
      asm_.vaddsd(xmm0, xmm0, term_);
  }
}

void NativeEmitter::comparison(const double* a, const double* b, int predicate) {
  load(xmm0, a, 0);
  asm_.emit(asmjit::x86::Inst::kIdVcmpsd, xmm0, xmm0, number(b, 0), predicate);
  truth(xmm0);
}

// As decided() has it.
void NativeEmitter::relation(const Prepared<double>& n) {
  using namespace asmjit::x86;
  using State = RelationState<double>;
  set(rcx, &jets_.relations[n.source->index]);
  load(xmm0, n.a, 0);
  asm_.vandpd(xmm1, xmm0, constant(std::bit_cast<double>(~(std::uint64_t{1} << 63))));
  asm_.vcmpsd(xmm1, xmm1, ptr(rcx, offsetof(State, tie_bound)), if_at_most);
  asm_.vcvtsi2sd(xmm2, xmm2, dword_ptr(rcx, offsetof(State, tie_sign)));
  asm_.vblendvpd(xmm0, xmm0, xmm2, xmm1);
  zero(xmm1);
  asm_.vcmpsd(xmm0, xmm1, xmm0, if_less);
  truth(xmm0);
}

void NativeEmitter::value(const Prepared<double>& n) {
  if (plain(n, 0)) return store(n.out, 0, xmm0);
  switch (n.prepared) {
    case PreparedOp::div:
      load(xmm0, n.a, 0);
      divide(xmm0, xmm0, n.b, 0);
      break;
    case PreparedOp::linear:
    case PreparedOp::linear_of_two: first_combination(n); break;
    case PreparedOp::sqrt:
      load(xmm0, n.a, 0);
      asm_.vsqrtsd(xmm0, xmm0, xmm0);
      break;
    case PreparedOp::exp:
    case PreparedOp::exp_of_rate: return call(address(exponential_of), {n.a, n.out});
    case PreparedOp::log: return call(address(logarithm_of), {n.a, n.out});
    case PreparedOp::sincos: return call(address(sine_and_cosine_of), {n.a, n.out, n.out2});
    case PreparedOp::sincos_of_rate: return call(address(pair_of), {n.a, n.out, n.out2, n.c});
    case PreparedOp::integrate: load(xmm0, n.a, 0); return integral(n, 0);
    case PreparedOp::integrate_linear:
    case PreparedOp::integrate_linear_of_two: first_combination(n); return integral(n, 0);
    case PreparedOp::integrate_shown_linear:
      first_combination(n);
      store(n.out2, 0, xmm0);
      return integral(n, 0);
    case PreparedOp::not_:
      load(xmm0, constant(1.0));
      subtract(xmm0, xmm0, n.a, 0);
      break;
    case PreparedOp::and_:
      load(xmm0, n.a, 0);
      multiply(xmm0, xmm0, n.b, 0);
      break;
    case PreparedOp::or_:
      load(xmm0, n.a, 0);
      add(xmm0, xmm0, n.b, 0);
      load(xmm1, constant(0.5));
      asm_.vcmpsd(xmm0, xmm1, xmm0, if_less);
      truth(xmm0);
      break;
    case PreparedOp::less: comparison(n.a, n.b, if_less); break;
    case PreparedOp::less_equal: comparison(n.a, n.b, if_at_most); break;
    case PreparedOp::greater: comparison(n.b, n.a, if_less); break;
    case PreparedOp::greater_equal: comparison(n.b, n.a, if_at_most); break;
    case PreparedOp::relation: relation(n); break;
    default: return;
  }
  store(n.out, 0, xmm0);
}

}  // namespace saltus

#endif
