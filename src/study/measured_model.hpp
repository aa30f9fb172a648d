#pragma once
// The text of a model with hidden variables for the expressions that measures watch: it extends the model, so that the language of
// models is the language of these expressions.

#include <string>

#include "base/diagnostic.hpp"
#include "study/measure_program.hpp"

namespace saltus {

struct MeasuredModel {
  static constexpr const char* name = "__Measured";

  /// `base` is the full name of the model.
  MeasuredModel(const std::string& base, const MeasureProgram& program);

  std::string text;
  /// A place in the text, which is `file`, as one in the study; other places as they are.
  [[nodiscard]] Span in_study(Span span, std::uint32_t file) const;

 private:
  struct Piece {
    std::uint32_t begin = 0, end = 0;
    Span written;
  };
  std::vector<Piece> pieces_;
};

/// Is this the name of a hidden variable?
[[nodiscard]] inline bool is_hidden(std::string_view name) { return name.starts_with('$') || name.starts_with("der($"); }

}  // namespace saltus
