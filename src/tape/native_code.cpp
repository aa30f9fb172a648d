#include "tape/native_code.hpp"

#if defined(__x86_64__)

#include <algorithm>
#include <functional>
#include <limits>

#include "tape/native_emitter.hpp"

namespace saltus {
namespace {

/// Products that are worth it: beyond, instructions would be fetched from farther away than the jumps between operations cost.
constexpr std::size_t most_products = 4000;

asmjit::JitRuntime& runtime() {
  static asmjit::JitRuntime result;
  return result;
}

std::size_t products(PreparedOp op, std::size_t terms, std::size_t k) {
  switch (op) {
    case PreparedOp::mul:
    case PreparedOp::div:
    case PreparedOp::exp:
    case PreparedOp::exp_of_rate:
    case PreparedOp::log:
    case PreparedOp::sincos_of_rate: return k + 1;
    case PreparedOp::sincos: return 2 * k + 2;
    case PreparedOp::square:
    case PreparedOp::sqrt: return k / 2 + 1;
    default: return terms + 1;
  }
}

/// The lowest address of something, and how far away the highest one is.
struct Range {
  const double* low = nullptr;
  const double* high = nullptr;

  void add(const double* first, std::ptrdiff_t count) {
    if (first == nullptr) return;
    if (low == nullptr || std::less<>()(first, low)) low = first;
    if (high == nullptr || std::less<>()(high, first + count)) high = first + count;
  }
  [[nodiscard]] bool is_near() const {
    const auto bytes = reinterpret_cast<const char*>(high) - reinterpret_cast<const char*>(low);
    return bytes < std::numeric_limits<std::int32_t>::max();
  }
};

struct Extent {
  Range series, weights;
  std::size_t products = 0;
  bool has_rare = false;
};

template <class F>
void for_each_operation(const PreparedCode<double>& code, const F& f) {
  for (const Prepared<double>& n : code.operations()) f(n);
  for (const Prepared<double>& n : code.late_operations()) f(n);
}

Extent extent_of(const PreparedCode<double>& code, int last) {
  Extent result;
  for_each_operation(code, [&](const Prepared<double>& n) {
    result.has_rare = result.has_rare || n.prepared == PreparedOp::rare;
    for (const double* x :
         {static_cast<const double*>(n.out), static_cast<const double*>(n.out2), n.a, n.b, static_cast<const double*>(n.c)})
      result.series.add(x, 2 * last + 2);
    for (const PreparedTerm<double>* t = n.terms; t != n.terms_end; ++t) {
      result.series.add(t->factor, last + 1);
      result.weights.add(&t->weight, 1);
    }
    for (const PreparedTerm<double>* t = n.first_terms; t != n.first_terms_end; ++t) {
      result.series.add(t->factor, 1);
      result.series.add(t->source, 1);
    }
    for (int k = 0; k <= last; ++k)
      result.products += products(n.prepared, static_cast<std::size_t>(n.terms_end - n.terms), static_cast<std::size_t>(k));
  });
  return result;
}

bool is_possible(const Extent& extent) {
  return __builtin_cpu_supports("avx") && extent.series.low != nullptr && !extent.has_rare &&
         extent.products <= most_products && extent.series.is_near() && extent.weights.is_near();
}

}  // namespace

std::unique_ptr<NativeCode> NativeCode::make(const PreparedCode<double>& prepared, const Jets<double>& jets, int last) {
  const Extent extent = extent_of(prepared, last);
  if (!is_possible(extent)) return nullptr;
  asmjit::CodeHolder code;
  if (code.init(runtime().environment()) != asmjit::kErrorOk) return nullptr;
  NativeEmitter emitter(code, jets, extent.series.low, extent.weights.low);
  asmjit::x86::Assembler& to = emitter.assembler();
  const asmjit::Label end = to.newLabel();
  std::vector<asmjit::Label> entries, blocks;
  for (int k = 0; k <= last; ++k) {
    entries.push_back(to.newLabel());
    blocks.push_back(to.newLabel());
  }
  std::vector<KeptResults::Registers> kept;
  for (int k = 0; k <= last; ++k) {
    kept.push_back(emitter.kept());
    to.bind(blocks[static_cast<std::size_t>(k)]);
    for_each_operation(prepared, [&](const Prepared<double>& n) { k == 0 ? emitter.value(n) : emitter.coefficient(n, k); });
    if (k < last) emitter.end_of_order(k, end);
  }
  to.bind(end);
  to.ret();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    to.bind(entries[i]);
    emitter.entry(blocks[i], kept[i]);
  }
  emitter.constants();
  void* memory = nullptr;
  if (runtime().add(&memory, &code) != asmjit::kErrorOk) return nullptr;
  std::vector<Entry> addresses;
  for (const asmjit::Label& entry : entries)
    addresses.push_back(reinterpret_cast<Entry>(static_cast<char*>(memory) + code.labelOffset(entry)));
  return std::unique_ptr<NativeCode>(new NativeCode(memory, std::move(addresses)));
}

NativeCode::~NativeCode() { runtime().release(memory_); }

}  // namespace saltus

#else

namespace saltus {
std::unique_ptr<NativeCode> NativeCode::make(const PreparedCode<double>&, const Jets<double>&, int) { return nullptr; }
NativeCode::~NativeCode() = default;
}  // namespace saltus

#endif
