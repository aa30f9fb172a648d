#pragma once
// Names that may stand in formulas of Excel and LibreOffice.

#include <set>
#include <string>
#include <string_view>

namespace saltus {

/// Makes names of cells from names of a model, each once: `m[2]` becomes m_2, `pump.k` pump_k. What a spreadsheet would take for the
/// address of a cell (`R1`, `e1`), for a row or column (`c`) or a function (`T`), or for a name it has already (`L` after `l`: they do
/// not tell small letters from capitals), gets an underscore.
class SafeNames {
 public:
  [[nodiscard]] std::string make(std::string_view name);

 private:
  std::set<std::string> taken_;  // in capitals
};

}  // namespace saltus
