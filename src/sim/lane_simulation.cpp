#include "sim/lane_simulation.hpp"

#include "compile/island_plan.hpp"
#include "compile/lower_ranges.hpp"
#include "sim/lane_loop.hpp"
#include "sim/mode_lanes.hpp"
#include "sim/run_typed.hpp"

namespace saltus {

namespace {

LaneLoop* make_loop(LaneBook& book, int width) {
  if (width == 8) return make_lane_loop_avx512(book);
  if (width == 4) return make_lane_loop_avx2(book);
  return make_lane_loop_sse2(book);
}

LaneLoop* make_loop(ModeLanes& own, int width) {
  if (width == 8) return make_mode_loop_avx512(own);
  if (width == 4) return make_mode_loop_avx2(own);
  return make_mode_loop_sse2(own);
}

constexpr std::size_t most_slots = 5000;  // of runs that keep all their series, each of its own

/// What a run leaves behind is its end, and what observers saw at instants.
bool is_bare(const Settings<double>& s, const Observer<double>* like) {
  return s.bare_result && !s.values_in_events && s.locate == Locate::exact && s.output_times.empty() &&
         s.record != Record::steps && s.max_rounds >= 100 && !(like && like->watches_stretches());
}

std::vector<Slot> all_variables(const CompiledModel& c) {
  std::vector<Slot> slots;
  for (const CompiledVariable& v : c.variables)
    for (const Slot s : {v.value, v.derivative})
      if (s != no_slot) slots.push_back(s);
  return slots;
}

}  // namespace

struct LaneSimulation::Kept {
  virtual ~Kept() = default;
  virtual void begin(LaneClient& client) = 0;
  std::unique_ptr<LaneLoop> loop;
};

namespace {

/// Whole runs.
struct InBook final : LaneSimulation::Kept {
  InBook(LanePlan lane_plan, Settings<double> given, int order, std::vector<Slot> shown, int width)
      : plan(std::move(lane_plan)), settings(std::move(given)), book(plan, settings, order, std::move(shown)) {
    loop.reset(make_loop(book, width));
  }
  void begin(LaneClient& client) override { book.begin(client, loop->lanes()); }
  LanePlan plan;
  Settings<double> settings;
  LaneBook book;
};

/// Stretches only.
struct InModes final : LaneSimulation::Kept {
  InModes(CompiledTuples& tuples, Settings<double> settings, int order, int width) : own(tuples, std::move(settings), order) {
    loop.reset(make_loop(own, width));
  }
  void begin(LaneClient& client) override { own.begin(client); }
  ModeLanes own;
};

}  // namespace

LaneSimulation::LaneSimulation(std::unique_ptr<Kept> kept) : kept_(std::move(kept)) {}
LaneSimulation::~LaneSimulation() = default;

int LaneSimulation::widest() {
#ifdef __x86_64__
  static const int width = __builtin_cpu_supports("x86-64-v4") ? 8 : __builtin_cpu_supports("x86-64-v3") ? 4 : 2;
  return width;
#else
  return 2;
#endif
}

std::unique_ptr<LaneSimulation> LaneSimulation::make(CompiledTuples& tuples, const RunOptions& options,
                                                     const Observer<double>* like, int width) {
  if (options.precision != 0) return nullptr;
  const CompiledModel* compiled = tuples.of(initial_tuple(tuples.model()));
  if (!compiled) return nullptr;
  RunOptions without_inputs = options;
  const std::vector<InputValue> none(compiled->inputs.size());
  without_inputs.inputs = none;
  Settings<double> settings = make_settings<double>(without_inputs, tuples.model());
  if (!is_by_series(settings, tuples.model()) || !is_bare(settings, like)) return nullptr;
  std::vector<Slot> shown;
  if (like) shown = like->watched_slots(*compiled).value_or(all_variables(*compiled));
  auto plan = lane_plan(*compiled, shown);
  if (!plan && (compiled->tape.slot_count > most_slots || !stretch_plan(*compiled))) return nullptr;
  if (has_ranges(tuples.model())) return nullptr;  // the motion is looked at between events
  if (find_islands(tuples)) return nullptr;  // polynomial motion goes from event to event
  const int order = TaylorStepper<double>(settings.tolerance).order();
  if (width == 0) width = widest();
  std::unique_ptr<Kept> kept;
  if (plan)
    kept = std::make_unique<InBook>(std::move(*plan), std::move(settings), order, std::move(shown), width);
  else
    kept = std::make_unique<InModes>(tuples, std::move(settings), order, width);
  return std::unique_ptr<LaneSimulation>(new LaneSimulation(std::move(kept)));
}

std::size_t LaneSimulation::lanes() const { return kept_->loop->lanes(); }

void LaneSimulation::run(LaneClient& client) {
  kept_->begin(client);
  kept_->loop->run();
}

}  // namespace saltus
