#include "lang/functions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/evaluator.hpp"
#include "lang/executor.hpp"
#include "lang/function_keeper.hpp"
#include "lang/instances.hpp"

namespace saltus::lang {
namespace {

constexpr std::size_t max_calls = 100;

/// Executes the body of a function that is being inlined.
class Inliner : public Executor {
 public:
  using Executor::Executor;

 protected:
  Flow when(const ast::WhenStatement&, const ast::Statement& s, const Context&) override {
    f_.error("misplaced", s.span, "`when` in a function", "functions know no events");
    return Flow::failed;
  }
  // An assertion must hold only where the function is really called: keep the function.
  Flow called(const ast::CallExpr& call, Span span, const Context& c) override {
    if (!call.callee.is("assert")) {
      f_.not_yet(span, "a call as a statement is");
      return Flow::failed;
    }
    const auto a = read_assert(f_, call, span, c);
    if (!a) return Flow::failed;
    return literal_truth(a->condition).value_or(false) ? Flow::normal : Flow::undecided;
  }
  std::optional<bool> decide(Expr condition) override { return literal_truth(condition); }
  bool may_write(Expr symbol, Span span) override { return may_write_local(f_, symbol, span); }
};

}  // namespace

bool may_write_local(Flattening& f, Expr symbol, Span span) {
  const Member* m = f.instances->owner(symbol).member;
  if (m == nullptr || (m->clause->causality != ast::Causality::input && m->clause->variability != ast::Variability::constant))
    return true;
  f.error("parameter-assigned", span,
          fmt::format("`{}` is an input or constant of the function and cannot be assigned", m->name));
  return false;
}

std::string Functions::short_name(const ClassInfo& function) const {
  const std::string prefix = f_.model.name + ".";
  return function.name.starts_with(prefix) ? function.name.substr(prefix.size()) : function.name;
}

std::vector<Value> Functions::call(const ClassInfo& function, const ast::CallExpr& call, Span span, const Context& c) {
  if (std::ranges::find(running_, &function) != running_.end()) {
    f_.fatal_error("recursive-function", span, fmt::format("function `{}` calls itself", function.name), "called again here",
                   "write it with a loop");
    return {};
  }
  if (running_.size() >= max_calls) {
    f_.fatal_error("too-large", span, fmt::format("functions call each other more than {} levels deep", max_calls),
                   "the limit is passed here");
    return {};
  }
  if (!f_.spend(call_work, span)) return {};
  const Signature* s = signature(function, span);
  if (s == nullptr) return {};
  auto bound = bind(s->inputs, function, call, span, c);
  if (!bound) return {};
  bool extra = false;
  for (std::size_t k = 0; k < s->inputs.size(); ++k) {
    if (bound->inputs[k].shape.size() < s->ranks[k]) {
      f_.error("shape-mismatch", span,
               fmt::format("argument `{}` of `{}` is {}, but {} dimensions are declared", s->inputs[k]->name, function.name,
                           describe(bound->inputs[k].shape), s->ranks[k]));
      return {};
    }
    extra = extra || bound->inputs[k].shape.size() > s->ranks[k];
  }
  running_.push_back(&function);
  std::vector<Value> results =
      extra ? vectorised(function, bound->inputs, s->ranks, span) : apply(function, std::move(bound->inputs), span);
  running_.pop_back();
  const std::size_t which = split_result(plain(call.callee.parts.back().name)).second;
  if (which > 0 && which <= results.size() && f_.classes.find(call.callee, c.lexical) == nullptr) return {results[which - 1]};
  return results;
}

// A function of scalars applied to arrays works element by element (Modelica 3.6, section 12.4.6).
std::vector<Value> Functions::vectorised(const ClassInfo& function, const std::vector<Value>& arguments,
                                         const std::vector<std::size_t>& ranks, Span span) {
  Shape outer;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    if (arguments[k].shape.size() == ranks[k]) continue;
    const Shape mine(arguments[k].shape.begin(), arguments[k].shape.end() - static_cast<std::ptrdiff_t>(ranks[k]));
    if (outer.empty()) outer = mine;
    if (outer != mine) {
      f_.error("shape-mismatch", span,
               fmt::format("`{}` is applied to {} and {}", function.name, describe(outer), describe(mine)));
      return {};
    }
  }
  std::vector<Value> out;
  const std::size_t n = *element_count(outer);
  if (!f_.spend(n, span)) return {};
  for (std::size_t e = 0; e < n; ++e) {
    std::vector<std::size_t> indices(outer.size());
    std::size_t rest = e;
    for (std::size_t d = outer.size(); d-- > 0; rest /= outer[d]) indices[d] = rest % outer[d];
    std::vector<Value> one;
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      one.push_back(arguments[k].shape.size() == ranks[k] ? arguments[k] : slice_at(arguments[k], indices));
    }
    std::vector<Value> results = apply(function, std::move(one), span);
    if (results.empty()) return {};
    if (e == 0) {
      for (const Value& r : results) {
        Shape shape = outer;
        shape.insert(shape.end(), r.shape.begin(), r.shape.end());
        out.push_back(array_value(r.type, std::move(shape), {}));
      }
    }
    for (std::size_t k = 0; k < results.size(); ++k) {
      out[k].items.insert(out[k].items.end(), results[k].items.begin(), results[k].items.end());
    }
  }
  return out;
}

