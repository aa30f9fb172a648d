#pragma once
// From the values of an axis to places on it: window, unit with prefix, ticks.
//
// A place is a coordinate that grows evenly along the axis: the value in the printed unit, its decimal logarithm on logarithmic axes.

#include <string>
#include <vector>

#include "report/figure.hpp"

namespace saltus {

struct Tick {
  double place = 0;
  std::string text = {};  ///< empty for small ticks between those with a text
};

/// The least and the largest of some values.
struct Extent {
  double least = 0, most = 0;
  bool empty = true;

  void add(double value);
};

class Scale {
 public:
  /// `values` are those of the curves; what is not given by the axis follows from them, with `margin` (a part of the width) on both sides.
  /// `wanted` is about how many ticks there is room for.
  Scale(const FigureAxis& axis, const Extent& values, double margin, int wanted);

  [[nodiscard]] double begin() const { return begin_; }  ///< places of the ends; begin < end
  [[nodiscard]] double end() const { return end_; }
  /// NaN where there is none: values that are not finite, or not positive on a logarithmic axis.
  [[nodiscard]] double place(double value) const;
  [[nodiscard]] const std::vector<Tick>& ticks() const { return ticks_; }
  [[nodiscard]] const std::string& label() const { return label_; }  ///< "x [mm]"

 private:
  void linear(const FigureAxis& axis, const Extent& values, double margin, int wanted);
  void logarithmic(const FigureAxis& axis, const Extent& values, double margin, int wanted);
  void categories(const FigureAxis& axis);
  void choose_unit(const FigureAxis& axis, double from, double to, double step);

  double begin_ = 0, end_ = 1;
  double offset_ = 0, factor_ = 1;
  bool log_ = false;
  std::vector<Tick> ticks_;
  std::string label_;
};

/// The largest of 1, 2, 5 times a power of ten that makes at least `wanted` steps in `width`, which is positive.
[[nodiscard]] double round_step(double width, int wanted);

}  // namespace saltus
