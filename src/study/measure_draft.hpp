#pragma once
// A program of measures as it is being written: nodes, observations, and what the texts may refer to.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "lang/ast_expression.hpp"
#include "model/hybrid_model.hpp"
#include "study/measure_program.hpp"

namespace saltus {

class MeasureDraft {
 public:
  /// A node that was read, and what is known of its value.
  struct Part {
    std::uint32_t node = 0;
    bool is_list = false;
    std::string unit = {};
  };
  using Reading = std::optional<Part>;  ///< nullopt: a mistake, reported

  MeasureDraft(const HybridModel& model, const Sources& sources, Diagnostics& diagnostics);

  /// The next measure; null if its text is no expression. What is added and reported until end() belongs to it.
  ast::ExprPtr begin(const MeasureText& text);
  void end(const Reading& part);
  MeasureProgram take() { return std::move(program_); }

  [[nodiscard]] const HybridModel& model() const { return model_; }
  [[nodiscard]] const MeasureProgram& program() const { return program_; }
  [[nodiscard]] bool is_known(std::size_t measure) const { return known_[measure]; }  ///< it could be read
  [[nodiscard]] std::optional<std::size_t> measure_called(std::string_view name) const;

  Reading add(MeasureOp op, std::vector<std::uint32_t> arguments, bool is_list = false, std::string unit = {});
  Reading number(const Rational& value);
  Reading observe(Observation what, std::string unit);

  /// Mistakes, with the name of the measure before the message. Always nullopt.
  Reading error(std::string code, Span span, std::string message, std::string label = {}, std::string help = {});
  Reading wrong_arguments(Span span, std::string message, std::string help = {});
  Reading unknown_name(const std::string& name, std::string_view what, Span span, const std::vector<std::string>& candidates);

  /// As variables of the flat model are called.
  static std::string flat_name(const ast::Name& name);
  /// The variable that a function is of; an expression becomes a watched one.
  std::optional<std::string> subject(const ast::Expr& e);
  [[nodiscard]] std::string unit_of_subject(const std::string& name) const;
  std::optional<std::string> string(const ast::Expr& e, std::string_view what);
  std::optional<std::string> event_name(const ast::Expr& e);
  /// The number of an event.
  std::optional<std::int64_t> whole_number(const ast::Expr& e);

 private:
  void find_begin();
  ast::ExprPtr parse();
  [[nodiscard]] Span place(Span inside) const { return as_written_ && inside.known() ? inside : text_->span; }
  std::string watched(const ast::Expr& e);

  const HybridModel& model_;
  const Sources& sources_;
  Diagnostics& diagnostics_;
  std::vector<std::string> events_;
  const MeasureText* text_ = nullptr;
  std::uint32_t begin_ = 0;  // of its expression
  bool as_written_ = false;
  MeasureProgram program_;
  std::vector<bool> known_;  // of each measure
};

}  // namespace saltus
