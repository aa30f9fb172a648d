#include "c7_tape.hpp"

#include "ceiling/c7_loop.hpp"
#include "number/lanes.hpp"
#include "tape/jets.hpp"
#include "tape/share_derivatives.hpp"
#include "tape/tape.hpp"

namespace saltus::bench::c7 {
namespace {

struct Flow {
  Tape tape;
  Slot phi = tape.new_slot(), w = tape.new_slot(), sine = tape.new_slot(), cosine = tape.new_slot();
  Slot gravity = tape.new_slot(), damping = tape.new_slot();
  Code code;

  Flow() {
    tape.terms = {{gravity, sine, true}, {damping, w, true}};
    Instruction sincos, position, velocity;
    sincos.op = TapeOp::sincos;
    sincos.a = phi;
    sincos.out = sine;
    sincos.out2 = cosine;
    position.op = TapeOp::integrate;
    position.a = w;
    position.out = phi;
    velocity.op = TapeOp::integrate_linear;
    velocity.out = w;
    velocity.count = 2;
    code = arrange(tape, share_derivatives(tape, {sincos, position, velocity}));
  }
};

template <int P, class T = double>
class TapeJet {
 public:
  using Number = T;
  static constexpr int order = P;

  TapeJet() : jets_(flow_.tape, P) { jets_.set(flow_.damping, d / m); }

  void set(const T& phi, const T& w) {
    jets_.set(flow_.phi, phi);
    jets_.set(flow_.w, w);
  }
  void gravity(const T& over_length) { jets_.set(flow_.gravity, over_length); }
  [[nodiscard]] const T* phi() const { return jets_[flow_.phi]; }
  [[nodiscard]] const T* w() const { return jets_[flow_.w]; }
  void compute() { run(flow_.tape, flow_.code, jets_, 0, P - 1); }

 private:
  Flow flow_;
  Jets<T> jets_;
};

template <int P>
Trajectory solve(double tolerance) {
  static TapeJet<P> jet;
  return Loop<TapeJet<P>>(jet, tolerance).run();
}

}  // namespace

Trajectory tape_middle() { return solve<16>(2e-10); }
Trajectory tape_fine() { return solve<18>(1e-14); }

double tape_jet_20(double phi, double w) {
  static TapeJet<20> jet;
  jet.gravity(g / l);
  jet.set(phi, w);
  jet.compute();
  return jet.phi()[20];
}

double tape_jet_20_lanes(double phi, double w) {
  static TapeJet<20, Lanes<double, 8>> jet;
  jet.gravity(g / l);
  jet.set(phi, w);
  jet.compute();
  return jet.phi()[20][7];
}

}  // namespace saltus::bench::c7
