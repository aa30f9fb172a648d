#pragma once
// What searches, samples and comparisons add to the JSON of a study: one member each, to the object that is open.

#include "result/json_emitter.hpp"
#include "study/compare_study.hpp"
#include "study/sample_statistics.hpp"
#include "study/search_end.hpp"

namespace saltus {

/// "search"
void write_search(JsonEmitter& json, const SearchEnd& end);
/// "statistics", an object with one member for each measure
void write_statistics(JsonEmitter& json, const std::vector<MeasureStatistics>& all, const std::vector<Measure>& measures,
                      const std::vector<std::string>& inputs, const SampleStatisticsOptions& options = {});
/// "comparison"
void write_comparison(JsonEmitter& json, const ComparisonReport& report);

}  // namespace saltus
