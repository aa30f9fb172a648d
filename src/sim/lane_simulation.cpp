#include "sim/lane_simulation.hpp"

#include "compile/island_plan.hpp"
#include "sim/lane_loop.hpp"
#include "sim/run_typed.hpp"

namespace saltus {

namespace {

LaneLoop* make_loop(LaneBook& book, int width) {
  if (width == 8) return make_lane_loop_avx512(book);
  if (width == 4) return make_lane_loop_avx2(book);
  return make_lane_loop_sse2(book);
}

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
  Kept(LanePlan lane_plan, Settings<double> given, int order, std::vector<Slot> shown, int width)
      : plan(std::move(lane_plan)),
        settings(std::move(given)),
        book(plan, settings, order, std::move(shown)),
        loop(make_loop(book, width)) {}
  LanePlan plan;
  Settings<double> settings;
  LaneBook book;
  std::unique_ptr<LaneLoop> loop;
};

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
  if (options.precision != 0 || !tuples.model().machines.empty()) return nullptr;
  const CompiledModel* compiled = tuples.of(initial_tuple(tuples.model()));
  if (!compiled) return nullptr;
  std::vector<Slot> shown;
  if (like) shown = like->watched_slots(*compiled).value_or(all_variables(*compiled));
  auto plan = lane_plan(*compiled, shown);
  if (!plan || find_islands(tuples)) return nullptr;  // polynomial motion goes from event to event
  RunOptions without_inputs = options;
  const std::vector<InputValue> none(compiled->inputs.size());
  without_inputs.inputs = none;
  Settings<double> settings = make_settings<double>(without_inputs, tuples.model());
  if (!is_by_series(settings, tuples.model()) || !is_bare(settings, like)) return nullptr;
  const int order = TaylorStepper<double>(settings.tolerance).order();
  if (width == 0) width = widest();
  return std::unique_ptr<LaneSimulation>(
      new LaneSimulation(std::make_unique<Kept>(std::move(*plan), std::move(settings), order, std::move(shown), width)));
}

std::size_t LaneSimulation::lanes() const { return kept_->loop->lanes(); }

void LaneSimulation::run(LaneClient& client) {
  kept_->book.begin(client, lanes());
  kept_->loop->run();
}

}  // namespace saltus
