#pragma once
// Watches a run for what its measures need.

#include <memory>
#include <string>
#include <vector>

#include "sim/observer.hpp"
#include "study/curve.hpp"
#include "study/measure_remarks.hpp"
#include "study/measure_values.hpp"
#include "study/run_record.hpp"
#include "study/watch_layout.hpp"
#include "study/watched_stays.hpp"

namespace saltus {

/// For runs of one CompiledTuples, one after the other; memory is kept from run to run. Instantiated for double, Mpfr,
/// DoubleDouble and Dual<double>.
template <class T>
class MeasureWatch final : public Observer<T> {
 public:
  /// `program` outlives it.
  explicit MeasureWatch(const MeasureProgram& program);

  /// A new run.
  void begin();
  /// Of the run that has ended; all missing if there was none.
  [[nodiscard]] const std::vector<MeasuredValue>& measured() const { return measured_; }
  /// The same, in the numbers of the run.
  [[nodiscard]] const Measured<T>& of(std::size_t measure) const { return values_.of(measure); }
  /// Which of them are infinite or have no value because what they watch has none; empty if there are none.
  [[nodiscard]] const std::string& remarks() const { return remarks_; }

  [[nodiscard]] bool watches_motion() const override {
    return !curves_.empty() || !requests_.empty() || !at_events_.empty() || !stays_.empty();
  }
  void stretch(Motion<T>& motion, const TimePoint<T>& begin, const T& length, const Proposal<T>& stretch,
               bool event_at_end) override;
  void before(Motion<T>& motion, const T& time) override;
  void after(Motion<T>& motion, const T& time, const EventLog<T>& log) override;
  void end(Motion<T>* motion, const RunEnd<T>& end, const EventLog<T>& log) override;
  [[nodiscard]] bool watches_stretches() const override;
  [[nodiscard]] std::optional<std::vector<Slot>> watched_slots(const CompiledModel& compiled) const override;

 private:
  using Kind = Observation::Kind;

  using Layout = WatchLayout<T>;
  struct Curve {
    std::size_t subject = 0;
    bool ranged = false, summed = false;
    CurveTotals<T> totals;
  };
  struct Request {
    T time{};
    std::size_t observation = 0;
  };
  /// Values of a subject at the events of a name.
  struct AtEvent {
    std::size_t observation = 0, subject = 0;
    std::uint32_t event = 0;
    bool left = false;
    T before{};
    std::vector<T> values;
  };

  std::size_t subject(const std::string& name);
  std::uint32_t event(const std::string& name);
  Curve& curve(const std::string& name);
  Layout& layout(const CompiledModel& compiled);
  const std::vector<std::uint32_t>& events_of(const Occurrence& what);

  void start(Motion<T>& motion, Layout& here, const T& time);
  void take_requests(Layout& here, Motion<T>& motion, const TimePoint<T>& begin, const T& length, int degree,
                     bool event_at_end);
  /// A part of the motion, and values on it.
  struct Stretch {
    Layout& here;
    Motion<T>& motion;
    const TimePoint<T>& begin;
    const T& length;
    int degree;
    bool event_at_end;
    [[nodiscard]] T time(const T& s) const { return begin.after(s).value(); }
    [[nodiscard]] T value(Slot slot, const T& s) const { return T(motion.probe.at(motion.flow, s, time(s), degree)[slot][0]); }
  };
  void take_polynomials(const Stretch& on);
  void follow(const Stretch& on, typename Layout::Followed& followed);
  void include_values(const Layout& here, const Motion<T>& motion, const T& time);
  void note_events(const Layout& here, const Motion<T>& motion, const EventLog<T>& log);
  T value(const Layout& here, const Motion<T>& motion, std::size_t subject) const;
  void take_times(const EventLog<T>& log);
  void take_curves();
  void see(std::size_t observation, const T& x);
  void make_record();

  const MeasureProgram& program_;
  std::vector<std::string> subjects_, events_;
  std::vector<std::size_t> subject_of_;  // of each observation
  std::vector<Curve> curves_;
  std::vector<std::size_t> curve_of_;  // of each observation
  std::vector<AtEvent> at_events_;
  std::vector<WatchedStay<T>> stays_;
  std::vector<std::unique_ptr<Layout>> layouts_;
  Layout* last_layout_ = nullptr;
  TurningPoints<T> turns_;

  bool started_ = false;
  std::vector<Request> requests_;  // by time
  std::size_t next_request_ = 0;
  std::vector<Measured<T>> seen_;  // one for each observation
  MeasureValues<T> values_;
  std::vector<MeasuredValue> measured_;
  MeasureRemarks why_;
  std::string remarks_;
};

}  // namespace saltus
