// The bouncing ball of C21 until it has bounced a hundred times: by hand from quadratic to quadratic and, with drag, by Taylor series (the ceilings),
// and from the model text.

#include <memory>

#include <fmt/format.h>

#include "ball_case.hpp"
#include "case.hpp"
#include "ceiling/ball.hpp"
#include "text_ensemble.hpp"

namespace saltus::bench {
namespace {

/// A run by hand takes less than a microsecond, reading the clock as well.
constexpr int runs = 100;

Contender by_hand(std::string name, bool drag, void (*solve)(double, ball::Log&)) {
  return timed(
      std::move(name), Role::ceiling,
      [solve, stop = ball::stop_time(drag), log = ball::Log()]() mutable {
        for (int i = 0; i < runs; ++i) solve(stop, log);
        return log;
      },
      [right = ball::exact(drag)](const ball::Log& log) { return judge(log, right); }, runs);
}

Contender from_text(std::string name, bool drag, const std::string& tolerance) {
  auto model = std::make_shared<TextEnsemble>(TextEnsemble::Options{.file = "argesim/c21/ball.mo",
                                                                    .settings = {{"beta", drag ? "0.002" : "0"}},
                                                                    .measures = {R"(times("bounce"))"},
                                                                    .tolerance = tolerance,
                                                                    .stop = fmt::format("{:.17g}", ball::stop_time(drag))});
  return timed(
      std::move(name), Role::saltus, [model] { return model->run({}); },
      [right = ball::exact(drag)](const RunRecord& r) {
        ball::Log log{.bounces = {}, .steps = static_cast<long>(r.steps)};
        for (const double time : r.measures[0].list) log.bounces.push_back({time, 0});
        return judge(log, right);
      });
}

}  // namespace

Case ball_without_drag() {
  const std::string hand = "hand-written loop, each flight's quadratic", text = "Saltus from text";
  Case c{.name = "ball", .title = "bouncing ball without drag, 100 bounces, all logged", .unit = hand, .contenders = {}};
  c.contenders = {by_hand(hand, false, ball::by_quadratics), from_text(text, false, "1e-9")};
  c.bars = {{.text = "from text to hand-written", .ours = text, .theirs = hand, .limit = 5, .same_error = 1e-13}};
  c.seconds = 2;
  return c;
}

Case ball_with_drag() {
  const std::string hand = "hand-written Taylor", text = "Saltus from text";
  Case c{.name = "drag", .title = "bouncing ball with drag, 100 bounces, all logged", .unit = hand, .contenders = {}};
  c.contenders = {by_hand(hand, true, ball::by_taylor), from_text(text, true, "3e-8")};
  c.bars = {{.text = "from text to hand-written", .ours = text, .theirs = hand, .limit = 1.2}};
  c.seconds = 3;
  return c;
}

}  // namespace saltus::bench
