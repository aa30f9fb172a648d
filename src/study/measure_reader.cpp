#include "study/measure_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "lang/ast_print.hpp"
#include "lang/parser.hpp"
#include "study/model_names.hpp"

namespace saltus {

namespace {

using Kind = Observation::Kind;

struct NumberFunction {
  std::string_view name;
  MeasureOp op;
  std::size_t arguments;
};
constexpr auto number_functions = std::to_array<NumberFunction>({
    {"abs", MeasureOp::abs, 1},     {"sign", MeasureOp::sign, 1},    {"sqrt", MeasureOp::sqrt, 1},
    {"sin", MeasureOp::sin, 1},     {"cos", MeasureOp::cos, 1},      {"tan", MeasureOp::tan, 1},
    {"asin", MeasureOp::asin, 1},   {"acos", MeasureOp::acos, 1},    {"atan", MeasureOp::atan, 1},
    {"atan2", MeasureOp::atan2, 2}, {"sinh", MeasureOp::sinh, 1},    {"cosh", MeasureOp::cosh, 1},
    {"tanh", MeasureOp::tanh, 1},   {"exp", MeasureOp::exp, 1},      {"log", MeasureOp::log, 1},
    {"log10", MeasureOp::log10, 1}, {"floor", MeasureOp::floor, 1},  {"ceil", MeasureOp::ceil, 1},
    {"min", MeasureOp::least, 2},   {"max", MeasureOp::greatest, 2},
});

struct ListFunction {
  std::string_view name;
  MeasureOp op;
};
constexpr auto list_functions = std::to_array<ListFunction>({{"size", MeasureOp::size},
                                                             {"sum", MeasureOp::sum},
                                                             {"min", MeasureOp::list_min},
                                                             {"max", MeasureOp::list_max},
                                                             {"mean", MeasureOp::list_mean},
                                                             {"norm", MeasureOp::norm}});

struct TrajectoryFunction {
  std::string_view name;
  Kind kind;
};
constexpr auto trajectory_functions = std::to_array<TrajectoryFunction>({{"final", Kind::at_end},
                                                                         {"initial", Kind::at_start},
                                                                         {"min", Kind::minimum},
                                                                         {"max", Kind::maximum},
                                                                         {"time_of_min", Kind::time_of_minimum},
                                                                         {"time_of_max", Kind::time_of_maximum},
                                                                         {"integral", Kind::integral},
                                                                         {"mean", Kind::integral}});

constexpr auto other_functions = std::to_array<std::string_view>(
    {"value", "before", "after", "count", "time", "times", "interval", "intervals", "duration", "durations"});

template <class Table>
const auto* find(const Table& table, std::string_view name) {
  const auto it = std::ranges::find_if(table, [&](const auto& f) { return f.name == name; });
  return it == table.end() ? nullptr : &*it;
}

std::vector<std::string> function_names() {
  std::vector<std::string> names(other_functions.begin(), other_functions.end());
  for (const auto& f : number_functions) names.emplace_back(f.name);
  for (const auto& f : list_functions) names.emplace_back(f.name);
  for (const auto& f : trajectory_functions) names.emplace_back(f.name);
  return names;
}

/// A node that was read, and what is known of its value.
struct Part {
  std::uint32_t node = 0;
  bool is_list = false;
  std::string unit = {};
};
using Reading = std::optional<Part>;

class Reader {
 public:
  Reader(const HybridModel& model, const Sources& sources, Diagnostics& diagnostics)
      : model_(model), sources_(sources), diagnostics_(diagnostics), events_(event_names(model)) {}

  void read(const MeasureText& text) {
    text_ = &text;
    find_begin();
    const ast::ExprPtr expression = parse();
    const Reading part = expression ? read(*expression) : std::nullopt;
    program_.roots.push_back(part ? part->node : 0);
    program_.measures.push_back({text.name, part ? part->unit : "", text.expression, part && part->is_list});
    known_.push_back(part.has_value());
  }

  MeasureProgram take() { return std::move(program_); }

