#include "report/markdown.hpp"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>

#include "base/read_file.hpp"
#include "report/embedded_file.hpp"
#include "report/html.hpp"
#include "report/note_math.hpp"

namespace saltus {

namespace {

constexpr int options = CMARK_OPT_UNSAFE | CMARK_OPT_SMART | CMARK_OPT_TABLE_PREFER_STYLE_ATTRIBUTES;

using Document = std::unique_ptr<cmark_node, decltype(&cmark_node_free)>;
using Parser = std::unique_ptr<cmark_parser, decltype(&cmark_parser_free)>;
using Text = std::unique_ptr<char, decltype(&std::free)>;

std::string rendered(cmark_node* node, cmark_parser* parser) {
  return Text(cmark_render_html(node, options, cmark_parser_get_syntax_extensions(parser)), &std::free).get();
}

Parser new_parser() {
  cmark_gfm_core_extensions_ensure_registered();
  Parser parser(cmark_parser_new(options), &cmark_parser_free);
  for (const char* name : {"table", "strikethrough"})
    cmark_parser_attach_syntax_extension(parser.get(), cmark_find_syntax_extension(name));
  return parser;
}

std::vector<cmark_node*> nodes_of(cmark_node* document) {
  std::vector<cmark_node*> all;
  const std::unique_ptr<cmark_iter, decltype(&cmark_iter_free)> iter(cmark_iter_new(document), &cmark_iter_free);
  for (cmark_event_type e = cmark_iter_next(iter.get()); e != CMARK_EVENT_DONE; e = cmark_iter_next(iter.get()))
    if (e == CMARK_EVENT_ENTER) all.push_back(cmark_iter_get_node(iter.get()));
  return all;
}

std::string plain_text(cmark_node* node) {
  Text text(cmark_render_plaintext(node, CMARK_OPT_DEFAULT, 0), &std::free);
  return text.get();
}

cmark_node* html_node(cmark_node_type type, const std::string& html) {
  cmark_node* node = cmark_node_new(type);
  cmark_node_set_literal(node, html.c_str());
  return node;
}

/// Wide tables scroll by themselves, not with the page.
void wrap_table(cmark_node* table) {
  cmark_node_insert_before(table, html_node(CMARK_NODE_HTML_BLOCK, "<div class=\"scroll\" tabindex=\"0\">"));
  cmark_node_insert_after(table, html_node(CMARK_NODE_HTML_BLOCK, "</div>"));
}

bool is_address(std::string_view url) {
  return url.starts_with("https://") || url.starts_with("http://") || url.starts_with("mailto:") || url.starts_with("data:");
}

/// One text, with what its page knows.
class TextMaker {
 public:
  TextMaker(const MarkdownText& markdown, MarkdownPage& page, Diagnostics& diagnostics)
      : markdown_(markdown), page_(page), diagnostics_(diagnostics) {}

  std::string html(std::vector<Heading>& headings, std::vector<LocalLink>& links) {
    const NoteMath math(markdown_.text, markdown_.span, diagnostics_);
    const Parser parser = new_parser();
    cmark_parser_feed(parser.get(), math.text().data(), math.text().size());
    const Document document(cmark_parser_finish(parser.get()), &cmark_node_free);
    for (cmark_node* node : nodes_of(document.get())) {
      const cmark_node_type type = cmark_node_get_type(node);
      if (type == CMARK_NODE_HEADING) headings.push_back(heading(node, parser.get(), math));
      if (type == CMARK_NODE_IMAGE) image(node);
      if (type == CMARK_NODE_LINK) link(cmark_node_get_url(node), links);
      if (std::string_view(cmark_node_get_type_string(node)) == "table") wrap_table(node);
    }
    return math.restored(rendered(document.get(), parser.get()));
  }

