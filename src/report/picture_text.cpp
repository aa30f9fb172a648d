#include "report/picture_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/printable.hpp"

namespace saltus {

namespace {

constexpr std::string_view fonts = "Helvetica Neue,Helvetica,Arial,Liberation Sans,DejaVu Sans,sans-serif";

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  std::string out;
  std::size_t begin = 0;
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, begin)) {
    out.append(text, begin, at - begin).append(to);
    begin = at + from.size();
  }
  text = out.append(text, begin);
}

/// From `begin` to the end of `end`, both included.
void replace_span(std::string& text, std::string_view begin, std::string_view end, std::string_view by) {
  const std::size_t from = text.find(begin);
  const std::size_t to = from == std::string::npos ? from : text.find(end, from);
  if (to != std::string::npos) text.replace(from, to + end.size() - from, by);
}

/// `<g ...>` directly followed by `</g>` draws nothing; gnuplot writes many of them.
std::string without_empty_groups(const std::string& svg) {
  std::string out;
  for (std::size_t i = 0; i < svg.size();) {
    const std::size_t line_end = std::min(svg.find('\n', i), svg.size() - 1);
    const std::string_view line(svg.data() + i, line_end + 1 - i);
    const std::string_view rest(svg.data() + line_end + 1, svg.size() - line_end - 1);
    const std::size_t tag = line.find_first_not_of('\t');
    if (tag != std::string_view::npos && line.substr(tag).starts_with("<g fill=") && rest.starts_with("</g>\n")) {
      i = line_end + 1 + 5;
      continue;
    }
    out += line;
    i = line_end + 1;
  }
  return out;
}

std::string part_name(const std::string& name) {
  std::string out;
  for (const char c : name) out += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' ? c : '_';
  return out.empty() ? "figure" : out;
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '&': out += "&amp;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string finished_svg(std::string svg, const Figure& figure) {
  const std::string part = part_name(figure.name);
  const bool has_symbols = svg.find("<use", std::min(svg.find("</defs>"), svg.size())) != std::string::npos;
  if (!has_symbols) replace_span(svg, "<defs>", "</defs>\n", "");
  // Backgrounds of texts, which ours do not have; their names would clash.
  replace_span(svg, "<filter id='textbox'", "</filter>", "");
  replace_span(svg, "<filter id='greybox'", "</filter>", "");
  replace_all(svg, "gnuplot_", part + "_");
  replace_all(svg, "'gp", "'" + part + "_gp");
  replace_all(svg, "'#gp", "'#" + part + "_gp");
  for (std::size_t at = svg.find("<title>" + part + "_plot_"); at != std::string::npos;
       at = svg.find("<title>" + part + "_plot_"))
    svg.erase(at, svg.find("</title>", at) + 8 - at);
  replace_all(svg, "font-family=\"sans-serif\"", fmt::format("font-family=\"{}\"", fonts));
  replace_span(svg, "<title>", "</desc>",
               fmt::format("<title id=\"{0}_title\">{1}</title>\n<desc id=\"{0}_desc\">{2}</desc>", part,
                           xml_text(figure.summary), xml_text(figure.description)));
  replace_span(svg, "<svg", "\n",
               fmt::format("<svg role=\"img\" aria-labelledby=\"{0}_title\" aria-describedby=\"{0}_desc\"\n", part));
  svg.resize(svg.find_last_not_of('\n') + 1);
  return without_empty_groups(svg + '\n');
}

std::string finished_pdf(std::string pdf) {
  constexpr std::string_view key = "/CreationDate (D:";
  const std::size_t at = pdf.find(key);
  if (at == std::string::npos) return pdf;
  constexpr std::string_view epoch = "19700101000000";
  if (at + key.size() + epoch.size() <= pdf.size())
    pdf.replace(at + key.size(), epoch.size(), epoch);  // as long as before: places in a PDF are counted
  return pdf;
}

}  // namespace saltus
