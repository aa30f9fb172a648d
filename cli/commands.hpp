#pragma once
// One function per command of the program. They print, and return the exit code. What the library throws passes through:
// main turns it into a message and an exit code.

#include "api/saltus.hpp"
#include "arguments.hpp"

namespace saltus::cli {

ExitCode check_command(const CheckArguments& arguments, const Arguments& common);
ExitCode run_command(const RunArguments& arguments, const Arguments& common);
ExitCode show_command(const ShowArguments& arguments, const Arguments& common);
ExitCode study_command(const StudyArguments& arguments, const Arguments& common);
ExitCode export_command(const ExportArguments& arguments, const Arguments& common);
ExitCode report_command(const ReportArguments& arguments, const Arguments& common);
ExitCode explain_command(const ExplainArguments& arguments);
ExitCode completion_command(const CompletionArguments& arguments);

/// Reads the model; its warnings go to stderr unless quiet.
[[nodiscard]] Model load_model(const ModelArguments& arguments, const Arguments& common);

}  // namespace saltus::cli
