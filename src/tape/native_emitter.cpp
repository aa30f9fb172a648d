#if defined(__x86_64__)

#include "tape/native_emitter.hpp"

namespace saltus {

NativeEmitter::Memory NativeEmitter::constant(double low, double high) {
  const auto [found, is_new] = constants_.try_emplace({std::bit_cast<std::uint64_t>(low), std::bit_cast<std::uint64_t>(high)});
  if (is_new) found->second = asm_.newLabel();
  return asmjit::x86::ptr(found->second);
}

void NativeEmitter::entry(const asmjit::Label& block, const KeptResults::Registers& kept) {
  set_bases();
  for (std::uint32_t i = 0; i < kept.size(); ++i) {
    const Register r(KeptResults::first + i);
    if (kept[i].pair != nullptr)
      asm_.vmovupd(r, at(kept[i].pair, 0));
    else if (kept[i].number != nullptr)
      asm_.vmovsd(r, at(kept[i].number, 0));
  }
  asm_.jmp(block);
}

void NativeEmitter::load(const Register& x, const double* from, std::ptrdiff_t i) {
  if (const auto r = kept_.number(from + i))
    asm_.vmovapd(x, Register(static_cast<std::uint32_t>(*r)));
  else
    load(x, at(from, i));
}
void NativeEmitter::store(double* to, int k, const Register& x) {
  asm_.vmovsd(at(to, k), x);
  asm_.vmovapd(Register(static_cast<std::uint32_t>(kept_.keep({.number = to + k}))), x);
}

asmjit::Operand NativeEmitter::number(const double* x, std::ptrdiff_t i) const {
  if (const auto r = kept_.number(x + i)) return Register(static_cast<std::uint32_t>(*r));
  return at(x, i);
}
asmjit::Operand NativeEmitter::pair(const double* x, std::ptrdiff_t i) const {
  if (const auto r = kept_.pair(x + i)) return Register(static_cast<std::uint32_t>(*r));
  return at(x, i);
}

void NativeEmitter::multiply(const Register& to, const Register& a, const double* b, std::ptrdiff_t i) {
  asm_.emit(asmjit::x86::Inst::kIdVmulsd, to, a, number(b, i));
}
void NativeEmitter::multiply(const Register& to, const double* a, std::ptrdiff_t i, const double* b, std::ptrdiff_t j) {
  if (const auto r = kept_.number(a + i)) return multiply(to, Register(static_cast<std::uint32_t>(*r)), b, j);
  load(to, at(a, i));
  multiply(to, to, b, j);
}
void NativeEmitter::add(const Register& to, const Register& a, const double* b, std::ptrdiff_t i) {
  asm_.emit(asmjit::x86::Inst::kIdVaddsd, to, a, number(b, i));
}
void NativeEmitter::subtract(const Register& to, const Register& a, const double* b, std::ptrdiff_t i) {
  asm_.emit(asmjit::x86::Inst::kIdVsubsd, to, a, number(b, i));
}
void NativeEmitter::divide(const Register& to, const Register& a, const double* b, std::ptrdiff_t i) {
  asm_.emit(asmjit::x86::Inst::kIdVdivsd, to, a, number(b, i));
}

void NativeEmitter::add(const Register& sum, const Register& x, bool pairs) {
  if (pairs)
    asm_.vaddpd(sum, sum, x);
  else
    asm_.vaddsd(sum, sum, x);
}

template <class Term>
void NativeEmitter::add_term(const Register& sum, int j, bool pairs, const Term& term) {
  term(j, term_);
  add(sum, term_, pairs);
}

// As series::detail::inner_sum.
template <class Term>
void NativeEmitter::inner_sum(int low, int high, bool pairs, const Term& term) {
  const int n = high - low + 1, count = n / 2;
  if (count == 0) return term(low, xmm0);
  for (int i = 0; i < count; ++i) {
    const int l = low + count - 1 - i, h = high - count + 1 + i;
    const Register& to_l = i % 2 == 0 ? xmm0 : xmm2;
    const Register& to_h = i % 2 == 0 ? xmm1 : xmm3;
    if (i < 2) {
      term(l, to_l);
      term(h, to_h);
    } else {
      add_term(to_l, l, pairs, term);
      add_term(to_h, h, pairs, term);
    }
  }
  add(xmm0, xmm1, pairs);
  if (count > 1) {
    add(xmm2, xmm3, pairs);
    add(xmm0, xmm2, pairs);
  }
  if (n % 2 == 1) add_term(xmm0, low + count, pairs, term);
}

// As series::constant_sum.
template <class Term>
void NativeEmitter::sum(int low, int high, bool pairs, const Term& term) {
  if (high < low) return zero(xmm0);
  if (high == low) return term(low, xmm0);
  if (high == low + 1) {
    term(high, xmm0);
  } else {
    inner_sum(low + 1, high - 1, pairs, term);
    add_term(xmm0, high, pairs, term);
  }
  add_term(xmm0, low, pairs, term);
}

// a[j] b[k-j].
void NativeEmitter::product_sum(int low, int high, const double* a, const double* b, int k) {
  sum(low, high, false, [&](int j, const Register& r) { multiply(r, a, j, b, k - j); });
}

// j a[j] b[k-j].
void NativeEmitter::weighted_sum(int low, int high, const double* a, const double* b, int k) {
  sum(low, high, false, [&](int j, const Register& r) {
    if (j == 1) return multiply(r, a, j, b, k - j);
    load(r, a, j);
    asm_.vmulsd(r, r, constant(j));
    multiply(r, r, b, k - j);
  });
}

// As series::symmetric_sum.
void NativeEmitter::symmetric_sum(int low, const double* a, int k) {
  product_sum(low, (k + 1) / 2 - 1, a, a, k);
  asm_.vaddsd(xmm0, xmm0, xmm0);
  if (k % 2 != 0 || k / 2 < low) return;
  load(term_, a, k / 2);
  asm_.vmulsd(term_, term_, term_);
  asm_.vaddsd(xmm0, xmm0, term_);
}

void NativeEmitter::combination(const Prepared<double>& n, int k) {
  if (n.terms == n.terms_end) return zero(xmm0);
  for (const PreparedTerm<double>* t = n.terms; t != n.terms_end; ++t) {
    const Register& r = t == n.terms ? xmm0 : term_;
    if (t->source == nullptr && !t->negative) {
      load(r, t->factor, k);
    } else {
      load(r, weight(*t));
      multiply(r, r, t->factor, k);
    }
    if (t != n.terms) asm_.vaddsd(xmm0, xmm0, term_);
  }
}

void NativeEmitter::quotient(const Prepared<double>& n, int k) {
  product_sum(1, k, n.b, n.out, k);
  load(term_, n.a, k);
  asm_.vsubsd(xmm0, term_, xmm0);
  divide(xmm0, xmm0, n.b, 0);
}

// 0 where numerator and denominator are.
void NativeEmitter::root(const Prepared<double>& n, int k) {
  symmetric_sum(1, n.out, k);
  load(term_, n.a, k);
  asm_.vsubsd(xmm0, term_, xmm0);
  load(xmm1, n.out, 0);
  asm_.vaddsd(xmm1, xmm1, xmm1);
  zero(xmm3);
  asm_.vcmpsd(xmm2, xmm0, xmm3, if_equal);
  asm_.vcmpsd(xmm3, xmm1, xmm3, if_equal);
  asm_.vandpd(xmm2, xmm2, xmm3);
  asm_.vdivsd(xmm0, xmm0, xmm1);
  asm_.vandnpd(xmm0, xmm2, xmm0);
}

// 0 where the function is infinite.
void NativeEmitter::exponential(const Prepared<double>& n, int k, bool of_rate) {
  if (of_rate)
    product_sum(0, k - 1, n.b, n.out, k - 1);
  else
    weighted_sum(1, k, n.a, n.out, k);
  over(k);
  load(xmm1, n.out, 0);
  asm_.vsubsd(xmm1, xmm1, xmm1);
  zero(xmm2);
  asm_.vcmpsd(xmm1, xmm1, xmm2, if_equal);
  asm_.vandpd(xmm0, xmm0, xmm1);
}

void NativeEmitter::logarithm(const Prepared<double>& n, int k) {
  weighted_sum(1, k - 1, n.out, n.a, k);
  over(k);
  load(term_, n.a, k);
  asm_.vsubsd(xmm0, term_, xmm0);
  divide(xmm0, xmm0, n.a, 0);
}

void NativeEmitter::sine_and_cosine(const Prepared<double>& n, int k) {
  weighted_sum(1, k, n.a, n.out2, k);
  over(k);
  asm_.vmovapd(aside_, xmm0);
  weighted_sum(1, k, n.a, n.out, k);
  over(k);
  negate(xmm0);
  store(n.out, k, aside_);
  store(n.out2, k, xmm0);
}

// As series::next_pair.
void NativeEmitter::sine_and_cosine_of_rate(const Prepared<double>& n, int k) {
  namespace x86 = asmjit::x86;
  const Memory scale = constant(-(1.0 / k), 1.0 / k);
  const auto term = [&](int j, const Register& r) {
    asm_.emit(x86::Inst::kIdVmovddup, r, number(n.b, j));
    asm_.emit(x86::Inst::kIdVmulpd, r, r, pair(n.c, 2 * (k - 1 - j)));
  };
  if (k < 3)
    sum(0, k - 1, true, term);
  else
    inner_sum(1, k - 2, true, term);
  asm_.vshufpd(xmm0, xmm0, xmm0, 1);
  asm_.vmulpd(xmm0, xmm0, scale);
  if (k >= 3) add_scaled_ends(n, k, scale);
  asm_.vmovapd(at(n.c, 2 * k), xmm0);
  asm_.vmovhpd(at(n.out, k), xmm0);
  asm_.vmovlpd(at(n.out2, k), xmm0);
  const auto both = static_cast<std::uint32_t>(kept_.keep({.number = n.out2 + k, .pair = n.c + std::ptrdiff_t{2} * k}));
  asm_.vmovapd(Register(both), xmm0);
  const auto sine = static_cast<std::uint32_t>(kept_.keep({.number = n.out + k}));
  asm_.vpermilpd(Register(sine), xmm0, 1);
}

// As series::with_scaled_ends: last the term with the pair that was made last.
void NativeEmitter::add_scaled_ends(const Prepared<double>& n, int k, const Memory& scale) {
  namespace Inst = asmjit::x86::Inst;
  asm_.emit(Inst::kIdVpermilpd, xmm1, pair(n.c, 0), 1);
  asm_.vmulpd(xmm1, xmm1, scale);
  asm_.emit(Inst::kIdVmovddup, xmm2, number(n.b, k - 1));
  asm_.vmulpd(xmm1, xmm1, xmm2);
  asm_.vaddpd(xmm0, xmm0, xmm1);
  asm_.emit(Inst::kIdVmovddup, xmm2, number(n.b, 0));
  asm_.vmulpd(xmm2, xmm2, scale);
  asm_.emit(Inst::kIdVpermilpd, xmm3, pair(n.c, 2 * std::ptrdiff_t{k - 1}), 1);
  asm_.vmulpd(xmm2, xmm2, xmm3);
  asm_.vaddpd(xmm0, xmm0, xmm2);
}

void NativeEmitter::choice(const Prepared<double>& n, int k) {
  load(xmm1, constant(0.5));
  asm_.vcmpsd(xmm1, xmm1, at(n.c, 0), if_less);
  load(xmm2, n.a, k);
  load(xmm0, n.b, k);
  asm_.vblendvpd(xmm0, xmm0, xmm2, xmm1);
}

bool NativeEmitter::plain(const Prepared<double>& n, int k) {
  switch (n.prepared) {
    case PreparedOp::copy: load(xmm0, n.a, k); return true;
    case PreparedOp::neg:
      load(xmm0, n.a, k);
      negate(xmm0);
      return true;
    case PreparedOp::add:
      load(xmm0, n.a, k);
      add(xmm0, xmm0, n.b, k);
      return true;
    case PreparedOp::sub:
      load(xmm0, n.a, k);
      subtract(xmm0, xmm0, n.b, k);
      return true;
    case PreparedOp::mul: product_sum(0, k, n.b, n.a, k); return true;
    case PreparedOp::square: symmetric_sum(0, n.a, k); return true;
    case PreparedOp::select: choice(n, k); return true;
    default: return false;
  }
}

// Of the derivative in xmm0.
void NativeEmitter::integral(const Prepared<double>& n, int k) {
  if (k >= jets_.order()) return;
  over(k + 1);
  store(n.out, k + 1, xmm0);
}

void NativeEmitter::coefficient(const Prepared<double>& n, int k) {
  if (plain(n, k)) return store(n.out, k, xmm0);
  switch (n.prepared) {
    case PreparedOp::div: quotient(n, k); break;
    case PreparedOp::linear:
    case PreparedOp::linear_of_two: combination(n, k); break;
    case PreparedOp::sqrt: root(n, k); break;
    case PreparedOp::exp: exponential(n, k, false); break;
    case PreparedOp::exp_of_rate: exponential(n, k, true); break;
    case PreparedOp::log: logarithm(n, k); break;
    case PreparedOp::sincos: return sine_and_cosine(n, k);
    case PreparedOp::sincos_of_rate: return sine_and_cosine_of_rate(n, k);
    case PreparedOp::integrate: load(xmm0, n.a, k); return integral(n, k);
    case PreparedOp::integrate_linear:
    case PreparedOp::integrate_linear_of_two: combination(n, k); return integral(n, k);
    case PreparedOp::integrate_shown_linear:
      combination(n, k);
      store(n.out2, k, xmm0);
      return integral(n, k);
    default: zero(xmm0); break;  // what is discrete has no other orders than the first
  }
  store(n.out, k, xmm0);
}

}  // namespace saltus

#endif
