#include "report/page_frame.hpp"

#include <fmt/format.h>

#include "report/assets.hpp"
#include "report/html.hpp"

namespace saltus {

namespace {

constexpr std::size_t fewest_in_contents = 3;

std::string assets(std::initializer_list<std::string_view> names) {
  std::string all;
  for (const std::string_view name : names) all += report_asset(name);
  return all;
}

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
    if (inner != (h.level == 3)) {
      out += inner ? "</ol></li>" : out.empty() ? "<li><ol>" : "<ol>";
    } else if (!inner && !out.empty()) {
      out += "</li>";
    }
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
  const std::string list = contents(frame.headings);
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0}</title>\n<style>\n{1}</style>\n"
      "</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the text</a>\n"
      "<header class=\"top\"><nav aria-label=\"Pages\">{2}</nav></header>\n<div class=\"page{3}\">\n{4}<main id=\"main\">\n"
      "<h1>{0}</h1>\n{5}</main>\n</div>\n<footer>{6}</footer>\n<script>\n{7}</script>\n</body>\n</html>\n",
      html_escaped(frame.title), assets({"page.css", "parts.css", "print.css"}), navigation(frame),
      list.empty() ? "" : " with-contents", list, body, frame.footer,
      assets({"axes.js", "figure.js", "animation.js", "verdicts.js", "contents.js"}));
}

}  // namespace saltus
