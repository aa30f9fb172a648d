#pragma once
// N numbers side by side (SIMD by the vector extensions of the compiler): the same operation for N trajectories at once.
//
// Each lane gives bit for bit what double gives, for + - * / fma sqrt abs floor and comparisons, for sine_cosine(), and for the elementary
// functions, which are taken lane by lane from the standard library.
// Everything is always inlined: translation units with different instruction sets must not share out-of-line copies. For the same reason
// T, which says what a lane holds, need not be double itself: a type that only one translation unit knows stands for it, so that all that is
// made from templates over Lanes<T, N> is that unit's own.

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include <cmath>
#include <cstddef>
#include <string>

#include "number/number.hpp"
#include "number/sine_cosine.hpp"

#define SALTUS_LANES [[gnu::always_inline]] friend inline

namespace saltus {

/// The vector types. Written out for each width: the compiler does not take a dependent vector_size for a vector in templates.
template <int N>
struct LaneVectors;
template <>
struct LaneVectors<2> {
  using Reals [[gnu::vector_size(16)]] = double;
  using Bits [[gnu::vector_size(16)]] = long;
};
template <>
struct LaneVectors<4> {
  using Reals [[gnu::vector_size(32)]] = double;
  using Bits [[gnu::vector_size(32)]] = long;
};
template <>
struct LaneVectors<8> {
  using Reals [[gnu::vector_size(64)]] = double;
  using Bits [[gnu::vector_size(64)]] = long;
};

/// The answer of a comparison, one per lane.
template <int N>
class alignas(8 * N) Mask {
 public:
  using Vector = typename LaneVectors<N>::Bits;  ///< -1 for true, 0 for false
  static constexpr int lanes = N;

  [[gnu::always_inline]] Mask() : m_{} {}
  [[gnu::always_inline]] explicit Mask(bool all_lanes) : m_(Vector{} - (all_lanes ? 1L : 0L)) {}
  [[gnu::always_inline]] explicit Mask(const Vector& m) : m_(m) {}

  /// Bit i is lane i.
  [[gnu::always_inline]] static Mask from_lane_bits(unsigned bits) {
    Vector of_lane;
    for (int i = 0; i < N; ++i) of_lane[i] = 1L << i;
    return Mask(Vector(((Vector{} + static_cast<long>(bits)) & of_lane) != 0));
  }

  [[nodiscard, gnu::always_inline]] bool operator[](int lane) const { return m_[lane] != 0; }
  [[gnu::always_inline]] void set(int lane, bool b) { m_[lane] = b ? -1 : 0; }
  [[nodiscard, gnu::always_inline]] const Vector& vector() const { return m_; }

  using Reals = typename LaneVectors<N>::Reals;
  [[gnu::always_inline]] static Mask less(const Reals& a, const Reals& b) { return of(a < b); }
  [[gnu::always_inline]] static Mask less_equal(const Reals& a, const Reals& b) { return of(a <= b); }
  [[gnu::always_inline]] static Mask equal(const Reals& a, const Reals& b) { return of(a == b); }
  [[gnu::always_inline]] static Mask not_equal(const Reals& a, const Reals& b) { return of(a != b); }
  /// a where it is true.
  [[gnu::always_inline]] void choose(const Reals& a, const Reals& b, Reals& result) const { result = m_ ? a : b; }

  SALTUS_LANES Mask operator&(const Mask& a, const Mask& b) { return Mask(Vector(a.m_ & b.m_)); }
  SALTUS_LANES Mask operator|(const Mask& a, const Mask& b) { return Mask(Vector(a.m_ | b.m_)); }
  SALTUS_LANES Mask operator^(const Mask& a, const Mask& b) { return Mask(Vector(a.m_ ^ b.m_)); }
  SALTUS_LANES Mask operator~(const Mask& a) { return Mask(Vector(~a.m_)); }
  SALTUS_LANES Mask operator!(const Mask& a) { return ~a; }
  /// Bit i is lane i.
  SALTUS_LANES unsigned lane_bits(const Mask& a) {
#ifdef __AVX512DQ__
    if constexpr (N == 8) return _mm512_movepi64_mask(reinterpret_cast<__m512i>(a.m_));
#endif
#ifdef __AVX__
    if constexpr (N == 4) return static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>(a.m_)));
#endif
#ifdef __SSE2__
    if constexpr (N == 2) return static_cast<unsigned>(_mm_movemask_pd(reinterpret_cast<__m128d>(a.m_)));
#endif
    unsigned bits = 0;
    for (int i = 0; i < N; ++i) bits |= static_cast<unsigned>(-a.m_[i]) << static_cast<unsigned>(i);
    return bits;
  }
  SALTUS_LANES bool any(const Mask& a) { return lane_bits(a) != 0; }
  SALTUS_LANES bool all(const Mask& a) { return lane_bits(a) == (1u << static_cast<unsigned>(N)) - 1; }

 private:
  template <class M>
  [[gnu::always_inline]] static Mask of(const M& m) {
    return Mask(reinterpret_cast<const Vector&>(m));
  }

  Vector m_;
};

