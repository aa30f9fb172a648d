#include "study/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "study/store_schema.hpp"

namespace saltus {

namespace {

bool same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

bool same_value(const StudyValue& a, const StudyValue& b) { return same(a.value, b.value) && a.exact == b.exact; }

bool same_measure(const MeasuredValue& a, const MeasuredValue& b) {
  if (a.is_list != b.is_list || a.digits != b.digits) return false;
  return a.is_list ? std::ranges::equal(a.list, b.list, same) : same(a.number, b.number);
}

void check_same_study(const Store& first, const std::filesystem::path& first_file, const Store& other,
                      const std::filesystem::path& other_file) {
  std::string difference = differences(first.identity(), other.identity());
  if (difference.empty()) difference = differences(first.layout(), other.layout());
  if (difference.empty()) return;
  throw StoreError(
      fmt::format("stores {} and {} belong to different studies: {}", first_file.string(), other_file.string(), difference));
}

void check_same_outcome(const Store& output, const RunRecord& record, const std::filesystem::path& file) {
  const std::optional<RunRecord> before = output.find(record.point.number);
  if (before && same_outcome(*before, record)) return;
  throw StoreError(fmt::format("store {}: its run {} differs from that of another store", file.string(), record.point.number));
}

/// Numbers begin at 1; stores are visited in their order.
void count_missing(const Store& store, MergeSummary& summary) {
  std::uint64_t next = 1;
  store.for_each([&](const RunRecord& record) {
    const std::uint64_t number = record.point.number;
    if (number > next && summary.missing == 0) summary.first_missing = next;
    summary.missing += number - next;
    next = number + 1;
  });
}

}  // namespace

bool same_outcome(const RunRecord& a, const RunRecord& b) {
  return a.point.number == b.point.number && std::ranges::equal(a.point.values, b.point.values, same_value) &&
         a.status == b.status && a.message == b.message && a.warnings == b.warnings &&
         std::ranges::equal(a.measures, b.measures, same_measure) && same(a.end_time, b.end_time) && a.steps == b.steps && a.events == b.events;
}

MergeSummary merge_stores(const std::filesystem::path& output, const std::vector<std::filesystem::path>& inputs) {
  if (inputs.empty()) throw StoreError("no stores to merge");
  std::vector<std::unique_ptr<Store>> stores;
  for (const std::filesystem::path& file : inputs) {
    stores.push_back(Store::open(file));
    check_same_study(*stores.front(), inputs.front(), *stores.back(), file);
  }
  std::unique_ptr<Store> joined = Store::create(output, stores.front()->identity(), stores.front()->layout());
  try {
    MergeSummary summary;
    for (std::size_t i = 0; i < stores.size(); ++i) {
      stores[i]->for_each([&](const RunRecord& record) {
        if (joined->holds(record.point.number)) {
          check_same_outcome(*joined, record, inputs[i]);
          ++summary.repeated;
        } else {
          joined->add(record);
        }
      });
    }
    joined->commit();
    summary.runs = joined->finished();
    count_missing(*joined, summary);
    return summary;
  } catch (...) {
    joined.reset();
    remove_store(output);
    throw;
  }
}

}  // namespace saltus
