#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "tape/expand_powers.hpp"
#include "tape/function_lowering.hpp"
#include "tape/function_program.hpp"

namespace saltus {
namespace {

constexpr int max_depth = 200;

class FunctionCompiler {
 public:
  explicit FunctionCompiler(const FunctionLowering::Find& find) : lowering_(program_->tape, find) {}

  CompiledFunction compile(const FunctionSource& source) {
    program_->name = source.name;
    declare(source);
    statements(source.body, 0);
    step({Step::Kind::leave});
    measure_calls();
    if (!problem().empty()) return {nullptr, problem()};
    return {std::move(program_), {}};
  }

 private:
  using Step = FunctionProgram::Step;
  using Statement = FunctionStatement;

  [[nodiscard]] const std::string& problem() const { return problem_.empty() ? lowering_.problem() : problem_; }
  [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(program_->steps.size()); }
  std::uint32_t step(Step s) {
    program_->steps.push_back(s);
    return here() - 1;
  }
  void land(std::uint32_t jump) { program_->steps[jump].target = here(); }

  void measure_calls() {
    for (const auto& callee : program_->tape.functions) {
      program_->depth = std::max(program_->depth, callee->depth + 1);
      program_->frames += callee->frames;
    }
    if (program_->depth > FunctionProgram::max_depth || program_->frames > FunctionProgram::max_frames) {
      problem_ = "functions call each other through too many levels";
    }
  }

  void declare(const FunctionSource& source) {
    for (const Expr e : source.inputs) program_->inputs.push_back(lowering_.add_register(e));
    std::vector<Slot> started;
    for (const Expr e : source.outputs) {
      program_->outputs.push_back(lowering_.add_register(e));
      started.push_back(program_->outputs.back());
    }
    for (const Expr e : source.locals) started.push_back(lowering_.add_register(e));
    // Registers keep what the last call left in them, so a missing start value is an assignment too.
    for (std::size_t i = 0; i < started.size() && problem().empty(); ++i) {
      const Expr start = i < source.start_values.size() ? source.start_values[i] : Expr();
      if (start)
        assign(started[i], start);
      else
        step({Step::Kind::move, 0, lowering_.zero(), started[i]});
    }
  }

  /// Steps that compute e; the result stays in the slot returned until the next evaluation.
  Slot evaluate(Expr e) {
    std::vector<Instruction> list;
    const Slot result = lowering_.lower(e, list);
    if (result == no_slot || list.empty()) return result;
    const auto code = static_cast<std::uint32_t>(program_->codes.size());
    list = expand_powers(program_->tape, list);
    program_->codes.push_back(arrange(program_->tape, std::move(list)));
    step({Step::Kind::evaluate, code});
    return result;
  }

  void assign(Slot target, Expr value) {
    const Slot result = evaluate(value);
    if (result != no_slot) step({Step::Kind::move, 0, result, target});
  }

  void statements(const std::vector<Statement>& list, int depth) {
    if (depth > max_depth) problem_ = fmt::format("statements are nested more than {} deep", max_depth);
    for (const Statement& s : list) {
      if (!problem().empty()) return;
      statement(s, depth);
    }
  }

  void statement(const Statement& s, int depth) {
    using Kind = Statement::Kind;
    switch (s.kind) {
      case Kind::assign: return assignment(s);
      case Kind::if_: return choice(s, depth);
      case Kind::while_: return loop(s, depth);
      case Kind::break_:
        if (in_loop_)
          breaks_.push_back(step({Step::Kind::jump}));
        else
          problem_ = "`break` outside a loop";
        return;
      case Kind::return_: step({Step::Kind::leave}); return;
    }
  }

  void assignment(const Statement& s) {
    const Slot target = lowering_.find_register(s.target);
    if (target == no_slot)
      problem_ = fmt::format("`{}` is no variable of the function", text(s.target));
    else
      assign(target, s.value);
  }

  void choice(const Statement& s, int depth) {
    const Slot condition = evaluate(s.value);
    const auto to_otherwise = step({Step::Kind::jump_unless, 0, condition});
    statements(s.body, depth + 1);
    if (s.otherwise.empty()) return land(to_otherwise);
    const auto to_end = step({Step::Kind::jump});
    land(to_otherwise);
    statements(s.otherwise, depth + 1);
    land(to_end);
  }

  void loop(const Statement& s, int depth) {
    const std::uint32_t begin = here();
    const Slot condition = evaluate(s.value);
    const auto to_end = step({Step::Kind::jump_unless, 0, condition});
    const auto outer_breaks = std::exchange(breaks_, {});
    const bool outer = std::exchange(in_loop_, true);
    statements(s.body, depth + 1);
    program_->loops.push_back({step({Step::Kind::jump, begin}), s.span});
    land(to_end);
    for (const auto b : breaks_) land(b);
    breaks_ = outer_breaks;
    in_loop_ = outer;
  }

  std::shared_ptr<FunctionProgram> program_ = std::make_shared<FunctionProgram>();
  FunctionLowering lowering_;
  std::vector<std::uint32_t> breaks_;  // of the innermost loop
  bool in_loop_ = false;
  std::string problem_;
};

}  // namespace

CompiledFunction compile_function(const FunctionSource& source,
                                  const std::function<std::shared_ptr<const FunctionProgram>(std::string_view)>& find) {
  return FunctionCompiler(find).compile(source);
}

}  // namespace saltus