 private:
  // Its span may have quotes around it. A text with escapes stands nowhere as it is read: then the whole measure is marked.
  void find_begin() {
    const std::size_t quotes = sources_.text(text_->span).find(text_->expression);
    as_written_ = text_->span.known() && quotes != std::string_view::npos;
    begin_ = text_->span.begin + (as_written_ ? static_cast<std::uint32_t>(quotes) : 0);
  }

  // Read under its own file number behind as many blanks as stand before it: places then are those of the study file.
  ast::ExprPtr parse() {
    const std::uint32_t file = std::max(1U, text_->span.file);
    Sources scratch;
    for (std::uint32_t k = 1; k < file; ++k) scratch.add("", "");
    scratch.add("", std::string(begin_, ' ') + text_->expression);
    Diagnostics found;
    ast::ExprPtr expression = parse_measure(file, scratch, found);
    for (Diagnostic d : found.all()) {
      d.where.span = place(d.where.span);
      for (Label& l : d.also) l.span = place(l.span);
      diagnostics_.add(std::move(d));
    }
    return expression;
  }

  [[nodiscard]] Span place(Span inside) const { return as_written_ && inside.known() ? inside : text_->span; }

  Reading error(std::string code, Span span, std::string message, std::string label = {}, std::string help = {}) {
    diagnostics_.error(std::move(code), place(span), fmt::format("measure `{}`: {}", text_->name, message), std::move(label),
                       std::move(help));
    return std::nullopt;
  }

  Reading add(MeasureOp op, std::vector<std::uint32_t> arguments, bool is_list = false, std::string unit = {}) {
    const bool early = std::ranges::all_of(arguments, [this](std::uint32_t a) { return program_.nodes[a].known_early; });
    program_.nodes.push_back({op, std::move(arguments), 0, {}, is_list, early});
    return Part{static_cast<std::uint32_t>(program_.nodes.size() - 1), is_list, std::move(unit)};
  }

  Reading number(const Rational& value) {
    const Reading part = add(MeasureOp::number, {});
    program_.nodes.back().number = value;
    return part;
  }

  Reading observe(Observation what, std::string unit) {
    auto& all = program_.observations;
    const auto it = std::ranges::find(all, what);
    const auto index = static_cast<std::uint32_t>(it - all.begin());
    const bool list = is_list(what.kind);
    if (it == all.end()) all.push_back(std::move(what));
    const Reading part = add(MeasureOp::observation, {}, list, std::move(unit));
    program_.nodes.back().index = index;
    program_.nodes.back().known_early = program_.observations[index].kind == Kind::parameter;
    return part;
  }

  // ------------------------------------------------------------ expressions of measures

  Reading read(const ast::Expr& e) {
    if (const auto* n = e.as<ast::NumberExpr>()) return number(n->value);
    if (const auto* b = e.as<ast::BooleanExpr>()) return number(Rational(b->value ? 1 : 0));
    if (const auto* n = e.as<ast::NameExpr>()) return read_name(*n, e.span);
    if (const auto* c = e.as<ast::CallExpr>()) return read_call(*c, e.span);
    if (const auto* a = e.as<ast::ArrayExpr>(); a && a->indices.empty()) return read_list(*a);
    if (const auto* u = e.as<ast::UnaryExpr>()) return read_unary(*u);
    if (const auto* c = e.as<ast::ChainExpr>()) return read_chain(*c);
    if (const auto* i = e.as<ast::IfExpr>()) return read_if(*i);
    if (e.as<ast::EndExpr>()) return number(Rational(-1));  // counted from the end
    return error("misplaced", e.span, "this has no place in a measure", "",
                 "measures are numbers, lists {a, b}, operators, `if` and functions");
  }

  Reading read_number(const ast::Expr& e) {
    Reading part = read(e);
    if (part && part->is_list) return error("type-mismatch", e.span, "a number is wanted here", "this is a list");
    return part;
  }

