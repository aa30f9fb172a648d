#pragma once
// A run as the JSON object "saltus.run/1", which scripts may rely on:
//
//   {"schema": "saltus.run/1", "model": "...",
//    "status": {"code": "finished", "time": t, "message": "..."},     and "variable", "place", "remedy" where known;
//                                          "reason", a code, if it failed or is zeno or chattering
//    "parameters": {...}, "modes": {...},
//    "provenance": {"version": "...", "model_hash": "...", "settings": {...}, "seed": n},
//    "final": {"time": t, "x": ..., "der(x)": ...},
//    "events": [{"time": t, "instant": 3, "kind": "when", "name": "...", "classes": ["SE-X"],
//                "machine": "mode", "from": "a", "to": "b", "before": {...}, "after": {...}}],
//    "near_misses": [{"time": t, "guard": "...", "distance": d}],
//    "series": {"time": [...], "x": [...]},
//    "statistics": {"steps": n, ...}}
//
// "machine", "from" and "to" only for transitions. "series" only if rows were requested, and only these rows.
// "warnings" (a list of texts) and, one for each of them, "warning_notes" ([{"code": "pole", "place": "ball.mo:7:12"}], the place
// where known, and what was said more than once with "times", "first" and "last") only if there are some. Doubles have as many digits as bring them back exactly.

#include <string>

#include "result/run_result.hpp"

namespace saltus {

[[nodiscard]] std::string write_json(const RunResult& run);

}  // namespace saltus
