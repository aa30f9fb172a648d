#include "study/measure_draft.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/ast_print.hpp"
#include "lang/parser.hpp"
#include "study/model_names.hpp"

namespace saltus {

MeasureDraft::MeasureDraft(const HybridModel& model, const Sources& sources, Diagnostics& diagnostics)
    : model_(model), sources_(sources), diagnostics_(diagnostics), events_(event_names(model)) {}

ast::ExprPtr MeasureDraft::begin(const MeasureText& text) {
  text_ = &text;
  find_begin();
  return parse();
}

void MeasureDraft::end(const Reading& part) {
  program_.roots.push_back(part ? part->node : 0);
  program_.measures.push_back({text_->name, part ? part->unit : "", text_->expression, part && part->is_list});
  known_.push_back(part.has_value());
}

// Its span may have quotes around it. A text with escapes stands nowhere as it is read: then the whole measure is marked.
void MeasureDraft::find_begin() {
  const std::size_t quotes = sources_.text(text_->span).find(text_->expression);
  as_written_ = text_->span.known() && quotes != std::string_view::npos;
  begin_ = text_->span.begin + (as_written_ ? static_cast<std::uint32_t>(quotes) : 0);
}

// Read under its own file number behind as many blanks as stand before it: places then are those of the study file.
ast::ExprPtr MeasureDraft::parse() {
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

MeasureDraft::Reading MeasureDraft::error(std::string code, Span span, std::string message, std::string label,
                                          std::string help) {
  diagnostics_.error(std::move(code), place(span), fmt::format("measure `{}`: {}", text_->name, message), std::move(label),
                     std::move(help));
  return std::nullopt;
}

MeasureDraft::Reading MeasureDraft::add(MeasureOp op, std::vector<std::uint32_t> arguments, bool is_list, std::string unit) {
  const bool early = std::ranges::all_of(arguments, [this](std::uint32_t a) { return program_.nodes[a].known_early; });
  program_.nodes.push_back({op, std::move(arguments), 0, {}, is_list, early});
  return Part{static_cast<std::uint32_t>(program_.nodes.size() - 1), is_list, std::move(unit)};
}

MeasureDraft::Reading MeasureDraft::number(const Rational& value) {
  const Reading part = add(MeasureOp::number, {});
  program_.nodes.back().number = value;
  return part;
}

MeasureDraft::Reading MeasureDraft::observe(Observation what, std::string unit) {
  auto& all = program_.observations;
  const auto it = std::ranges::find(all, what);
  const auto index = static_cast<std::uint32_t>(it - all.begin());
  const bool list = is_list(what.kind);
  if (it == all.end()) all.push_back(std::move(what));
  const Reading part = add(MeasureOp::observation, {}, list, std::move(unit));
  program_.nodes.back().index = index;
  program_.nodes.back().known_early = program_.observations[index].kind == Observation::Kind::parameter;
  return part;
}

MeasureDraft::Reading MeasureDraft::unknown_name(const std::string& name, std::string_view what, Span span,
                                                 const std::vector<std::string>& candidates) {
  const std::string near = nearest_name(name, candidates);
  return error("unknown-name", span, fmt::format("no {} is called `{}`", what, name), "",
               near.empty() ? "" : fmt::format("did you mean `{}`?", near));
}

std::optional<std::size_t> MeasureDraft::measure_called(std::string_view name) const {
  const auto it = std::ranges::find(program_.measures, name, &Measure::name);
  if (it == program_.measures.end()) return std::nullopt;
  return static_cast<std::size_t>(it - program_.measures.begin());
}

MeasureDraft::Reading MeasureDraft::wrong_arguments(Span span, std::string message, std::string help) {
  return error("wrong-arguments", span, std::move(message), "", std::move(help));
}

std::string MeasureDraft::flat_name(const ast::Name& name) {
  std::string text = ast::print(name);
  std::erase(text, ' ');
  return text;
}

std::optional<std::string> MeasureDraft::subject(const ast::Expr& e) {
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
std::string MeasureDraft::watched(const ast::Expr& e) {
  auto& all = program_.expressions;
  const std::uint32_t from = e.span.begin - begin_;
  std::string text = text_->expression.substr(from, e.span.end - e.span.begin);
  const auto it = std::ranges::find(all, text, &WatchedExpression::text);
  if (it != all.end()) return it->name;
  all.push_back({fmt::format("${}", all.size() + 1), std::move(text), place(e.span)});
  return all.back().name;
}

std::string MeasureDraft::unit_of_subject(const std::string& name) const {
  const Variable* v = model_.find(name);
  return v ? v->unit.str() : "";
}

std::optional<std::string> MeasureDraft::string(const ast::Expr& e, std::string_view what) {
  if (const auto* s = e.as<ast::StringExpr>()) return s->value;
  error("type-mismatch", e.span, fmt::format("{} is written in quotes", what), "", "write it as \"hit\"");
  return std::nullopt;
}

std::optional<std::string> MeasureDraft::event_name(const ast::Expr& e) {
  auto name = string(e, "the name of an event");
  if (!name) return std::nullopt;
  if (std::ranges::any_of(events_, [&](const std::string& known) { return is_event_of(known, *name); })) return name;
  error("unknown-event", e.span, fmt::format("no event is called \"{}\"", *name), "", help_with_events(*name, events_));
  return std::nullopt;
}

std::optional<std::int64_t> MeasureDraft::whole_number(const ast::Expr& e) {
  const auto* u = e.as<ast::UnaryExpr>();
  const bool negative = u && u->op == ast::UnaryOp::minus;
  const auto* n = (negative ? *u->operand : e).as<ast::NumberExpr>();
  const auto value = n ? n->value.to_integer() : std::nullopt;
  if (value) return negative ? -*value : *value;
  error("wrong-arguments", e.span, "the number of an event is a whole number", "", "1 is the first, -1 the last");
  return std::nullopt;
}

}  // namespace saltus
