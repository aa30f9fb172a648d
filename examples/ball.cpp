// A ball read from text, run for several coefficients of restitution.

#include "api/saltus.hpp"

#include <cstdio>

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
    const auto model = saltus::Model::parse(ball);
    for (const char* e : {"0.5", "0.7", "0.9"}) {
      const auto result = saltus::run(model, {.set = {{"e", e}}, .stop = 1.2});
      const auto times = result.times("bounce");
      std::printf("e = %s: %s at %.6f, %zu bounces, the first at %.12f\n", e,
                  std::string(name_of(result.status().code)).c_str(), result.status().time.value, times.size(),
                  times.empty() ? 0.0 : times.front());
    }
  } catch (const saltus::InvalidModel& error) {
    std::fprintf(stderr, "%s", error.what());
    return 3;
  }
  return 0;
}
