#include "sim/mode_lanes.hpp"

#include <algorithm>

#include "sim/lane_layout.hpp"
#include "sim/run_typed.hpp"

namespace saltus {

namespace {

constexpr std::size_t most_groups = 64;     // further tuples of modes are passed through alone
constexpr std::uint64_t most_patient = 64;  // stretches; who has tried longer goes on alone

}  // namespace

/// A run in progress.
struct ModeLanes::Own {
  Own(CompiledTuples& tuples, const Settings<double>& like)
      : settings(like), run(tuples, settings, TaylorStepper<double>(settings.tolerance)) {}

  LaneJob job;
  Settings<double> settings;
  HybridRun<double, TaylorStepper<double>> run;
  std::size_t group = nowhere;
  /// Stretches that it makes alone before it goes in lanes again: more and more if these cannot do anything with it.
  std::uint64_t patience = 1;
  std::uint64_t steps_in_lanes = 0;
  std::vector<double> ties;  // by guard, as the column has them
  std::vector<double> kept;  // room
};

struct ModeLanes::Group {
  Group(const CompiledModel& c, const Settings<double>& settings, int order) : compiled(c), plan(stretch_plan(c)) {
    if (plan) book = std::make_unique<LaneBook>(*plan, settings, order, std::vector<Slot>());
  }
  const CompiledModel& compiled;
  std::optional<LanePlan> plan;
  std::unique_ptr<LaneBook> book;
};

ModeLanes::ModeLanes(CompiledTuples& tuples, Settings<double> settings, int order)
    : tuples_(tuples),
      settings_(std::move(settings)),
      order_(order),
      crossing_(std::make_unique<Crossing<double>>()),
      own_(count) {}
ModeLanes::~ModeLanes() = default;

bool ModeLanes::interrupted() const { return settings_.interrupt && settings_.interrupt->load(std::memory_order_relaxed); }

LaneBook& ModeLanes::book(std::size_t group) { return *groups_[group]->book; }

void ModeLanes::leave(std::size_t lane) { client_->left(own_[lane]->job.number); }

bool ModeLanes::take(std::size_t lane, std::size_t& group) {
  LaneJob job;
  if (!client_->next(job)) return false;
  std::unique_ptr<Own>& own = own_[lane];
  const bool is_new = !own;
  if (is_new) {
    Settings<double> settings = settings_;
    settings.inputs.assign(job.inputs.begin(), job.inputs.end());
    settings.observer = job.observer;
    own = std::make_unique<Own>(tuples_, settings);
  } else {
    own->settings.inputs.assign(job.inputs.begin(), job.inputs.end());
    own->settings.observer = job.observer;
    own->run.renew(TaylorStepper<double>(settings_.tolerance));
  }
  own->job = job;
  own->patience = 1;
  own->steps_in_lanes = 0;
  group = own->run.start() ? go_alone(*own, 0) : end(*own);
  return true;
}

std::size_t ModeLanes::go_on(std::size_t lane, const double* column) {
  Own& own = *own_[lane];
  const lanes::FrameLayout layout(*groups_[own.group]->plan);
  const auto steps = static_cast<std::uint64_t>(column[layout.steps()]);
  if (steps > 0) {
    take_back(own, column, steps);
    if (take_crossing(own, column)) return own.run.meet(*crossing_) ? go_alone(own, 0) : end(own);
  }
  own.patience = steps > 0 ? 1 : 2 * own.patience;
  if (own.patience > most_patient) own.patience = ~std::uint64_t{0};
  return go_alone(own, own.patience);
}

std::size_t ModeLanes::go_alone(Own& own, std::uint64_t stretches) {
  for (;; stretches -= stretches > 0 ? 1 : 0) {
    if (!own.run.is_under_way()) {
      own.run.stop();
      return end(own);
    }
    if (stretches == 0) {
      own.group = group_of(own.run.motion()->compiled);
      if (may_lend(own, own.group)) return own.group;
    }
    if (!own.run.step()) return end(own);
  }
}

std::size_t ModeLanes::group_of(const CompiledModel& compiled) {
  const auto known = std::ranges::find_if(groups_, [&](const auto& g) { return &g->compiled == &compiled; });
  if (known == groups_.end()) {
    if (groups_.size() == most_groups) return nowhere;
    groups_.push_back(std::make_unique<Group>(compiled, settings_, order_));
    return groups_.back()->plan ? groups_.size() - 1 : nowhere;
  }
  return (*known)->plan ? static_cast<std::size_t>(known - groups_.begin()) : nowhere;
}

// Lanes make all series anew from states and discrete values. What an instant has left of them may have other last bits.
bool ModeLanes::may_lend(Own& own, std::size_t group) const {
  if (group == nowhere) return false;
  return series_are_fresh(own, *groups_[group]->plan) && find_ties(own);
}

bool ModeLanes::series_are_fresh(Own& own, const LanePlan& plan) {
  Flow<double>& flow = own.run.motion()->flow;
  if (!flow.is_begun() || plan.made_at_instants.empty()) return true;
  Jets<double>& jets = flow.jets();
  std::vector<double>& kept = own.kept;
  kept.clear();
  for (const Slot s : plan.made_at_instants) kept.push_back(jets[s][0]);
  for (const Slot s : plan.made_in_series) kept.push_back(jets[s][0]);
  for (const CompiledState& s : plan.compiled.states) kept.push_back(jets[s.value][1]);
  if (flow.is_flow_begun()) saltus::run(plan.compiled.tape, plan.compiled.flow, jets, 0);
  saltus::run(plan.compiled.tape, plan.compiled.guards_code, jets, 0);
  const double* was = kept.data();
  bool same = true;
  for (const Slot s : plan.made_at_instants) same = identical(*was++, jets[s][0]) && same;
  for (const Slot s : plan.made_in_series) jets[s][0] = *was++;
  for (const CompiledState& s : plan.compiled.states) jets[s.value][1] = *was++;
  return same;
}

// Guards that an instant has left on their surfaces. False: one whose first derivative does not tell where it goes.
bool ModeLanes::find_ties(Own& own) {
  Motion<double>& motion = *own.run.motion();
  motion.flow.extend(motion.flow.sign_order());
  own.ties.clear();
  for (std::size_t g = 0; g < motion.compiled.guards.size(); ++g) {
    const LeadingSign sign = motion.signs.sign(g);
    if (sign.index > 1 || sign.sign == 0) return false;
    own.ties.push_back(sign.index == 0 ? lanes::FrameLayout::is_off : sign.sign);
  }
  return true;
}

void ModeLanes::lend(std::size_t lane, double* column) {
  Own& own = *own_[lane];
  const LanePlan& plan = *groups_[own.group]->plan;
  const lanes::FrameLayout at(plan);
  Motion<double>& motion = *own.run.motion();
  std::fill(column, column + at.size(), 0.0);
  for (std::size_t i = 0; i < plan.kept.size(); ++i) column[i] = motion.flow.value(plan.kept[i]);
  for (std::size_t j = 0; j < at.states; ++j) {
    column[at.largest_state(j)] = motion.flow.largest_state(j);
    column[at.nominal(j)] = motion.flow.nominal(j);
  }
  for (std::size_t f = 0; f < at.families; ++f) column[at.family_size(f)] = motion.flow.family_size(f);
  for (std::size_t g = 0; g < at.guards; ++g) {
    column[at.largest(g)] = motion.flow.guard_scale(g);
    column[at.noise(g)] = motion.signs.noise(g);
    column[at.drift(g)] = motion.signs.drift(g);
    column[at.bit(g)] = motion.events.bit(g) ? 1 : 0;
    column[at.tie(g)] = own.ties[g];
  }
  column[at.base()] = own.run.now().value();
  column[at.offset()] = own.run.now().offset();
  column[at.since()] = own.run.since_state_event();
  column[at.delta()] = motion.signs.delta();
}

void ModeLanes::take_back(Own& own, const double* column, std::uint64_t steps) {
  const LanePlan& plan = *groups_[own.group]->plan;
  const lanes::FrameLayout at(plan);
  Flow<double>& flow = own.run.motion()->flow;
  for (std::size_t j = 0; j < at.states; ++j) {
    flow.jets().set(plan.compiled.states[j].value, column[plan.states[j]]);
    flow.note_state_size(j, column[at.largest_state(j)]);
  }
  for (std::size_t f = 0; f < at.families; ++f) flow.set_family_size(f, column[at.family_size(f)]);
  for (std::size_t g = 0; g < at.guards; ++g) flow.note_guard_size(g, column[at.largest(g)]);
  own.run.go_on_from({column[at.base()], column[at.offset()]}, column[at.since()], steps);
  own.steps_in_lanes += steps;
}

// What HybridRun::advance knows where something crosses; false: nothing does.
bool ModeLanes::take_crossing(Own& own, const double* column) {
  const LanePlan& plan = *groups_[own.group]->plan;
  const lanes::FrameLayout at(plan);
  crossing_->guards.clear();
  for (std::size_t g = 0; g < at.guards; ++g) {
    const double direction = column[at.forced(g)];
    if (direction == 0) continue;
    // The uncertainty is that of the interval: of guards that are not states it is not asked for.
    crossing_->guards.push_back({g, {.at = 0, .uncertainty = column[at.uncertainty()], .direction = direction > 0 ? 1 : -1}});
  }
  if (crossing_->guards.empty()) return false;
  GuardSigns<double>& signs = own.run.motion()->signs;
  signs.adopt_instant(column[at.delta()]);
  for (std::size_t g = 0; g < at.guards; ++g) {
    signs.adopt(g, column[at.noise(g)], 0, column[at.expected(g)]);
    signs.adopt_start(g, {column[at.bit(g)] > 0.5 ? 1 : -1, static_cast<int>(column[at.zeros(g)])});
  }
  if (!plan.compiled.transitions.empty()) signs.note_accuracy(column[at.carried()]);
  return true;
}

std::size_t ModeLanes::end(Own& own) {
  const RunEnd<double>& end = own.run.end();
  if (end.code == StatusCode::interrupted) {
    client_->left(own.job.number);
    return nowhere;
  }
  const ResultMaker<double> make(tuples_.model());
  RunResult said;
  if (end.code != StatusCode::finished) make.set_status(said, end);
  make.add_warnings(said, own.run.warnings());
  if (own.job.observer) own.job.observer->end(own.run.motion(), end, own.run.log());
  client_->finished(own.job.number, {end.time, own.run.counts().steps, own.run.log().entries.size(), own.steps_in_lanes,
                                     std::move(said.status), std::move(said.warnings)});
  return nowhere;
}

}  // namespace saltus
