#include "study/measure_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/library.hpp"
#include "lang/parser.hpp"
#include "study/measure_draft.hpp"
#include "study/measure_functions.hpp"
#include "study/model_names.hpp"

namespace saltus {

namespace {

using namespace measure_functions;
using Kind = Observation::Kind;

using Part = MeasureDraft::Part;
using Reading = MeasureDraft::Reading;

class Reader {
 public:
  Reader(const HybridModel& model, const Sources& sources, Diagnostics& diagnostics) : draft_(model, sources, diagnostics) {}

  void read(const MeasureText& text) {
    const ast::ExprPtr expression = draft_.begin(text);
    draft_.end(expression ? read(*expression) : std::nullopt);
  }

  MeasureProgram take() { return draft_.take(); }

 private:
  // ------------------------------------------------------------ expressions of measures

  Reading read(const ast::Expr& e) {
    if (const auto* n = e.as<ast::NumberExpr>()) return draft_.number(n->value);
    if (const auto* b = e.as<ast::BooleanExpr>()) return draft_.number(Rational(b->value ? 1 : 0));
    if (const auto* n = e.as<ast::NameExpr>()) return read_name(*n, e.span);
    if (const auto* c = e.as<ast::CallExpr>()) return read_call(*c, e.span);
    if (const auto* a = e.as<ast::ArrayExpr>(); a && a->indices.empty()) return read_list(*a);
    if (const auto* u = e.as<ast::UnaryExpr>()) return read_unary(*u);
    if (const auto* c = e.as<ast::ChainExpr>()) return read_chain(*c);
    if (const auto* i = e.as<ast::IfExpr>()) return read_if(*i);
    if (e.as<ast::EndExpr>()) return draft_.number(Rational(-1));  // counted from the end
    return draft_.error("misplaced", e.span, "this has no place in a measure", "",
                        "measures are numbers, lists {a, b}, operators, `if` and functions");
  }

  Reading read_number(const ast::Expr& e) {
    Reading part = read(e);
    if (part && part->is_list) return draft_.error("type-mismatch", e.span, "a number is wanted here", "this is a list");
    return part;
  }

  Reading read_name(const ast::NameExpr& n, Span span) {
    const ast::NamePart& first = n.name.parts.front();
    if (n.name.parts.size() == 1 && !n.name.global)
      if (const auto k = draft_.measure_called(first.name.text)) return read_measure(*k, first, span);
    if (n.name.is("pi")) return draft_.add(MeasureOp::pi, {});
    const std::string name = MeasureDraft::flat_name(n.name);
    const Variable* v = draft_.model().find(name);
    if (v && v->variability <= Variability::parameter) return draft_.observe({Kind::parameter, v->name}, v->unit);
    if (v || name == "time")
      return draft_.error("unknown-name", span, fmt::format("`{}` varies in a run; which of its values is meant?", name), "",
                          fmt::format("write `final({0})`, `max({0})`, `value({0}, t)`", name));
    std::vector<std::string> candidates;
    for (const Measure& m : draft_.program().measures) candidates.push_back(m.name);
    for (const Variable& p : draft_.model().variables)
      if (p.variability <= Variability::parameter) candidates.push_back(p.name);
    return draft_.unknown_name(name, "measure before this one and no parameter", span, candidates);
  }

  Reading read_measure(std::size_t k, const ast::NamePart& part, Span span) {
    if (!draft_.is_known(k)) return std::nullopt;  // reported where it is
    const Measure m = draft_.program().measures[k];
    const Part whole{draft_.program().roots[k], m.is_list, m.unit};
    if (part.subscripts.empty()) return whole;
    if (!m.is_list) return draft_.error("type-mismatch", span, fmt::format("`{}` is a number and has no elements", m.name));
    if (part.subscripts.size() != 1 || !part.subscripts[0].value)
      return draft_.error("wrong-arguments", span, "a list has one index", "", fmt::format("write `{}[1]`", m.name));
    const Reading position = read_number(*part.subscripts[0].value);
    if (!position) return std::nullopt;
    return draft_.add(MeasureOp::element, {whole.node, position->node}, false, m.unit);
  }

