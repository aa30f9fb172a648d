// The only file that includes CLI11: it costs seconds to compile. Its exit codes are mapped to ours.

#include "arguments.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>

#include "api/saltus.hpp"
#include "known_words.hpp"
#include "model/solvers.hpp"
#include "pages.hpp"
#include "raw_arguments.hpp"

namespace saltus::cli {

namespace {

constexpr const char* description = "Saltus simulates hybrid dynamical systems: equations that flow, events that jump.";

constexpr const char* examples = R"(Examples:
  saltus run ball.mo                                  run, print a summary
  saltus run ball.mo --set e=0.8 --stop 20            other parameters
  saltus run ball.mo --interval 0.01 -o ball.csv      trajectory to a file
  saltus run ball.mo --plot x --plot v -o ball.svg    a picture with two panels
  saltus run ball.mo --format json --at 1,2,pi        everything, for scripts
  saltus run ball.mo --precision 50                   fifty digits
  saltus study ball.toml                              many runs, as a file says
  saltus check ball.mo                                find mistakes without running
  saltus show ball.mo --stage structure               look inside
  saltus export ball.mo --step 0.01                   a workbook that calculates the model
  saltus explain unknown-name                         what a diagnostic means

Exit codes: 0 done, 1 an expectation of a study failed, 2 usage, 3 model error, 4 the run failed, 130 interrupted.)";

CLI::Option* take_one(CLI::Option* option) { return option->type_size(1)->allow_extra_args(false); }

void add_common_flags(CLI::App& app, Raw& raw) {
  app.add_option("--color", raw.color, "auto, always or never (NO_COLOR is honoured)")->type_name("WHEN");
  app.add_flag("-q,--quiet", raw.common.quiet, "errors only on stderr");
  app.add_flag("-v,--verbose", raw.common.verbose, "say more");
}

void add_model_flags(CLI::App& command, Raw& raw) {
  command.add_option("FILE", raw.model.files, "model files (.mo), read as one program; - reads the standard input")->required();
  command.add_option("--model", raw.model_name, "which model (default: the last)")->type_name("NAME");
  take_one(command.add_option("--set", raw.set, "a parameter or start value, as e=0.8, m={1,2}, x.start=pi/6; repeatable"))
      ->type_name("NAME=VALUE");
}

/// `--solver ?`
void list_solvers_if_asked(const std::string& name) {
  if (name != "?") return;
  for (const SolverInfo& s : solvers()) fmt::print("{:<12} {}\n", s.name, s.line);
  throw CLI::Success();
}

void add_run_flags(CLI::App& command, Raw& raw) {
  RunArguments& run = raw.run;
  command.add_option("--start", run.start, "start time (default: experiment annotation, else 0)")->type_name("T");
  command.add_option("--stop", run.stop, "stop time (default: experiment annotation, else 1)")->type_name("T");
  command
      .add_option("--tol", run.tolerance,
                  "bound of the local error (default: experiment annotation, else 1e-9; with --precision always four digits "
                  "short of it, 1e-46 for 50)")
      ->type_name("X");
  command.add_option("--solver", run.solver, fmt::format("{} (default taylor); ? lists them", fmt::join(solver_names(), ", ")))
      ->type_name("NAME")
      ->each(list_solvers_if_asked);
  command.add_option("--step", run.step, "step of solvers with a fixed step")->type_name("H");
  command.add_option("--locate", run.locate, "events: exact (default), grid or signs")->type_name("HOW");
  command
      .add_option("--precision", raw.precision,
                  "compute with this many decimal digits, or with about 31 in `double-double`, much faster")
      ->type_name("DIGITS");
  command.add_option("--interval", run.interval, "rows of the trajectory every DT")->type_name("DT");
  take_one(command.add_option("--at", raw.at, "rows of the trajectory at these times"))->type_name("T1,T2,...");
  command.add_option("--max-rounds", raw.max_rounds, "event iterations at one instant (default 1000)")->type_name("N");
  take_one(command.add_option("--sensitivity", raw.sensitivity,
                              "derivatives by these parameters and start values: of final values, event times, rows"))
      ->type_name("P1,P2,...");
  take_one(
      command.add_option("--plot", run.plots, "draw x and v over time as x,v, one over the other as x:v; a panel each time"))
      ->type_name("NAMES");
  command
      .add_option("--format", raw.format,
                  fmt::format("{} (default: by the extension of -o, else brief)", fmt::join(format_names(), ", ")))
      ->type_name("FORMAT");
  command.add_option("-o,--output", raw.output, "write to this file; its extension chooses the format, and the summary goes to stderr")->type_name("FILE");
}

constexpr const char* study_notes = R"(A study is a TOML file: a model, an experiment, measures, figures, expectations.
  saltus study ball.toml                 runs it; store, table and figures go to the folder ball/
  saltus study ball.toml --dry-run       how many runs, and how long they will take
  saltus study ball.toml --resume        goes on after an interruption
  saltus study ball.toml --only 17       run 17 by itself, with all its events
  saltus study ball.toml --shard 2/4     the second of four parts, for job arrays
  saltus study merge all.sqlite ball/runs-*-of-4.sqlite)";