Functions::Variant* Functions::variant(const ClassInfo& function, std::vector<Value>& arguments, Span span) {
  std::string key = function.name;
  for (const Value& a : arguments) {
    key += describe(a.shape);
    if (a.type != Type::integer) continue;
    for (const Expr e : a.items) {
      if (e->is_number())
        key += "," + e->number().text();
      else
        key += ",?";
    }
  }
  const auto [it, fresh] = variants_.try_emplace(key);
  Variant& v = it->second;
  if (fresh) {
    const int number = ++names_[function.name];
    v.name = short_name(function) + (number > 1 ? fmt::format("#{}", number) : "");
    v.instance = f_.instances->make_function(function, v.name);
    if (!v.instance || !prepare(v, arguments, span)) v.failed = 1;
  }
  return v.failed != 0 ? nullptr : &v;
}

bool Functions::size_inputs(Variant& v, std::vector<Value>& arguments, Span span) {
  std::size_t k = 0;
  for (Member& m : v.instance->members) {
    if (m.clause->causality != ast::Causality::input) continue;
    Value& a = arguments[k++];
    m.resolved = Progress::done;
    m.type = a.type;
    m.shape = a.shape;
    if (m.type == Type::string) {
      f_.not_yet(m.span(), "String arguments of functions are");
      return false;
    }
    if (!f_.instances->declare_symbols(m)) return false;
    v.inputs.push_back(&m);
    const bool known = a.type == Type::integer && std::ranges::all_of(a.items, [](Expr e) { return e->is_number(); });
    if (known) {
      m.variability = Variability::parameter;
      m.binding = a;
    }
    m.bound = Progress::done;
  }
  for (Member* m : v.inputs) {
    std::size_t d = 0;
    for (const auto* dimensions : {&m->declaration->dimensions, &m->clause->dimensions}) {
      for (const ast::Subscript& s : *dimensions) {
        const std::size_t extent = m->shape[d++];
        if (!s.value) continue;
        const auto n = f_.evaluator->structural_integer(*s.value, {.instance = v.instance.get(), .lexical = m->lexical},
                                                        "the size of an argument");
        if (!n) return false;
        if (*n != static_cast<long long>(extent)) {
          f_.error("shape-mismatch", span,
                   fmt::format("argument `{}` of `{}` is {}, but its size is declared as {}", m->name, v.name,
                               describe(m->shape), *n));
          return false;
        }
      }
    }
  }
  return true;
}

bool Functions::prepare(Variant& v, std::vector<Value>& arguments, Span span) {
  if (!size_inputs(v, arguments, span)) return false;
  for (Member& m : v.instance->members) {
    if (m.clause->causality == ast::Causality::input) continue;
    if (!f_.instances->resolve(m)) return false;
    if (m.is_class) {
      f_.not_yet(m.span(), "records in functions are");
      return false;
    }
    (m.clause->causality == ast::Causality::output ? v.outputs : v.locals).push_back(&m);
  }
  for (const Section& s : v.instance->sections) {
    if (s.equations == nullptr) continue;
    f_.error("misplaced", s.equations->span, "a function has an algorithm, no equations");
    return false;
  }
  if (v.outputs.empty()) {
    f_.error("wrong-arguments", span, fmt::format("function `{}` has no result", v.name));
    return false;
  }
  return true;
}