  Reading read_list(const ast::ArrayExpr& a) {
    std::vector<std::uint32_t> items;
    for (const ast::ExprPtr& e : a.elements) {
      const Reading item = read_number(*e);
      if (!item) return std::nullopt;
      items.push_back(item->node);
    }
    return draft_.add(MeasureOp::list, std::move(items), true);
  }

  Reading read_unary(const ast::UnaryExpr& u) {
    const Reading operand = read(*u.operand);
    if (!operand) return std::nullopt;
    switch (u.op) {
      case ast::UnaryOp::minus:
      case ast::UnaryOp::element_minus: return draft_.add(MeasureOp::negate, {operand->node}, operand->is_list, operand->unit);
      case ast::UnaryOp::logical_not: return draft_.add(MeasureOp::not_, {operand->node}, operand->is_list);
      default: return operand;
    }
  }

  static MeasureOp operation(ast::BinaryOp op) {
    switch (op) {
      case ast::BinaryOp::add:
      case ast::BinaryOp::element_add: return MeasureOp::add;
      case ast::BinaryOp::sub:
      case ast::BinaryOp::element_sub: return MeasureOp::sub;
      case ast::BinaryOp::mul:
      case ast::BinaryOp::element_mul: return MeasureOp::mul;
      case ast::BinaryOp::div:
      case ast::BinaryOp::element_div: return MeasureOp::div;
      case ast::BinaryOp::pow:
      case ast::BinaryOp::element_pow: return MeasureOp::pow;
      case ast::BinaryOp::less: return MeasureOp::less;
      case ast::BinaryOp::less_equal: return MeasureOp::less_equal;
      case ast::BinaryOp::greater: return MeasureOp::greater;
      case ast::BinaryOp::greater_equal: return MeasureOp::greater_equal;
      case ast::BinaryOp::equal: return MeasureOp::equal;
      case ast::BinaryOp::not_equal: return MeasureOp::not_equal;
      case ast::BinaryOp::logical_and: return MeasureOp::and_;
      case ast::BinaryOp::logical_or: break;
    }
    return MeasureOp::or_;
  }

  // Sums keep a unit that both sides have; a product with a bare number keeps that of the other side.
  std::string unit_of(MeasureOp op, const Part& a, const Part& b) const {
    const auto is_bare = [this](const Part& p) { return draft_.program().nodes[p.node].op == MeasureOp::number; };
    switch (op) {
      case MeasureOp::add:
      case MeasureOp::sub: return a.unit == b.unit || is_bare(b) ? a.unit : is_bare(a) ? b.unit : "";
      case MeasureOp::mul: return is_bare(a) ? b.unit : is_bare(b) ? a.unit : "";
      case MeasureOp::div: return is_bare(b) ? a.unit : !a.unit.empty() && a.unit == b.unit ? "1" : "";
      default: return "";
    }
  }

  Reading read_chain(const ast::ChainExpr& c) {
    Reading left = read(*c.first);
    for (const ast::ChainLink& link : c.links) {
      const Reading right = read(*link.operand);
      if (!left || !right) return std::nullopt;
      const MeasureOp op = operation(link.op);
      left = draft_.add(op, {left->node, right->node}, left->is_list || right->is_list, unit_of(op, *left, *right));
    }
    return left;
  }

  Reading read_if(const ast::IfExpr& i) {
    Reading otherwise = read(*i.otherwise);
    for (auto branch = i.branches.rbegin(); branch != i.branches.rend(); ++branch) {
      const Reading condition = read_number(*branch->condition), value = read(*branch->value);
      if (!condition || !value || !otherwise) return std::nullopt;
      if (value->is_list || otherwise->is_list)
        return draft_.error("type-mismatch", branch->span, "`if` chooses between numbers", "this is a list");
      otherwise = draft_.add(MeasureOp::choose, {condition->node, value->node, otherwise->node}, false,
                             value->unit == otherwise->unit ? value->unit : "");
    }
    return otherwise;
  }