void add_report_flags(CLI::App& command, Raw& raw) {
  command.add_option("FOLDER", raw.report_folder, "a folder with report.toml")->required();
  command.add_option("-o,--output", raw.output, "the folder for the pages (default: report)")->type_name("FOLDER");
  take_one(command.add_option("--page", raw.report_pages, "only this page, and the index with its verdicts; repeatable"))
      ->type_name("NAME");
  command.add_option("--jobs", raw.jobs, "threads (default: all cores)")->type_name("N");
}

void add_study_flags(CLI::App& command, Raw& raw) {
  command.add_option("FILE", raw.study_words, "a study (.toml); or: merge OUT IN...")->required();
  command.add_option("-o,--output", raw.output, "the folder for store, tables and figures (default: named after the study)")
      ->type_name("FOLDER");
  take_one(command.add_option("--set", raw.set, "a parameter or start value of all runs, as in [set]; repeatable"))
      ->type_name("NAME=VALUE");
  command.add_option("--jobs", raw.jobs, "threads (default: all cores); results do not depend on it")->type_name("N");
  command.add_flag("--resume", raw.study.resume, "keep the runs that are there, make the missing ones");
  command.add_option("--shard", raw.shard, "only part I of N of the points")->type_name("I/N");
  command.add_flag("--dry-run", raw.study.dry_run, "print the points and an estimate of the cost");
  command.add_option("--only", raw.only, "one run by itself, reported in full; nothing is stored")->type_name("NUMBER");
  command
      .add_option("--format", raw.format,
                  fmt::format("tables of runs: {} (default csv)", fmt::join(table_format_names(), ", ")))
      ->type_name("FORMATS");
  take_one(command.add_option("--figures", raw.figures,
                              fmt::format("formats of figures: {} (default svg)", fmt::join(picture_format_names(), ", "))))
      ->type_name("FORMATS");
  command.footer(study_notes);
}

void add_export_flags(CLI::App& command, Raw& raw) {
  ExportArguments& e = raw.exported;
  command.add_option("--to", e.to, "xlsx: a workbook of formulas")->type_name("FORMAT");
  command.add_option("--step", e.step, "time from row to row")->type_name("H");
  command.add_option("--solver", e.solver, "euler (default), heun or rk4: how a row follows from the row above")
      ->type_name("NAME");
  command.add_option("--by", e.by, "time (default): a row per step; events: a row per event")->type_name("WHAT");
  command.add_option("--start", e.start, "start time (default: experiment annotation, else 0)")->type_name("T");
  command.add_option("--stop", e.stop, "stop time (default: experiment annotation, else 1)")->type_name("T");
  take_one(command.add_option("--compare", raw.compare, "a setting of a second model beside the first; repeatable"))
      ->type_name("NAME=VALUE");
  command.add_option("-o,--output", raw.output, "the file (default: named after the model)")->type_name("FILE");
}

/// CLI11 speaks of "The following argument was not expected"; our messages begin in lower case and say what to do.
std::string lower_first(std::string text) {
  if (text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0) {
    text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  }
  return text;
}

/// What CLI11 found wrong with the number of values or words, in our words.
std::string message_of(const CLI::ParseError& mistake, const CLI::App& app) {
  const std::string text = mistake.what();
  if (mistake.get_name() == "ArgumentMismatch") {
    const std::string flag = text.substr(0, text.find(':'));
    return flag + (text.find("received") != std::string::npos ? " is given more than once" : " needs a value");
  }
  const auto colon = text.find(": ");
  const bool extras = dynamic_cast<const CLI::ExtrasError*>(&mistake) != nullptr;
  if (!extras || colon == std::string::npos || app.get_subcommands().empty()) return lower_first(text);
  const std::string extra = text.substr(colon + 2);
  return fmt::format("`{}` {} `{}`", app.get_subcommands().front()->get_name(),
                     extra.starts_with('-') ? "has no flag" : "cannot use", extra);
}

