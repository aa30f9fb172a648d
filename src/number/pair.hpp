#pragma once
// Two doubles side by side: one vector operation does what two scalar ones do, with the same bits, on every machine we build for.

namespace saltus {

using Pair [[gnu::vector_size(16), gnu::may_alias]] = double;

/// The same where it need not be aligned. A pair must not be read where its halves have just been written one by one: the read would wait
/// until both are in memory.
using LoosePair [[gnu::vector_size(16), gnu::may_alias, gnu::aligned(8)]] = double;
[[gnu::always_inline]] inline const LoosePair& loose_pair(const double* x) { return *reinterpret_cast<const LoosePair*>(x); }
[[gnu::always_inline]] inline LoosePair& loose_pair(double* x) { return *reinterpret_cast<LoosePair*>(x); }

/// |x|, |y|. By value: a reference to a pair would promise its alignment.
[[gnu::always_inline]] inline Pair absolute(LoosePair x) {
  using Bits [[gnu::vector_size(16)]] = long long;
  return reinterpret_cast<Pair>(reinterpret_cast<Bits>(x) & Bits{0x7fffffffffffffff, 0x7fffffffffffffff});
}

}  // namespace saltus
