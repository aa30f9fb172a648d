#pragma once
// The legend of a panel: rows of entries above its frame, each a sample of the curve and its label.

#include <string>
#include <vector>

#include "report/figure.hpp"
#include "report/layout.hpp"

namespace saltus {

/// None for a single curve; at most 40 entries, the last of them an ellipsis where there are more curves.
class Legend {
 public:
  /// Between `left` and `right`; an entry that does not fit begins a new row.
  Legend(const Panel& panel, double font, double left, double right);

  [[nodiscard]] double height() const { return rows_ == 0 ? 0 : (1.5 * rows_ + 0.4) * font_; }

  /// Downwards from `top`.
  void put(double top, PlacedPanel& panel, std::vector<PlacedText>& texts) const;

 private:
  struct Entry {
    double x;
    int row;  // from 1
    std::string text;
    std::size_t curve;
    CurveKind kind;
  };
  [[nodiscard]] double sample() const { return 1.8 * font_; }

  double font_;
  int rows_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace saltus
