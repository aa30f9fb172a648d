#pragma once
// How long a machine stays in a mode, each time.

#include <string>
#include <utility>
#include <vector>

#include "model/mode_changes.hpp"
#include "sim/observer.hpp"
#include "study/model_names.hpp"

namespace saltus {

/// For runs of one model, one after the other.
template <class T>
class WatchedStay {
 public:
  WatchedStay(std::size_t observation, std::string machine, std::string mode)
      : observation_(observation), machine_name_(std::move(machine)), mode_name_(std::move(mode)) {}

  [[nodiscard]] std::size_t observation() const { return observation_; }

  void begin() { inside_ = false; }

  void start(const CompiledModel& compiled, const T& time) {
    const auto found = modes_called(compiled.model, machine_name_, mode_name_);
    exists_ = !found.empty();
    if (!exists_) return;
    machine_ = found.front().machine;
    mode_ = found.front().mode;
    inside_ = is_inside(compiled);
    since_ = time;
  }

  /// After an instant with events. A mode that is left and entered again in it is entered anew.
  void after(const CompiledModel& compiled, const T& time, const EventLog<T>& log, std::vector<T>& durations) {
    if (!exists_) return;
    const bool now = is_inside(compiled);
    if (now == inside_ && !entered_anew(log)) return;
    end(time, durations);
    inside_ = now;
    since_ = time;
  }

  void end(const T& time, std::vector<T>& durations) const {
    if (inside_ && time > since_) durations.push_back(T(time - since_));
  }

 private:
  [[nodiscard]] bool is_inside(const CompiledModel& compiled) const { return compiled.tuple.modes[machine_] == mode_; }

  [[nodiscard]] bool entered_anew(const EventLog<T>& log) const {
    for (std::size_t i = log.first; i < log.entries.size(); ++i) {
      const Occurrence& what = log.entries[i].what;
      if (what.source != Occurrence::Source::transition) continue;
      const std::size_t changed = what.compiled->transitions[what.index].machine;
      if (changed == machine_ || is_nested(what.compiled->model, machine_, changed)) return true;
    }
    return false;
  }

  std::size_t observation_;
  std::string machine_name_, mode_name_;
  std::size_t machine_ = 0, mode_ = 0;
  bool exists_ = false, inside_ = false;
  T since_{};
};

}  // namespace saltus
