// Operators that are written in terms of simpler ones, and calls of user functions.

#include <fmt/format.h>

#include "compile/lowering.hpp"
#include "tape/function_program.hpp"

namespace saltus {

Expr Lowering::expansion(const Key& k) {
  switch (k.e->op()) {
    case Op::if_:
    case Op::edge:
    case Op::change:
    case Op::floor:
    case Op::integer:
    case Op::ceil:
    case Op::mod:
    case Op::div_trunc:
    case Op::rem:
    case Op::eq:
    case Op::ne: break;
    default: return {};
  }
  if (const auto it = expansions_.find(k); it != expansions_.end()) return it->second;
  const Expr simpler = expanded(k);
  expansions_[k] = simpler;
  return simpler;
}

Expr Lowering::expanded(const Key& k) {
  const Expr e = k.e;
  const auto continuous = [&] {
    return rates_.of(e->arg(0)).rate == Rate::continuous ||
           (e->args().size() > 1 && rates_.of(e->arg(1)).rate == Rate::continuous);
  };
  const auto floor = [&](Expr x) { return floor_for(e, x); };
  Expr simpler;
  switch (e->op()) {
    case Op::if_:
      // A condition that parameters decide is compiled in: a model is compiled for the values of its parameters.
      if (rates_.of(e->arg(0)).rate == Rate::parameter)
        if (const auto decided = decide(out_.model, e->arg(0), [this](Expr symbol) { return meaning(symbol).definition; }))
          simpler = *decided ? e->arg(1) : e->arg(2);
      break;
    case Op::edge: simpler = pool_.make(Op::and_, {e->symbol(), pool_.make(Op::not_, {pool_.pre(e->symbol())})}); break;
    case Op::change: simpler = pool_.make(Op::ne, {e->symbol(), pool_.pre(e->symbol())}); break;
    case Op::floor:
    case Op::integer:
      if (continuous() && k.context != Context::event_body && k.context != Context::watched) simpler = expand_floor(k);
      break;
    case Op::ceil: simpler = -floor(-e->arg(0)); break;
    case Op::mod: simpler = e->arg(0) - floor(e->arg(0) / e->arg(1)) * e->arg(1); break;
    case Op::div_trunc: {
      // Each half stays at zero on the other side of zero, so that nothing steps there.
      const Expr ratio = e->arg(0) / e->arg(1), zero = pool_.number(0);
      simpler = floor(pool_.make(Op::max, {ratio, zero})) - floor(pool_.make(Op::max, {-ratio, zero}));
      break;
    }
    case Op::rem: {
      const Expr quotient = pool_.make(Op::div_trunc, {e->arg(0), e->arg(1)});
      if (logged_.contains(e)) logged_.insert(quotient);
      written_as_.emplace(quotient, text(e, true));
      simpler = e->arg(0) - quotient * e->arg(1);
      break;
    }
    case Op::eq:
    case Op::ne:
      // Continuous operands are equal only while their difference is identically zero.
      if (!is_literal(k)) {
        const Expr differ = pool_.make(Op::or_, {less(e->arg(0), e->arg(1)), greater(e->arg(0), e->arg(1))});
        simpler = e->op() == Op::ne ? differ : pool_.make(Op::not_, {differ});
      }
      break;
    default: break;
  }
  return simpler;
}

Expr Lowering::floor_for(Expr original, Expr x) {
  const Expr result = pool_.make(Op::floor, {x});
  if (logged_.contains(original)) logged_.insert(result);
  const auto written = written_as_.find(original);
  written_as_.emplace(result, written == written_as_.end() ? text(original, true) : written->second);
  return result;
}

// n holds floor(x) between events. It changes when x reaches n + 1 or falls below n; the max and min below make the step right
// even if rounding has put x on the wrong side of the integer.
Expr Lowering::expand_floor(const Key& k) {
  const Expr x = k.e->arg(0);
  const std::string id = fmt::format("{}.{}", k.e->id(), static_cast<int>(k.context));  // the same in every tuple of modes
  const Expr n = pool_.symbol("$floor" + id, Type::real);
  const Expr one = pool_.number(1);
  const Expr before = pool_.pre(n);
  const Expr now = pool_.make(Op::no_event, {pool_.make(Op::floor, {x})});
  const Expr up = greater_equal(x, before + one), down = less(x, before);
  const auto written = written_as_.find(k.e);
  const std::string name = written == written_as_.end() ? text(k.e, true) : written->second;
  guard_names_[up] = {name, -1};  // up is the negation of a bit
  guard_names_[down] = {name, 1};
  if (logged_.contains(k.e)) {
    log_relation(up);
    log_relation(down);
  }
  const Expr literal_floor = pool_.symbol("$floor_now" + id, Type::real);
  define_local(literal_floor, now, Context::event_body, {});
  const Expr definition = pool_.if_(pool_.initial(), literal_floor,
                                    pool_.if_(up, pool_.make(Op::max, {literal_floor, before + one}),
                                              pool_.if_(down, pool_.make(Op::min, {literal_floor, before - one}), before)));
  const Slot value = out_.tape.new_slot(), pre = out_.tape.new_slot();
  CompiledDiscrete hidden;
  hidden.variable = CompiledDiscrete::npos;
  hidden.value = value;
  hidden.pre = pre;
  hidden.start = constant(pool_.number(0));
  hidden.key = n;
  fresh_.emplace_back(out_.discretes.size(), literal_floor);
  out_.discretes.push_back(hidden);
  define_discrete(n, value, pre, definition, k.context, {});
  return n;
}

namespace {

std::vector<FunctionStatement> convert(const std::vector<FunctionDef::Statement>& body) {
  std::vector<FunctionStatement> result;
  for (const FunctionDef::Statement& s : body) {
    using Kind = FunctionDef::Statement::Kind;
    FunctionStatement f;
    switch (s.kind) {
      case Kind::assign: f.kind = FunctionStatement::Kind::assign; break;
      case Kind::if_: f.kind = FunctionStatement::Kind::if_; break;
      case Kind::while_: f.kind = FunctionStatement::Kind::while_; break;
      case Kind::break_: f.kind = FunctionStatement::Kind::break_; break;
      case Kind::return_: f.kind = FunctionStatement::Kind::return_; break;
      case Kind::assertion: continue;
    }
    f.target = s.target;
    f.span = s.span;
    f.value = s.value;
    f.body = convert(s.body);
    f.otherwise = convert(s.otherwise);
    result.push_back(std::move(f));
  }
  return result;
}

}  // namespace

Slot Lowering::emit_call(const Key& k) {
  const std::string name(k.e->name());
  if (!function_index_.contains(name)) {
    const FunctionDef* def = out_.model.find_function(name);
    const auto find = [this](std::string_view called) -> std::shared_ptr<const FunctionProgram> {
      const auto it = function_index_.find(std::string(called));
      return it == function_index_.end() ? nullptr : out_.tape.functions[it->second];
    };
    CompiledFunction f;
    if (def) f = compile_function({def->inputs, def->outputs, def->locals, def->start_values, convert(def->body), name}, find);
    if (!f.program)
      diagnostics_.error("not-yet", def ? def->span : Span{},
                         fmt::format("function `{}` cannot be compiled: {}", name, f.problem));
    function_index_[name] = out_.tape.functions.size();
    out_.tape.functions.push_back(f.program);
  }
  Instruction i{.op = TapeOp::call};
  i.out = out_.tape.new_slot();
  i.index = static_cast<std::uint32_t>(out_.tape.calls.size());
  out_.tape.calls.push_back({.function = static_cast<std::uint32_t>(function_index_.at(name)),
                             .first = static_cast<std::uint32_t>(out_.tape.arguments.size()),
                             .count = static_cast<std::uint32_t>(k.e->args().size()),
                             .output = static_cast<std::uint32_t>(k.e->order())});
  for (const Expr a : k.e->args()) out_.tape.arguments.push_back(slot(a, k.context));
  append(i, rate_of(k));
  return i.out;
}

}  // namespace saltus