  // ------------------------------------------------------------ functions

  Reading read_call(const ast::CallExpr& c, Span span) {
    const std::string name = c.callee.dotted();
    if (!c.indices.empty() || std::ranges::any_of(c.arguments, [](const ast::Argument& a) { return a.name.has_value(); }))
      return draft_.wrong_arguments(span, fmt::format("`{}` takes its arguments by position", name));
    const std::size_t count = c.arguments.size();
    if (name == element_call) return read_element(c, span);
    if (const auto* f = find(number_functions, name); f && count == f->arguments) return read_number_function(*f, c);
    const auto* of_list = find(list_functions, name);
    const auto* of_run = find(trajectory_functions, name);
    if (of_list && count == 1 && (!of_run || is_of_measures(*c.arguments[0].value)))
      return read_list_function(*of_list, c, span);
    if (of_run && count == 1) return read_trajectory_function(*of_run, *c.arguments[0].value);
    if (std::ranges::find(other_functions, name) != other_functions.end()) return read_other(name, c, span);
    if (of_list || of_run || find(number_functions, name))
      return draft_.wrong_arguments(span, fmt::format("`{}` has another number of arguments", name));
    const std::string_view ours = lang::written_here(name);
    const std::vector<std::string> names = function_names();
    const std::string near = std::ranges::find(names, ours) != names.end() ? std::string(ours) : nearest_name(name, names);
    return draft_.error("unknown-function", c.callee.span, fmt::format("no function `{}`", name), "",
                        near.empty() ? "" : fmt::format("did you mean `{}`?", near));
  }

  Reading read_element(const ast::CallExpr& c, Span span) {
    if (c.arguments.size() != 2 || !c.arguments[1].value)
      return draft_.wrong_arguments(span, "a list has one index", "write `times(\"hit\")[1]`");
    const Reading list = read(*c.arguments[0].value), position = read_number(*c.arguments[1].value);
    if (!list || !position) return std::nullopt;
    if (!list->is_list) return draft_.error("type-mismatch", span, "a number has no elements");
    return draft_.add(MeasureOp::element, {list->node, position->node}, false, list->unit);
  }

  // min, max and mean are of a list of measures, or of a variable over the run. A measure called as a variable is meant if it is a list.
  bool is_of_measures(const ast::Expr& e) const {
    if (e.as<ast::ArrayExpr>()) return true;
    if (const auto* n = e.as<ast::NameExpr>()) {
      const auto k = n->name.parts.size() == 1 && n->name.parts[0].subscripts.empty()
                         ? draft_.measure_called(n->name.parts[0].name.text)
                         : std::nullopt;
      return k && (draft_.program().measures[*k].is_list || !draft_.is_known(*k));
    }
    if (const auto* u = e.as<ast::UnaryExpr>()) return is_of_measures(*u->operand);
    if (const auto* c = e.as<ast::ChainExpr>())
      return is_of_measures(*c->first) ||
             std::ranges::any_of(c->links, [this](const ast::ChainLink& l) { return is_of_measures(*l.operand); });
    if (const auto* c = e.as<ast::CallExpr>()) {
      const std::string name = c->callee.dotted();
      if (name == "times" || name == "intervals" || name == "durations" || name == element_call) return true;
      return std::ranges::any_of(c->arguments, [this](const ast::Argument& a) { return is_of_measures(*a.value); });
    }
    return false;
  }

