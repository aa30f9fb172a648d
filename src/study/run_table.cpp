#include "study/run_table.hpp"

#include <cmath>

namespace saltus {

namespace {

/// Exact decimals are what was meant, and doubles what was run; tables have the double, as other programs read one.
Value varied_value(const StudyValue& v) {
  if (v.exact == "true" || v.exact == "false") return Value::boolean(v.value != 0);
  return Value::real(v.value);
}

}  // namespace

RunTable::RunTable(const Store& store, std::string title, const std::vector<VariedNote>& varied)
    : store_(store), title_(std::move(title)) {
  columns_.push_back({"number", "", "which run", ValueKind::integer});
  const StoreLayout& layout = store.layout();
  for (std::size_t i = 0; i < layout.varied.size(); ++i) {
    const VariedNote note = i < varied.size() ? varied[i] : VariedNote{};
    columns_.push_back({layout.varied[i], note.unit, note.description, note.is_word ? ValueKind::text : ValueKind::real});
    words_.push_back(note.is_word);
  }
  for (const Measure& m : layout.measures)
    columns_.push_back({m.name, m.unit == "1" ? "" : m.unit, m.description, ValueKind::real, m.is_list});
  columns_.push_back({"status", "", "how the run ended", ValueKind::text});
  columns_.push_back({"message", "", "why it failed, or which measures have no value", ValueKind::text});
  columns_.push_back({"end_time", "s", "where it ended"});
  columns_.push_back({"steps", "", "of the solver", ValueKind::integer});
  columns_.push_back({"events", "", "in the log", ValueKind::integer});
}

void RunTable::for_each_row(const Visit& visit) const {
  const std::size_t measures = store_.layout().measures.size();
  std::vector<Cell> cells;
  store_.for_each([&](const RunRecord& r) {
    cells.clear();
    cells.push_back({Value::integer(static_cast<long long>(r.point.number))});
    for (std::size_t i = 0; i < r.point.values.size(); ++i) {
      const StudyValue& v = r.point.values[i];
      cells.push_back({words_[i] ? Value::text(v.exact) : varied_value(v)});
    }
    for (std::size_t i = 0; i < measures; ++i) {
      const bool there = i < r.measures.size();
      cells.push_back({Value{there ? r.measures[i].number : NAN, there ? r.measures[i].digits : "", ValueKind::real}});
      if (there) cells.back().list = r.measures[i].list;
    }
    cells.push_back({Value::text(std::string(name_of(r.status)))});
    cells.push_back({Value::text(r.message)});
    cells.push_back({Value::real(r.end_time)});
    cells.push_back({Value::integer(static_cast<long long>(r.steps))});
    cells.push_back({Value::integer(static_cast<long long>(r.events))});
    visit(cells);
  });
}

}  // namespace saltus
