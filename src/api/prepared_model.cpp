#include "api/prepared_model.hpp"

#include "base/text_hash.hpp"
#include "compile/check_modes.hpp"
#include "model/print.hpp"

namespace saltus {

bool PreparedModel::compile() {
  const std::scoped_lock lock(mutex_);
  if (tuples_) return can_run_;
  tuples_ = std::make_unique<CompiledTuples>(*model_);
  can_run_ = check_modes(*tuples_, Thoroughness::transitions, diagnostics_);
  return can_run_;
}

std::unique_ptr<Simulation> PreparedModel::take() {
  const std::scoped_lock lock(mutex_);
  if (waiting_.empty()) return std::make_unique<Simulation>(*tuples_);
  auto simulation = std::move(waiting_.back());
  waiting_.pop_back();
  return simulation;
}

std::optional<RunResult> PreparedModel::run(const RunOptions& options, Diagnostics& diagnostics) {
  if (!compile()) {
    diagnostics = diagnostics_;
    return std::nullopt;
  }
  auto simulation = take();
  RunResult result = simulation->run(options);
  const std::scoped_lock lock(mutex_);
  waiting_.push_back(std::move(simulation));
  return result;
}

const std::string& PreparedModel::hash() {
  const std::scoped_lock lock(mutex_);
  if (hash_.empty()) {
    TextHash hash;
    print_model(*model_, [&](std::string_view text) { hash.add(text); });
    hash_ = hash.digits();
  }
  return hash_;
}

}  // namespace saltus
