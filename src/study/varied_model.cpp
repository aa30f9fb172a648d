#include "study/varied_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compile/check_modes.hpp"
#include "expr/evaluate.hpp"
#include "lang/load.hpp"

namespace saltus {

namespace {

constexpr const char* holder = "model Option parameter Real value = 0; end Option;";

/// A constant expression as `--set` reads it; null if it is none by itself.
Expr closed_expression(const std::string& text, std::vector<std::shared_ptr<ExprPool>>& pools) {
  auto sources = std::make_shared<Sources>();
  const std::uint32_t file = sources->add("value", holder);
  Diagnostics ignored;
  const auto model = load_model(sources, {&file, 1}, {"Option", {{"value", text}}}, ignored);
  if (!model) return {};
  pools.push_back(model->pool);
  return model->find("value")->binding;
}

std::optional<InputValue> real_input(const StudyValue& v, std::vector<std::shared_ptr<ExprPool>>& pools) {
  if (v.exact.empty()) {
    if (!std::isfinite(v.value)) return std::nullopt;
    return InputValue{v.value, Rational::from_double(v.value), {}};
  }
  if (auto exact = Rational::parse(v.exact)) return InputValue{exact->to_double(), std::move(exact), {}};
  const Expr closed = closed_expression(v.exact, pools);
  if (!closed) return std::nullopt;
  if (closed->is_number()) return InputValue{closed->number().to_double(), closed->number(), {}};
  const double number = numeric_value<double>(closed, [](Expr) { return std::nan(""); });
  if (!std::isfinite(number)) return std::nullopt;
  return InputValue{number, {}, closed};
}

std::optional<InputValue> integer_input(const StudyValue& v) {
  const std::string text = v.exact.empty() ? Rational::from_double(v.value).text() : v.exact;
  if (text.find_first_not_of("-0123456789") != std::string::npos) return std::nullopt;
  auto exact = Rational::parse(text);
  if (!exact) return std::nullopt;
  return InputValue{exact->to_double(), std::move(exact), {}};
}

std::optional<InputValue> boolean_input(const StudyValue& v) {
  if (v.exact != "true" && v.exact != "false") return std::nullopt;
  const int bit = v.exact == "true" ? 1 : 0;
  return InputValue{static_cast<double>(bit), Rational(bit), {}};
}

}  // namespace

std::string one_line(const Diagnostics& diagnostics, const Sources& sources) {
  const auto& all = diagnostics.all();
  const auto first = std::ranges::find(all, Severity::error, &Diagnostic::severity);
  if (first == all.end()) return {};
  const std::string place = sources.describe(first->where.span);
  return place.empty() ? first->message : fmt::format("{} ({})", first->message, place);
}

VariedModel::VariedModel(Diagnostics diagnostics, std::shared_ptr<const Sources> sources)
    : diagnostics_(std::move(diagnostics)), sources_(std::move(sources)), problem_(one_line(diagnostics_, *sources_)) {}

VariedModel::VariedModel(HybridModel model, std::shared_ptr<const Sources> sources, const std::vector<std::string>& varied,
                         const std::vector<bool>& is_set)
    : sources_(std::move(sources)) {
  for (std::size_t i = 0; i < varied.size(); ++i) {
    if (is_set[i]) continue;
    if (set_free(model, varied[i])) {
      inputs_.push_back({i, model.free->symbols.back()->type()});
    } else {
      not_inputs_.push_back(i);
    }
  }
  tuples_ = std::make_unique<CompiledTuples>(std::move(model));
  check_modes(*tuples_, Thoroughness::transitions, diagnostics_);
  problem_ = one_line(diagnostics_, *sources_);
}

std::shared_ptr<const FreeInputs> VariedModel::notes() {
  const std::size_t size = tuples_->size();
  const std::scoped_lock lock(mutex_);
  if (!notes_ || noted_at_ != size) {
    notes_ = std::make_shared<const FreeInputs>(tuples_->free_inputs());
    noted_at_ = size;
  }
  return notes_;
}

std::vector<std::size_t> VariedModel::refused() {
  std::vector<std::size_t> result = not_inputs_;
  if (!tuples_ || inputs_.empty()) return result;
  const auto notes = this->notes();
  const FreeInputs& free = *notes;
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    if (std::ranges::find(free.compiled_in, free.symbols[i]) != free.compiled_in.end()) result.push_back(inputs_[i].varied);
  return result;
}

bool VariedModel::read(const Point& point, Inputs& inputs) const {
  inputs.values.clear();
  inputs.pools.clear();
  for (const Input& input : inputs_) {
    const StudyValue& v = point.values[input.varied];
    auto value = input.type == Type::boolean   ? boolean_input(v)
                 : input.type == Type::integer ? integer_input(v)
                                               : real_input(v, inputs.pools);
    if (!value) return false;
    inputs.values.push_back(std::move(*value));
  }
  return true;
}

std::optional<std::size_t> VariedModel::real_input_of(std::size_t varied) const {
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    if (inputs_[i].varied == varied && inputs_[i].type == Type::real) return i;
  return std::nullopt;
}

bool VariedModel::read_numbers(const Point& point, std::vector<double>& numbers) const {
  numbers.clear();
  for (const Input& input : inputs_) {
    const StudyValue& v = point.values[input.varied];
    if (input.type != Type::real || !v.exact.empty() || !std::isfinite(v.value)) return false;
    numbers.push_back(v.value);
  }
  return true;
}

bool VariedModel::fits(const Inputs& inputs) {
  const auto notes = this->notes();
  const FreeInputs& free = *notes;
  if (free.decisions.empty()) return true;
  ExprPool pool;
  const ValueOf value_of = [&](Expr symbol) {
    const auto found = std::ranges::find(free.symbols, symbol);
    if (found == free.symbols.end()) return Expr();  // an unknown
    const InputValue& v = inputs.values[static_cast<std::size_t>(found - free.symbols.begin())];
    return v.exact ? pool.number(*v.exact) : v.closed;
  };
  return std::ranges::all_of(free.decisions, [&](const FreeInputs::Decision& d) { return holds(d, value_of); });
}

std::unique_ptr<VariedModel::Runner> VariedModel::take_runner(const MeasureProgram& program) {
  {
    const std::scoped_lock lock(mutex_);
    if (!runners_.empty()) {
      auto runner = std::move(runners_.back());
      runners_.pop_back();
      return runner;
    }
  }
  return std::unique_ptr<Runner>(new Runner{Simulation(*tuples_), MeasureWatch<double>(program)});
}

std::unique_ptr<LaneRuns> VariedModel::take_lanes(const RunOptions& options, const MeasureProgram& program) {
  if (!goes_in_lanes_) return nullptr;
  {
    const std::scoped_lock lock(mutex_);
    if (!lanes_.empty()) {
      auto lanes = std::move(lanes_.back());
      lanes_.pop_back();
      return lanes;
    }
  }
  auto lanes = LaneRuns::make(*tuples_, options, program);
  if (!lanes) goes_in_lanes_ = false;
  return lanes;
}

void VariedModel::give_back(std::unique_ptr<LaneRuns> lanes) {
  const std::scoped_lock lock(mutex_);
  lanes_.push_back(std::move(lanes));
}

void VariedModel::give_back(std::unique_ptr<Runner> runner) {
  const std::scoped_lock lock(mutex_);
  runners_.push_back(std::move(runner));
}

}  // namespace saltus
