// C7 from its text: the whole process, from its start to the printed result.

#include "c7_text.hpp"
#include "case.hpp"

namespace saltus::bench {

Case first_result() {
  const char* const program = "saltus run pendulum.mo";
  Case c{.name = "first", .title = "time to the first result of C7: start, read, compile, simulate, print", .contenders = {}};
  c.contenders = {{.name = program, .run = c7::program_seconds, .judge = [] { return Outcome{}; }, .most_repetitions = 300}};
  c.bars = {{.text = "whole process", .ours = program, .limit = 0.015}};
  c.seconds = 3;
  return c;
}

}  // namespace saltus::bench
