// The `saltus` program: reads the command line, calls the command, turns what is thrown into a message and an exit code.

#include <new>

#include "commands.hpp"
#include "result/write_table.hpp"
#include "study/store.hpp"

namespace saltus::cli {

namespace {

ExitCode run_chosen_command(const Arguments& arguments) {
  struct Dispatch {
    const Arguments& common;
    ExitCode operator()(const CheckArguments& a) const { return check_command(a, common); }
    ExitCode operator()(const RunArguments& a) const { return run_command(a, common); }
    ExitCode operator()(const ShowArguments& a) const { return show_command(a, common); }
    ExitCode operator()(const StudyArguments& a) const { return study_command(a, common); }
    ExitCode operator()(const ExportArguments& a) const { return export_command(a, common); }
    ExitCode operator()(const ReportArguments& a) const { return report_command(a, common); }
    ExitCode operator()(const ExplainArguments& a) const { return explain_command(a); }
    ExitCode operator()(const CompletionArguments& a) const { return completion_command(a); }
  };
  return std::visit(Dispatch{arguments}, arguments.command);
}

ExitCode guarded(const Arguments& arguments) {
  try {
    return run_chosen_command(arguments);
  } catch (const InvalidModel& error) {
    const std::string text = error.text(use_color(arguments.color, stderr));
    std::fwrite(text.data(), 1, text.size(), stderr);
    return ExitCode::model_error;
  } catch (const FileError& error) {
    print_error(error.what());
  } catch (const InvalidOption& error) {
    print_error(error.what());
  } catch (const PlotError& error) {
    print_error(error.what(), error.remedy());
  } catch (const TableError& error) {
    print_error(error.what(), error.remedy());
    return ExitCode::run_failed;
  } catch (const FigureError& error) {
    print_error(error.what(), error.remedy());
    return ExitCode::run_failed;
  } catch (const StoreError& error) {
    print_error(error.what());
    return ExitCode::run_failed;
  } catch (const std::bad_alloc&) {
    print_error("out of memory");
    return ExitCode::run_failed;
  }
  return ExitCode::usage;
}

}  // namespace

}  // namespace saltus::cli

int main(int argc, char** argv) {
  using namespace saltus::cli;
  const auto arguments = read_arguments(argc, argv);
  if (const auto* code = std::get_if<ExitCode>(&arguments)) return *code;
  return guarded(std::get<Arguments>(arguments));
}
