#include "table.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace saltus::bench {

std::vector<Row> measure(std::span<const Contender> contenders, int repetitions) {
  std::vector<Row> rows;
  for (const Contender& c : contenders) rows.push_back({c.name, std::numeric_limits<double>::infinity(), 0, 0});
  for (int r = 0; r < repetitions; ++r) {
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      const Measurement m = contenders[i].run();
      rows[i].seconds = std::min(rows[i].seconds, m.seconds);
      rows[i].error = m.error;
      rows[i].events = m.events;
    }
  }
  return rows;
}

const Row& find(std::span<const Row> rows, std::string_view name) {
  const auto row = std::ranges::find(rows, name, &Row::name);
  if (row == rows.end()) throw std::invalid_argument(fmt::format("no contender called {}", name));
  return *row;
}

std::string as_table(std::string_view title, std::span<const Row> rows, std::string_view unit) {
  const double one = find(rows, unit).seconds;
  std::string text = fmt::format("{}\n{:<40} {:>12} {:>10} {:>7} {:>8}\n", title, "", "time", "error", "events", "ratio");
  for (const Row& r : rows) {
    fmt::format_to(std::back_inserter(text), "{:<40} {:>9.3f} us {:>10.1e} {:>7} {:>8.2f}\n", r.name, r.seconds * 1e6, r.error,
                   r.events, r.seconds / one);
  }
  return text;
}

std::string as_json(std::string_view title, std::span<const Row> rows) {
  nlohmann::ordered_json json;
  json["title"] = title;
  for (const Row& r : rows) {
    json["rows"].push_back({{"name", r.name}, {"seconds", r.seconds}, {"error", r.error}, {"events", r.events}});
  }
  return json.dump(1);
}

}  // namespace saltus::bench