  Reading read_name(const ast::NameExpr& n, Span span) {
    const ast::NamePart& first = n.name.parts.front();
    if (n.name.parts.size() == 1 && !n.name.global)
      if (const auto k = measure_called(first.name.text)) return read_measure(*k, first, span);
    if (n.name.is("pi")) return add(MeasureOp::pi, {});
    const std::string name = flat_name(n.name);
    const Variable* v = model_.find(name);
    if (v && v->variability <= Variability::parameter) return observe({Kind::parameter, v->name}, v->unit);
    if (v || name == "time")
      return error("unknown-name", span, fmt::format("`{}` varies in a run; which of its values is meant?", name), "",
                   fmt::format("write `final({0})`, `max({0})`, `value({0}, t)`", name));
    std::vector<std::string> candidates;
    for (const Measure& m : program_.measures) candidates.push_back(m.name);
    for (const Variable& p : model_.variables)
      if (p.variability <= Variability::parameter) candidates.push_back(p.name);
    return unknown_name(name, "measure before this one and no parameter", span, candidates);
  }

  Reading unknown_name(const std::string& name, std::string_view what, Span span, const std::vector<std::string>& candidates) {
    const std::string near = nearest_name(name, candidates);
    return error("unknown-name", span, fmt::format("no {} is called `{}`", what, name), "",
                 near.empty() ? "" : fmt::format("did you mean `{}`?", near));
  }

  std::optional<std::size_t> measure_called(std::string_view name) const {
    const auto it = std::ranges::find(program_.measures, name, &Measure::name);
    if (it == program_.measures.end()) return std::nullopt;
    return static_cast<std::size_t>(it - program_.measures.begin());
  }

  Reading read_measure(std::size_t k, const ast::NamePart& part, Span span) {
    if (!known_[k]) return std::nullopt;  // reported where it is
    const Measure m = program_.measures[k];
    const Part whole{program_.roots[k], m.is_list, m.unit};
    if (part.subscripts.empty()) return whole;
    if (!m.is_list) return error("type-mismatch", span, fmt::format("`{}` is a number and has no elements", m.name));
    if (part.subscripts.size() != 1 || !part.subscripts[0].value)
      return error("wrong-arguments", span, "a list has one index", "", fmt::format("write `{}[1]`", m.name));
    const Reading position = read_number(*part.subscripts[0].value);
    if (!position) return std::nullopt;
    return add(MeasureOp::element, {whole.node, position->node}, false, m.unit);
  }

  Reading read_list(const ast::ArrayExpr& a) {
    std::vector<std::uint32_t> items;
    for (const ast::ExprPtr& e : a.elements) {
      const Reading item = read_number(*e);
      if (!item) return std::nullopt;
      items.push_back(item->node);
    }
    return add(MeasureOp::list, std::move(items), true);
  }

  Reading read_unary(const ast::UnaryExpr& u) {
    const Reading operand = read(*u.operand);
    if (!operand) return std::nullopt;
    switch (u.op) {
      case ast::UnaryOp::minus:
      case ast::UnaryOp::element_minus: return add(MeasureOp::negate, {operand->node}, operand->is_list, operand->unit);
      case ast::UnaryOp::logical_not: return add(MeasureOp::not_, {operand->node}, operand->is_list);
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
    const auto is_bare = [this](const Part& p) { return program_.nodes[p.node].op == MeasureOp::number; };
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
      left = add(op, {left->node, right->node}, left->is_list || right->is_list, unit_of(op, *left, *right));
    }
    return left;
  }

  Reading read_if(const ast::IfExpr& i) {
    Reading otherwise = read(*i.otherwise);
    for (auto branch = i.branches.rbegin(); branch != i.branches.rend(); ++branch) {
      const Reading condition = read_number(*branch->condition), value = read(*branch->value);
      if (!condition || !value || !otherwise) return std::nullopt;
      if (value->is_list || otherwise->is_list)
        return error("type-mismatch", branch->span, "`if` chooses between numbers", "this is a list");
      otherwise = add(MeasureOp::choose, {condition->node, value->node, otherwise->node}, false,
                      value->unit == otherwise->unit ? value->unit : "");
    }
    return otherwise;
  }

