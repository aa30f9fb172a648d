#pragma once
// The answer of a comparison of eight numbers as the bits of one byte: AVX-512 has registers for such answers, and no operation has to turn
// them into lanes and back. Only for translation units that are compiled for AVX-512.

#ifdef __AVX512DQ__

#include <immintrin.h>

#define SALTUS_LANES [[gnu::always_inline]] friend inline

namespace saltus {

/// As Mask<8>. T: as in Lanes.
template <class T>
class RegisterMask {
 public:
  using Reals [[gnu::vector_size(64)]] = double;
  static constexpr int lanes = 8;

  [[gnu::always_inline]] RegisterMask() = default;
  [[gnu::always_inline]] explicit RegisterMask(bool all_lanes) : m_(all_lanes ? 0xff : 0) {}

  /// Bit i is lane i.
  [[gnu::always_inline]] static RegisterMask from_lane_bits(unsigned bits) { return of(bits & 0xff); }

  [[nodiscard, gnu::always_inline]] bool operator[](int lane) const { return (m_ >> lane & 1) != 0; }
  [[gnu::always_inline]] void set(int lane, bool b) {
    const unsigned one = 1u << static_cast<unsigned>(lane);
    m_ = b ? m_ | one : m_ & ~one;
  }

  [[gnu::always_inline]] static RegisterMask less(const Reals& a, const Reals& b) { return compare<_CMP_LT_OQ>(a, b); }
  [[gnu::always_inline]] static RegisterMask less_equal(const Reals& a, const Reals& b) { return compare<_CMP_LE_OQ>(a, b); }
  [[gnu::always_inline]] static RegisterMask equal(const Reals& a, const Reals& b) { return compare<_CMP_EQ_OQ>(a, b); }
  [[gnu::always_inline]] static RegisterMask not_equal(const Reals& a, const Reals& b) { return compare<_CMP_NEQ_UQ>(a, b); }
  [[gnu::always_inline]] void choose(const Reals& a, const Reals& b, Reals& result) const {
    result = _mm512_mask_blend_pd(static_cast<__mmask8>(m_), b, a);
  }

  SALTUS_LANES RegisterMask operator&(const RegisterMask& a, const RegisterMask& b) { return of(a.m_ & b.m_); }
  SALTUS_LANES RegisterMask operator|(const RegisterMask& a, const RegisterMask& b) { return of(a.m_ | b.m_); }
  SALTUS_LANES RegisterMask operator^(const RegisterMask& a, const RegisterMask& b) { return of(a.m_ ^ b.m_); }
  SALTUS_LANES RegisterMask operator~(const RegisterMask& a) { return of(a.m_ ^ 0xff); }
  SALTUS_LANES RegisterMask operator!(const RegisterMask& a) { return ~a; }
  SALTUS_LANES unsigned lane_bits(const RegisterMask& a) { return a.m_; }
  SALTUS_LANES bool any(const RegisterMask& a) { return a.m_ != 0; }
  SALTUS_LANES bool all(const RegisterMask& a) { return a.m_ == 0xff; }

 private:
  [[gnu::always_inline]] static RegisterMask of(unsigned bits) {
    RegisterMask r;
    r.m_ = bits;
    return r;
  }
  template <int Comparison>
  [[gnu::always_inline]] static RegisterMask compare(const Reals& a, const Reals& b) {
    return of(_mm512_cmp_pd_mask(a, b, Comparison));
  }

  unsigned m_ = 0;  // not a byte: bytes may be part of anything, and what is near would be read again after every change
};

}  // namespace saltus

#undef SALTUS_LANES

#endif
