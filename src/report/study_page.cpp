#include "report/study_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/comparison_table.hpp"
#include "report/figure_json.hpp"
#include "report/gnuplot.hpp"
#include "report/html.hpp"

namespace saltus {

namespace {

constexpr std::size_t most_rows = 40;
constexpr std::size_t most_of_list = 4;
constexpr std::size_t most_digits = 18;  ///< of a reference value, with sign and point

std::string short_number(double x) { return std::isnan(x) ? "" : fmt::format("{:.6g}", x); }
std::string long_number(double x) { return std::isnan(x) ? "missing" : fmt::format("{:.15g}", x); }

std::string measured(const MeasuredValue& v, std::string (*text)(double)) {
  if (!v.is_list) return v.digits.empty() ? text(v.number) : v.digits;
  std::string out;
  for (std::size_t i = 0; i < std::min(v.list.size(), most_of_list); ++i) out += (i == 0 ? "" : ", ") + text(v.list[i]);
  if (v.list.size() > most_of_list) out += fmt::format(", ... ({})", v.list.size());
  return out;
}

std::string titled(const Measure& m) {
  return m.unit.empty() || m.unit == "1" ? m.name : fmt::format("{} [{}]", m.name, m.unit);
}

std::string cell(const std::string& text, const char* kind = "td") {
  return fmt::format("<{0}>{1}</{0}>", kind, html_escaped(text));
}

std::string table(const std::string& head, const std::string& body) {
  return fmt::format(
      "<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody></table></div>\n", head,
      body);
}

std::string runs_csv(const StudyOutcome& study) {
  std::string out = "run";
  for (const std::string& v : study.summary.varied) out += "," + v;
  for (const Measure& m : study.summary.measures) out += "," + m.name;
  out += ",status\n";
  study.store->for_each([&](const RunRecord& r) {
    out += std::to_string(r.point.number);
    for (const StudyValue& v : r.point.values) out += "," + (v.exact.empty() ? number_text(v.value) : v.exact);
    for (const MeasuredValue& m : r.measures) {
      out += ",";
      if (m.is_list) {
        for (std::size_t i = 0; i < m.list.size(); ++i) out += (i == 0 ? "" : " ") + number_text(m.list[i]);
      } else if (!std::isnan(m.number)) {
        out += m.digits.empty() ? number_text(m.number) : m.digits;
      }
    }
    out += "," + std::string(name_of(r.status)) + "\n";
  });
  return out;
}

/// With as many digits as ours can have.
std::string reference_text(const Judgement& j) {
  const Expectation& e = j.expected;
  std::string out;
  for (std::size_t i = 0; i < std::min(e.value.size(), most_of_list); ++i) {
    const StudyValue& v = e.value[i].number.value;
    const bool as_given = Rational::parse(v.exact) && (!j.ours.digits.empty() || v.exact.size() <= most_digits);
    out += (i == 0 ? "" : ", ") + (as_given ? v.exact : long_number(v.value));
  }
  if (e.value.size() > most_of_list) out += fmt::format(", ... ({})", e.value.size());
  return out;
}

std::string published_text(const Expectation& e) {
  std::string out;
  for (std::size_t i = 0; i < std::min(e.published.size(), most_of_list); ++i)
    out += (i == 0 ? "" : ", ") + e.published[i].text;
  return out;
}

/// The largest one, for a list.
std::string difference_text(const Judgement& j) {
  const auto& value = j.expected.value;
  if (value.empty()) return "";
  double largest = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const double ours = j.ours.is_list ? (i < j.ours.list.size() ? j.ours.list[i] : std::nan("")) : j.ours.number;
    const double d = std::abs(ours - value[i].number.value.value);
    if (!(d <= largest)) largest = d;
  }
  if (largest == 0) return "0";
  return std::isnan(largest) ? "" : fmt::format("{:.1e}", largest);
}

/// "Figure 3. **Title.** Caption"
std::string caption_html(int number, const std::string& title, const std::string& caption) {
  std::string out = fmt::format("Figure {}.", number);
  const bool ends = !title.empty() && (title.back() == '.' || title.back() == '?' || title.back() == '!');
  if (!title.empty()) out += fmt::format(" <strong>{}{}</strong>", html_escaped(title), ends ? "" : ".");
  return caption.empty() ? out : out + " " + html_escaped(caption);
}

const char* mark(Verdict v) { return v == Verdict::met ? "met" : v == Verdict::failed ? "failed" : "wrong"; }

}  // namespace

