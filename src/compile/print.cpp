#include <fmt/format.h>

#include "compile/compile.hpp"

namespace saltus {

std::string print(const CompiledModel& c) {
  std::string result;
  const auto section = [&](std::string_view title, const Code& code) {
    result += fmt::format("{} ({} operations)\n{}", title, code.instructions.size(), print(c.tape, code));
  };
  for (const CompiledState& s : c.states)
    result += fmt::format("state {}: s{}, derivative s{}\n", c.model.variables[s.variable].name, s.value, s.derivative);
  for (const CompiledGuard& g : c.guards)
    result += fmt::format("{} {}: s{} > 0, bit s{}\n", g.kink ? "kink" : "guard", g.text(), g.h, g.bit);
  section("setup", c.setup);
  section("initial", c.initial);
  section("flow", c.flow);
  section("guards", c.guards_code);
  section("outputs", c.outputs);
  section("round", c.round);
  return result;
}

}  // namespace saltus
