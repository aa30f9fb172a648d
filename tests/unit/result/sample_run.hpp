#pragma once
// A small made-up run that uses every part of a RunResult.

#include <limits>

#include "result/run_result.hpp"

inline saltus::RunResult sample_run() {
  using namespace saltus;
  RunResult run;
  run.model = "Ball";
  run.status = {StatusCode::failed, Value::real(1.5), "h is not a number", "h", "ball.mo:7:12", "bound the force"};
  run.parameters = {{"e", Value::real(0.1)}, {"n", Value::integer(3)}, {"on", Value::boolean(true)}};
  run.modes = {{"mode", "falling"}};
  run.provenance = {"0.1.0", "00ff", {{"solver", Value::text("taylor")}}, 7};
  run.final_values = {{"time", Value::real(1.5)}, {"h", Value::real(std::numeric_limits<double>::quiet_NaN())}};
  EventEntry hit{Value::real(0.5),         1, EventKind::when, "hit", {"SE-X"}, "", "", "", {{"v", Value::real(-2)}},
                 {{"v", Value::real(1.8)}}};
  EventEntry switched{
      Value::real(1.25), 2, EventKind::transition, "slack", {"SE-S", "SE-X"}, "mode", "flying", "falling", {}, {}};
  run.events = {hit, switched, hit};
  run.events[2].time = Value::real(1.4);
  run.events[2].instant = 3;
  run.near_misses = {{Value::real(0.75), "h < 0", Value::real(1e-4)}};
  run.series.columns = {{"time", "s", "", ValueKind::real, {0, 0.5, 0.5, 1}, {}},
                        {"A[1,2]", "", "", ValueKind::real, {1, 2, 3, 0.1}, {}},
                        {"on", "", "", ValueKind::boolean, {0, 0, 1, 1}, {}}};
  run.series.rows = {
      {RowKind::point, true}, {RowKind::before_events, false}, {RowKind::after_events, true}, {RowKind::point, true}};
  run.statistics = {12, 1, 3, 3, 14, 0.0042, {{"newton", 5}}};
  return run;
}
