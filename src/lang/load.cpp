#include "lang/load.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lang/class_table.hpp"
#include "lang/flattening.hpp"
#include "lang/model_flattener.hpp"
#include "lang/models_in.hpp"
#include "lang/parser.hpp"

namespace saltus {
namespace {

/// The last class that can be run, also inside a package.
const lang::ClassInfo* last_model(const lang::ClassInfo& info) {
  if (lang::can_be_run(*info.node)) return &info;
  if (info.node->kind != ast::ClassKind::package) return nullptr;
  const std::vector<ast::Element>& elements = info.node->body.elements;
  for (auto it = elements.rbegin(); it != elements.rend(); ++it) {
    const auto* nested = it->as<std::unique_ptr<ast::Class>>();
    if (nested == nullptr) continue;
    const auto found = info.nested.find(lang::plain((*nested)->name));
    if (found == info.nested.end()) continue;
    if (const lang::ClassInfo* model = last_model(*found->second)) return model;
  }
  return nullptr;
}

const lang::ClassInfo* choose(const lang::ClassTable& table, std::span<const ParsedFile> files, const LoadOptions& options,
                              Diagnostics& diagnostics) {
  if (!options.model.empty()) {
    const lang::ClassInfo* info = table.find_full(options.model);
    if (info == nullptr) {
      const std::string near = nearest_name(options.model, table.visible(nullptr));
      diagnostics.error("unknown-class", {}, fmt::format("no model `{}`", options.model), "",
                        near.empty() ? "" : fmt::format("did you mean `{}`?", near));
    }
    return info;
  }
  if (!files.empty()) {
    const std::vector<ast::Class>& classes = files.back().classes;
    for (auto it = classes.rbegin(); it != classes.rend(); ++it) {
      const lang::ClassInfo* info = table.find_full(lang::plain(it->name));
      if (info == nullptr || info->node != &*it) continue;
      if (const lang::ClassInfo* model = last_model(*info)) return model;
    }
  }
  diagnostics.error("no-model", {}, files.empty() ? "no file was given" : "there is no model in the last file", "",
                    "a file needs `model M ... end M;`");
  return nullptr;
}

std::string without_blanks(std::string_view text) {
  std::string out(text);
  std::erase_if(out, [](char c) { return c == ' ' || c == '\t'; });
  return out;
}

/// The value is parsed from a copy of "name=value" with the name blanked out, under the same file number: spans then point
/// into the full text.
void add_settings(Sources& sources, const LoadOptions& options, lang::Overrides& overrides, Diagnostics& diagnostics) {
  for (const ParameterSetting& s : options.settings) {
    const std::string shown = s.name + "=" + s.value;
    const std::uint32_t file = sources.add("--set " + shown, shown);
    const auto offset = static_cast<std::uint32_t>(s.name.size() + 1);
    Sources scratch;
    for (std::uint32_t k = 1; k < file; ++k) scratch.add("", "");
    scratch.add("", std::string(offset, ' ') + s.value);
    ast::ExprPtr value = parse_expression(file, scratch, diagnostics);
    if (value) overrides.add({without_blanks(s.name), {file, 0, offset - 1}, std::move(value)});
  }
}

}  // namespace

std::optional<HybridModel> load_model(std::shared_ptr<Sources> sources, std::span<const std::uint32_t> files,
                                      const LoadOptions& options, Diagnostics& diagnostics) {
  std::vector<ParsedFile> parsed;
  for (const std::uint32_t file : files) parsed.push_back(parse(file, *sources, diagnostics));
  lang::Overrides overrides;
  add_settings(*sources, options, overrides, diagnostics);
  for (const ParsedFile& p : parsed) {
    if (p.within && !p.within->parts.empty()) {
      diagnostics.error("not-yet", p.within_span, "packages over several files (`within`) are not supported yet");
    }
  }
  if (diagnostics.has_errors()) return std::nullopt;
  const lang::ClassTable table(parsed, diagnostics);
  const lang::ClassInfo* info = choose(table, parsed, options, diagnostics);
  if (info == nullptr || diagnostics.has_errors()) return std::nullopt;
  HybridModel model;
  model.pool = std::make_shared<ExprPool>();
  model.sources = sources;
  {
    lang::Flattening run(model, *sources, diagnostics, table, overrides);
    lang::ModelFlattener(run).flatten(*info);
  }
  if (diagnostics.has_errors()) return std::nullopt;
  return model;
}

std::optional<HybridModel> load_model_text(std::string name, std::string text, Diagnostics& diagnostics) {
  auto sources = std::make_shared<Sources>();
  const std::uint32_t file = sources->add(std::move(name), std::move(text));
  return load_model(sources, {&file, 1}, {}, diagnostics);
}

}  // namespace saltus