std::string figure_html(const Figure& figure, int number, const std::string& title, const std::string& caption,
                        const std::string& alt) {
  const std::string svg = draw(figure, FigureFormat::svg);
  const auto begin = svg.find("<svg");
  return fmt::format(
      "<figure id=\"figure-{0}\" class=\"plot\">\n<div class=\"static\" role=\"img\" aria-label=\"{1}\">{2}</div>\n"
      "<script type=\"application/json\">{3}</script>\n<figcaption>{4}</figcaption>\n</figure>\n",
      number, html_escaped(alt), begin == std::string::npos ? svg : svg.substr(begin), figure_json(figure),
      caption_html(number, title, caption));
}

std::string table_html(const StudyOutcome& study) {
  const StudySummary& s = study.summary;
  std::string head, body;
  if (!s.rows.empty() && s.rows.size() <= most_rows) {
    head = cell("run", "th");
    for (const std::string& v : s.varied) head += cell(v, "th");
    for (const Measure& m : s.measures) head += cell(titled(m), "th");
    for (const RunRecord& r : s.rows) {
      body += "<tr>" + cell(std::to_string(r.point.number));
      for (const StudyValue& v : r.point.values) body += cell(v.exact.empty() ? short_number(v.value) : v.exact);
      for (const MeasuredValue& m : r.measures) body += cell(measured(m, short_number));
      body += "</tr>\n";
    }
  } else {
    head =
        cell("measure", "th") + cell("smallest", "th") + cell("largest", "th") + cell("mean", "th") + cell("deviation", "th");
    for (std::size_t i = 0; i < s.measures.size(); ++i) {
      if (s.measures[i].is_list) continue;
      const Moments& m = s.moments[i];
      body += "<tr>" + cell(titled(s.measures[i])) + cell(short_number(m.min())) + cell(short_number(m.max())) +
              cell(short_number(m.mean())) + cell(short_number(std::sqrt(m.variance()))) + "</tr>\n";
    }
  }
  return table(head, body) + "<p>" +
         data_link(runs_csv(study), "text/csv", study.file_name + ".csv", fmt::format("All {} runs as csv", s.runs)) +
         "</p>\n" + (s.comparison ? comparison_html(*s.comparison, study.file.stem().string()) : std::string());
}

std::string verdicts_html(const std::vector<VerdictRow>& rows) {
  const bool pages = std::ranges::any_of(rows, [](const VerdictRow& r) { return !r.page.empty(); });
  std::string head = pages ? cell("page", "th") : "";
  for (const char* title : {"quantity", "published", "reference", "ours", "difference", "verdict"}) head += cell(title, "th");
  std::string body;
  for (const VerdictRow& row : rows) {
    const Judgement& j = *row.judgement;
    const Expectation& e = j.expected;
    std::string why = j.verdict == Verdict::published_wrong ? e.reason.text : j.reason;
    body += fmt::format("<tr class=\"{}\">", mark(j.verdict));
    if (pages)
      body +=
          fmt::format("<td><a href=\"{}.html#{}\">{}</a></td>", html_escaped(row.page), row.id, html_escaped(row.page_title));
    std::string quantity = html_escaped(j.what);
    for (const std::string& more : {why, e.source.text}) {
      if (!more.empty()) quantity += fmt::format("<br><small>{}</small>", html_escaped(more));
    }
    body += fmt::format("<td class=\"quantity\">{}</td>", quantity) + cell(published_text(e)) + cell(reference_text(j)) +
            cell(measured(j.ours, long_number)) + cell(difference_text(j)) +
            fmt::format("<td><strong>{}</strong></td></tr>\n", html_escaped(name_of(j.verdict)));
  }
  return table(head, body);
}

std::string folded_html(const std::string& title, const std::string& text, const std::string& file_name) {
  return fmt::format("<details><summary>{}</summary>\n<pre><code>{}</code></pre>\n<p>{}</p></details>\n", html_escaped(title),
                     html_escaped(text), data_link(text, "text/plain", file_name, "Download " + file_name));
}

}  // namespace saltus
