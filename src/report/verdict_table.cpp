#include "report/verdict_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/html.hpp"
#include "report/html_number.hpp"
#include "report/html_table.hpp"
#include "study/shown_values.hpp"

namespace saltus {

namespace {

constexpr int most_digits = 12;  // more do not fit the page; the difference says what follows
constexpr std::size_t most_of_list = 4;

const char* kind_of(Verdict v) { return v == Verdict::met ? "met" : v == Verdict::failed ? "failed" : "wrong"; }

/// As many digits as the tolerance tells apart, and one more.
int digits_of(const Expectation& e, double value) {
  const double size = std::abs(value), tolerance = std::max(e.tol, e.rtol * size);
  if (!(tolerance > 0) || !(size > 0)) return most_digits;
  return std::clamp(static_cast<int>(std::ceil(std::log10(size / tolerance))) + 1, 6, most_digits);
}

/// Shortened where it is long; all digits are in its tooltip.
std::string number_html(const std::string& text, double value, int digits) {
  const std::string shortened = fmt::format("{:.{}g}", value, digits);
  if (text.size() <= shortened.size() || !std::isfinite(value)) return html_number(text);
  return fmt::format("<span title=\"{}\">{}</span>", html_escaped(text), html_number(shortened));
}

/// The first few.
std::string list_html(const std::vector<double>& values, const std::string& all) {
  std::string out;
  for (std::size_t i = 0; i < std::min(values.size(), most_of_list); ++i)
    out += (i == 0 ? "" : ", ") + html_number(fmt::format("{:.9g}", values[i]));
  if (values.size() > most_of_list) out += fmt::format(", … ({})", values.size());
  return fmt::format("<span title=\"{}\">{}</span>", html_escaped(all), out);
}

std::string reference_html(const Expectation& e) {
  if (e.value.size() != 1 || e.is_list) {
    std::vector<double> values;
    for (const StatedNumber& v : e.value) values.push_back(v.number.value.value);
    return values.empty() ? "" : list_html(values, stated_text(e));
  }
  const double value = e.value.front().number.value.value;
  return number_html(stated_text(e), value, digits_of(e, value));
}

std::string ours_html(const Judgement& j) {
  const std::string text = ours_text(j);
  if (j.ours.is_list && !text.empty()) return list_html(j.ours.list, text);
  if (text.empty()) return text;
  return number_html(text, j.ours.number, digits_of(j.expected, j.ours.number));
}

/// The largest one, for a list.
std::string difference_html(const Judgement& j) {
  const auto& value = j.expected.value;
  if (value.empty()) return "";
  double largest = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const double ours = j.ours.is_list ? (i < j.ours.list.size() ? j.ours.list[i] : std::nan("")) : j.ours.number;
    const double d = std::abs(ours - value[i].number.value.value);
    if (!(d <= largest)) largest = d;
  }
  return std::isnan(largest) ? "" : largest == 0 ? "0" : html_number(fmt::format("{:.1e}", largest));
}

std::string published_html(const Expectation& e) {
  return e.published.size() == 1 ? html_number(e.published.front().text) : html_escaped(printed_text(e));
}

std::string verdict_html(const Judgement& j) {
  return fmt::format("<span class=\"verdict\">{}</span>", html_escaped(name_of(j.verdict)));
}

/// With the reason why something is wrong, and the source.
std::string quantity_html(const VerdictRow& row) {
  const Judgement& j = *row.judgement;
  std::string out = html_escaped(j.what);
  if (!row.page.empty()) out = fmt::format("<a href=\"{}.html#{}\">{}</a>", row.page, row.id, out);
  const std::string& why = j.verdict == Verdict::published_wrong ? j.expected.reason.text : j.reason;
  for (const std::string& more : {why, j.expected.source.text}) {
    if (!more.empty()) out += fmt::format("<br><small>{}</small>", html_escaped(more));
  }
  return out;
}

std::string filter_html(const std::vector<VerdictRow>& rows) {
  std::string pages;
  std::vector<std::string> known;
  for (const VerdictRow& row : rows) {
    if (std::ranges::find(known, row.page) != known.end()) continue;
    known.push_back(row.page);
    pages += fmt::format("<option value=\"{}\">{}</option>", row.page, html_escaped(row.page_title));
  }
  return fmt::format(
      "<form class=\"filter\" hidden><label>Page<select name=\"page\"><option value=\"\">all</option>{}</select></label>"
      "<label>Verdict<select name=\"verdict\"><option value=\"\">all</option><option value=\"met\">met</option>"
      "<option value=\"wrong\">published value wrong</option><option value=\"failed\">failed</option></select></label>"
      "<label>Words<input name=\"words\" type=\"search\" size=\"14\"></label><output></output></form>\n",
      pages);
}

}  // namespace

std::string verdicts_html(const std::vector<VerdictRow>& rows) {
  if (rows.empty()) return {};
  const bool indexed = !rows.front().page.empty();
  std::vector<HtmlColumn> columns = {{"quantity"}, {"published"}, {"reference"}, {"ours"}, {"difference"}, {"verdict"}};
  if (indexed) columns.insert(columns.begin(), {"page"});
  HtmlTable table(columns);
  table.set_attributes(indexed ? " class=\"verdicts all-verdicts\"" : " class=\"verdicts\"");
  for (const VerdictRow& row : rows) {
    const Judgement& j = *row.judgement;
    std::vector<std::string> cells = {quantity_html(row), published_html(j.expected), reference_html(j.expected),
                                      ours_html(j),       difference_html(j),         verdict_html(j)};
    if (indexed)
      cells.insert(cells.begin(), fmt::format("<a href=\"{0}.html\">{1}</a>", row.page,
                                              html_escaped(row.page_title.substr(0, row.page_title.find(':')))));
    table.add(std::move(cells), kind_of(j.verdict), indexed ? fmt::format(" data-page=\"{}\"", row.page) : "");
  }
  return table.html(rows.size());
}

VerdictCounts count_verdicts(const std::vector<VerdictRow>& rows) {
  VerdictCounts counts;
  for (const VerdictRow& row : rows) {
    const Verdict verdict = row.judgement->verdict;
    ++(verdict == Verdict::met ? counts.met : verdict == Verdict::failed ? counts.failed : counts.published_wrong);
  }
  return counts;
}

std::string verdict_index_html(const std::vector<VerdictRow>& rows) {
  if (rows.empty()) return {};
  const VerdictCounts counts = count_verdicts(rows);
  return fmt::format(
             "<ul class=\"counts\"><li><b>{}</b>quantities</li><li class=\"met\"><b>{}</b>met</li><li class=\"wrong\"><b>{}</b>"
             "published value wrong</li><li class=\"failed\"><b>{}</b>failed</li></ul>\n",
             rows.size(), counts.met, counts.published_wrong, counts.failed) +
         filter_html(rows) + verdicts_html(rows);
}

}  // namespace saltus
