// Ten thousand pendulums of C7 from different angles: by a hand-written Taylor program in lanes with refill (the ceiling), one by one by hand, by
// odeint, and from the model text.

#include <array>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "case.hpp"
#include "ceiling/c7_lanes.hpp"
#include "ceiling/c7_taylor.hpp"
#include "peers/c7_odeint.hpp"
#include "text_ensemble.hpp"

namespace saltus::bench {
namespace {

constexpr std::size_t copies = 10'000;

struct Copies {
  std::vector<c7::Copy> of = std::vector<c7::Copy>(copies);
  c7::CopyCounts counts;
};

struct Shared {
  std::vector<double> angles = c7::start_angles(copies);
  std::vector<c7::Copy> exact = std::vector<c7::Copy>(copies);
  Shared() { c7::exact_copies(angles, exact); }
};

double error_of(const c7::Copy& a, const c7::Copy& b) {
  return std::max({std::abs(a.phi - b.phi), std::abs(a.w - b.w), std::abs(a.last_event - b.last_event)});
}

/// Counts of all copies; the error that 99 % of them stay below: the last event of a run that nearly grazes the pin is badly determined.
Outcome judge(const Shared& shared, const Copies& x) {
  long events = 0, wrong_ones = 0;
  std::vector<double> errors;
  for (std::size_t i = 0; i < copies; ++i) {
    events += x.of[i].events;
    wrong_ones += x.of[i].events != shared.exact[i].events ? 1 : 0;
    errors.push_back(error_of(x.of[i], shared.exact[i]));
  }
  if (wrong_ones > 0) return wrong(fmt::format("wrong number of events in {} copies", wrong_ones), events);
  std::nth_element(errors.begin(), errors.begin() + copies * 99 / 100, errors.end());
  return {.error = errors[copies * 99 / 100], .events = events, .steps = x.counts.steps};
}

using Solve = c7::CopyCounts (*)(std::span<const double>, std::span<c7::Copy>);

Contender by(std::string name, Role role, const std::shared_ptr<Shared>& shared, Solve solve) {
  return timed(
      std::move(name), role,
      [shared, solve, x = Copies()]() mutable {
        x.counts = solve(shared->angles, x.of);
        return x;
      },
      [shared](const Copies& x) { return judge(*shared, x); }, copies);
}

std::shared_ptr<TextEnsemble> text(const std::string& tolerance) {
  return std::make_shared<TextEnsemble>(TextEnsemble::Options{
      .file = "argesim/c07/pendulum.mo",
      .varied = {"phi0"},
      .measures = {R"(count("hit") + count("release"))", R"(time("release", -1))", "final(phi)", "final(w)"},
      .tolerance = tolerance});
}

void take(const RunRecord& r, std::size_t i, Copies& x) {
  x.of[i] = {static_cast<int>(r.measures[0].number), r.measures[1].number, r.measures[2].number, r.measures[3].number};
  x.counts.steps += static_cast<long>(r.steps);
}

Contender one_by_one(std::string name, const std::shared_ptr<Shared>& shared, const std::string& tolerance) {
  return timed(
      std::move(name), Role::saltus,
      [shared, model = text(tolerance), x = Copies()]() mutable {
        x.counts = {};
        for (std::size_t i = 0; i < copies; ++i) take(model->run({&shared->angles[i], 1}), i, x);
        return x;
      },
      [shared](const Copies& x) { return judge(*shared, x); }, copies);
}

Contender in_lanes(std::string name, const std::shared_ptr<Shared>& shared, const std::string& tolerance) {
  auto model = text(tolerance);
  if (!model->has_lanes()) return absent(std::move(name), Role::saltus, "the model does not go in lanes");
  return timed(
      std::move(name), Role::saltus,
      [shared, model, x = Copies()]() mutable {
        x.counts = {};
        model->run_many(shared->angles, [&](std::size_t i, const RunRecord& r) { take(r, i, x); });
        return x;
      },
      [shared](const Copies& x) { return judge(*shared, x); }, copies);
}

bool has(const char* set) {
  return std::string_view(set) == "avx512" ? __builtin_cpu_supports("x86-64-v4") != 0
                                           : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

}  // namespace

Case c7_copies() {
  const auto shared = std::make_shared<Shared>();
  const std::string eight = "hand-written, 8 lanes (AVX-512)", four = "hand-written, 4 lanes (AVX2)",
                    two = "hand-written, 2 lanes (SSE2)";
  const std::string widest = has("avx512") ? eight : has("avx2") ? four : two;
  const std::string odeint = "odeint dopri5, one by one", lanes = "Saltus from text, in lanes";
  Case c{.name = "copies",
         .title = "constrained pendulum, 10,000 copies from different angles, a copy",
         .unit = widest,
         .contenders = {}};
  c.contenders = {
      has("avx512") ? by(eight, Role::ceiling, shared, c7::eight_lanes)
                    : absent(eight, Role::ceiling, "the processor has no AVX-512"),
      has("avx2") ? by(four, Role::ceiling, shared, c7::four_lanes) : absent(four, Role::ceiling, "the processor has no AVX2"),
      by(two, Role::ceiling, shared, c7::two_lanes),
      by("hand-written, one by one", Role::ceiling, shared, c7::taylor_copies),
      by(odeint, Role::peer, shared,
         [](std::span<const double> angles, std::span<c7::Copy> x) { return c7::odeint_copies(angles, x, 2.5e-13); }),
      one_by_one("Saltus from text, one by one", shared, "1e-10"),
      in_lanes(lanes, shared, "1e-10")};
  c.bars = {{.text = "hand-written over odeint, else it is no ceiling",
             .ours = widest,
             .theirs = odeint,
             .limit = 30,
             .at_least = true,
             .same_error = 1e-10,
             .note = has("avx512") ? "" : "30 are meant for AVX-512"},
            {.text = "from text to hand-written", .ours = lanes, .theirs = widest, .limit = 1.3}};
  c.remarks = {
      "Angles from 0.4 to 0.7, and 1e-5 and 1e-8 beside the grazing angles 0.35241646, 0.42873382, 0.52037118, 0.63054636. "
      "Events are counted for every copy; the error is the one that 99 % of the copies stay below."};
  c.seconds = 16;
  return c;
}

}  // namespace saltus::bench
