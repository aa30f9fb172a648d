#pragma once
// Saltus, the simulator for hybrid dynamical systems, from C++:
//
//   #include <api/saltus.hpp>
//
//   const auto ball = saltus::Model::load("ball.mo");
//   const auto result = saltus::run(ball, {.set = {{"e", "0.9"}}, .stop = 10});
//   std::cout << result.brief();
//
// Studies, many runs of one model, are `Study` (read from a file) and `StudyBuilder`.
//
// Three nouns: Model (what is simulated), Options (how), Result (what came out). Models are read from text or built with
// ModelBuilder. A wrong model throws InvalidModel, a wrong option InvalidOption; a run that fails is a Result like any other,
// with a status that says where and why.

#include <stdexcept>

#include "api/check.hpp"
#include "api/model.hpp"
#include "api/options.hpp"
#include "api/result.hpp"
#include "api/study.hpp"
#include "api/study_builder.hpp"
#include "model/builder.hpp"

namespace saltus {

/// An option that makes no sense: an unknown solver, a stop time before the start.
class InvalidOption : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The version of the library, "0.1.0".
[[nodiscard]] const char* version();

/// Simulates. Throws InvalidModel (also where a model turns out wrong on compiling: singular, in need of what is not there
/// yet) and InvalidOption. The model is not changed.
[[nodiscard]] Result run(const Model& model, const Options& options = {});

}  // namespace saltus