  // ------------------------------------------------------------ functions

  Reading read_call(const ast::CallExpr& c, Span span) {
    const std::string name = c.callee.dotted();
    if (!c.indices.empty() || std::ranges::any_of(c.arguments, [](const ast::Argument& a) { return a.name.has_value(); }))
      return wrong_arguments(span, fmt::format("`{}` takes its arguments by position", name));
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
      return wrong_arguments(span, fmt::format("`{}` has another number of arguments", name));
    const std::string near = nearest_name(name, function_names());
    return error("unknown-function", c.callee.span, fmt::format("no function `{}`", name), "",
                 near.empty() ? "" : fmt::format("did you mean `{}`?", near));
  }

  Reading read_element(const ast::CallExpr& c, Span span) {
    if (c.arguments.size() != 2 || !c.arguments[1].value)
      return wrong_arguments(span, "a list has one index", "write `times(\"hit\")[1]`");
    const Reading list = read(*c.arguments[0].value), position = read_number(*c.arguments[1].value);
    if (!list || !position) return std::nullopt;
    if (!list->is_list) return error("type-mismatch", span, "a number has no elements");
    return add(MeasureOp::element, {list->node, position->node}, false, list->unit);
  }

  Reading wrong_arguments(Span span, std::string message, std::string help = {}) {
    return error("wrong-arguments", span, std::move(message), "", std::move(help));
  }

