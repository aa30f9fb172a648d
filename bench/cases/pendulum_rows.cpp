// Pendulums coupled by springs: by a hand-written loop over arrays (the ceiling), and from the model text.

#include <memory>

#include <fmt/format.h>

#include "case.hpp"
#include "ceiling/pendulum_row.hpp"
#include "text_ensemble.hpp"

namespace saltus::bench {
namespace {

using pendulum_row::EndState;

Contender by_hand(std::string name, int n, const std::shared_ptr<EndState>& exact, pendulum_row::ByHand way) {
  return timed(
      std::move(name), Role::ceiling, [n, way] { return pendulum_row::solve(way, n); },
      [exact](const EndState& x) { return judge(x, *exact); });
}

/// For equal errors, or smaller ones: those of all pendulums are 2.3e-11 (25 of them) and 3.5e-11 (200), by hand 2.8e-11 and 5.3e-11.
constexpr const char* tolerance = "2e-9";

/// The end is measured at both ends of the row and in its middle.
Contender from_text(std::string name, int n, const std::shared_ptr<EndState>& exact) {
  const std::vector<int> watched = {1, n / 2, n};
  TextEnsemble::Options options{
      .file = "mechanics/pendulum_row.mo", .settings = {{"n", std::to_string(n)}}, .tolerance = tolerance};
  EndState right;
  for (const int i : watched) {
    options.measures.push_back(fmt::format("final(x[{}])", i));
    options.measures.push_back(fmt::format("final(v[{}])", i));
    right.x.push_back(exact->x[static_cast<std::size_t>(i - 1)]);
    right.v.push_back(exact->v[static_cast<std::size_t>(i - 1)]);
  }
  auto model = std::make_shared<TextEnsemble>(options);
  return timed(
      std::move(name), Role::saltus,
      [model] {
        const RunRecord r = model->run({});
        EndState x{.x = {}, .v = {}, .steps = static_cast<long>(r.steps)};
        for (std::size_t i = 0; i < r.measures.size(); i += 2) {
          x.x.push_back(r.measures[i].number);
          x.v.push_back(r.measures[i + 1].number);
        }
        return x;
      },
      [right](const EndState& x) { return judge(x, right); });
}

Case row(int n, const char* name) {
  const auto exact = std::make_shared<EndState>(pendulum_row::solve(pendulum_row::in_long_double, n));
  const std::string hand = "hand-written loop over arrays", text = "Saltus from text", wide = "the same for AVX-512";
  Case c{.name = name,
         .title = fmt::format("{} pendulums coupled by springs, {} variables, 10 s", n, 2 * n),
         .unit = hand,
         .contenders = {}};
  c.contenders = {by_hand(hand, n, exact, pendulum_row::by_hand),
                  by_hand("the same without vector instructions", n, exact, pendulum_row::by_hand_scalar),
                  __builtin_cpu_supports("x86-64-v4") ? by_hand(wide, n, exact, pendulum_row::by_hand_avx512)
                                                      : absent(wide, Role::ceiling, "the processor has no AVX-512"),
                  from_text(text, n, exact)};
  c.bars = {{.text = "from text to hand-written", .ours = text, .theirs = hand, .limit = 1.8},
            {.text = "from text to hand-written, once packed", .ours = text, .theirs = hand, .limit = 0.7}};
  c.remarks = {
      "The compiler makes vector instructions of the hand-written loop, two numbers wide, as everywhere where no wider ones "
      "are asked for."};
  c.seconds = 4;
  return c;
}

}  // namespace

Case pendulum_row_25() { return row(25, "pendulums25"); }
Case pendulum_row_200() { return row(200, "pendulums200"); }

}  // namespace saltus::bench
