#include "report/page_parts.hpp"

#include <fmt/format.h>

#include "report/figure_json.hpp"
#include "report/gnuplot.hpp"
#include "report/html.hpp"

namespace saltus {

namespace {

/// A sentence: ends with a full stop, a question mark or the like.
std::string sentence(const std::string& text) {
  if (text.empty() || text.find_last_of(".!?:") == text.size() - 1) return text;
  return text + ".";
}

std::string wrapped(const char* kind, int number, const std::string& alt, const std::string& drawn, const std::string& json,
                    const std::string& caption) {
  return fmt::format(
      "<figure id=\"figure-{0}\" class=\"{1}\">\n<div class=\"static\" role=\"img\" aria-label=\"{2}\">{3}</div>\n"
      "<script type=\"application/json\">{4}</script>\n<figcaption>Figure {0}. {5}</figcaption>\n</figure>\n",
      number, kind, html_escaped(alt), drawn, json, caption);
}

}  // namespace

std::string figure_html(const Figure& figure, int number) {
  Figure drawn = figure;
  drawn.title.clear();                                     // the caption says it
  drawn.name = fmt::format("{}-{}", number, figure.name);  // studies may have figures of one name
  const std::string svg = draw(drawn, FigureFormat::svg);
  const auto begin = svg.find("<svg");
  const std::string title = figure.title.empty() && figure.caption.empty() ? figure.summary : figure.title;
  std::string caption = title.empty() ? "" : fmt::format("<strong>{}</strong>", html_escaped(sentence(title)));
  if (!figure.caption.empty()) caption += (caption.empty() ? "" : " ") + html_escaped(sentence(figure.caption));
  return wrapped("plot", number, figure.summary, begin == std::string::npos ? svg : svg.substr(begin), figure_json(drawn),
                 caption);
}

std::string animation_html(const Animation& animation, int number) {
  return wrapped("animation", number, animation.caption, stills_html(animation), animation_json(animation),
                 fmt::format("<strong>Animation.</strong> {}", html_escaped(sentence(animation.caption))));
}

std::string folded_html(const std::string& kind, const std::string& text, const std::string& file_name) {
  return fmt::format(
      "<details class=\"file\"><summary>{} <code>{}</code></summary>\n<pre "
      "tabindex=\"0\"><code>{}</code></pre>\n<p>{}</p></details>\n",
      kind, html_escaped(file_name), html_escaped(text), data_link(text, "text/plain", file_name, "Download " + file_name));
}

}  // namespace saltus
