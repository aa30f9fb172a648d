#include "api/sensitivity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "base/diagnostic.hpp"
#include "expr/evaluate.hpp"
#include "model/free_inputs.hpp"
#include "sim/run_dual.hpp"

namespace saltus {

namespace {

/// "x" of a variable is its start value.
std::string input_name(const std::string& name, const HybridModel& model) {
  const Variable* v = model.find(name);
  return v != nullptr && v->variability > Variability::parameter ? name + ".start" : name;
}

const Variable* variable_of(const std::string& name, const HybridModel& model) {
  const Variable* v = model.find(name);
  if (v != nullptr || !name.ends_with(".start")) return v;
  return model.find(std::string_view(name).substr(0, name.size() - 6));
}

/// The value that the input has in the run, from the parameters of its result.
double value_of(const HybridModel& model, const RunResult& run) {
  const FreeInputs& free = *model.free;
  const Expr symbol = free.symbols.front();
  const auto start = free.example_starts.find(symbol);
  const std::function<double(Expr)> parameter = [&](Expr s) {
    const Variable* v = model.find(s->name());
    const auto found = std::ranges::find_if(run.parameters, [&](const NamedValue& p) { return p.name == s->name(); });
    if (found != run.parameters.end()) return found->value.value;
    return v != nullptr && v->binding ? numeric_value<double>(v->binding, parameter) : std::nan("");
  };
  return numeric_value<double>(start == free.example_starts.end() ? symbol : start->second, parameter);
}

bool has_no_derivative(const FreeInputs& free) { return !free.compiled_in.empty(); }

std::string problem_with_name(const std::string& name, const HybridModel& model) {
  const Variable* v = variable_of(name, model);
  if (v == nullptr && model.find(name + "[1]") != nullptr)
    return fmt::format("`{0}` is an array: name its elements, as `{0}[1]`", name);
  if (v == nullptr) {
    std::vector<std::string> names;
    for (const Variable& known : model.variables) names.push_back(known.name);
    const std::string near = nearest_name(name, names);
    return fmt::format("no parameter or variable `{}` in `{}`{}", name, model.name,
                       near.empty() ? "" : fmt::format("; did you mean `{}`?", near));
  }
  if (v->type != Type::real) return fmt::format("`{}` is no Real: nothing can be differentiated by it", name);
  HybridModel copy = model;
  copy.free = nullptr;
  if (set_free(copy, input_name(name, model))) return {};
  if (v->variability == Variability::constant) return fmt::format("`{}` is a constant", name);
  if (v->is_final) return fmt::format("`{}` is final: it follows from others, by which a run can be differentiated", name);
  if (v->home) return fmt::format("`{}` exists in a mode only: what it begins with is said there", name);
  return v->variability == Variability::parameter
             ? fmt::format("`{}` decides the structure of the model: nothing can be differentiated by it", name)
             : fmt::format("the start value of `{}` is not one that the run begins with", name);
}

}  // namespace

std::string problem_with_sensitivities(const std::vector<std::string>& names, const HybridModel& model) {
  std::set<std::string> inputs;
  for (const std::string& name : names) {
    if (std::string problem = problem_with_name(name, model); !problem.empty()) return problem;
    if (!inputs.insert(input_name(name, model)).second) return fmt::format("derivatives by `{}` are asked for twice", name);
  }
  return {};
}

void add_sensitivity(RunResult& result, const HybridModel& model, const RunOptions& options, const std::string& name) {
  if (!succeeded(result.status) && result.status.code != StatusCode::zeno)
    return;  // its end is where it failed, and means nothing
  HybridModel copy = model;
  copy.free = nullptr;
  set_free(copy, input_name(name, model));
  const InputValue value{value_of(copy, result), {}, {}};
  const auto refuse = [&](const std::string& why) {
    result.warnings.push_back({"no-derivatives", fmt::format("no derivatives by `{}`: {}", name, why)});
  };
  if (!std::isfinite(value.number)) return refuse("the run has no value of it");
  CompiledTuples tuples(std::move(copy));
  RunOptions seeded = options;
  seeded.inputs = {&value, 1};
  RunResult run = run_dual(tuples, seeded, {.start_time = false, .input = 0});
  if (has_no_derivative(tuples.free_inputs())) return refuse("its value is part of the compiled equations");
  if (run.status.code != result.status.code || run.events.size() != result.events.size())
    return refuse(run.status.message.empty() ? "the run with derivatives has other events" : run.status.message);
  if (const std::string why = why_not_smooth(result, run.sensitivities.front(), model); !why.empty()) return refuse(why);
  for (Warning& w : run.warnings) {
    if (std::ranges::find(result.warnings, w) == result.warnings.end()) result.warnings.push_back(std::move(w));
  }
  run.sensitivities.front().of = name;
  result.sensitivities.push_back(std::move(run.sensitivities.front()));
}

}  // namespace saltus
