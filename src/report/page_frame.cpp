#include "report/page_frame.hpp"

#include <fmt/format.h>

#include "report/assets.hpp"
#include "report/html.hpp"

namespace saltus {

namespace {

constexpr std::size_t fewest_in_contents = 3;

std::string navigation(const PageFrame& frame) {
  std::string out;
  for (const auto& [name, title] : frame.pages)
    out += fmt::format("<a href=\"{}.html\"{}>{}</a>", name, name == frame.name ? " aria-current=\"page\"" : "",
                       html_escaped(title));
  return out;
}

/// Headings of the second and third level.
std::string contents(const std::vector<Heading>& headings) {
  std::string out;
  std::size_t count = 0;
  bool inner = false;
  for (const Heading& h : headings) {
    if (h.level > 3) continue;
    ++count;
    if (inner != (h.level == 3))
      out += inner ? "</ol></li>" : out.empty() ? "<li><ol>" : "<ol>";
    else if (!inner && !out.empty())
      out += "</li>";
    inner = h.level == 3;
    out += fmt::format("<li><a href=\"#{}\">{}</a>{}", h.id, h.html, inner ? "</li>" : "");
  }
  if (count < fewest_in_contents) return {};
  out += inner ? "</ol></li>" : "</li>";
  return fmt::format(
      "<nav class=\"contents\" aria-label=\"Contents\"><details open><summary>Contents</summary><ol>{}</ol></details></nav>\n",
      out);
}

}  // namespace

std::string page_html(const PageFrame& frame, const std::string& body) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\">\n<title>{}</title>\n<style>\n{}</style>\n</head>\n"
      "<body>\n<a class=\"skip\" href=\"#main\">Skip to the text</a>\n<header><nav aria-label=\"Pages\">{}</nav></header>\n"
      "<main id=\"main\">\n<h1>{}</h1>\n{}{}</main>\n<footer>{}</footer>\n<script>\n{}</script>\n</body>\n</html>\n",
      html_escaped(frame.title), report_asset("report.css"), navigation(frame), html_escaped(frame.title),
      contents(frame.headings), body, frame.footer, report_asset("report.js"));
}

}  // namespace saltus