  Reading read_number_function(const NumberFunction& f, const ast::CallExpr& c) {
    std::vector<std::uint32_t> arguments;
    bool list = false;
    std::string unit;
    for (const ast::Argument& a : c.arguments) {
      const Reading part = read(*a.value);
      if (!part) return std::nullopt;
      arguments.push_back(part->node);
      list = list || part->is_list;
      unit = arguments.size() == 1 || unit == part->unit ? part->unit : "";
    }
    const bool keeps = f.op == MeasureOp::abs || f.op == MeasureOp::least || f.op == MeasureOp::greatest;
    return draft_.add(f.op, std::move(arguments), list, keeps ? unit : "");
  }

  Reading read_list_function(const ListFunction& f, const ast::CallExpr& c, Span span) {
    const Reading list = read(*c.arguments[0].value);
    if (!list) return std::nullopt;
    if (!list->is_list)
      return draft_.error("type-mismatch", span, fmt::format("`{}` is of a list", f.name), "this is of a number");
    return draft_.add(f.op, {list->node}, false, f.op == MeasureOp::size ? "1" : list->unit);
  }

  Reading read_trajectory_function(const TrajectoryFunction& f, const ast::Expr& of) {
    const auto what = draft_.subject(of);
    if (!what) return std::nullopt;
    const std::string unit = draft_.unit_of_subject(*what);
    switch (f.kind) {
      case Kind::time_of_minimum:
      case Kind::time_of_maximum: return draft_.observe({f.kind, *what}, "s");
      case Kind::integral: {
        const Reading total = draft_.observe({Kind::integral, *what}, unit.empty() ? "" : unit == "1" ? "s" : unit + ".s");
        if (f.name != "mean") return total;
        const Reading extent = draft_.observe({Kind::extent, *what}, "s");
        return draft_.add(MeasureOp::div, {total->node, extent->node}, false, unit);
      }
      default: return draft_.observe({f.kind, *what}, unit);
    }
  }

  Reading read_other(const std::string& name, const ast::CallExpr& c, Span span) {
    const std::size_t count = c.arguments.size();
    if (name == "value") {
      if (count != 2) return draft_.wrong_arguments(span, "`value` has two arguments", "write `value(x, t)`");
      const auto what = draft_.subject(*c.arguments[0].value);
      const Reading time = read_number(*c.arguments[1].value);
      if (!what || !time) return std::nullopt;
      if (!draft_.program().nodes[time->node].known_early)
        return draft_.error("not-constant", c.arguments[1].span, "the time of `value` must be known before the run", "",
                            "use numbers and parameters");
      return draft_.observe({.kind = Kind::at_time, .subject = *what, .time = time->node}, draft_.unit_of_subject(*what));
    }
    if (name == "before" || name == "after") return read_at_event(name, c, span);
    if (name == "duration" || name == "durations") return read_durations(name, c, span);
    if (name == "count" || name == "times") {
      if (count != 1)
        return draft_.wrong_arguments(span, fmt::format("`{0}` has one argument", name),
                                      fmt::format("write `{}(\"hit\")`", name));
      const Reading times = read_times(*c.arguments[0].value);
      return !times || name == "times" ? times : draft_.add(MeasureOp::size, {times->node}, false, "1");
    }
    if (name == "intervals") return read_intervals(c, span);
    if (count != 2)
      return draft_.wrong_arguments(span, fmt::format("`{}` has two arguments", name),
                                    fmt::format("write `{}(\"hit\", 1)`", name));
    Reading list = read_times(*c.arguments[0].value);
    const Reading k = read_number(*c.arguments[1].value);
    if (!list || !k) return std::nullopt;
    if (name == "interval") list = draft_.add(MeasureOp::differences, {list->node}, true, "s");
    return draft_.add(MeasureOp::element, {list->node, k->node}, false, "s");
  }

