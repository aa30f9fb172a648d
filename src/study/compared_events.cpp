#include "study/compared_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace saltus {

double EventRow::time() const {
  if (reference) return *reference;
  return **std::find_if(others.begin(), others.end(), [](const auto& t) { return t.has_value(); });
}

std::vector<EventRow> event_rows(const ComparisonReport& r) {
  std::vector<EventRow> rows;
  std::map<std::pair<std::string, double>, std::vector<std::size_t>> known;  // rows of events of the reference
  for (std::size_t i = 0; i < r.variants.size(); ++i) {
    std::map<std::pair<std::string, double>, std::size_t> used;  // several events of one name at one time
    for (const MatchedEvent& e : r.variants[i].comparison.events.events) {
      std::size_t row = rows.size();
      if (e.reference) {
        auto& same = known[{e.name, *e.reference}];
        const std::size_t k = used[{e.name, *e.reference}]++;
        if (k == same.size()) same.push_back(rows.size());
        row = same[k];
      }
      if (row == rows.size()) rows.push_back({e.name, e.reference, std::vector<std::optional<double>>(r.variants.size())});
      rows[row].others[i] = e.other;
    }
  }
  std::stable_sort(rows.begin(), rows.end(), [](const EventRow& a, const EventRow& b) { return a.time() < b.time(); });
  return rows;
}

std::string event_cell(const EventRow& row, std::size_t variant, const ComparisonReport& r) {
  if (variant == r.reference) return row.reference ? fmt::format("{:.12g}", *row.reference) : "none";
  const std::optional<double>& t = row.others[variant];
  if (!row.reference) return t ? fmt::format("{:.12g}", *t) : "";
  if (!t) return "none";
  return *t == *row.reference ? "0" : fmt::format("{:+.2g}", *t - *row.reference);
}

std::vector<EventCounts> event_counts(const ComparisonReport& r) {
  std::vector<EventCounts> all;
  for (std::size_t i = 0; i < r.variants.size(); ++i) {
    for (const EventCount& c : r.variants[i].comparison.events.counts) {
      auto row = std::ranges::find(all, c.name, &EventCounts::name);
      if (row == all.end()) row = all.insert(all.end(), {c.name, std::vector<std::size_t>(r.variants.size(), 0)});
      row->counts[r.reference] = c.reference;
      row->counts[i] = c.other;
    }
  }
  return all;
}

}  // namespace saltus