/// What comparisons of Lanes<T, N> answer; T::Truth if there is one.
template <class T, int N>
struct TruthOf {
  using Type = Mask<N>;
};
template <class T, int N>
  requires requires { typename T::Truth; }
struct TruthOf<T, N> {
  using Type = typename T::Truth;
};

/// Aligned as the widest registers want it, also in translation units that do not use them.
template <class T, int N>
class alignas(8 * N) Lanes {
 public:
  using Vector = typename LaneVectors<N>::Reals;
  using Truth = typename TruthOf<T, N>::Type;
  using Bits = typename LaneVectors<N>::Bits;
  static constexpr int lanes = N;

  [[gnu::always_inline]] Lanes() : v_{} {}
  [[gnu::always_inline]] Lanes(double x) : v_(x - Vector{}) {}  // a number is the same in all lanes
  [[gnu::always_inline]] Lanes(int x) : Lanes(static_cast<double>(x)) {}
  [[gnu::always_inline]] explicit Lanes(const Vector& v) : v_(v) {}

  [[nodiscard, gnu::always_inline]] double operator[](int lane) const { return v_[lane]; }
  [[gnu::always_inline]] void set(int lane, double x) { v_[lane] = x; }
  [[nodiscard, gnu::always_inline]] const Vector& vector() const { return v_; }

  [[gnu::always_inline]] Lanes& operator+=(const Lanes& b) {
    v_ += b.v_;
    return *this;
  }
  [[gnu::always_inline]] Lanes& operator-=(const Lanes& b) {
    v_ -= b.v_;
    return *this;
  }
  [[gnu::always_inline]] Lanes& operator*=(const Lanes& b) {
    v_ *= b.v_;
    return *this;
  }
  [[gnu::always_inline]] Lanes& operator/=(const Lanes& b) {
    v_ /= b.v_;
    return *this;
  }

  SALTUS_LANES Lanes operator+(const Lanes& a, const Lanes& b) { return Lanes(Vector(a.v_ + b.v_)); }
  SALTUS_LANES Lanes operator-(const Lanes& a, const Lanes& b) { return Lanes(Vector(a.v_ - b.v_)); }
  SALTUS_LANES Lanes operator*(const Lanes& a, const Lanes& b) { return Lanes(Vector(a.v_ * b.v_)); }
  SALTUS_LANES Lanes operator/(const Lanes& a, const Lanes& b) { return Lanes(Vector(a.v_ / b.v_)); }
  SALTUS_LANES Lanes operator-(const Lanes& a) { return Lanes(Vector(-a.v_)); }
  SALTUS_LANES Lanes operator+(const Lanes& a) { return a; }

  SALTUS_LANES Truth operator<(const Lanes& a, const Lanes& b) { return Truth::less(a.v_, b.v_); }
  SALTUS_LANES Truth operator>(const Lanes& a, const Lanes& b) { return Truth::less(b.v_, a.v_); }
  SALTUS_LANES Truth operator<=(const Lanes& a, const Lanes& b) { return Truth::less_equal(a.v_, b.v_); }
  SALTUS_LANES Truth operator>=(const Lanes& a, const Lanes& b) { return Truth::less_equal(b.v_, a.v_); }
  SALTUS_LANES Truth operator==(const Lanes& a, const Lanes& b) { return Truth::equal(a.v_, b.v_); }
  SALTUS_LANES Truth operator!=(const Lanes& a, const Lanes& b) { return Truth::not_equal(a.v_, b.v_); }

  SALTUS_LANES Lanes select(const Truth& m, const Lanes& a, const Lanes& b) {
    Lanes r;
    m.choose(a.v_, b.v_, r.v_);
    return r;
  }
  SALTUS_LANES Lanes select(bool m, const Lanes& a, const Lanes& b) { return m ? a : b; }
  SALTUS_LANES Lanes abs(const Lanes& a) { return from_bits(bits_of(a).vector() & (Bits{} + 0x7fffffffffffffff)); }
  SALTUS_LANES Lanes min(const Lanes& a, const Lanes& b) { return select(b < a, b, a); }
  SALTUS_LANES Lanes max(const Lanes& a, const Lanes& b) { return select(a < b, b, a); }
  SALTUS_LANES Lanes fma(const Lanes& a, const Lanes& b, const Lanes& c) {
    Lanes r;
    for (int i = 0; i < N; ++i) r.v_[i] = std::fma(a.v_[i], b.v_[i], c.v_[i]);
    return r;
  }

