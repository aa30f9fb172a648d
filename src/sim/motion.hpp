#pragma once
// Everything that belongs to the motion in one tuple of modes: its values, series, guards and event rounds. What outlasts a change of
// modes (the log, near misses, findings of checks, the rounds of the instant) belongs to the run and is only referred to.

#include "sim/branch_watch.hpp"
#include "sim/convergence_limit.hpp"
#include "sim/crossing_search.hpp"
#include "sim/growth_limit.hpp"
#include "sim/poles.hpp"
#include "sim/principal_roots.hpp"
#include "sim/probe.hpp"
#include "sim/riding_guards.hpp"
#include "sim/settings.hpp"
#include "sim/singular_start.hpp"
#include "sim/time_events.hpp"

namespace saltus {

/// What the motions of a run share.
template <class T>
struct RunRecords {
  explicit RunRecords(int max_rounds) : history(max_rounds) {
    // Most runs have few events, and the allocator is quickest with small pieces.
    log.entries.reserve(16);
    log.changes.reserve(32);
  }
  /// As newly made.
  void renew(int max_rounds) {
    log.renew();
    misses.renew();
    findings = {};
    history.renew(max_rounds);
  }
  EventLog<T> log;
  NearMisses<T> misses;
  Findings findings;
  RoundHistory history;
};

/// Refers to itself and to the records: stays where it was made.
template <class T>
struct Motion {
  Motion(const CompiledModel& model, const Settings<T>& settings, int order, RunRecords<T>& records)
      : compiled(model),
        flow(model, order, settings.inputs),
        signs(flow),
        consistency(model, flow),
        events(model, flow, signs, consistency, records.log, records.history, records.findings, settings.locate),
        search(model, flow, signs, events, records.misses, settings.locate, order),
        riding(model, flow, signs),
        probe(model),
        growth(model),
        convergence(model),
        branches(model),
        roots(model, flow, order),
        singular(model),
        poles(model),
        time_events(model, flow, settings.start) {}
  /// As newly made, for another run with the same order: what was prepared for the model stays.
  void renew(const Settings<T>& settings) {
    flow.renew(settings.inputs);
    signs.renew();
    consistency.renew();
    events.renew(settings.locate);
    search.renew(settings.locate);
    riding.renew();
    singular.renew();
    probe.renew();
    roots.renew(flow);
    poles.renew();
    time_events.renew(compiled, flow, settings.start);
  }
  Motion(const Motion&) = delete;
  Motion& operator=(const Motion&) = delete;

  const CompiledModel& compiled;
  Flow<T> flow;
  GuardSigns<T> signs;
  Consistency<T> consistency;
  EventIteration<T> events;
  CrossingSearch<T> search;
  RidingGuards<T> riding;
  Probe<T> probe;
  GrowthLimit<T> growth;
  ConvergenceLimit<T> convergence;
  BranchWatch<T> branches;
  PrincipalRoots<T> roots;
  SingularStart<T> singular;
  Poles<T> poles;
  TimeEvents<T> time_events;
};

}  // namespace saltus
