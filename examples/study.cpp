// A study built in C++: how high a ball bounces, over its restitution and the height it falls from.

#include <cstdio>

#include "api/saltus.hpp"

namespace {

constexpr const char* ball = R"(
model Ball "bounces on the floor"
  parameter Real e = 0.8 "restitution";
  Real h(start = 1, fixed = true, unit = "m"), v(start = 0, fixed = true, unit = "m/s");
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -e*pre(v));
  end when "bounce";
end Ball;
)";

}  // namespace

int main() {
  try {
    const auto study = saltus::StudyBuilder(saltus::Model::parse(ball))
                           .title("Bounces of a ball")
                           .options({.stop = 2})
                           .sweep("h.start", saltus::Spread{"0.5", "2", 2})
                           .sweep("e", saltus::Range{"0.7", "0.9", "0.1"})
                           .measure("first", "time(\"bounce\", 1)")
                           .measure("second", "time(\"bounce\", 2)")
                           .measure("ratio", "interval(\"bounce\", 1)/first")
                           .expect({"ratio", {{"h.start", 2}, {"e", "0.8"}}, "1.6", 1e-9, "2e"})
                           .build();
    const auto result = study.run({.jobs = 2});
    const auto heights = result.column("h.start"), e = result.column("e"), ratio = result.column("ratio");
    for (std::size_t i = 0; i < e.size(); ++i) {
      std::printf("h = %.1f, e = %.1f: the first flight lasts %.9f times the fall\n", heights[i], e[i], ratio[i]);
    }
    std::printf("%s\n", result.ok() ? "as expected" : "not as expected");
    return result.ok() ? 0 : 1;
  } catch (const saltus::InvalidModel& error) {
    std::fprintf(stderr, "%s", error.what());
    return 3;
  }
}
