#include <fmt/format.h>

#include "base/read_file.hpp"
#include "commands.hpp"
#include "compile/check_modes.hpp"
#include "compile/equation_parts.hpp"
#include "lang/ast_print.hpp"
#include "lang/lexer.hpp"
#include "lang/parser.hpp"
#include "structure/analyse.hpp"
#include "structure/print.hpp"

namespace saltus::cli {

namespace {

/// Tokens and trees are shown file by file, also where they have mistakes: those come on stderr.
std::string text_stage(const ShowArguments& arguments, bool tokens, std::shared_ptr<Sources> sources,
                       Diagnostics& diagnostics) {
  std::string out;
  for (const std::string& name : arguments.model.files) {
    const std::uint32_t file = sources->add(name, read_file(name));
    out += tokens ? print_tokens(file, *sources, diagnostics) : print_ast(parse(file, *sources, diagnostics));
  }
  return out;
}

/// Of every tuple of modes that `check` looks at.
std::string structure_stage(const Model& model, Diagnostics& diagnostics) {
  std::string out;
  for (const ModeTuple& tuple : visited_tuples(model.flat())) {
    const HybridModel flat = in_modes(model.flat(), tuple);
    const std::string modes = describe(model.flat(), tuple);
    if (!modes.empty()) out += fmt::format("{}where {}\n", out.empty() ? "" : "\n", modes);
    EquationParts parts = split_equations(flat);
    const auto structure = analyse(flat, std::move(parts.continuous), std::move(parts.continuous_unknowns), diagnostics);
    if (structure) out += print_structure(flat, *structure);
  }
  return out;
}

/// Of the modes at the start.
std::string tape_stage(const Model& model, Diagnostics& diagnostics) {
  CompiledTuples tuples(model.flat());
  const ModeTuple start = initial_tuple(model.flat());
  const CompiledModel* compiled = tuples.of(start);
  if (compiled) return print(*compiled);
  for (const Diagnostic& d : tuples.diagnostics_of(start).all()) diagnostics.add(d);
  return "";
}

}  // namespace

ExitCode show_command(const ShowArguments& arguments, const Arguments& common) {
  Diagnostics diagnostics;
  std::string text;
  std::shared_ptr<const Sources> sources;
  if (arguments.stage == "tokens" || arguments.stage == "ast") {
    const auto read = std::make_shared<Sources>();
    text = text_stage(arguments, arguments.stage == "tokens", read, diagnostics);
    sources = read;
  } else {
    const Model model = load_model(arguments.model, common);
    text = arguments.stage == "structure" ? structure_stage(model, diagnostics)
           : arguments.stage == "tape"    ? tape_stage(model, diagnostics)
                                          : model.text();
    sources = model.shared_sources();
  }
  if (!print_data(text)) throw FileError("cannot write the output");
  if (diagnostics.has_errors()) throw InvalidModel(std::move(diagnostics), std::move(sources));
  return ExitCode::done;
}

}  // namespace saltus::cli
