#include "commands.hpp"
#include "completion.hpp"

namespace saltus::cli {

ExitCode completion_command(const CompletionArguments& arguments) {
  if (!print_data(completion_script(program_words(), arguments.shell))) throw FileError("cannot write the output");
  return ExitCode::done;
}

}  // namespace saltus::cli
