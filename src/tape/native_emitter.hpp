#pragma once
// Machine instructions for operations on series at one order (x86-64 with AVX), as NativeCode strings them together: native_emitter.cpp has the
// orders above 0, native_values.cpp has order 0.

#include <asmjit/x86.h>

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <utility>

#include "tape/jets.hpp"
#include "tape/kept_results.hpp"
#include "tape/prepared.hpp"

namespace saltus {

/// Registers: edi the last order wanted, rax the base of all addresses of series, rdx that of weights; xmm0..xmm3 partial sums, xmm0 their result,
/// xmm4 and xmm5 as needed, those from xmm6 on what was made last (tape/kept_results.hpp). Nothing has to be saved.
class NativeEmitter {
 public:
  /// No address of a series is below `series`, and none of a weight below `weights`.
  NativeEmitter(asmjit::CodeHolder& code, const Jets<double>& jets, const double* series, const double* weights)
      : asm_(&code), jets_(jets), series_(series), weights_(weights) {}

  [[nodiscard]] asmjit::x86::Assembler& assembler() { return asm_; }

  /// Sets the bases and goes on at `block`, where `kept` is in registers.
  void entry(const asmjit::Label& block, const KeptResults::Registers& kept);
  /// What is in registers here.
  [[nodiscard]] const KeptResults::Registers& kept() const { return kept_.registers(); }
  /// Returns if order k is the last one wanted.
  void end_of_order(int k, const asmjit::Label& end) {
    asm_.cmp(asmjit::x86::edi, k);
    asm_.je(end);
  }
  /// Numbers that instructions refer to, behind them.
  void constants() {
    asm_.align(asmjit::AlignMode::kData, 16);
    for (const auto& [bits, label] : constants_) {
      asm_.bind(label);
      asm_.embedUInt64(bits.first);
      asm_.embedUInt64(bits.second);
    }
  }

  /// Coefficient 0 of an operation that is not rare.
  void value(const Prepared<double>& n);
  /// Coefficient k >= 1.
  void coefficient(const Prepared<double>& n, int k);

 private:
  using Register = asmjit::x86::Xmm;
  using Memory = asmjit::x86::Mem;

  void set_bases() {
    set(asmjit::x86::rax, series_);
    set(asmjit::x86::rdx, weights_);
  }
  void set(const asmjit::x86::Gp& to, const void* address) { asm_.mov(to, std::bit_cast<std::uint64_t>(address)); }

  [[nodiscard]] Memory at(const double* x, std::ptrdiff_t i) const {
    return asmjit::x86::ptr(asmjit::x86::rax, static_cast<std::int32_t>((x + i - series_) * std::ptrdiff_t{sizeof(double)}));
  }
  [[nodiscard]] Memory weight(const PreparedTerm<double>& t) const {
    const auto distance = reinterpret_cast<const char*>(&t.weight) - reinterpret_cast<const char*>(weights_);
    return asmjit::x86::ptr(asmjit::x86::rdx, static_cast<std::int32_t>(distance));
  }
  Memory constant(double low, double high);
  Memory constant(double x) { return constant(x, 0); }

  // Sums of terms, single or in pairs, into xmm0. term(j, r) makes r of term j.
  template <class Term>
  void sum(int low, int high, bool pairs, const Term& term);
  template <class Term>
  void inner_sum(int low, int high, bool pairs, const Term& term);
  template <class Term>
  void add_term(const Register& sum, int j, bool pairs, const Term& term);
  void add(const Register& sum, const Register& x, bool pairs);

  void product_sum(int low, int high, const double* a, const double* b, int k);
  void weighted_sum(int low, int high, const double* a, const double* b, int k);
  void symmetric_sum(int low, const double* a, int k);

  void over(int n) { asm_.vmulsd(xmm0, xmm0, constant(1.0 / n)); }
  void negate(const Register& x) { asm_.vxorpd(x, x, constant(-0.0)); }
  void zero(const Register& x) { asm_.vxorpd(x, x, x); }
  void load(const Register& x, const Memory& from) { asm_.vmovsd(x, from); }
  void load(const Register& x, const double* from, std::ptrdiff_t i);
  // In memory and, for what comes next, in a register.
  void store(double* to, int k, const Register& x);

  // Coefficient i of x, where an instruction may take it from.
  [[nodiscard]] asmjit::Operand number(const double* x, std::ptrdiff_t i) const;
  [[nodiscard]] asmjit::Operand pair(const double* x, std::ptrdiff_t i) const;
  // What instructions of two operands make of a and b.
  void multiply(const Register& to, const Register& a, const double* b, std::ptrdiff_t i);
  void multiply(const Register& to, const double* a, std::ptrdiff_t i, const double* b, std::ptrdiff_t j);
  void add(const Register& to, const Register& a, const double* b, std::ptrdiff_t i);
  void subtract(const Register& to, const Register& a, const double* b, std::ptrdiff_t i);
  void divide(const Register& to, const Register& a, const double* b, std::ptrdiff_t i);

  void combination(const Prepared<double>& n, int k);
  void quotient(const Prepared<double>& n, int k);
  void root(const Prepared<double>& n, int k);
  void exponential(const Prepared<double>& n, int k, bool of_rate);
  void logarithm(const Prepared<double>& n, int k);
  void sine_and_cosine(const Prepared<double>& n, int k);
  void sine_and_cosine_of_rate(const Prepared<double>& n, int k);
  void add_scaled_ends(const Prepared<double>& n, int k, const Memory& scale);
  void choice(const Prepared<double>& n, int k);
  // What both orders above 0 and order 0 have, into xmm0. False: not this one.
  bool plain(const Prepared<double>& n, int k);
  void integral(const Prepared<double>& n, int k);

  void first_combination(const Prepared<double>& n);
  void first_term(const PreparedTerm<double>& t, const Register& r);
  void comparison(const double* a, const double* b, int predicate);
  void relation(const Prepared<double>& n);
  void call(const void* function, std::initializer_list<const double*> arguments);
  void truth(const Register& mask) { asm_.vandpd(xmm0, mask, constant(1.0)); }

  static constexpr Register xmm0 = asmjit::x86::xmm0, xmm1 = asmjit::x86::xmm1, xmm2 = asmjit::x86::xmm2,
                            xmm3 = asmjit::x86::xmm3, term_ = asmjit::x86::xmm4, aside_ = asmjit::x86::xmm5;

  // Predicates of comparisons.
  static constexpr int if_equal = 0, if_less = 1, if_at_most = 2;

  asmjit::x86::Assembler asm_;
  const Jets<double>& jets_;
  const double* series_;
  const double* weights_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, asmjit::Label> constants_;
  KeptResults kept_;
};

}  // namespace saltus
