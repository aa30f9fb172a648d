#include "c7_text.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>

#include "compile/tuples.hpp"
#include "lang/load.hpp"
#include "sim/run_typed.hpp"

namespace saltus::bench::c7 {
namespace {

const char* const model_file = SALTUS_BENCH_MODELS "/argesim/c07/pendulum.mo";

std::unique_ptr<CompiledTuples> load() {
  std::ifstream file(model_file);
  std::string text(std::istreambuf_iterator<char>(file), {});
  Diagnostics diagnostics;
  const auto model = load_model_text(model_file, std::move(text), diagnostics);
  auto tuples = model ? std::make_unique<CompiledTuples>(*model) : nullptr;
  if (!tuples || !tuples->of({})) throw std::runtime_error(std::string("cannot compile ") + model_file);
  return tuples;
}

}  // namespace

struct TextRun::Kept {
  explicit Kept(double tolerance) : settings(with(tolerance)), run(*tuples, settings, TaylorStepper<double>(tolerance)) {}

  Settings<double> with(double tolerance) const {
    Settings<double> result = make_settings<double>({}, tuples->model());
    result.tolerance = tolerance;
    return result;
  }

  std::unique_ptr<CompiledTuples> tuples = load();
  Settings<double> settings;
  HybridRun<double, TaylorStepper<double>> run;
};

TextRun::TextRun(double tolerance) : kept_(std::make_unique<Kept>(tolerance)) {}
TextRun::~TextRun() = default;

Trajectory TextRun::again() {
  auto& run = kept_->run;
  run.renew(TaylorStepper<double>(kept_->settings.tolerance));
  Trajectory result;
  if (run.run().code != StatusCode::finished) return result;
  for (const auto& entry : run.log().entries) result.add_event(entry.time);
  result.steps = static_cast<long>(run.counts().steps);
  result.jets = static_cast<long>(run.modes().sum([](const Motion<double>& m) { return m.flow.evaluations(); }));
  const Motion<double>& motion = *run.motion();
  for (const CompiledState& s : motion.compiled.states)
    (motion.compiled.model.variables[s.variable].name == "phi" ? result.phi : result.w) = motion.flow.value(s.value);
  return result;
}

double program_seconds() {
  std::string program = SALTUS_BENCH_PROGRAM, command = "run", file = model_file;
  char* const arguments[] = {program.data(), command.data(), file.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  const auto begin = std::chrono::steady_clock::now();
  pid_t child = 0;
  int status = -1;
  const bool started = posix_spawn(&child, program.c_str(), &actions, nullptr, arguments, environ) == 0;
  if (started) waitpid(child, &status, 0);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  posix_spawn_file_actions_destroy(&actions);
  if (!started || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw std::runtime_error(program + " run " + file + " failed");
  return spent.count();
}

}  // namespace saltus::bench::c7
