// Whole numbers, names from lists, settings: what the words after flags mean, or why they mean nothing.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <tuple>

#include "known_words.hpp"
#include "raw_arguments.hpp"
#include "sim/simulate.hpp"

namespace saltus::cli {

namespace {

void require_one_of(std::string_view what, const std::string& word, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), word) != known.end()) return;
  const std::string near = suggestion(word, known);
  throw BadValue{fmt::format("no {} `{}`", what, word), near.empty() ? fmt::format("one of {}", fmt::join(known, ", ")) : near};
}

int whole_number(std::string_view flag, const std::string& text, int least, int most) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < least || value > most) {
    throw BadValue{fmt::format("{} takes a whole number from {} to {}, not `{}`", flag, least, most, text), {}};
  }
  return value;
}

int precision_of(const std::string& text) {
  if (text == double_double_name) return double_double;
  try {
    return whole_number("--precision", text, 10, max_precision);
  } catch (BadValue& bad) {
    bad.message = fmt::format("--precision takes a whole number from 10 to {} or `{}`, not `{}`", max_precision,
                              double_double_name, text);
    throw;
  }
}

/// Parts between commas that are in no brackets: `1, 2, max(3, 4)` has three. `flag` takes `what`.
std::vector<std::string> split_list(const std::string& text, std::string_view flag, std::string_view what) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '{' || c == '[') ++depth;
    if (c == ')' || c == '}' || c == ']') --depth;
    if (c == ',' && depth == 0) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  if (std::any_of(parts.begin(), parts.end(), [](const std::string& p) { return p.find_first_not_of(" \t") == p.npos; })) {
    throw BadValue{fmt::format("{} takes {} separated by commas, not `{}`", flag, what, text), {}};
  }
  return parts;
}

std::pair<std::string, std::string> split_setting(const std::string& text, std::string_view flag = "--set") {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw BadValue{fmt::format("{} takes name=value, not `{}`", flag, text), {}};
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::string not_empty(std::string_view flag, const std::string& text) {
  if (text.empty()) throw BadValue{fmt::format("{} needs a value", flag), {}};
  return text;
}

Format format_named(const std::string& name) {
  const auto& names = format_names();
  const auto place = std::find(names.begin(), names.end(), name) - names.begin();
  return std::array{Format::csv, Format::json, Format::mat, Format::xlsx, Format::svg, Format::pdf, Format::png, Format::brief}
      [static_cast<std::size_t>(place)];
}

Format format_of(const Raw& raw) {
  if (!raw.format && !raw.output) return Format::brief;
  if (raw.format == "txt") return Format::brief;
  std::string name = raw.format.value_or("");
  if (!raw.format) {
    const auto dot = raw.output->find_last_of("./");
    name = dot != std::string::npos && (*raw.output)[dot] == '.' ? raw.output->substr(dot + 1) : "";
    if (name == "txt") return Format::brief;
    if (name == "brief" || !std::ranges::count(format_names(), name)) {
      throw BadValue{fmt::format("cannot tell the format of `{}` from its name", *raw.output),
                     "end it in .csv, .json, .mat, .xlsx, .svg, .pdf, .png or .txt, or give --format"};
    }
  }
  require_one_of("format", name, format_names());
  return format_named(name);
}

/// Pictures and --plot go together.
void check_plots(const RunArguments& run) {
  const bool picture = is_picture(run.format);
  if (picture && run.plots.empty()) throw BadValue{"a picture needs to know what to draw", "name variables: --plot x,v"};
  if (picture || run.format == Format::xlsx || run.plots.empty()) return;
  if (run.output.empty()) throw BadValue{"--plot needs a file for the picture", "add -o FILE.svg, FILE.pdf or FILE.png"};
  throw BadValue{fmt::format("--plot draws a picture, and `{}` is none", run.output),
                 "-o FILE.svg, FILE.pdf, FILE.png or FILE.xlsx"};
}

ColorChoice color_of(const std::string& word) {
  require_one_of("choice of --color", word, {"auto", "always", "never"});
  return word == "always" ? ColorChoice::always : word == "never" ? ColorChoice::never : ColorChoice::automatic;
}

RunArguments run_arguments(Raw& raw) {
  RunArguments run = raw.run;
  require_one_of("solver", run.solver, solver_names());
  require_one_of("way to locate events,", run.locate, location_names());
  if (raw.precision) run.precision = precision_of(*raw.precision);
  if (raw.max_rounds) run.max_rounds = whole_number("--max-rounds", *raw.max_rounds, 1, 1000000000);
  if (raw.output) run.output = not_empty("-o", *raw.output);
  if (raw.at) run.at = split_list(*raw.at, "--at", "times");
  if (raw.sensitivity) run.sensitivity = split_list(*raw.sensitivity, "--sensitivity", "names");
  run.format = format_of(raw);
  check_plots(run);
  return run;
}

std::uint64_t counting_number(std::string_view flag, std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value == 0) {
    throw BadValue{fmt::format("{} takes a whole number from 1, not `{}`", flag, text), {}};
  }
  return value;
}

