#pragma once
// The compiled models of a hybrid model, one for each tuple of modes, made when they are first asked for.

#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "compile/compile.hpp"
#include "compile/entry_plan.hpp"
#include "model/mode_changes.hpp"

namespace saltus {

/// Thread-safe: one thread compiles at a time, which is the only time that the pool of the model is touched; what runs read does not
/// change. References stay valid as long as this lives.
class CompiledTuples {
 public:
  explicit CompiledTuples(HybridModel model) : model_(std::move(model)) {}
  CompiledTuples(const CompiledTuples&) = delete;
  CompiledTuples& operator=(const CompiledTuples&) = delete;

  [[nodiscard]] const HybridModel& model() const { return model_; }

  /// Null if the model has no solution in these modes, or needs what is not there: diagnostics_of() says why.
  [[nodiscard]] const CompiledModel* of(const ModeTuple& tuple) {
    const std::scoped_lock lock(mutex_);
    return entry(tuple).compiled.get();
  }
  /// They name the modes. Compiles, too.
  [[nodiscard]] const Diagnostics& diagnostics_of(const ModeTuple& tuple) {
    const std::scoped_lock lock(mutex_);
    return entry(tuple).diagnostics;
  }

  /// What carries over from one to the other. Both are of this object.
  [[nodiscard]] const EntryPlan& plan(const CompiledModel& from, const CompiledModel& to);

  /// The motion on a surface between two sides, which are of this object, or one of them; null if there is none (model/sliding.hpp).
  [[nodiscard]] const CompiledModel* sliding(const CompiledModel& above, const CompiledModel& below, Expr surface);
  /// The motion beside one of the surfaces that a motion slides on, above or below it, and still on the others, as far as it depends on their sides.
  [[nodiscard]] const CompiledModel& beside(const CompiledModel& sliding, std::size_t surface, bool above);

  /// How many tuples were compiled, with success or without.
  [[nodiscard]] std::size_t size() const {
    const std::scoped_lock lock(mutex_);
    return entries_.size() + surfaces_.size();
  }

  /// What was noted about free inputs so far; nothing if there are none.
  [[nodiscard]] FreeInputs free_inputs() const {
    const std::scoped_lock lock(mutex_);
    return model_.free ? *model_.free : FreeInputs{};
  }

 private:
  struct Entry {
    std::shared_ptr<const CompiledModel> compiled;
    Diagnostics diagnostics;
  };
  Entry& entry(const ModeTuple& tuple);

  struct Surface {
    const CompiledModel *above, *below;
    Expr surface;
    std::shared_ptr<const CompiledModel> compiled;
  };

  mutable std::mutex mutex_;
  HybridModel model_;
  std::map<ModeTuple, Entry> entries_;
  std::vector<Surface> surfaces_;
  std::map<std::pair<const CompiledModel*, const CompiledModel*>, EntryPlan> plans_;
};

}  // namespace saltus
