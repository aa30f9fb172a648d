// Reads a model, runs it and checks one number: exp(-1).

#include <api/saltus.hpp>
#include <cmath>
#include <cstdio>

int main() {
  const auto model = saltus::Model::parse("model Decay Real x(start = 1, fixed = true); equation der(x) = -x; end Decay;");
  const auto result = saltus::run(model, {.stop = 1, .tolerance = "1e-12"});
  std::printf("%s", result.brief().c_str());
  return result.ok() && std::abs(result.final_value("x").value_or(0) - std::exp(-1)) < 1e-11 ? 0 : 1;
}
