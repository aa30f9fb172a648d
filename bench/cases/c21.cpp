// Two systems of C21: the circuit over 75 periods beside SUNDIALS IDA, the ball with dynamic contact over 30 s beside SUNDIALS CVODE. Tolerances are
// chosen so that the errors are about equal, ours the smaller ones.

#include <string>

#include "c21_text.hpp"
#include "case.hpp"
#include "peers/contact_cvode.hpp"
#include "peers/rlc_ida.hpp"

namespace saltus::bench {
namespace {

constexpr const char* text = "Saltus from text";

Case circuit(const char* name, const char* title, const rlc::Case& c, double their_tolerance, double our_tolerance) {
  const auto judge = [&c](const rlc::Trajectory& x) { return rlc::judge(c, x); };
  return {.name = name,
          .title = title,
          .unit = "IDA",
          .contenders = {timed(
                             "IDA", Role::peer, [&c, their_tolerance] { return rlc::by_ida(c, their_tolerance); }, judge),
                         timed(
                             text, Role::saltus,
                             [&c, our_tolerance] { return rlc::from_text(c, "rlc_explicit.mo", our_tolerance); }, judge)},
          .bars = {{.text = "from text over IDA", .ours = text, .theirs = "IDA", .limit = 8, .at_least = true}},
          .seconds = 4};
}

}  // namespace

Case published_circuit() {
  return circuit("circuit", "RLC circuit with a Shockley diode, 75 periods", rlc::published, 1e-10, 1e-7);
}

Case conducting_circuit() {
  return circuit("conducting", "the same with R1 = 10, where the diode conducts", rlc::conducting, 1e-9, 1e-10);
}

Case dynamic_contact() {
  const auto judge = [](const contact::Trajectory& x) { return contact::judge(x); };
  const auto by_cvode = [&](const char* name, contact::Method method) {
    return timed(name, Role::peer, [method] { return contact::by_cvode(method, 1e-11, 1); }, judge);
  };
  return {.name = "contact",
          .title = "ball with dynamic contact, 30 s",
          .unit = "CVODE BDF",
          .contenders = {by_cvode("CVODE BDF", contact::Method::bdf), by_cvode("CVODE Adams", contact::Method::adams),
                         timed(
                             text, Role::saltus, [] { return contact::from_text("contact_modes.mo", "auto", 1e-11); }, judge)},
          .bars = {{.text = "from text over CVODE BDF", .ours = text, .theirs = "CVODE BDF", .limit = 1, .at_least = true}},
          .seconds = 3};
}

}  // namespace saltus::bench
