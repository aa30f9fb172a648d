#pragma once
// Watching a run as it happens: what measures of a study need and a result does not hold.

#include <optional>
#include <vector>

#include "sim/motion.hpp"
#include "sim/run_end.hpp"

namespace saltus {

/// Calls come in order of time. The motion may be read and probed; what a run does must not depend on who watches it.
template <class T>
class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  /// False: only the start and the end matter, the log included, and no other calls are needed.
  [[nodiscard]] virtual bool watches_motion() const { return true; }
  /// The motion goes from `begin` to `begin` + length along the stretch, whose series are still about `begin`. An event may wait at its
  /// end.
  virtual void stretch(Motion<T>& motion, const TimePoint<T>& begin, const T& length, const Proposal<T>& stretch,
                       bool event_at_end) = 0;
  /// Left limits at an instant, which may turn out to have no events; all variables are known. The first is the start.
  virtual void before(Motion<T>& motion, const T& time) = 0;
  /// Right limits. The entries of the instant begin at log.first.
  virtual void after(Motion<T>& motion, const T& time, const EventLog<T>& log) = 0;
  /// False: calls of stretch() may be left out.
  [[nodiscard]] virtual bool watches_stretches() const { return true; }
  /// The slots that before(), after() and end() read of a motion in these modes; nothing: it may be any.
  [[nodiscard]] virtual std::optional<std::vector<Slot>> watched_slots(const CompiledModel&) const { return std::nullopt; }
  /// All variables are known, unless the run could not start: then there is no motion.
  virtual void end(Motion<T>* motion, const RunEnd<T>& end, const EventLog<T>& log) = 0;
};

}  // namespace saltus
