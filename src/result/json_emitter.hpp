#pragma once
// Writes JSON text: the caller names keys and values in order, the emitter places commas, quotes and escapes.
// Preconditions are those of the grammar (a key before each member of an object, as many ends as begins).

#include <string>
#include <string_view>
#include <vector>

#include "result/run_result.hpp"

namespace saltus {

class JsonEmitter {
 public:
  /// How the members of an object or array are laid out: one line each, or all on one line.
  enum class Layout { lines, inline_ };

  void begin_object(Layout layout = Layout::inline_) { open('{', '}', layout); }
  void begin_array(Layout layout = Layout::inline_) { open('[', ']', layout); }
  void end();
  void key(std::string_view name);

  void text(std::string_view value);
  void count(std::uint64_t value);
  /// Numbers as such; decimal digits, NaN and infinities as strings; Booleans as true and false.
  void value(const Value& v);
  void number(double v);
  void null();

  /// The text so far; complete when every begin has its end.
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  struct Level {
    char close;
    Layout layout;
    bool empty = true;
  };
  void open(char begin, char close, Layout layout);
  void separate();
  void before_value();
  void quote(std::string_view s);

  std::string out_;
  std::vector<Level> levels_;
  bool after_key_ = false;
};

}  // namespace saltus