void declare(CLI::App& app, Raw& raw) {
  app.set_help_flag("-h,--help", "print this help");
  app.set_version_flag("--version", fmt::format("saltus {}", version()));
  app.footer(examples);
  app.require_subcommand(1);
  app.fallthrough();
  add_common_flags(app, raw);
  CLI::App* check =
      app.add_subcommand("check", "find the mistakes in models without running them: all of the files, which are read as one program, or one");
  add_model_flags(*check, raw);
  CLI::App* run = app.add_subcommand("run", "simulate a model");
  add_model_flags(*run, raw);
  add_run_flags(*run, raw);
  CLI::App* show = app.add_subcommand("show", "print a stage of the way from text to tape");
  add_model_flags(*show, raw);
  show->add_option("--stage", raw.show.stage, fmt::format("{} (default model)", fmt::join(stage_names(), ", ")))
      ->type_name("STAGE");
  add_study_flags(*app.add_subcommand("study", "many runs of a model, as a file says"), raw);
  CLI::App* exported = app.add_subcommand("export", "write a model as a workbook of formulas");
  add_model_flags(*exported, raw);
  add_export_flags(*exported, raw);
  add_report_flags(*app.add_subcommand("report", "pages of notes, figures and verdicts, from studies"), raw);
  CLI::App* explain = app.add_subcommand("explain", "explain a diagnostic or the status of a run; without a code, list all");
  explain->add_option("CODE", raw.explain.code, "as in error[CODE]");
  CLI::App* completion = app.add_subcommand("completion", "print a script that completes command lines in a shell");
  completion->add_option("SHELL", raw.completion.shell, fmt::format("{}", fmt::join(shell_names(), ", ")))->required();
}

/// What may follow a flag, by its name and what it calls its value.
Completions values_of(const std::string& command, const std::string& flag, const std::string& type) {
  if (flag == "--solver") return {solver_names()};
  if (flag == "--locate") return {location_names()};
  if (flag == "--stage") return {stage_names()};
  if (flag == "--color") return {{"auto", "always", "never"}};
  if (flag == "--to") return {{"xlsx"}};
  if (flag == "--by") return {{"time", "events"}};
  if (flag == "--figures") return {picture_format_names(), {}, false, true};
  if (flag == "--format" && command == "study") return {table_format_names(), {}, false, true};
  if (flag == "--format") return {format_names()};
  return {{}, {}, type == "FILE" || type == "FOLDER"};
}

Completions operands_of(const std::string& command) {
  if (command == "completion") return {shell_names()};
  if (command == "study") return {{"merge"}, {"toml", "sqlite"}};
  if (command != "explain") return {{}, {"mo"}};
  Completions codes;
  for (const Page& page : pages()) codes.words.emplace_back(page.code);
  return codes;
}

std::vector<FlagWords> flags_of(const CLI::App& app) {
  std::vector<FlagWords> flags;
  for (const CLI::Option* o : app.get_options()) {
    if (o->get_positional() || (!app.get_name().empty() && app.get_name() != "saltus" && o == app.get_help_ptr())) continue;
    FlagWords flag{{}, o->get_description(), o->get_items_expected_max() > 0};
    for (const std::string& n : o->get_snames()) flag.names.push_back("-" + n);
    for (const std::string& n : o->get_lnames()) flag.names.push_back("--" + n);
    if (flag.takes_value) flag.value = values_of(app.get_name(), flag.names.back(), o->get_type_name());
    flags.push_back(std::move(flag));
  }
  return flags;
}

ProgramWords words_of(const CLI::App& app) {
  ProgramWords program{flags_of(app), {}};
  for (const CLI::App* c : app.get_subcommands([](const CLI::App*) { return true; }))
    program.commands.push_back({c->get_name(), c->get_description(), flags_of(*c), operands_of(c->get_name())});
  return program;
}

}  // namespace

ProgramWords program_words() {
  Raw raw;
  CLI::App app(description, "saltus");
  declare(app, raw);
  return words_of(app);
}

std::variant<Arguments, ExitCode> read_arguments(int argc, const char* const* argv) {
  Raw raw;
  CLI::App app(description, "saltus");
  declare(app, raw);
  const UnknownWord unknown = find_unknown_word({argv + std::min(argc, 1), argv + argc}, words_of(app));
  if (!unknown.message.empty()) {
    print_error(unknown.message, unknown.help.empty() ? "saltus --help lists all commands and flags" : unknown.help);
    return ExitCode::usage;
  }
  try {
    app.parse(argc, argv);
    return checked(raw, app.get_subcommands().front()->get_name());
  } catch (const CLI::Success& request) {  // --help, --version
    app.exit(request);
    return ExitCode::done;
  } catch (const CLI::ParseError& mistake) {
    print_error(message_of(mistake, app), "saltus --help lists all commands and flags");
  } catch (const BadValue& mistake) {
    print_error(mistake.message, mistake.help);
  }
  return ExitCode::usage;
}

}  // namespace saltus::cli
