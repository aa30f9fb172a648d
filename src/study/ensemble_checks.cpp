#include "study/ensemble_checks.hpp"

#include <fmt/format.h>

#include "lang/load.hpp"
#include "study/model_names.hpp"

namespace saltus {

void hand_over(const Diagnostics& found, const Sources& own, std::uint32_t shared, const EnsembleOptions& options,
               Diagnostics& diagnostics) {
  const auto place = [&](Span span) {
    if (!span.known() || span.file <= shared) return span;
    const std::size_t k = span.file - shared - 1;
    return k < options.model.setting_places.size() ? options.model.setting_places[k] : Span{};
  };
  for (Diagnostic d : found.all()) {
    if (d.where.span.file > shared && !place(d.where.span).known())
      d.message += fmt::format(" ({})", own.name(d.where.span.file));
    d.where.span = place(d.where.span);
    for (Label& l : d.also) l.span = place(l.span);
    diagnostics.add(std::move(d));
  }
}

namespace {

/// A parameter or start value that the model has.
bool is_known(const HybridModel& model, std::string_view name) {
  if (name.ends_with(".start")) {
    const Variable* v = model.find(name.substr(0, name.size() - 6));
    if (v && v->variability > Variability::parameter) return true;
  }
  const Variable* v = model.find(name);
  return (v && v->variability == Variability::parameter) || model.find(fmt::format("{}[1]", name)) != nullptr;
}

}  // namespace

bool check_varied(const EnsembleOptions& options, const HybridModel& model, Diagnostics& diagnostics) {
  std::vector<std::string> parameters;
  for (const Variable& v : model.variables)
    if (v.variability == Variability::parameter && !v.is_final) parameters.push_back(v.name);
  const std::size_t before = diagnostics.error_count();
  for (std::size_t i = 0; i < options.varied.size(); ++i) {
    const std::string& name = options.varied[i];
    const Span place = i < options.varied_places.size() ? options.varied_places[i] : Span{};
    const Variable* v = model.find(name);
    if (v && v->is_final) {
      const std::string said = v->description.str();
      diagnostics.error("final-modified", place, fmt::format("`{}` is final in `{}` and cannot be varied", name, model.name), "",
                        said.empty() ? "" : fmt::format("its declaration says: {}", said));
    } else if (!is_known(model, name)) {
      const std::string near = nearest_name(name, parameters);
      diagnostics.error("unknown-parameter", place, fmt::format("no parameter `{}` in `{}`", name, model.name), "",
                        near.empty() ? "" : fmt::format("did you mean `{}`?", near));
    }
  }
  return diagnostics.error_count() == before;
}

bool check_expressions(const EnsembleOptions& options, const HybridModel& model, const MeasuredModel& measured,
                       Diagnostics& diagnostics) {
  auto sources = std::make_shared<Sources>(*options.model.sources);
  const std::uint32_t file = sources->add("measures", measured.text);
  std::vector<std::uint32_t> files = options.model.files;
  files.push_back(file);
  LoadOptions load{MeasuredModel::name, {}};
  for (const auto& [name, value] : options.model.settings) load.settings.push_back({name, value});
  Diagnostics found;
  if (load_model(sources, files, load, found)) return true;
  for (Diagnostic d : found.all()) {
    if (d.severity != Severity::error) continue;
    if (const auto at = d.message.find(MeasuredModel::name); at != std::string::npos)
      d.message.replace(at, std::string_view(MeasuredModel::name).size(), model.name);
    d.where.span = d.where.span.file > file ? Span{} : measured.in_study(d.where.span, file);
    for (Label& l : d.also) l.span = l.span.file > file ? Span{} : measured.in_study(l.span, file);
    diagnostics.add(std::move(d));
  }
  return false;
}

}  // namespace saltus
