#pragma once
// Notes as HTML: CommonMark with the tables and strikethrough of GitHub, pictures put into the page, headings that can be linked to.

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"

namespace saltus {

struct Heading {
  int level = 2;
  std::string id;
  std::string html;  ///< its content
};

/// A link of the notes to a place on a page of the report, to be looked up when all pages are made.
struct LocalLink {
  std::string page;  ///< "c07" of c07.html; empty: this page
  std::string id;    ///< behind the #; may be empty
  Span span = {};
};

/// A text of the notes and where it stands.
struct MarkdownText {
  std::string text;
  std::filesystem::path folder;  ///< where its pictures are found
  Span span = {};                ///< of the text in its file
  int deeper = 0;                ///< by so much headings are moved down
};

/// The texts of one page, one after the other: ids of headings differ over all of them.
class MarkdownPage {
 public:
  explicit MarkdownPage(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  /// HTML inside it is kept: notes are ours. What is wrong is reported where it stands.
  [[nodiscard]] std::string html(const MarkdownText& markdown);

  [[nodiscard]] const std::vector<Heading>& headings() const { return headings_; }
  [[nodiscard]] const std::vector<LocalLink>& links() const { return links_; }
  /// An id that nothing else on the page has, made from a text; also for what is no heading.
  [[nodiscard]] std::string new_id(const std::string& text);
  [[nodiscard]] bool has_id(const std::string& id) const { return ids_.contains(id); }

 private:
  Diagnostics& diagnostics_;
  std::vector<Heading> headings_;
  std::vector<LocalLink> links_;
  std::set<std::string> ids_;
};

/// The level of the highest heading: 1 for `#`; 7 if there is none.
[[nodiscard]] int highest_heading(const std::string& markdown);

}  // namespace saltus
