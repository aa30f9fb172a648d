#pragma once
// Short codes that are run very often, those of islands and of guards: operations at given orders.
//
// In a large model most of these codes are alike but for their slots. Operations are kept once for all codes that are alike, with places in place of
// slots, and stay in the nearest cache; what a code has for itself is where the numbers in its places are.
//
// What they compute is what tape/kernel.hpp computes, operation for operation; those that mix orders are left to it.

#include <algorithm>
#include <compare>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "compile/compiled_model.hpp"
#include "tape/kernel.hpp"

namespace saltus {

/// The model and the jets stay where they are.
template <class T>
class IslandCode {
 public:
  enum class From : std::uint8_t { flow, guards };
  /// A code: the shape that it shares, and the first of its own places.
  struct Part {
    std::uint32_t shape = 0, first = 0;
  };

  IslandCode(const CompiledModel& compiled, Jets<T>& jets) : c_(compiled), jets_(jets), base_(jets[0]) {}

  // A code is made of heads, operations, operations that are run apart from those before, and terms, in this order.

  /// Slots that others look at.
  void add_head(Slot s) {
    place(s);
    ++made_.heads;
  }
  void add(From from, std::uint32_t operation, int order);
  void begin_rest() { made_.rest = static_cast<std::uint32_t>(made_.operations.size()); }
  /// A slot whose size counts in size().
  void add_term(Slot s) { made_.sizes.push_back(place(s)); }
  Part end();

  /// The operations before begin_rest().
  [[gnu::always_inline]] void run(const Part& part) const {
    const Shape& shape = shapes_[part.shape];
    run(shape.begin, shape.rest, part);
  }
  [[gnu::always_inline]] void run_rest(const Part& part) const {
    const Shape& shape = shapes_[part.shape];
    run(shape.rest, shape.end, part);
  }
  [[nodiscard]] std::uint32_t heads(const Part& part) const { return shapes_[part.shape].heads; }
  /// The series in the jets.
  [[nodiscard]] [[gnu::always_inline]] T* head(const Part& part, std::uint32_t i = 0) const {
    return base_ + places_[part.first + i];
  }
  /// The sum of the sizes that coefficient k of the terms has.
  [[nodiscard]] T size(const Part& part, std::size_t k) const {
    const Shape& shape = shapes_[part.shape];
    const std::uint32_t* const places = places_.data() + part.first;
    T size(0);
    for (std::uint32_t i = shape.sizes; i != shape.sizes_end; ++i) size += abs(base_[places[sizes_[i]] + k]);
    return size;
  }

 private:
  enum class Kind : std::uint8_t {
    copy,
    negate,
    sum,
    difference,
    product,
    combination,
    integral,
    integral_of_combination,
    other
  };
  static constexpr std::uint32_t none = ~std::uint32_t{0}, few = 32;
  struct Term {
    std::uint32_t weight;  // none: 1
    std::uint32_t factor;  // none: the weight alone
    bool negative;
    friend auto operator<=>(const Term&, const Term&) = default;
  };
  struct Operation {
    Kind kind;
    From from;
    int order;
    std::uint32_t out = none, a = none, b = none;  // other: the operation itself is in place a
    std::uint32_t derivative = none;               // of an integral, if it is wanted
    std::uint32_t first = 0, count = 0;            // terms
    friend auto operator<=>(const Operation&, const Operation&) = default;
  };
  struct Made {
    std::vector<Operation> operations;
    std::vector<Term> terms;
    std::vector<std::uint32_t> sizes;
    std::uint32_t heads = 0, rest = none;
    friend auto operator<=>(const Made&, const Made&) = default;
  };
  struct Shape {
    std::uint32_t begin, rest, end;  // operations
    std::uint32_t sizes, sizes_end;
    std::uint32_t heads;
  };

  // Where the series is, from the first number of the jets.
  std::uint32_t place(Slot s) {
    if (s == no_slot) return none;
    const auto offset = static_cast<std::uint32_t>(jets_.map()(s));
    const auto begin = places_.begin() + first_;
    const auto next = static_cast<std::uint32_t>(places_.end() - begin);
    std::uint32_t i = next;
    if (next < few) {
      i = static_cast<std::uint32_t>(std::find(begin, places_.end(), offset) - begin);
    } else {
      for (auto k = static_cast<std::uint32_t>(place_of_.size()); k < next; ++k) place_of_.try_emplace(begin[k], k);
      i = place_of_.try_emplace(offset, next).first->second;
    }
    if (i == next) places_.push_back(offset);
    return i;
  }
  void put(const Operation& o) { made_.operations.push_back(o); }
  void put_other(From from, std::uint32_t operation, int order) {
    put({Kind::other, from, order, none, static_cast<std::uint32_t>(places_.size()) - first_});
    places_.push_back(operation);
  }
  void put_linear(Kind kind, From from, const Instruction& n, int order) {
    Operation o{kind, from, order, place(n.out), none, none, kind == Kind::combination ? none : place(n.out2)};
    o.first = static_cast<std::uint32_t>(made_.terms.size());
    for (std::uint32_t i = n.index; i < n.index + n.count; ++i) {
      const LinearTerm& t = c_.tape.terms[i];
      if (order != 0 && t.factor == no_slot) continue;
      made_.terms.push_back({place(t.weight), place(t.factor), t.negative});
      ++o.count;
    }
    put(o);
  }
  std::uint32_t keep(const Made& made);