std::pair<std::uint64_t, std::uint64_t> shard_of(const std::string& text) {
  const auto slash = text.find('/');
  if (slash == std::string::npos)
    throw BadValue{fmt::format("--shard takes a part and their number, not `{}`", text), "as 2/4"};
  const std::uint64_t part = counting_number("--shard", std::string_view(text).substr(0, slash));
  const std::uint64_t parts = counting_number("--shard", std::string_view(text).substr(slash + 1));
  if (part > parts) throw BadValue{fmt::format("there is no part {} of {}", part, parts), {}};
  return {part, parts};
}

/// Words with commas between them.
std::vector<std::string> some_of(std::string_view flag, std::string_view what, const std::string& text,
                                 const std::vector<std::string>& known) {
  if (text.find_first_not_of(" \t") == text.npos)
    throw BadValue{fmt::format("{} needs a value", flag), fmt::format("one or several of {}", fmt::join(known, ", "))};
  std::vector<std::string> words = split_list(text, flag, "formats");
  for (const std::string& w : words) require_one_of(what, w, known);
  return words;
}

ReportArguments report_arguments(const Raw& raw) {
  ReportArguments report;
  report.folder = not_empty("FOLDER", raw.report_folder);
  if (raw.output) report.output = not_empty("-o", *raw.output);
  report.pages = raw.report_pages;
  if (raw.jobs) report.jobs = static_cast<unsigned>(whole_number("--jobs", *raw.jobs, 1, 1024));
  return report;
}

bool has_extension(const std::string& file, std::string_view extension) { return file.ends_with(extension); }

StudyArguments study_arguments(Raw& raw) {
  StudyArguments study = raw.study;
  const auto& words = raw.study_words;
  if (words.front() == "merge") {
    if (words.size() < 3)
      throw BadValue{"merge takes the store to make, and those it is made of", "saltus study merge OUT IN..."};
    study.merge.assign(words.begin() + 1, words.end());
  } else if (words.size() > 1) {
    throw BadValue{fmt::format("one study at a time: `{}` cannot be used", words[1]), {}};
  } else {
    study.file = words.front();
    if (has_extension(study.file, ".mo"))
      throw BadValue{fmt::format("`{}` is a model, and a study is a TOML file that names one", study.file),
                     fmt::format("to run the model: saltus run {}", study.file)};
  }
  if (!study.merge.empty() && !raw.set.empty()) throw BadValue{"merge takes no --set", {}};
  if (raw.output) study.output = not_empty("-o", *raw.output);
  if (raw.jobs) study.jobs = static_cast<unsigned>(whole_number("--jobs", *raw.jobs, 1, 1024));
  if (raw.only) study.only = counting_number("--only", *raw.only);
  if (raw.shard) std::tie(study.shard, study.shards) = shard_of(*raw.shard);
  if (study.dry_run && study.only > 0) throw BadValue{"--dry-run makes no run, and --only makes one: give one of them", {}};
  study.set = raw.model.set;
  if (raw.format) study.formats = some_of("--format", "format of tables", *raw.format, table_format_names());
  if (!raw.figures.empty()) study.figures = some_of("--figures", "format of figures", raw.figures, picture_format_names());
  return study;
}

ExportArguments export_arguments(const Raw& raw) {
  ExportArguments e = raw.exported;
  e.model = raw.model;
  require_one_of("format of `export`,", e.to, {"xlsx"});
  require_one_of("scheme of a workbook,", e.solver, {"euler", "heun", "rk4"});
  require_one_of("kind of rows,", e.by, {"time", "events"});
  for (const std::string& text : raw.compare) e.compare.push_back(split_setting(text, "--compare"));
  if (e.model.files.size() > 2) throw BadValue{"`export` puts at most two models side by side", {}};
  if (raw.output) e.output = not_empty("--output", *raw.output);
  return e;
}

/// What stands where a model file should, and is none.
void refuse_other_words(const std::string& file) {
  if (has_extension(file, ".toml"))
    throw BadValue{fmt::format("`{}` is a study", file), fmt::format("to run it: saltus study {}", file)};
  if (file.find('=') != file.npos && !std::filesystem::exists(file))
    throw BadValue{fmt::format("`{}` is no model file", file),
                   fmt::format("each setting has a flag of its own: --set {}", file)};
}

}  // namespace

Arguments checked(Raw& raw, const std::string& command) {
  Arguments arguments = raw.common;
  arguments.color = color_of(raw.color);
  if (raw.model_name) raw.model.model = not_empty("--model", *raw.model_name);
  for (const std::string& text : raw.set) raw.model.set.push_back(split_setting(text));
  for (const std::string& file : raw.model.files)
    refuse_other_words(file);
  if (command == "run") {
    arguments.command = run_arguments(raw);
    std::get<RunArguments>(arguments.command).model = raw.model;
  } else if (command == "show") {
    require_one_of("stage", raw.show.stage, stage_names());
    arguments.command = ShowArguments{raw.model, raw.show.stage};
  } else if (command == "study") {
    arguments.command = study_arguments(raw);
  } else if (command == "export") {
    arguments.command = export_arguments(raw);
  } else if (command == "completion") {
    require_one_of("completion for the shell", raw.completion.shell, shell_names());
    arguments.command = raw.completion;
  } else if (command == "report") {
    arguments.command = report_arguments(raw);
  } else if (command == "explain") {
    arguments.command = raw.explain;
  } else {
    arguments.command = CheckArguments{raw.model};
  }
  return arguments;
}

}  // namespace saltus::cli
