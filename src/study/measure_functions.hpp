#pragma once
// The functions that measures may call.

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "study/measure_program.hpp"

namespace saltus::measure_functions {

/// Of numbers.
struct NumberFunction {
  std::string_view name;
  MeasureOp op;
  std::size_t arguments;
};
inline constexpr auto number_functions = std::to_array<NumberFunction>({
    {"abs", MeasureOp::abs, 1},     {"sign", MeasureOp::sign, 1},    {"sqrt", MeasureOp::sqrt, 1},
    {"sin", MeasureOp::sin, 1},     {"cos", MeasureOp::cos, 1},      {"tan", MeasureOp::tan, 1},
    {"asin", MeasureOp::asin, 1},   {"acos", MeasureOp::acos, 1},    {"atan", MeasureOp::atan, 1},
    {"atan2", MeasureOp::atan2, 2}, {"sinh", MeasureOp::sinh, 1},    {"cosh", MeasureOp::cosh, 1},
    {"tanh", MeasureOp::tanh, 1},   {"exp", MeasureOp::exp, 1},      {"log", MeasureOp::log, 1},
    {"log10", MeasureOp::log10, 1}, {"floor", MeasureOp::floor, 1},  {"ceil", MeasureOp::ceil, 1},
    {"min", MeasureOp::least, 2},   {"max", MeasureOp::greatest, 2},
});

/// Of a list.
struct ListFunction {
  std::string_view name;
  MeasureOp op;
};
inline constexpr auto list_functions = std::to_array<ListFunction>({{"size", MeasureOp::size},
                                                                    {"sum", MeasureOp::sum},
                                                                    {"min", MeasureOp::list_min},
                                                                    {"max", MeasureOp::list_max},
                                                                    {"mean", MeasureOp::list_mean},
                                                                    {"norm", MeasureOp::norm}});

/// Of a variable over the run.
struct TrajectoryFunction {
  std::string_view name;
  Observation::Kind kind;
};
inline constexpr auto trajectory_functions =
    std::to_array<TrajectoryFunction>({{"final", Observation::Kind::at_end},
                                       {"initial", Observation::Kind::at_start},
                                       {"min", Observation::Kind::minimum},
                                       {"max", Observation::Kind::maximum},
                                       {"time_of_min", Observation::Kind::time_of_minimum},
                                       {"time_of_max", Observation::Kind::time_of_maximum},
                                       {"integral", Observation::Kind::integral},
                                       {"mean", Observation::Kind::integral}});

inline constexpr auto other_functions = std::to_array<std::string_view>(
    {"value", "before", "after", "count", "time", "times", "interval", "intervals", "duration", "durations"});

/// Null if it is not there.
template <class Table>
const auto* find(const Table& table, std::string_view name) {
  const auto it = std::ranges::find_if(table, [&](const auto& f) { return f.name == name; });
  return it == table.end() ? nullptr : &*it;
}

/// For suggestions.
inline std::vector<std::string> function_names() {
  std::vector<std::string> names(other_functions.begin(), other_functions.end());
  for (const auto& f : number_functions) names.emplace_back(f.name);
  for (const auto& f : list_functions) names.emplace_back(f.name);
  for (const auto& f : trajectory_functions) names.emplace_back(f.name);
  return names;
}

}  // namespace saltus::measure_functions