bool Functions::start(Variant& v, const std::vector<Value>& arguments, State& state) {
  for (std::size_t k = 0; k < v.inputs.size(); ++k) {
    for (std::size_t i = 0; i < v.inputs[k]->symbols.size(); ++i) state.set(v.inputs[k]->symbols[i], arguments[k].items[i]);
  }
  for (const auto* group : {&v.locals, &v.outputs}) {
    for (Member* m : *group) {
      for (const Expr s : m->symbols) state.set(s, {});
    }
  }
  for (Member& m : v.instance->members) {
    if (m.clause->causality == ast::Causality::input) continue;
    const ast::Expr* e = f_.instances->binding_expression(m);
    if (e == nullptr) continue;
    Value value =
        f_.evaluator->value(*e, {.instance = v.instance.get(), .lexical = m.lexical, .state = &state, .in_function = true});
    value = fitted(f_, std::move(value), m.type, m.shape, m.name, e->span);
    if (!value.valid) return false;
    for (std::size_t i = 0; i < m.symbols.size(); ++i) state.set(m.symbols[i], value.items[i]);
  }
  return true;
}

std::vector<Value> Functions::apply(const ClassInfo& function, std::vector<Value> arguments, Span span) {
  Variant* v = variant(function, arguments, span);
  if (v == nullptr) return {};
  if (v->kept) return kept_call(*v, arguments);
  State state;
  Flow flow = start(*v, arguments, state) ? Flow::normal : Flow::failed;
  Inliner inliner(f_);
  for (const Section& s : v->instance->sections) {
    if (flow != Flow::normal) break;
    flow = inliner.run(s.algorithm->statements,
                       {.instance = v->instance.get(), .lexical = s.lexical, .state = &state, .in_function = true});
  }
  if (flow == Flow::failed) {
    v->failed = 1;
    return {};
  }
  if (flow == Flow::undecided) {
    if (!keep(*v, arguments)) {
      v->failed = 1;
      return {};
    }
    return kept_call(*v, arguments);
  }
  std::vector<Value> out;
  for (const Member* m : v->outputs) {
    Value value = array_value(m->type, m->shape, {});
    for (const Expr s : m->symbols) {
      const Expr e = *state.find(s);
      if (!e) {
        f_.error("unassigned", m->span(), fmt::format("function `{}` gives `{}` no value", function.name, s->name()));
        v->failed = 1;
        return {};
      }
      value.items.push_back(e);
    }
    out.push_back(std::move(value));
  }
  return out;
}

bool Functions::keep(Variant& v, const std::vector<Value>& arguments) {
  State state;
  for (std::size_t k = 0; k < v.inputs.size(); ++k) {
    if (!v.inputs[k]->is_fixed_value()) continue;
    for (std::size_t i = 0; i < v.inputs[k]->symbols.size(); ++i) state.set(v.inputs[k]->symbols[i], arguments[k].items[i]);
  }
  auto definition = FunctionKeeper(f_, v, state).keep();
  if (!definition) return false;
  f_.model.functions.push_back(std::move(*definition));
  v.kept = true;
  return true;
}

std::vector<Value> Functions::kept_call(Variant& v, const std::vector<Value>& arguments) {
  std::vector<Expr> flat;
  for (std::size_t k = 0; k < v.inputs.size(); ++k) {
    if (!v.inputs[k]->is_fixed_value()) flat.insert(flat.end(), arguments[k].items.begin(), arguments[k].items.end());
  }
  std::vector<Value> out;
  int result = 0;
  for (const Member* m : v.outputs) {
    Value value = array_value(m->type, m->shape, {});
    for (std::size_t i = 0; i < m->symbols.size(); ++i) value.items.push_back(f_.pool.call(v.name, flat, result++, m->type));
    out.push_back(std::move(value));
  }
  return out;
}

}  // namespace saltus::lang
