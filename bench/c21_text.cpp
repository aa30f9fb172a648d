#include "c21_text.hpp"

#include <map>
#include <stdexcept>

#include "api/saltus.hpp"

namespace saltus::bench {
namespace {

const Model& loaded(const std::string& file) {
  static std::map<std::string, Model> models;
  const auto known = models.find(file);
  if (known != models.end()) return known->second;
  return models.emplace(file, Model::load(SALTUS_BENCH_MODELS "/argesim/c21/" + file)).first->second;
}

double at_end(const Result& result, const char* name) {
  const auto value = result.final_value(name);
  if (!value) throw std::runtime_error(std::string("no variable ") + name);
  return *value;
}

}  // namespace

rlc::Trajectory rlc::from_text(const Case& c, const std::string& file, double tolerance) {
  const Result result = run(loaded(file), {.set = {{"R1", c.R1}}, .stop = "5e-4", .tolerance = tolerance});
  Trajectory x{.i = at_end(result, "i"), .uC = at_end(result, "uC"), .uD = at_end(result, "uD")};
  x.steps = static_cast<long>(result.data().statistics.steps);
  for (const auto& event : result.events()) x.add_change(event.time.value);
  return x;
}

contact::Trajectory contact::from_text(const std::string& file, const std::string& solver, double tolerance) {
  const Result result = run(loaded(file), {.stop = 30, .tolerance = tolerance, .solver = solver});
  Trajectory x{.x = at_end(result, "x"), .steps = static_cast<long>(result.data().statistics.steps)};
  for (const auto& event : result.events()) x.times.push_back(event.time.value);
  return x;
}

}  // namespace saltus::bench
