#include "study/memory_store.hpp"

#include <fmt/format.h>

namespace saltus {

void MemoryStore::add(RunRecord record) {
  if (record.status == StatusCode::interrupted) return;
  const std::lock_guard lock(mutex_);
  const std::uint64_t number = record.point.number;
  if (!records_.emplace(number, std::move(record)).second) throw StoreError(fmt::format("run {} is there already", number));
}

std::uint64_t MemoryStore::finished() const {
  const std::lock_guard lock(mutex_);
  return records_.size();
}

bool MemoryStore::holds(std::uint64_t number) const {
  const std::lock_guard lock(mutex_);
  return records_.contains(number);
}

void MemoryStore::for_each(const std::function<void(const RunRecord&)>& visit) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [number, record] : records_) visit(record);
}

std::optional<RunRecord> MemoryStore::find(std::uint64_t number) const {
  const std::lock_guard lock(mutex_);
  const auto found = records_.find(number);
  return found == records_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace saltus