  SALTUS_LANES Lanes sqrt(const Lanes& a) {
#ifdef __AVX512F__
    if constexpr (N == 8) return Lanes(Vector(_mm512_maskz_sqrt_pd(0xff, a.v_)));
#endif
#ifdef __AVX__
    if constexpr (N == 4) return Lanes(Vector(_mm256_sqrt_pd(a.v_)));
#endif
    return lane_by_lane(a, [](double x) { return std::sqrt(x); });
  }
  SALTUS_LANES Lanes floor(const Lanes& a) {
    return lane_by_lane(a, [](double x) { return std::floor(x); });
  }
  SALTUS_LANES Lanes ceil(const Lanes& a) {
    return lane_by_lane(a, [](double x) { return std::ceil(x); });
  }
  SALTUS_LANES Lanes sin(const Lanes& a) {
    return lane_by_lane(a, [](double x) { return std::sin(x); });
  }
  SALTUS_LANES Lanes cos(const Lanes& a) {
    return lane_by_lane(a, [](double x) { return std::cos(x); });
  }
  SALTUS_LANES SineCosine<Lanes> sine_cosine(const Lanes& a) {
    return sine_cosine(a, [](const Lanes& b) __attribute__((always_inline)) {
      SineCosine<Lanes> r;
      for (int i = 0; i < N; ++i) {
        const SineCosine<double> one = saltus::sine_cosine(b.v_[i]);
        r.sine.v_[i] = one.sine;
        r.cosine.v_[i] = one.cosine;
      }
      return r;
    });
  }
  SALTUS_LANES Lanes tan(const Lanes& a) {
    return lane_by_lane(a, [](double x) { return std::tan(x); });
  }
  SALTUS_LANES Lanes asin(const Lanes& a) {
    return lane_by_lane(a, [](double x) { return std::asin(x); });
  }
  SALTUS_LANES Lanes acos(const Lanes& a) {
    return lane_by_lane(a, [](double x) { return std::acos(x); });
  }
  SALTUS_LANES Lanes atan(const Lanes& a) {
    return lane_by_lane(a, [](double x) { return std::atan(x); });
  }
  SALTUS_LANES Lanes sinh(const Lanes& a) {
    return lane_by_lane(a, [](double x) { return std::sinh(x); });
  }
  SALTUS_LANES Lanes cosh(const Lanes& a) {
    return lane_by_lane(a, [](double x) { return std::cosh(x); });
  }
  SALTUS_LANES Lanes tanh(const Lanes& a) {
    return lane_by_lane(a, [](double x) { return std::tanh(x); });
  }
  SALTUS_LANES Lanes exp(const Lanes& a) {
    return lane_by_lane(a, [](double x) { return std::exp(x); });
  }
  SALTUS_LANES Lanes log(const Lanes& a) {
    return lane_by_lane(a, [](double x) { return std::log(x); });
  }
  SALTUS_LANES Lanes log10(const Lanes& a) {
    return lane_by_lane(a, [](double x) { return std::log10(x); });
  }
  SALTUS_LANES Lanes atan2(const Lanes& a, const Lanes& b) {
    return lane_by_lane(a, b, [](double x, double y) { return std::atan2(x, y); });
  }
  SALTUS_LANES Lanes pow(const Lanes& a, const Lanes& b) {
    return lane_by_lane(a, b, [](double x, double y) { return std::pow(x, y); });
  }

  /// The bits of the numbers, and back.
  SALTUS_LANES Mask<N> bits_of(const Lanes& a) { return Mask<N>(Bits(reinterpret_cast<Bits>(a.v_))); }
  [[gnu::always_inline]] static Lanes from_bits(const Bits& bits) { return Lanes(Vector(reinterpret_cast<Vector>(bits))); }

  SALTUS_LANES const Lanes& value(const Lanes& a) { return a; }
  SALTUS_LANES Truth is_finite(const Lanes& a) { return a - a == Lanes(0.0); }
  SALTUS_LANES Truth isnan(const Lanes& a) { return a != a; }

 private:
  template <class F>
  [[gnu::always_inline]] static Lanes lane_by_lane(const Lanes& a, F f) {
    Lanes r;
    for (int i = 0; i < N; ++i) r.v_[i] = f(a.v_[i]);
    return r;
  }
  template <class F>
  [[gnu::always_inline]] static Lanes lane_by_lane(const Lanes& a, const Lanes& b, F f) {
    Lanes r;
    for (int i = 0; i < N; ++i) r.v_[i] = f(a.v_[i], b.v_[i]);
    return r;
  }

  Vector v_;
};

template <class T, int N>
struct NumberTraits<Lanes<T, N>> {
  using Number = Lanes<T, N>;
  static Number epsilon() { return NumberTraits<double>::epsilon(); }
  static Number pi() { return NumberTraits<double>::pi(); }
  static Number from(const Rational& r) { return r.to_double(); }
  /// "[1, 2.5]"
  static std::string text(const Number& x) {
    std::string out = "[";
    for (int i = 0; i < N; ++i) out += (i > 0 ? ", " : "") + NumberTraits<double>::text(x[i]);
    return out + "]";
  }
};

}  // namespace saltus

#undef SALTUS_LANES
