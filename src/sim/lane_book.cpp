#include "sim/lane_book.hpp"

#include <limits>

#include "sim/limit_watch.hpp"
#include "sim/motion.hpp"
#include "solve/taylor.hpp"

namespace saltus {

struct LaneBook::Trace {
  explicit Trace(double tolerance) : limits(tolerance) {}
  LaneJob job;
  EventLog<double> log;
  LimitWatch<double> limits;
  double last_instant = 0;
  int still = 0;
  bool started = false;
};

/// Through which observers look, and what answers questions about single series.
struct LaneBook::Kept {
  Kept(const LanePlan& plan, const Settings<double>& settings, int order)
      : records(settings.max_rounds),
        motion(plan.compiled, settings, order, records),
        stepper(settings.tolerance, order),
        isolator(order) {}
  RunRecords<double> records;
  Motion<double> motion;
  TaylorStepper<double> stepper;
  RootIsolator<double> isolator;
};

namespace {

constexpr int most_instants_without_progress = 300;  // the run alone allows a few more
constexpr std::size_t most_events = 1'000'000;

/// Series that are known, as a stepper asks for them.
struct KnownSeries {
  using Number = double;
  const double* series;
  const double* scales;
  const double* floors;
  std::size_t states, guards;
  int order;
  [[nodiscard]] std::size_t state_count() const { return states; }
  [[nodiscard]] std::size_t guard_count() const { return guards; }
  [[nodiscard]] int max_order() const { return order; }
  void extend(int) const {}
  [[nodiscard]] const double* at(std::size_t i) const { return series + i * static_cast<std::size_t>(order + 1); }
  [[nodiscard]] const double* state(std::size_t j) const { return at(j); }
  [[nodiscard]] const double* guard(std::size_t g) const { return at(states + g); }
  [[nodiscard]] double state_scale(std::size_t j) const { return scales[j]; }
  [[nodiscard]] double state_floor(std::size_t j) const { return floors[j]; }
  [[nodiscard]] double guard_scale(std::size_t g) const { return scales[states + g]; }
};

}  // namespace

LaneBook::LaneBook(const LanePlan& plan, const Settings<double>& settings, int order, std::vector<Slot> shown)
    : plan_(plan),
      settings_(settings),
      order_(order),
      shown_(std::move(shown)),
      kept_(std::make_unique<Kept>(plan, settings, order)) {}

LaneBook::~LaneBook() = default;

void LaneBook::begin(LaneClient& client, std::size_t lanes) {
  client_ = &client;
  watched_ = watches_instants_ = false;
  while (traces_.size() < lanes) traces_.emplace_back(settings_.tolerance);
}

LaneSettings LaneBook::settings() const { return {settings_.start, settings_.stop, settings_.tolerance, order_}; }
std::size_t LaneBook::input_count() const { return plan_.compiled.inputs.size(); }
bool LaneBook::interrupted() const { return settings_.interrupt && settings_.interrupt->load(std::memory_order_relaxed); }

bool LaneBook::take(std::size_t lane, double* inputs) {
  Trace& trace = traces_[lane];
  if (!client_->next(trace.job)) return false;
  std::ranges::copy(trace.job.inputs, inputs);
  watched_ = trace.job.observer != nullptr;
  watches_instants_ = watches_instants_ || (watched_ && trace.job.observer->watches_motion());
  trace.started = false;
  trace.log.renew();
  trace.limits.renew(settings_.tolerance);
  trace.last_instant = 0;
  trace.still = 0;
  return true;
}

void LaneBook::leave(std::size_t lane) { client_->left(traces_[lane].job.number); }

void LaneBook::show(const double* shown) {
  Jets<double>& jets = kept_->motion.flow.jets();
  for (std::size_t i = 0; i < shown_.size(); ++i) jets.set(shown_[i], shown[i]);
}

void LaneBook::finish(std::size_t lane, const double* shown, double time, std::uint64_t steps) {
  Trace& trace = traces_[lane];
  if (trace.job.observer) {
    show(shown);
    RunEnd<double> end;
    end.time = time;
    trace.job.observer->end(&kept_->motion, end, trace.log);
  }
  client_->finished(trace.job.number, {time, steps, trace.log.entries.size(), steps});
}

void LaneBook::begin_instant(std::size_t lane, const double* shown, double time) {
  Trace& trace = traces_[lane];
  trace.log.begin_instant(time);
  if (!trace.job.observer || (trace.started && !watches_instants_)) return;
  trace.started = true;
  show(shown);
  trace.job.observer->before(kept_->motion, time);
}

void LaneBook::fire_branch(std::size_t lane, std::size_t branch) {
  traces_[lane].log.add({&plan_.compiled, Occurrence::Source::branch, static_cast<std::uint32_t>(branch)});
}
void LaneBook::fire_guard(std::size_t lane, std::size_t guard) {
  traces_[lane].log.add({&plan_.compiled, Occurrence::Source::guard, static_cast<std::uint32_t>(guard)});
}

bool LaneBook::end_instant(std::size_t lane, const double* shown, double time, double& since, double uncertainty) {
  Trace& trace = traces_[lane];
  if (watches_instants_) {
    show(shown);
    trace.job.observer->after(kept_->motion, time, trace.log);
  }
  if (trace.log.fired_anything()) {
    trace.limits.set_interval(since);
    LimitWatch<double>& limits = trace.limits;
    if (limits.observe(trace.log, plan_.compiled, kept_->motion.flow, time, time - settings_.start, uncertainty)) return false;
    if (limits.comes_closer(trace.log, std::numeric_limits<double>::infinity()) || limits.shrinks(trace.log)) return false;
    since = trace.limits.interval();
  }
  trace.still = trace.last_instant == time ? trace.still + 1 : 0;
  trace.last_instant = time;
  return trace.still < most_instants_without_progress && trace.log.entries.size() < most_events;
}

bool LaneBook::propose(const double* series, const double* scales, const double* floors, double& length,
                       bool& unlimited) const {
  KnownSeries known{series, scales, floors, plan_.compiled.states.size(), plan_.compiled.guards.size(), order_};
  const Proposal<double> p = kept_->stepper.propose(known, length);
  length = p.length;
  unlimited = p.unlimited;
  return !p.failed;
}

LaneBook::Found LaneBook::first_crossing(const double* series, double length, int zeros, double tail, double noise,
                                         double relative) {
  GuardSeries<double> guard{.q = {series, static_cast<std::size_t>(order_) + 1}, .length = length};
  guard.zeros = zeros;
  guard.tail = tail;
  guard.noise = noise;
  guard.relative = relative;
  const Search<double> found = kept_->isolator.first_crossing(guard);
  using Kind = Found::Kind;
  const Kind kind = found.outcome == Outcome::none       ? Kind::none
                    : found.outcome == Outcome::crossing ? Kind::crossing
                                                         : Kind::unsure;
  return {kind, found.root.at, found.root.uncertainty, static_cast<double>(found.root.direction)};
}

}  // namespace saltus
