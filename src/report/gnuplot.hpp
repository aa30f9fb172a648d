#pragma once
// Figures as pictures, drawn by the program `gnuplot` (Debian: gnuplot-nox).

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "report/figure.hpp"
#include "report/gnuplot_script.hpp"

namespace saltus {

/// A picture could not be drawn; what() says why, remedy() what to do.
class FigureError : public std::runtime_error {
 public:
  FigureError(const std::string& what, std::string remedy) : std::runtime_error(what), remedy_(std::move(remedy)) {}
  [[nodiscard]] const std::string& remedy() const { return remedy_; }

 private:
  std::string remedy_;
};

/// "svg", "pdf", "png", in any case.
[[nodiscard]] std::optional<FigureFormat> figure_format(std::string_view extension);

/// The bytes of the picture: the same for the same figure. An SVG has a title and a description for those who cannot see it, and names of
/// its parts that do not clash with those of another figure in the same page. Throws FigureError.
[[nodiscard]] std::string draw(const Figure& figure, FigureFormat format);

/// Throws FigureError if there is no gnuplot: for those who want to know before a long run.
void require_gnuplot();

}  // namespace saltus
