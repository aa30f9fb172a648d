// saltus_bench [--json file] [--repetitions n]: C7 by a hand-written Taylor program (the ceiling), by Boost.odeint, by the kernels of
// the tape, by Saltus from the model text; one jet of order 20 by hand and by the kernels; the time of a whole `saltus run`; and two
// systems of C21 by programs written for SUNDIALS and by Saltus from the model text.

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "c21_contenders.hpp"
#include "c7_tape.hpp"
#include "c7_text.hpp"
#include "ceiling/c7_taylor.hpp"
#include "peers/c7_odeint.hpp"
#include "table.hpp"

namespace {

using namespace saltus::bench;

constexpr const char* ceiling_coarse = "ceiling, hand-written Taylor, 1e-8";
constexpr const char* ceiling_middle = "ceiling, hand-written Taylor, 1e-11";
constexpr const char* ceiling_fine = "ceiling, hand-written Taylor, 1e-14";
constexpr const char* odeint_middle = "odeint dopri5, 1e-11";
constexpr const char* text_coarse = "Saltus from text, 1e-8";
constexpr const char* text_middle = "Saltus from text, 1e-11";
constexpr const char* text_fine = "Saltus from text, 1e-14";

Contender c7_from_text(const char* name, double tolerance) {
  return timed(name, [run = std::make_shared<c7::TextRun>(tolerance)] { return c7::judge(run->again()); });
}

/// Another program is one more line here.
std::vector<Contender> c7_contenders() {
  return {timed(ceiling_coarse, [] { return c7::judge(c7::taylor_coarse()); }),
          timed(ceiling_middle, [] { return c7::judge(c7::taylor_middle()); }),
          timed(ceiling_fine, [] { return c7::judge(c7::taylor_fine()); }),
          timed("odeint dopri5, 1e-8", [] { return c7::judge(c7::odeint_dopri5(3e-10)); }),
          timed(odeint_middle, [] { return c7::judge(c7::odeint_dopri5(2.5e-13)); }),
          timed("tape kernels in the same loop, 1e-11", [] { return c7::judge(c7::tape_middle()); }),
          timed("tape kernels in the same loop, 1e-14", [] { return c7::judge(c7::tape_fine()); }),
          c7_from_text(text_coarse, 1e-8),
          c7_from_text(text_middle, 3.8e-11),
          c7_from_text(text_fine, 7e-15)};
}

/// A thousand jets, to be divided by a thousand.
constexpr int jets_per_run = 1000;
template <double (*Jet)(double, double)>
Contender jets(std::string name) {
  Contender c = timed(std::move(name), [] {
    double sum = 0;
    for (int i = 0; i < jets_per_run; ++i) sum += Jet(0.5 - 1e-3 * i + 1e-300 * sum, 0.3);
    return Outcome{sum == sum ? 0.0 : 1.0, 0};
  });
  return {c.name, [run = c.run] {
            Measurement m = run();
            m.seconds /= jets_per_run;
            return m;
          }};
}

std::vector<Contender> jet_contenders() {
  return {jets<c7::taylor_jet_20>("by hand"), jets<c7::tape_jet_20>("by the kernels"),
          jets<c7::tape_jet_20_lanes>("by the kernels, eight at once")};
}

/// The least of a few: what else runs on the machine only adds.
double least_program_seconds() {
  double least = c7::program_seconds();
  for (int i = 1; i < 20; ++i) least = std::min(least, c7::program_seconds());
  return least;
}

void line(const std::string& what, const std::string& wanted, bool met) {
  fmt::print("{:<60} {:<24} {}\n", what, wanted, met ? "met" : "NOT met");
}

/// One line for each promise.
void print_verdicts(std::span<const Row> rows, double program) {
  const Row& ceiling = find(rows, ceiling_middle);
  const Row& text = find(rows, text_middle);
  const double lead = find(rows, odeint_middle).seconds / ceiling.seconds;
  line(fmt::format("odeint / ceiling at 1e-11 (else the ceiling is not valid): {:.2f}", lead), "at least 7", lead >= 7);
  const double ratio = text.seconds / ceiling.seconds;
  line(fmt::format("Saltus from text / ceiling at 1e-11: {:.2f}", ratio), "at most 1.5", ratio <= 1.5);
  line(fmt::format("error of Saltus from text: {:.1e}", text.error), fmt::format("at most {:.1e}", ceiling.error),
       text.error <= ceiling.error);
  const auto at = [&](const char* ours, const char* theirs) { return find(rows, ours).seconds / find(rows, theirs).seconds; };
  fmt::print("at 1e-8 and 1e-14, each to its own ceiling: {:.2f}, {:.2f}\n", at(text_coarse, ceiling_coarse),
             at(text_fine, ceiling_fine));
  line(fmt::format("a whole `saltus run` on C7: {:.1f} ms", program * 1e3), "under 30 ms", program < 0.03);
}

/// Faster than the peer, and not less exact.
void print_verdict_against(const char* peer, const std::string& task, std::span<const Row> rows) {
  const Row &theirs = fastest(rows, peer), &mine = fastest(rows, ours);
  line(fmt::format("{}: {} / Saltus {:.1f}", task, theirs.name, theirs.seconds / mine.seconds), "more than 1",
       theirs.seconds > mine.seconds && mine.error <= theirs.error);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Speed of simulation against a hand-written program and peers"};
  std::string json_file;
  int repetitions = 2000;
  app.add_option("--json", json_file, "write the results to this file");
  app.add_option("--repetitions", repetitions, "of each contender; the least time counts")->check(CLI::Range(1, 1000000));
  CLI11_PARSE(app, argc, argv);

  const auto c7_rows = measure(c7_contenders(), repetitions);
  const auto jet_rows = measure(jet_contenders(), repetitions / 4 + 1);
  fmt::print("{}\n", as_table("C7, constrained pendulum, 10 s", c7_rows, ceiling_middle));
  fmt::print("{}\n", as_table("C7, one jet of order 20", jet_rows, "by hand"));
  const int few = repetitions / 100 + 1;
  const auto published_rows = measure(published_circuit_contenders(), few);
  const auto conducting_rows = measure(conducting_circuit_contenders(), few);
  const auto contact_rows = measure(contact_contenders(), few);
  fmt::print("{}\n", as_table("C21, circuit with a Shockley diode, 75 periods", published_rows, ida));
  fmt::print("{}\n", as_table("C21, the same with R1 = 10, where the diode conducts", conducting_rows, ida));
  fmt::print("{}\n", as_table("C21, ball with dynamic contact, 30 s", contact_rows, fastest(contact_rows, cvode).name));
  const double program = least_program_seconds();
  print_verdicts(c7_rows, program);
  print_verdict_against(ida, "circuit", published_rows);
  print_verdict_against(ida, "circuit, R1 = 10", conducting_rows);
  print_verdict_against(cvode, "dynamic contact", contact_rows);
  if (!json_file.empty()) {
    std::ofstream out(json_file);
    out << "[" << as_json("c7", c7_rows) << ",\n"
        << as_json("jet of order 20", jet_rows) << ",\n"
        << as_json("circuit", published_rows) << ",\n"
        << as_json("circuit, R1 = 10", conducting_rows) << ",\n"
        << as_json("dynamic contact", contact_rows) << ",\n"
        << as_json("whole saltus run", std::vector<Row>{{"saltus run pendulum.mo", program, 0, 0}}) << "]\n";
    if (!out) {
      fmt::print(stderr, "cannot write {}\n", json_file);
      return 1;
    }
  }
  return 0;
}
