// Which function a call means, and its arguments.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "lang/builtin_calls.hpp"
#include "lang/evaluator.hpp"
#include "lang/functions.hpp"
#include "lang/imports.hpp"
#include "lang/instances.hpp"
#include "lang/library.hpp"

namespace saltus::lang {

std::pair<std::string_view, std::size_t> split_result(std::string_view name) {
  if (!name.ends_with(']')) return {name, 0};
  const std::size_t open = name.rfind('[');
  if (open == std::string_view::npos) return {name, 0};
  std::size_t k = 0;
  std::from_chars(name.data() + open + 1, name.data() + name.size(), k);
  return {name.substr(0, open), k};
}

const ClassInfo* Functions::find(const ast::Name& name, const Context& c) {
  const ClassInfo* info = f_.classes.find(name, c.lexical);
  if (info == nullptr && name.parts.size() == 1) {
    const std::string_view base = split_result(plain(name.parts.front().name)).first;
    info = f_.classes.find(std::span(&base, 1), c.lexical);
  }
  if (info == nullptr) info = f_.classes.find(imported(parts_of(name), c.lexical), nullptr, true);
  for (int k = 0; info != nullptr && info->node->form == ast::ClassForm::shorthand && k < 40; ++k) {
    if (!info->node->modification.modifiers.empty() && info->is_function())
      f_.not_yet(name.span, "a function with modifiers is");
    info = f_.classes.find(info->node->base, info->outer);
  }
  return info != nullptr && info->is_function() ? info : nullptr;
}

bool Functions::reports_unknown(const ast::Name& name, const Context& c) {
  const std::vector<std::string_view> parts = imported(parts_of(name), c.lexical);
  const auto math = math_function(parts);
  if ((parts.size() == 1 && BuiltinCalls::knows(parts.front())) || (math && BuiltinCalls::knows(*math))) return false;
  if (const ClassInfo* info = f_.classes.find(name, c.lexical)) {
    if (info->node->kind == ast::ClassKind::record) {
      f_.not_yet(name.span, "records are");
    } else {
      f_.error("unknown-function", name.span,
               fmt::format("`{}` is a {}, not a function", name.dotted(), ast::text(info->node->kind)));
    }
    return true;
  }
  std::vector<std::string> names = BuiltinCalls::names();
  for (std::string& visible : f_.classes.visible(c.lexical)) names.push_back(std::move(visible));
  const std::string near = nearest_name(name.dotted(), names);
  std::string help = near.empty() ? "" : fmt::format("did you mean `{}`?", near);
  if (const std::string_view ours = written_here(name.dotted()); !ours.empty()) help = fmt::format("write `{}`", ours);
  if (c.instance != nullptr && name.parts.size() == 1 && c.instance->find(parts.front()) != nullptr) {
    help = fmt::format("`{}` is a variable; elements are written {}[i], products {}*(...)", parts.front(), parts.front(),
                       parts.front());
  }
  f_.error("unknown-function", name.span, fmt::format("no function `{}`", name.dotted()), "not declared", help);
  return true;
}

Functions::Signature* Functions::signature(const ClassInfo& function, Span span) {
  const auto [it, fresh] = signatures_.try_emplace(&function);
  Signature& s = it->second;
  if (!fresh) return s.valid ? &s : nullptr;
  if (function.node->external || function.node->form != ast::ClassForm::full) {
    f_.not_yet(span, function.node->external ? "external functions are" : "this form of a function is");
    return nullptr;
  }
  s.instance = f_.instances->make_function(function, "$" + function.name);
  if (!s.instance) return nullptr;
  for (Member& m : s.instance->members) {
    if (m.clause->causality != ast::Causality::input) continue;
    const TypeRef type = f_.instances->resolve_type(m.clause->type, m.lexical);
    if (!type.known) return nullptr;
    if (!type.builtin) {
      f_.not_yet(m.span(), "records as arguments of functions are");
      return nullptr;
    }
    m.type = type.type;
    std::size_t rank = m.declaration->dimensions.size() + m.clause->dimensions.size();
    for (const auto& d : type.dimensions) rank += d.subscripts->size();
    s.inputs.push_back(&m);
    s.ranks.push_back(rank);
  }
  s.valid = true;
  return &s;
}

std::optional<Functions::Bound> Functions::bind(const std::vector<Member*>& inputs, const ClassInfo& function,
                                                const ast::CallExpr& call, Span span, const Context& c) {
  Bound out;
  out.inputs.resize(inputs.size());
  std::vector<bool> given(inputs.size(), false);
  std::size_t position = 0;
  for (const ast::Argument& a : call.arguments) {
    std::size_t k = position++;
    if (a.name) {
      const auto it = std::ranges::find_if(inputs, [&](const Member* m) { return m->name == plain(*a.name); });
      k = static_cast<std::size_t>(it - inputs.begin());
    }
    if (k >= inputs.size() || given[k]) {
      f_.error("wrong-arguments", a.span,
               a.name
                   ? fmt::format("`{}` has no argument `{}`, or it is given twice", function.name, plain(*a.name))
                   : fmt::format("`{}` takes {} arguments, {} are given", function.name, inputs.size(), call.arguments.size()));
      return std::nullopt;
    }
    given[k] = true;
    Value v = f_.evaluator->value(*a.value, c);
    if (!v.valid) return std::nullopt;
    if (inputs[k]->type == Type::real) make_real(v);
    if (v.type != inputs[k]->type) {
      f_.error("type-mismatch", a.span,
               fmt::format("argument `{}` of `{}` is {}, not {}", inputs[k]->name, function.name, name_of(v.type),
                           name_of(inputs[k]->type)));
      return std::nullopt;
    }
    out.inputs[k] = std::move(v);
  }
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    if (given[k]) continue;
    const ast::Expr* value = f_.instances->binding_expression(*inputs[k]);
    if (value == nullptr) {
      f_.error("wrong-arguments", span, fmt::format("`{}` needs the argument `{}`", function.name, inputs[k]->name),
               "argument missing");
      return std::nullopt;
    }
    out.inputs[k] = f_.evaluator->value(*value, {.lexical = &function, .in_function = true});
    if (!out.inputs[k].valid) return std::nullopt;
    if (inputs[k]->type == Type::real) make_real(out.inputs[k]);
  }
  return out;
}

}  // namespace saltus::lang
