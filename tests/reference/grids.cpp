// C7 and C12 solved on a grid of time, as spreadsheets and other time-oriented models do.

#include <fmt/core.h>

#include "benchmarks.hpp"
#include "records.hpp"
#include "runs.hpp"

namespace argesim {

using saltus::Location;
using saltus::Model;
using saltus::Result;

namespace {

struct Sheet {
  std::string linear, pin;
  std::vector<std::string> hits = {}, releases = {};  // times
  std::vector<saltus::Exact> at = {};
  std::vector<std::string> phi = {}, w = {};
};

std::string row_time(const std::string& row) { return fmt::format("{}e-3", row); }

std::vector<Sheet> read_sheets(const std::vector<Record>& records) {
  std::vector<Sheet> sheets;
  for (const Record& r : records) {
    if (r[0] == "sheet") {
      sheets.push_back({.linear = r[1], .pin = r[2]});
    } else if (r[0] == "event") {
      (r[2] == "hit" ? sheets.back().hits : sheets.back().releases).push_back(row_time(r[1]));
    } else if (r[0] == "value") {
      sheets.back().at.emplace_back(r[1]);
      sheets.back().phi.push_back(r[2]);
      sheets.back().w.push_back(r[3]);
    }
  }
  return sheets;
}

void compare(Table& table, const Model& model, const Sheet& sheet) {
  const std::string title =
      fmt::format("C7 spreadsheet, pin {}, {}: ", sheet.pin, sheet.linear == "true" ? "linear" : "nonlinear");
  const Result result = run(model, {.set = {{"linear", sheet.linear}, {"pin", sheet.pin}}, .at = sheet.at});
  table.numbers(title + "rows of hits", times_of(result, "hit"), sheet.hits, 1e-12);
  table.numbers(title + "rows of releases", times_of(result, "release"), sheet.releases, 1e-12);
  table.numbers(title + "phi at given times", requested_values(result, "phi"), sheet.phi, 1e-12);
  table.numbers(title + "w at given times", requested_values(result, "w"), sheet.w, 1e-12);
}

void euler(Table& table, const Record& rows) {
  const Result result =
      run(load("c07/pendulum.mo"), {.set = {{"pin", "-0.262"}}, .solver = "euler", .step = "0.001", .locate = Location::grid});
  std::vector<std::string> times;
  for (const std::string& row : fields_from(rows, 1)) times.push_back(row_time(row));
  table.numbers("C7 Euler steps on the grid: rows of hits", times_of(result, "hit"), times, 1e-12);
}

void spheres(Table& table, const Record& times) {
  for (const char* file : {"c12/spheres.mo", "c12/spheres_relative.mo"}) {
    const Result result =
        run(load(file), {.set = {{"e", "0.2"}}, .stop = 15, .solver = "euler", .step = "0.05", .locate = Location::grid});
    table.numbers(fmt::format("C12 table 1, left column, by {}", file), event_times(result), fields_from(times, 1), 1e-12);
  }
}

}  // namespace

void grids(Table& table) {
  const auto records = read_records("grids.tsv");
  const Model sheet = load("c07/spreadsheet.mo");
  table.group("C7 and C12 on a grid of time");
  for (const Sheet& s : read_sheets(records)) compare(table, sheet, s);
  for (const Record& r : records) {
    if (r[0] == "euler") euler(table, r);
    if (r[0] == "table") spheres(table, r);
  }
}

}  // namespace argesim