  // min, max and mean are of a list of measures, or of a variable over the run. A measure called as a variable is meant if it is a list.
  bool is_of_measures(const ast::Expr& e) const {
    if (e.as<ast::ArrayExpr>()) return true;
    if (const auto* n = e.as<ast::NameExpr>()) {
      const auto k = n->name.parts.size() == 1 && n->name.parts[0].subscripts.empty()
                         ? measure_called(n->name.parts[0].name.text)
                         : std::nullopt;
      return k && (program_.measures[*k].is_list || !known_[*k]);
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
    return add(f.op, std::move(arguments), list, keeps ? unit : "");
  }

  Reading read_list_function(const ListFunction& f, const ast::CallExpr& c, Span span) {
    const Reading list = read(*c.arguments[0].value);
    if (!list) return std::nullopt;
    if (!list->is_list) return error("type-mismatch", span, fmt::format("`{}` is of a list", f.name), "this is of a number");
    return add(f.op, {list->node}, false, f.op == MeasureOp::size ? "1" : list->unit);
  }

  Reading read_trajectory_function(const TrajectoryFunction& f, const ast::Expr& of) {
    const auto what = subject(of);
    if (!what) return std::nullopt;
    const std::string unit = unit_of_subject(*what);
    switch (f.kind) {
      case Kind::time_of_minimum:
      case Kind::time_of_maximum: return observe({f.kind, *what}, "s");
      case Kind::integral: {
        const Reading total = observe({Kind::integral, *what}, unit.empty() ? "" : unit == "1" ? "s" : unit + ".s");
        if (f.name != "mean") return total;
        const Reading extent = observe({Kind::extent, *what}, "s");
        return add(MeasureOp::div, {total->node, extent->node}, false, unit);
      }
      default: return observe({f.kind, *what}, unit);
    }
  }

  Reading read_other(const std::string& name, const ast::CallExpr& c, Span span) {
    const std::size_t count = c.arguments.size();
    if (name == "value") {
      if (count != 2) return wrong_arguments(span, "`value` has two arguments", "write `value(x, t)`");
      const auto what = subject(*c.arguments[0].value);
      const Reading time = read_number(*c.arguments[1].value);
      if (!what || !time) return std::nullopt;
      if (!program_.nodes[time->node].known_early)
        return error("not-constant", c.arguments[1].span, "the time of `value` must be known before the run", "",
                     "use numbers and parameters");
      return observe({.kind = Kind::at_time, .subject = *what, .time = time->node}, unit_of_subject(*what));
    }
    if (name == "before" || name == "after") return read_at_event(name, c, span);
    if (name == "duration" || name == "durations") return read_durations(name, c, span);
    if (name == "count" || name == "times") {
      if (count != 1)
        return wrong_arguments(span, fmt::format("`{0}` has one argument", name), fmt::format("write `{}(\"hit\")`", name));
      const Reading times = read_times(*c.arguments[0].value);
      return !times || name == "times" ? times : add(MeasureOp::size, {times->node}, false, "1");
    }
    if (name == "intervals") return read_intervals(c, span);
    if (count != 2)
      return wrong_arguments(span, fmt::format("`{}` has two arguments", name), fmt::format("write `{}(\"hit\", 1)`", name));
    Reading list = read_times(*c.arguments[0].value);
    const Reading k = read_number(*c.arguments[1].value);
    if (!list || !k) return std::nullopt;
    if (name == "interval") list = add(MeasureOp::differences, {list->node}, true, "s");
    return add(MeasureOp::element, {list->node, k->node}, false, "s");
  }

  Reading read_intervals(const ast::CallExpr& c, Span span) {
    if (c.arguments.empty() || c.arguments.size() > 2)
      return wrong_arguments(span, "`intervals` has one or two arguments",
                             "write `intervals(\"hit\")` or `intervals(\"up\", \"down\")`");
    const Reading from = read_times(*c.arguments[0].value);
    if (!from) return std::nullopt;
    if (c.arguments.size() == 1 || is_same_text(c.arguments[0], c.arguments[1]))
      return add(MeasureOp::differences, {from->node}, true, "s");
    const Reading to = read_times(*c.arguments[1].value);
    if (!to) return std::nullopt;
    return add(MeasureOp::next_after, {from->node, to->node}, true, "s");
  }

  // From an event to the next of its own name: not to itself.
  static bool is_same_text(const ast::Argument& a, const ast::Argument& b) {
    const auto *first = a.value->as<ast::StringExpr>(), *second = b.value->as<ast::StringExpr>();
    return first && second && first->value == second->value;
  }

  Reading read_times(const ast::Expr& e) {
    const auto event = event_name(e);
    if (!event) return std::nullopt;
    return observe({.kind = Kind::event_times, .subject = {}, .event = *event}, "s");
  }

  Reading read_at_event(const std::string& name, const ast::CallExpr& c, Span span) {
    if (c.arguments.size() != 3)
      return wrong_arguments(span, fmt::format("`{}` has three arguments", name),
                             fmt::format("write `{}(\"hit\", 1, x)`", name));
    const auto event = event_name(*c.arguments[0].value);
    const auto k = whole_number(*c.arguments[1].value);
    const auto what = subject(*c.arguments[2].value);
    if (!event || !k || !what) return std::nullopt;
    return observe({name == "before" ? Kind::before_event : Kind::after_event, *what, *event, *k}, unit_of_subject(*what));
  }

  Reading read_durations(const std::string& name, const ast::CallExpr& c, Span span) {
    if (c.arguments.empty() || c.arguments.size() > 2)
      return wrong_arguments(span, fmt::format("`{}` has one or two arguments", name),
                             fmt::format("write `{0}(\"flying\")` or `{0}(\"machine\", \"flying\")`", name));
    std::vector<std::string> words;
    for (const ast::Argument& a : c.arguments) {
      const auto word = string(*a.value, "the name of a mode");
      if (!word) return std::nullopt;
      words.push_back(*word);
    }
    const std::string machine = words.size() == 2 ? words[0] : "";
    const auto found = modes_called(model_, machine, words.back());
    if (found.empty()) return unknown_mode(words.back(), c.arguments.back().span);
    if (found.size() > 1)
      return error("unknown-mode", span, fmt::format("several machines have a mode `{}`", words.back()), "",
                   fmt::format("write the machine first: `{}(\"{}\", \"{}\")`", name, model_.machines[found[0].machine].name,
                               words.back()));
    const Reading list =
        observe({.kind = Kind::durations, .subject = words.back(), .event = model_.machines[found[0].machine].name}, "s");
    return name == "durations" ? list : add(MeasureOp::sum, {list->node}, false, "s");
  }

  Reading unknown_mode(const std::string& mode, Span span) {
    std::vector<std::string> candidates;
    for (const Machine& m : model_.machines)
      for (const Mode& k : m.modes) candidates.push_back(k.name);
    const std::string near = nearest_name(mode, candidates);
    return error("unknown-mode", span, fmt::format("no mode is called `{}`", mode), "",
                 near.empty() ? "" : fmt::format("did you mean `{}`?", near));
  }

  // ------------------------------------------------------------ what they are of

  static std::string flat_name(const ast::Name& name) {
    std::string text = ast::print(name);
    std::erase(text, ' ');
    return text;
  }

  std::optional<std::string> subject(const ast::Expr& e) {
    const auto* n = e.as<ast::NameExpr>();
    if (!n || n->name.is("time")) return watched(e);
    const std::string name = flat_name(n->name);
    if (model_.find(name)) return name;
    std::vector<std::string> candidates;
    for (const Variable& v : model_.variables) {
      candidates.push_back(v.name);
      if (!v.name.starts_with(name + "[") && !v.name.starts_with(name + ".")) continue;
      const bool is_array = v.name[name.size()] == '[';
      error("type-mismatch", e.span,
            fmt::format("`{}` is {}, and a measure is of one number", name, is_array ? "an array" : "a component"), "",
            fmt::format("name {} of it, as `{}`", is_array ? "an element" : "a variable", v.name));
      return std::nullopt;
    }
    unknown_name(name, fmt::format("variable of `{}`", model_.name), e.span, candidates);
    return std::nullopt;
  }

  // Equal texts are one variable.
  std::string watched(const ast::Expr& e) {
    auto& all = program_.expressions;
    const std::uint32_t from = e.span.begin - begin_;
    std::string text = text_->expression.substr(from, e.span.end - e.span.begin);
    const auto it = std::ranges::find(all, text, &WatchedExpression::text);
    if (it != all.end()) return it->name;
    all.push_back({fmt::format("${}", all.size() + 1), std::move(text), place(e.span)});
    return all.back().name;
  }

  std::string unit_of_subject(const std::string& name) const {
    const Variable* v = model_.find(name);
    return v ? v->unit.str() : "";
  }

  std::optional<std::string> string(const ast::Expr& e, std::string_view what) {
    if (const auto* s = e.as<ast::StringExpr>()) return s->value;
    error("type-mismatch", e.span, fmt::format("{} is written in quotes", what), "", "write it as \"hit\"");
    return std::nullopt;
  }

  std::optional<std::string> event_name(const ast::Expr& e) {
    auto name = string(e, "the name of an event");
    if (!name) return std::nullopt;
    if (std::ranges::any_of(events_, [&](const std::string& known) { return is_event_of(known, *name); })) return name;
    const std::string near = nearest_name(*name, events_);
    error("unknown-event", e.span, fmt::format("no event is called \"{}\"", *name), "",
          near.empty() ? "" : fmt::format("did you mean \"{}\"?", near));
    return std::nullopt;
  }

  std::optional<std::int64_t> whole_number(const ast::Expr& e) {
    const auto* u = e.as<ast::UnaryExpr>();
    const bool negative = u && u->op == ast::UnaryOp::minus;
    const auto* n = (negative ? *u->operand : e).as<ast::NumberExpr>();
    const auto value = n ? n->value.to_integer() : std::nullopt;
    if (value) return negative ? -*value : *value;
    error("wrong-arguments", e.span, "the number of an event is a whole number", "", "1 is the first, -1 the last");
    return std::nullopt;
  }

  const HybridModel& model_;
  const Sources& sources_;
  Diagnostics& diagnostics_;
  std::vector<std::string> events_;
  const MeasureText* text_ = nullptr;
  std::uint32_t begin_ = 0;  // of its expression
  bool as_written_ = false;
  MeasureProgram program_;
  std::vector<bool> known_;  // of each measure: it could be read
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
