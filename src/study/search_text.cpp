#include <fmt/format.h>

#include <cmath>

#include "base/text_table.hpp"
#include "study/search_end.hpp"

namespace saltus {
namespace {

std::string digits(double x) { return fmt::format("{:.16g}", x); }

std::string uncertainty(const FoundValue& v) {
  std::string text = v.width > 0 ? fmt::format("+- {:.1g}", v.width) : "";
  if (v.run_error > v.width)
    text += fmt::format("{}error from the tolerance of the runs about {:.1g}", text.empty() ? "" : "; ", v.run_error);
  return text;
}

std::string unknowns(const SearchEnd& end) {
  TextTable table({{""}, {"", Align::right}, {""}});
  for (const FoundValue& v : end.values) {
    table.add({v.name + " =", digits(v.value), uncertainty(v)});
  }
  return table.text();
}

std::string reached(const SearchEnd& end) {
  std::string text;
  for (const ReachedTarget& t : end.targets) {
    text +=
        fmt::format("{} = {}, target {}, residual {:.2g}\n", t.measure, digits(t.value), digits(t.target), t.value - t.target);
  }
  if (end.extreme) {
    const char* what = end.maximize ? "largest" : "least";
    text += fmt::format("{} {}{} = {}\n", what, end.is_list ? "sum of squares of " : "", end.objective, digits(*end.extreme));
  }
  return text;
}

}  // namespace

std::string search_text(const SearchEnd& end) {
  std::string text = fmt::format("{} by {} after {} runs{}\n", end.met ? "found" : "not found", end.method, end.runs,
                                 with_derivatives(end.derivatives));
  text += unknowns(end) + reached(end);
  if (const std::string how = text_of(end.derivatives); !how.empty()) text += how + "\n";
  if (!end.message.empty()) text += end.message + "\n";
  return text;
}

}  // namespace saltus