 private:
  Heading heading(cmark_node* node, cmark_parser* parser, const NoteMath& math) {
    const int level = std::min(6, cmark_node_get_heading_level(node) + markdown_.deeper);
    cmark_node_set_heading_level(node, level);
    std::string html = math.restored(rendered(node, parser));
    html = html.substr(html.find('>') + 1);
    html = html.substr(0, html.rfind("</h"));
    const Heading made{level, page_.new_id(math.without(plain_text(node))), html};
    cmark_node_append_child(
        node, html_node(CMARK_NODE_HTML_INLINE,
                        fmt::format(R"(<a class="anchor" id="{0}" href="#{0}" aria-label="Link to here">§</a>)", made.id)));
    return made;
  }

  void image(cmark_node* node) {
    const std::string url = cmark_node_get_url(node);
    if (url.starts_with("data:")) return;
    if (is_address(url)) return wrong(url, "a page needs no network: pictures are files beside the notes", "save it there");
    if (plain_text(node).find_first_not_of(" \n") == std::string::npos)
      wrong(url, "a picture needs a text for those who cannot see it", "write it in the brackets: ![...](...)");
    try {
      const auto embedded = data_address(markdown_.folder / url);
      if (!embedded) return wrong(url, fmt::format("`{}` is no picture", url), "one of svg, png, jpg, gif, webp");
      cmark_node_set_url(node, embedded->c_str());
    } catch (const FileError& error) {
      wrong(url, error.what(), "pictures are found beside the notes");
    }
  }

  void link(const std::string& url, std::vector<LocalLink>& links) {
    if (is_address(url)) return;
    const auto mark = url.find('#');
    const std::string file = url.substr(0, mark);
    const std::string id = mark == std::string::npos ? "" : url.substr(mark + 1);
    if (!file.empty() && !file.ends_with(".html"))
      return wrong(url, fmt::format("`{}` is no page of the report", file),
                   "link to pages (c07.html#task-a), places (#task-a), or addresses; {{source ...}} shows a file");
    links.push_back({file.empty() ? "" : file.substr(0, file.size() - 5), id, place(url)});
  }

  /// Where it is first written; the whole text if that cannot be told.
  [[nodiscard]] Span place(const std::string& written) const {
    const auto at = markdown_.text.find("(" + written);
    if (at == std::string::npos) return markdown_.span;
    const auto begin = markdown_.span.begin + static_cast<std::uint32_t>(at) + 1;
    return {markdown_.span.file, begin, begin + static_cast<std::uint32_t>(written.size())};
  }

  void wrong(const std::string& written, std::string message, std::string help) {
    diagnostics_.error("bad-request", place(written), std::move(message), "", std::move(help));
  }

  const MarkdownText& markdown_;
  MarkdownPage& page_;
  Diagnostics& diagnostics_;
};

}  // namespace

std::string MarkdownPage::html(const MarkdownText& markdown) {
  return TextMaker(markdown, *this, diagnostics_).html(headings_, links_);
}

std::string MarkdownPage::new_id(const std::string& text) {
  std::string id;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      id += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (!id.empty() && id.back() != '-' && static_cast<unsigned char>(c) < 0x80 && c != '\'' && c != '.') {
      id += '-';
    }
  }
  while (id.ends_with('-')) id.pop_back();
  if (id.empty()) id = "part";
  std::string unique = id;
  for (int k = 2; !ids_.insert(unique).second; ++k) unique = fmt::format("{}-{}", id, k);
  return unique;
}

int highest_heading(const std::string& markdown) {
  const Parser parser = new_parser();
  cmark_parser_feed(parser.get(), markdown.data(), markdown.size());
  const Document document(cmark_parser_finish(parser.get()), &cmark_node_free);
  int highest = 7;
  for (cmark_node* node : nodes_of(document.get())) {
    if (cmark_node_get_type(node) == CMARK_NODE_HEADING) highest = std::min(highest, cmark_node_get_heading_level(node));
  }
  return highest;
}

}  // namespace saltus
