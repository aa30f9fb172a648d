#include "report/legend.hpp"

#include "report/text_size.hpp"

namespace saltus {

namespace {

constexpr std::size_t most_entries = 40;

}  // namespace

Legend::Legend(const Panel& panel, double font, double left, double right) : font_(font) {
  if (panel.curves.size() < 2) return;
  double x = left;
  rows_ = 1;
  for (std::size_t i = 0; i < panel.curves.size() && i < most_entries; ++i) {
    const std::string text =
        i + 1 == most_entries && panel.curves.size() > most_entries ? "…" : shortened(panel.curves[i].label, 60);
    const double width = sample() + 0.5 * font + width_of(text, font);
    if (x > left && x + width > right) {
      x = left;
      ++rows_;
    }
    entries_.push_back({x, rows_, text, i, panel.curves[i].kind});
    x += width + 1.2 * font;
  }
}

void Legend::put(double top, PlacedPanel& panel, std::vector<PlacedText>& texts) const {
  for (const Entry& e : entries_) {
    const double y = top - (1.5 * e.row - 0.75) * font_;
    panel.legend.push_back({e.x, y, sample(), e.curve, e.kind});
    texts.push_back({e.x + sample() + 0.5 * font_, y, e.text, Anchor::left, font_});
  }
}

}  // namespace saltus