  [[gnu::always_inline]] void run(std::uint32_t begin, std::uint32_t end, const Part& part) const {
    const std::uint32_t* const places = places_.data() + part.first;
    for (const Operation *o = operations_.data() + begin, *last = operations_.data() + end; o != last; ++o) run(*o, places);
  }
  [[gnu::always_inline]] void run(const Operation& o, const std::uint32_t* places) const {
    T* const base = base_ + o.order;
    const auto at = [base, places](std::uint32_t place) -> T& { return base[places[place]]; };
    switch (o.kind) {
      case Kind::copy: at(o.out) = at(o.a); return;
      case Kind::negate: at(o.out) = -at(o.a); return;
      case Kind::sum: at(o.out) = at(o.a) + at(o.b); return;
      case Kind::difference: at(o.out) = at(o.a) - at(o.b); return;
      case Kind::product: at(o.out) = at(o.a) * at(o.b); return;
      case Kind::combination: at(o.out) = combination(o, places); return;
      case Kind::integral: (&at(o.out))[1] = series::over_known(at(o.a), o.order + 1); return;
      case Kind::integral_of_combination: {
        const T derivative = combination(o, places);
        if (o.derivative != none) at(o.derivative) = derivative;
        (&at(o.out))[1] = series::over_known(derivative, o.order + 1);
        return;
      }
      case Kind::other: run_other(o, places[o.a]); return;
    }
  }
  [[gnu::noinline]] void run_other(const Operation& o, std::uint32_t operation) const {
    const Instruction& n = instruction(o.from, operation);
    if (o.order == 0)
      Kernel<T, std::integral_constant<int, 0>>(c_.tape, jets_, {}).run(n);
    else
      Kernel<T, int>(c_.tape, jets_, o.order).run(n);
  }
  [[gnu::always_inline]] T combination(const Operation& o, const std::uint32_t* places) const {
    if (o.count == 0) return T(0.0);
    const Term* t = terms_.data() + o.first;
    const Term* const end = t + o.count;
    T total = t->negative ? T(-value(*t, o.order, places)) : value(*t, o.order, places);
    for (++t; t != end; ++t)
      total = t->negative ? T(total - value(*t, o.order, places)) : T(total + value(*t, o.order, places));
    return total;
  }
  [[gnu::always_inline]] T value(const Term& t, int order, const std::uint32_t* places) const {
    if (t.factor == none) return base_[places[t.weight]];
    const T& factor = (base_ + order)[places[t.factor]];
    return t.weight == none ? factor : T(base_[places[t.weight]] * factor);
  }
  [[nodiscard]] const Instruction& instruction(From from, std::uint32_t operation) const {
    return (from == From::flow ? c_.flow : c_.guards_code).instructions[operation];
  }

  const CompiledModel& c_;
  Jets<T>& jets_;
  T* base_;
  std::vector<Shape> shapes_;
  std::vector<Operation> operations_;  // of all shapes
  std::vector<Term> terms_;
  std::vector<std::uint32_t> sizes_;   // places
  std::vector<std::uint32_t> places_;  // of all codes
  Made made_;                          // the code that is being made
  std::uint32_t first_ = 0;            // its first place
  std::unordered_map<std::uint32_t, std::uint32_t> place_of_;  // its places, by what is there, where they are many
  std::map<Made, std::uint32_t> known_;
  typename std::map<Made, std::uint32_t>::const_iterator last_ = known_.end();
};

template <class T>
void IslandCode<T>::add(From from, std::uint32_t operation, int order) {
  using enum TapeOp;
  const Instruction& n = instruction(from, operation);
  const bool last = order >= jets_.order();
  switch (n.op) {
    case copy: return put({Kind::copy, from, order, place(n.out), place(n.a)});
    case neg: return put({Kind::negate, from, order, place(n.out), place(n.a)});
    case TapeOp::add: return put({Kind::sum, from, order, place(n.out), place(n.a), place(n.b)});
    case sub: return put({Kind::difference, from, order, place(n.out), place(n.a), place(n.b)});
    case linear: return put_linear(Kind::combination, from, n, order);
    case integrate:
      if (!last) put({Kind::integral, from, order, place(n.out), place(n.a)});
      return;
    case integrate_linear:
      return last ? put_other(from, operation, order) : put_linear(Kind::integral_of_combination, from, n, order);
    case mul:
      if (order == 0) return put({Kind::product, from, order, place(n.out), place(n.b), place(n.a)});
      [[fallthrough]];
    default: return put_other(from, operation, order);
  }
}

// Codes that are made one after the other are often alike.
template <class T>
auto IslandCode<T>::end() -> Part {
  if (made_.rest == none) begin_rest();
  if (last_ == known_.end() || last_->first != made_) last_ = known_.find(made_);
  if (last_ == known_.end()) last_ = known_.emplace(made_, keep(made_)).first;
  const Part part{last_->second, first_};
  made_.operations.clear();
  made_.terms.clear();
  made_.sizes.clear();
  made_.heads = 0;
  made_.rest = none;
  place_of_.clear();
  first_ = static_cast<std::uint32_t>(places_.size());
  return part;
}

template <class T>
std::uint32_t IslandCode<T>::keep(const Made& made) {
  const auto begin = static_cast<std::uint32_t>(operations_.size()), term = static_cast<std::uint32_t>(terms_.size()),
             size = static_cast<std::uint32_t>(sizes_.size());
  for (Operation o : made.operations) {
    o.first += term;
    operations_.push_back(o);
  }
  terms_.insert(terms_.end(), made.terms.begin(), made.terms.end());
  sizes_.insert(sizes_.end(), made.sizes.begin(), made.sizes.end());
  shapes_.push_back({begin, begin + made.rest, static_cast<std::uint32_t>(operations_.size()), size,
                     static_cast<std::uint32_t>(sizes_.size()), made.heads});
  return static_cast<std::uint32_t>(shapes_.size() - 1);
}

}  // namespace saltus