  Reading read_intervals(const ast::CallExpr& c, Span span) {
    if (c.arguments.empty() || c.arguments.size() > 2)
      return draft_.wrong_arguments(span, "`intervals` has one or two arguments",
                                    "write `intervals(\"hit\")` or `intervals(\"up\", \"down\")`");
    const Reading from = read_times(*c.arguments[0].value);
    if (!from) return std::nullopt;
    if (c.arguments.size() == 1 || is_same_text(c.arguments[0], c.arguments[1]))
      return draft_.add(MeasureOp::differences, {from->node}, true, "s");
    const Reading to = read_times(*c.arguments[1].value);
    if (!to) return std::nullopt;
    return draft_.add(MeasureOp::next_after, {from->node, to->node}, true, "s");
  }

  // From an event to the next of its own name: not to itself.
  static bool is_same_text(const ast::Argument& a, const ast::Argument& b) {
    const auto *first = a.value->as<ast::StringExpr>(), *second = b.value->as<ast::StringExpr>();
    return first && second && first->value == second->value;
  }

  Reading read_times(const ast::Expr& e) {
    const auto event = draft_.event_name(e);
    if (!event) return std::nullopt;
    return draft_.observe({.kind = Kind::event_times, .subject = {}, .event = *event}, "s");
  }

  Reading read_at_event(const std::string& name, const ast::CallExpr& c, Span span) {
    if (c.arguments.size() != 3)
      return draft_.wrong_arguments(span, fmt::format("`{}` has three arguments", name),
                                    fmt::format("write `{}(\"hit\", 1, x)`", name));
    const auto event = draft_.event_name(*c.arguments[0].value);
    const auto k = draft_.whole_number(*c.arguments[1].value);
    const auto what = draft_.subject(*c.arguments[2].value);
    if (!event || !k || !what) return std::nullopt;
    return draft_.observe({name == "before" ? Kind::before_event : Kind::after_event, *what, *event, *k},
                          draft_.unit_of_subject(*what));
  }

  Reading read_durations(const std::string& name, const ast::CallExpr& c, Span span) {
    if (c.arguments.empty() || c.arguments.size() > 2)
      return draft_.wrong_arguments(span, fmt::format("`{}` has one or two arguments", name),
                                    fmt::format("write `{0}(\"flying\")` or `{0}(\"machine\", \"flying\")`", name));
    std::vector<std::string> words;
    for (const ast::Argument& a : c.arguments) {
      const auto word = draft_.string(*a.value, "the name of a mode");
      if (!word) return std::nullopt;
      words.push_back(*word);
    }
    const std::string machine = words.size() == 2 ? words[0] : "";
    const auto found = modes_called(draft_.model(), machine, words.back());
    if (found.empty()) return unknown_mode(words.back(), c.arguments.back().span);
    if (found.size() > 1)
      return draft_.error("unknown-mode", span, fmt::format("several machines have a mode `{}`", words.back()), "",
                          fmt::format("write the machine first: `{}(\"{}\", \"{}\")`", name,
                                      draft_.model().machines[found[0].machine].name, words.back()));
    const Reading list = draft_.observe(
        {.kind = Kind::durations, .subject = words.back(), .event = draft_.model().machines[found[0].machine].name}, "s");
    return name == "durations" ? list : draft_.add(MeasureOp::sum, {list->node}, false, "s");
  }

  Reading unknown_mode(const std::string& mode, Span span) {
    std::vector<std::string> candidates;
    for (const Machine& m : draft_.model().machines)
      for (const Mode& k : m.modes) candidates.push_back(k.name);
    const std::string near = nearest_name(mode, candidates);
    return draft_.error("unknown-mode", span, fmt::format("no mode is called `{}`", mode), "",
                        near.empty() ? "" : fmt::format("did you mean `{}`?", near));
  }

  MeasureDraft draft_;
};

}  // namespace

std::optional<MeasureProgram> read_measures(const std::vector<MeasureText>& texts, const HybridModel& model,
                                            const Sources& sources, Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.error_count();
  Reader reader(model, sources, diagnostics);
  for (const MeasureText& text : texts) reader.read(text);
  if (diagnostics.error_count() != before) return std::nullopt;
  return reader.take();
}

}  // namespace saltus
