#pragma once
// What stands on a page: notes as HTML, with what they ask for.

#include <set>
#include <string>
#include <vector>

#include "report/markdown.hpp"
#include "report/notes.hpp"
#include "report/shelf.hpp"

namespace saltus {

class PageBody {
 public:
  PageBody(Shelf& shelf, Diagnostics& diagnostics) : shelf_(shelf), diagnostics_(diagnostics), markdown_(diagnostics) {}

  /// What is wrong is reported. Throws FileError, FigureError, StudyInterrupted.
  [[nodiscard]] std::string html(const std::vector<NotePart>& notes);

  /// A study that the page asks for, and where: its verdicts if they are shown, else what comes first.
  struct Use {
    const StudyOutcome* study = nullptr;
    std::string id;
    bool at_verdicts = false;
  };
  [[nodiscard]] const std::vector<Use>& uses() const { return uses_; }
  [[nodiscard]] const MarkdownPage& markdown() const { return markdown_; }
  [[nodiscard]] int figures() const { return figures_; }

 private:
  std::string html(const NotePart& part, int deeper);
  std::string of_study(const NotePart& part, StudyOutcome& study);
  std::string figure(const StudyOutcome& study, const NotePart& part);
  std::string table(const StudyOutcome& study, const NotePart& part);
  std::string animation(StudyOutcome& study, const NotePart& part);
  std::string events(StudyOutcome& study, const NotePart& part);
  std::string anchor(const StudyOutcome& study, bool at_verdicts);
  void unknown_name(const StudyOutcome& study, const NotePart& part, const char* kind, const std::vector<std::string>& names);

  Shelf& shelf_;
  Diagnostics& diagnostics_;
  MarkdownPage markdown_;
  std::vector<Use> uses_;
  int figures_ = 0;
};

}  // namespace saltus
