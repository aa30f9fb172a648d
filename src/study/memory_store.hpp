#pragma once
// A store in memory, for studies without files: all their records are held.

#include <map>
#include <mutex>

#include "study/store.hpp"

namespace saltus {

class MemoryStore final : public Store {
 public:
  MemoryStore(StudyIdentity identity, StoreLayout layout) : identity_(std::move(identity)), layout_(std::move(layout)) {}

  void add(RunRecord record) override;
  void commit() override {}
  [[nodiscard]] std::uint64_t finished() const override;
  [[nodiscard]] bool holds(std::uint64_t number) const override;
  /// The records stay as they are meanwhile: nothing may be added by `visit`.
  void for_each(const std::function<void(const RunRecord&)>& visit) const override;
  [[nodiscard]] std::optional<RunRecord> find(std::uint64_t number) const override;
  [[nodiscard]] const StudyIdentity& identity() const override { return identity_; }
  [[nodiscard]] const StoreLayout& layout() const override { return layout_; }

 private:
  StudyIdentity identity_;
  StoreLayout layout_;
  mutable std::mutex mutex_;
  std::map<std::uint64_t, RunRecord> records_;
};

}  // namespace saltus
