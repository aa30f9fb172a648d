#pragma once
// What a run leaves behind: its status, final values, event log, near misses, trajectory and statistics. Plain data: the
// simulator fills it, the writers print it. Nothing here knows a model beyond the names of its variables.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/shared_text.hpp"

namespace saltus {

enum class ValueKind : std::uint8_t { real, integer, boolean, text };

/// One value. `digits` is empty for runs in double; with a chosen precision it is the decimal text of a real (and `value` the
/// nearest double). For kind text it is the text itself.
struct Value {
  double value = 0;
  SharedText digits = {};
  ValueKind kind = ValueKind::real;

  static Value real(double v) { return {v, {}, ValueKind::real}; }
  static Value integer(long long v) { return {static_cast<double>(v), {}, ValueKind::integer}; }
  static Value boolean(bool v) { return {v ? 1.0 : 0.0, {}, ValueKind::boolean}; }
  static Value text(std::string v) { return {0, std::move(v), ValueKind::text}; }
};

struct NamedValue {
  std::string name;
  Value value;
};

/// One variable over the rows of a series. `digits` is empty, or as long as `values` (runs with a chosen precision).
/// A variable that does not exist at a row is NaN there; writers leave a gap (csv) or write null (JSON).
struct Column {
  std::string name;
  std::string unit = {};
  std::string description = {};
  ValueKind kind = ValueKind::real;
  std::vector<double> values = {};
  std::vector<std::string> digits = {};

  [[nodiscard]] Value at(std::size_t row) const;
};

/// Why a row is there. An instant with events has two rows, its left limit and its right limit, in this order.
enum class RowKind : std::uint8_t { point, before_events, after_events };

struct Row {
  RowKind kind = RowKind::point;
  /// Asked for by --interval or --at. A requested time that is an event instant has this on its right limit only,
  /// so every requested time has exactly one requested row.
  bool requested = false;
};

/// The trajectory: all columns and `rows` have the same length; the first column is time, which never decreases.
struct Series {
  std::vector<Column> columns = {};
  std::vector<Row> rows = {};

  [[nodiscard]] const Column* find(std::string_view name) const;  ///< null if there is none
};

enum class EventKind : std::uint8_t { when, transition, relation, time };

/// One `when` branch, transition or changed relation that fired.
struct EventEntry {
  Value time;
  std::uint32_t instant = 0;  ///< entries of one instant share it; counts from 1
  EventKind kind = EventKind::when;
  std::string name = {};
  std::vector<std::string> classes = {};            ///< "SE-X", "SE-P", ...
  std::string machine = {}, from = {}, to = {};     ///< transitions; else empty
  std::vector<NamedValue> before = {}, after = {};  ///< what the event assigned or made jump, left and right limits
};

/// A guard that came close to zero without crossing.
struct NearMiss {
  Value time;
  std::string guard;
  Value distance;
};

enum class StatusCode : std::uint8_t {
  finished,     ///< the stop time was reached
  terminated,   ///< by terminate(...)
  zeno,         ///< infinitely many events before `time`, the limit
  chattering,   ///< events without progress of time
  failed,       ///< not a number, a failed assertion, no step possible, ...
  interrupted,  ///< by the user
};

struct Status {
  StatusCode code = StatusCode::finished;
  Value time;
  std::string message = {};
  std::string variable = {};  ///< the variable at fault, if one can be named
  std::string place = {};     ///< "ball.mo:7:12" of the equation or guard at fault
  std::string remedy = {};    ///< one sentence
  std::string reason =
      {};  ///< why it did not succeed, a code that `saltus explain` knows ("singularity"); empty: it did, or by the user
  std::string excerpt = {};  ///< the place as diagnostics show it, with carets; left out of bare results
};

/// Something a run has to say though it went on.
struct Warning {
  std::string code;  ///< as of diagnostics: `saltus explain` knows it
  std::string text;
  std::string place = {};      ///< "ball.mo:7:12", if one is known
  std::string excerpt = {};    ///< as Status::excerpt
  std::size_t times = 1;       ///< so often, in these words
  double first = 0, last = 0;  ///< at these times, if more than once
  friend bool operator==(const Warning&, const Warning&) = default;
};

struct Provenance {
  std::string version;
  std::string model_hash;
  std::vector<NamedValue> settings = {};  ///< start, stop, tol, solver, locate, ...
  std::uint64_t seed = 0;
};

struct Statistics {
  std::uint64_t steps = 0;
  std::uint64_t rejected = 0;
  std::uint64_t events = 0;  ///< entries of the log
  std::uint64_t instants = 0;
  std::uint64_t jets = 0;  ///< evaluations of the series (right-hand sides for steppers without series)
  double seconds = 0;      ///< wall clock of the run, without reading the model
  std::vector<std::pair<std::string, std::uint64_t>> more = {};  ///< further counters, printed in this order
};

/// Derivatives of a run with respect to a parameter or start value, of what the run is at fixed times. NaN where there is none: behind
/// an event that has none (a warning says so).
struct Sensitivity {
  std::string of;                             ///< "e", "x.start"
  std::vector<NamedValue> final_values = {};  ///< of the Reals at the end
  std::vector<double> event_times = {};       ///< one for each event
  double end_time = 0;                        ///< of where the run ended: not 0 if an event, or a limit of events, ended it
  std::vector<Column> columns = {};           ///< of the Reals of the series, named as they are; as many rows
};

/// What else the model says of a parameter.
struct ParameterNote {
  std::string unit;
  std::string description;
};

struct RunResult {
  std::string model;
  Status status;
  std::vector<NamedValue> parameters = {};
  std::vector<ParameterNote> parameter_notes = {};              ///< one for each parameter, or empty
  std::vector<std::pair<std::string, std::string>> modes = {};  ///< machine, active mode at the end
  Provenance provenance;
  std::vector<NamedValue> final_values = {};  ///< "time" first; the right limit at the end
  std::vector<EventEntry> events = {};        ///< in the order of firing
  std::vector<NearMiss> near_misses = {};
  Series series;  ///< no rows if no trajectory was recorded
  std::vector<Sensitivity> sensitivities = {};
  Statistics statistics;
  Diagnostics diagnostics{};           ///< with errors: the run ended because the model is wrong in the modes it reached
  std::vector<Warning> warnings = {};  ///< failed asserts of level warning and the like, in order
};

[[nodiscard]] std::string_view name_of(StatusCode code);
[[nodiscard]] std::string_view name_of(EventKind kind);

/// Did the run end as the model wanted it to: finished or terminated?
[[nodiscard]] bool succeeded(const Status& status);

/// Shortest decimal that reads back to the same double ("0.1", "3", "1e-300"); "NaN", "Infinity", "-Infinity".
[[nodiscard]] std::string number_text(double x);

/// As the writers print it: digits where there are some, true/false for Booleans.
[[nodiscard]] std::string value_text(const Value& v);

}  // namespace saltus
