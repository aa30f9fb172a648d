#pragma once
// What a study looks like on a page: its figures, runs and verdicts as HTML.

#include <string>
#include <vector>

#include "report/figure.hpp"
#include "report/shelf.hpp"
#include "study/summary.hpp"

namespace saltus {

/// "Figure 3. Title. Caption": numbered by the page. Drawn twice: a picture for print and for browsers without scripts, data for the script.
[[nodiscard]] std::string figure_html(const Figure& figure, int number, const std::string& title, const std::string& caption,
                                      const std::string& alt);

/// All runs if they are few, else what the measures came to; with the whole table to download.
[[nodiscard]] std::string table_html(const StudyOutcome& study);

/// Quantity (with source and reason), published, reference, ours, difference, verdict.
struct VerdictRow {
  std::string page, page_title, id;  ///< where it is found; empty: not shown
  const Judgement* judgement = nullptr;
};
[[nodiscard]] std::string verdicts_html(const std::vector<VerdictRow>& rows);

/// A text that can be unfolded and saved.
[[nodiscard]] std::string folded_html(const std::string& title, const std::string& text, const std::string& file_name);

}  // namespace saltus
