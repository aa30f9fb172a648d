#pragma once
// The runs of a study as a table: number, varied names, measures, how the run ended. Times of computing are left out, so that it is the same for
// any number of jobs.

#include "result/table.hpp"
#include "study/store.hpp"

namespace saltus {

struct VariedNote {
  std::string unit = {}, description = {};
  bool is_word = false;  ///< a variant or solver, shown by its name
};

class RunTable final : public Table {
 public:
  /// `varied`: unit and description of each varied name, or empty. The store lives longer than this.
  RunTable(const Store& store, std::string title, const std::vector<VariedNote>& varied = {});

  [[nodiscard]] const std::vector<TableColumn>& columns() const override { return columns_; }
  [[nodiscard]] std::uint64_t row_count() const override { return store_.finished(); }
  void for_each_row(const Visit& visit) const override;
  [[nodiscard]] std::string title() const override { return title_; }
  /// What makes the study the same when it is resumed: model, settings, measures.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> notes() const override { return store_.identity().entries; }

 private:
  const Store& store_;
  std::string title_;
  std::vector<TableColumn> columns_;
  std::vector<bool> words_;
};

}  // namespace saltus
