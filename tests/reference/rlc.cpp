// C21, case study 2: the RLC circuit with its diodes.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "benchmarks.hpp"
#include "records.hpp"
#include "runs.hpp"

namespace argesim {

using saltus::Model;
using saltus::Result;

namespace {

constexpr std::array variables = {"i", "uC", "uD", "iD"};
using Values = std::array<std::vector<std::string>, variables.size()>;

struct Diode {
  std::string name, changes;
  std::vector<std::string> nodes = {};        // of a table
  std::vector<std::string> event_times = {};  // of the first two periods
  std::vector<saltus::Exact> at = {};
  Values values = {};
  std::vector<Record> ends = {};  // time, then the variables
};

struct Case {
  std::string name;
  std::vector<std::pair<std::string, saltus::Exact>> set;
  std::vector<Diode> diodes = {};
};

std::vector<Case> read_cases() {
  std::vector<Case> cases;
  for (const Record& r : read_records("c21_rlc.tsv")) {
    if (r[0] == "case") {
      cases.push_back({.name = r[1], .set = {{"R1", r[2]}, {"U", r[3]}}});
      continue;
    }
    auto& diodes = cases.back().diodes;
    if (r[0] == "diode") {
      diodes.push_back({.name = r[1], .changes = r[2]});
    } else if (r[0] == "nodes") {
      diodes.back().nodes = fields_from(r, 1);
    } else if (r[0] == "event") {
      diodes.back().event_times.push_back(r[1]);
    } else if (r[0] == "value") {
      diodes.back().at.emplace_back(r[1]);
      for (std::size_t j = 0; j < variables.size(); ++j) diodes.back().values[j].push_back(r[2 + j]);
    } else if (r[0] == "end") {
      diodes.back().ends.push_back(fields_from(r, 1));
    }
  }
  return cases;
}

double largest(const std::vector<std::string>& values) {
  double size = 0;
  for (const std::string& value : values) size = std::max(size, std::abs(std::stod(value)));
  return size;
}

// Of the largest value of a variable; a current or voltage that is zero throughout has to be zero to rounding.
double allowed(const Diode& diode, std::size_t variable, double relative = 1e-9) {
  const double size = largest(diode.values[variable]);
  return size > 0 ? relative * size : 1e-15;
}

// Values at times within two periods, and at their end, of all variables.
void compare_values(Table& table, const std::string& title, const Diode& diode, const Result& two) {
  std::vector<std::string> ours, reference;
  std::vector<double> bounds;
  for (std::size_t j = 0; j < variables.size(); ++j) {
    for (const std::string& value : requested_values(two, variables[j])) ours.push_back(value);
    ours.push_back(final_text(two, variables[j]));
    for (const std::string& value : diode.values[j]) reference.push_back(value);
    reference.push_back(diode.ends[0][1 + j]);
    bounds.resize(reference.size(), allowed(diode, j));
  }
  table.numbers(title + "values until 2/f", ours, reference, bounds);
}

void compare_ends(Table& table, const std::string& title, const Diode& diode, const Result& all) {
  std::vector<std::string> ours, reference;
  std::vector<double> bounds;
  for (std::size_t j = 0; j < variables.size(); ++j) {
    ours.push_back(final_text(all, variables[j]));
    reference.push_back(diode.ends[1][1 + j]);
    bounds.push_back(allowed(diode, j));
  }
  table.numbers(title + "values at 75/f", ours, reference, bounds);
}

using Ends = std::vector<std::string>;  // of all variables after two, then after 75 periods

Ends ends_of(const Result& two, const Result& all) {
  Ends ends;
  for (const Result* result : {&two, &all}) {
    for (const char* variable : variables) ends.push_back(final_text(*result, variable));
  }
  return ends;
}

Ends compare(Table& table, const Model& model, const Case& c, const Diode& diode, const std::string& form) {
  const std::string title = fmt::format("{}, {}: ", c.name, form);
  auto set = c.set;
  if (!diode.nodes.empty()) {
    set.emplace_back("diode.n", std::to_string(diode.nodes.size()));
    set.emplace_back("diode.points", array_text(diode.nodes));
  }
  const Result two = run(model, {.set = set, .stop = diode.ends[0][0], .tolerance = "1e-13", .at = diode.at});
  const Result all = run(model, {.set = set, .stop = diode.ends[1][0], .tolerance = "1e-13"});
  table.numbers(title + "events until 2/f", event_times(two), diode.event_times, 1e-12);
  compare_values(table, title, diode, two);
  if (diode.nodes.empty()) table.count(title + "events until 75/f", all.events().size(), std::stoul(diode.changes));
  compare_ends(table, title, diode, all);
  return ends_of(two, all);
}

// Different equations for the same diode differ by errors of integration only: every form against every other.
void compare_forms(Table& table, const std::string& title, const Diode& diode, const std::vector<Ends>& forms) {
  std::vector<std::string> ours, others;
  std::vector<double> bounds;
  for (std::size_t a = 0; a < forms.size(); ++a) {
    for (std::size_t b = a + 1; b < forms.size(); ++b) {
      for (std::size_t j = 0; j < forms[a].size(); ++j) {
        ours.push_back(forms[a][j]);
        others.push_back(forms[b][j]);
        bounds.push_back(allowed(diode, j % variables.size(), 1e-10));
      }
    }
  }
  table.numbers(title, ours, others, bounds);
}

struct Form {
  std::string diode, name;  // whose reference values it has to meet
  Model model;
};

std::string title_of(const Form& form, const Diode& diode) {
  return diode.nodes.empty() ? form.name : fmt::format("{} of {}", diode.name, diode.nodes.size());
}

}  // namespace

void rlc(Table& table) {
  const std::vector<Form> forms = {{"shortcut", "shortcut", load("c21/rlc.mo", "CircuitWithShortcut")},
                                   {"shortcut", "shortcut, switched by hand", load("c21/rlc_shortcut.mo")},
                                   {"shockley", "Shockley by voltage", load("c21/rlc.mo", "CircuitWithShockleyVoltage")},
                                   {"shockley", "Shockley by current", load("c21/rlc.mo", "CircuitWithShockleyCurrent")},
                                   {"shockley", "Shockley, explicit", load("c21/rlc_explicit.mo")},
                                   {"table", "table", load("c21/rlc.mo", "CircuitWithTable")}};
  table.group("C21 RLC circuit with a diode (tolerance 1e-13)");
  for (const Case& c : read_cases()) {
    for (const Diode& diode : c.diodes) {
      std::vector<Ends> ends;
      for (const Form& form : forms) {
        if (diode.name.starts_with(form.diode)) ends.push_back(compare(table, form.model, c, diode, title_of(form, diode)));
      }
      if (ends.size() > 1)
        compare_forms(table, fmt::format("{}, {} forms of {}: ends", c.name, ends.size(), diode.name), diode, ends);
    }
  }
}

}  // namespace argesim
