#pragma once
// A run as a row of a store, and back, bit for bit.

#include "study/database.hpp"
#include "study/store.hpp"

namespace saltus {

class RecordWriter {
 public:
  RecordWriter(Database& database, const StoreLayout& layout);
  void write(const RunRecord& record);

 private:
  void write_exact(const RunRecord& record);
  void write_warnings(const RunRecord& record);

  std::size_t varied_, measures_;
  Statement row_, exact_, warning_;
};

/// Rows of runs in order of number.
class RecordReader {
 public:
  /// All, or the one with this number.
  RecordReader(Database& database, const StoreLayout& layout, std::optional<std::uint64_t> only = std::nullopt);
  [[nodiscard]] bool next(RunRecord& record);

 private:
  void read_exact(RunRecord& record);
  void read_warnings(RunRecord& record);

  std::size_t varied_, measures_;
  Statement rows_, exact_;
  bool any_exact_;
  std::optional<Statement> warnings_;  // stores of earlier versions have none
};

/// "[1, 0.5, null]": null is a missing number, "Infinity" and "-Infinity" are strings, as are the bits of any other not-a-number.
[[nodiscard]] std::string list_text(const std::vector<double>& list);
[[nodiscard]] std::optional<std::vector<double>> read_list(std::string_view text);

}  // namespace saltus
