// Every diagnostic of names, types and flattening: the code, and that one mistake gives one message.

#include <fmt/format.h>

#include "flatten_support.hpp"

namespace saltus::testing {
namespace {

struct Case {
  const char* code;
  const char* text;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.code << ": " << c.text; }

class FlattenErrors : public ::testing::TestWithParam<Case> {};

TEST_P(FlattenErrors, OneMistakeOneMessage) {
  const Loaded l(GetParam().text);
  EXPECT_FALSE(l.model);
  EXPECT_EQ(l.codes(), std::vector<std::string>{GetParam().code}) << l.messages();
}

#define TWO_MODES                                                                           \
  "model M Real x(start = 0, fixed = true);"                                                \
  "initial mode a Real u(start = 0, fixed = true); equation der(x) = 1; der(u) = x; end a;" \
  "mode b Real v; Integer k(start = 0); equation der(x) = -1; der(v) = 1; when v > 2 then k = 1; end when; end b;"

constexpr Case cases[] = {
    {"initial-mode", "model M Real x; initial mode a end a; initial mode b end b; equation x = 1; end M;"},
    {"initial-mode", "model M Real x; modes R end R; equation x = 1; end M;"},
    {"unknown-class", TWO_MODES "Rael y; transition a -> b when y > 1 end transition; end M;"},
    {"unknown-mode", TWO_MODES "transition a -> c when x > 1 end transition; end M;"},
    {"unknown-mode", TWO_MODES "modes R initial mode c end c; transition c -> a when x > 1 end transition; end R; end M;"},
    {"unknown-mode", TWO_MODES "Boolean p; equation p = activeState(c); end M;"},
    {"inactive-variable", TWO_MODES "transition a -> b when x > 1 then reinit(u, 1); end transition; end M;"},
    {"inactive-variable", TWO_MODES "transition a -> b when x > 1 then reinit(v, v); end transition; end M;"},
    {"inactive-variable", TWO_MODES "transition a, b -> b when x > 1 then reinit(v, u); end transition; end M;"},
    {"inactive-variable", TWO_MODES "transition * -> b when u > 1 then reinit(v, 1); end transition; end M;"},
    {"inactive-variable",
     TWO_MODES "transition a -> b when x > 1 then reinit(v, if activeState(b) then v else v); end transition; end M;"},
    {"inactive-variable", TWO_MODES "Real y; equation y = u; end M;"},
    {"inactive-variable", TWO_MODES "Real y; equation y = if activeState(b) then u else 1; end M;"},
    {"duplicate-name", TWO_MODES "mode c Integer u; equation u = 1; der(x) = 1; end c; end M;"},
    {"duplicate-name", TWO_MODES "mode c Real x; equation x = 1; end c; end M;"},
    {"duplicate-name", TWO_MODES "mode a equation der(x) = 3; end a; end M;"},
    {"duplicate-name", TWO_MODES "modes R initial mode c Real v; equation v = 1; end c; end R; end M;"},
    {"type-mismatch", TWO_MODES "transition a -> b when x then reinit(v, 1); end transition; end M;"},
    {"type-mismatch", TWO_MODES "transition a -> b when x > 1 then reinit(v, true); end transition; end M;"},
    {"assigned-twice", TWO_MODES "transition a -> b when x > 1 then reinit(v, 1); reinit(v, 2); end transition; end M;"},
    {"assigned-twice", TWO_MODES "transition a -> b when x > 1 then k = 1; k = 2; end transition; end M;"},
    {"assigned-twice",
     "model M Real x(start = 0); equation der(x) = 1; when x > 1 then reinit(x, 0); reinit(x, 1); end when; end M;"},
    {"if-branches-differ",
     TWO_MODES "transition a -> b when x > 1 then if u > 1 then reinit(v, 1); end if; end transition; end M;"},
    {"nested-when", TWO_MODES "transition a -> b when x > 1 then when x > 2 then k = 1; end when; end transition; end M;"},
    {"misplaced", TWO_MODES "Real y; equation y = timeInState(); end M;"},
    {"misplaced", "model M Real x; equation x = 1; setSolver(\"radau\"); end M;"},
    {"misplaced",
     "model M Real x; equation x = time; when x > 1 then if x > 2 then setSolver(step = 1); end if; end when; end M;"},
    {"misplaced", TWO_MODES "mode c model A end A; A a; equation der(x) = 1; end c; end M;"},
    {"misplaced",
     "model M function f input Real x; output Real y; initial mode a end a; algorithm y := x; end f; Real y = f(1); end M;"},
    {"wrong-arguments", "model M Real x; equation x = time; when x > 1 then setSolver(); end when; end M;"},
    {"wrong-arguments", "model M Real x; equation x = time; when x > 1 then setSolver(\"radau\", 1); end when; end M;"},
    {"wrong-arguments", "model M Boolean b = zeno(1); end M;"},
    {"parameter-assigned", "model M parameter Real p = 1; Real x = 1; equation der(p) = x; end M;"},
    {"parameter-assigned", "model M Integer n(start = 0); equation der(n) = 1; when time > 1 then n = 1; end when; end M;"},
    {"unknown-event", "model M Boolean b = zeno(\"hit\"); end M;"},
    {"unknown-name", "model M Real velocity; equation der(velocity) = velocty; end M;"},
    {"unknown-name", "model A Real x; end A; model M A a; Real y = a.z; end M;"},
    {"unknown-name", "model A Real x; end A; model M A a if false; Real y = a.x; end M;"},
    {"unknown-name", "model M Real y = Modelica.Constants.pie; end M;"},
    {"unknown-name", "model M Real x[3]; equation for i in 1:3 loop x[i] = foo; end for; end M;"},
    {"unknown-class", "model M Bal b; end M; model Ball end Ball; model N extends M; end N;"},
    {"unknown-class", "model M extends Base; Real x; end M;"},
    {"unknown-function", "model M Real y = sine(time); end M;"},
    {"unknown-function", "model M Real x[2], y = x(1); end M;"},
    {"unknown-name", "model M Real x; equation der(x) = q; when x > 1 then reinit(x, 0); end when; end M;"},
    {"duplicate-name", "model M Real time = 1; end M;"},
    {"duplicate-name", "model Real end Real; model M parameter Integer n = 1; end M;"},
    {"not-yet", "connector C Real e; end C; model M C c, d; end M;"},
    {"type-mismatch", "model M Integer n = 2.5; end M;"},
    {"type-mismatch", "model M parameter Integer n = 2.5; Real x[n] = ones(n); Real y = sum(i for i in 1:n); end M;"},
    {"type-mismatch", "model M parameter Integer n = 2.5; parameter Real a[2] = {1, 2}; Real y = a[n]; end M;"},
    {"missing-value", "model M parameter Integer n; parameter Integer m = n; Real x[m] = ones(m); end M;"},
    {"type-mismatch", "model M Real y = true + 1; end M;"},
    {"type-mismatch", "model M Boolean b = time; end M;"},
    {"type-mismatch", "model M Boolean b; equation b = 1; end M;"},
    {"type-mismatch", "model M Integer n; equation n = time; end M;"},
    {"type-mismatch", "model M Real y = if time then 1 else 2; end M;"},
    {"type-mismatch", "model M Real x; equation when x then x = 1; end when; end M;"},
    {"type-mismatch", "model A Real x; end A; model M A a; equation a = 1; end M;"},
    {"type-mismatch", "model M function f input Integer n; output Real y; algorithm y := n; end f; Real y = f(2.5); end M;"},
    {"shape-mismatch", "model M Real x[3] = {1, 2}; end M;"},
    {"shape-mismatch", "model M Real x[3](start = 1); end M;"},
    {"shape-mismatch", "model M Real y = {1, 2}*{1, 2, 3}; end M;"},
    {"shape-mismatch", "model A parameter Real m = 1; end A; model M A a[3](m = 1); end M;"},
    {"shape-mismatch", "model A parameter Real m = 1; end A; model M A a[3](m = {1, 2, 3, 4}); end M;"},
    {"shape-mismatch", "model M Real y = {{1, 2}, 3}; end M;"},
    {"index-out-of-range", "model M Real x[3]; equation x[4] = 1; end M;"},
    {"wrong-arguments", "model M Real y = sin(1, 2); end M;"},
    {"wrong-arguments", "model M function f input Real x; output Real y; algorithm y := x; end f; Real y = f(1, 2); end M;"},
    {"wrong-arguments", "model M function f input Real x; output Real y; algorithm y := x; end f; Real y = f(); end M;"},
    {"wrong-arguments",
     "model M function f input Real x; output Real y; algorithm y := x; end f; Real a, b; equation (a, b) = f(1); end M;"},
    {"duplicate-name", "model M Real x; Integer x; end M;"},
    {"duplicate-name", "model A Real x; end A; model M extends A; Real x; end M;"},
    {"duplicate-name", "model A end A; model A end A;"},
    {"not-yet", "model M record R Real x; end R; R r; end M;"},
    {"not-yet", "model M type E = enumeration(a, b); E e; end M;"},
    {"not-yet", "model M replaceable Real x; end M;"},
    {"not-yet", "model M inner Real x; end M;"},
    {"not-yet", "model A Real x; end A; model M A a, b; equation connect(a, b); end M;"},
    {"not-yet", "model M function f input Real x; output Real y; external \"C\"; end f; Real y = f(1); end M;"},
    {"not-yet", "model M Real y = delay(time, 1); end M;"},
    {"not-yet", "within P; model M Real x; end M;"},
    {"not-yet", "model M Real x(start = 1); algorithm while x > time loop x := x/2; end while; end M;"},
    {"recursive-function",
     "model M function f input Real x; output Real y; algorithm y := f(x); end f; Real y = f(time); end M;"},
    {"recursive-extends", "model M extends M; end M;"},
    {"recursive-extends", "model A extends M; end A; model M extends A; end M;"},
    {"recursive-extends", "type A = B; type B = A; model M A x; end M;"},
    {"recursive-class", "model M M m[2]; end M;"},
    {"cyclic-parameter", "model M parameter Real p = q, q = p; end M;"},
    {"cyclic-parameter", "model M parameter Integer n = size(x, 1); Real x[n]; end M;"},
    {"missing-value", "model M parameter Real p; Real y = p; end M;"},
    {"missing-value", "model M parameter Real p[:]; end M;"},
    {"too-large", "model M Real y = sum(fill(0, 10^9)); end M;"},
    {"too-large", "model M Real x[1000000000]; end M;"},
    {"too-large", "model M Real y = sum(i for i in 1:1000000000); end M;"},
    {"too-large", "model M Real x[3000, 3000]; end M;"},
    {"endless-loop", "model M Real x; algorithm while true loop end while; end M;"},
    {"endless-loop",
     "model M function f input Real x; output Real y; algorithm y := x; while 1 > 0 loop end while; end f; Real y = f(1); end "
     "M;"},
    {"nested-when",
     "model M discrete Real d; equation when time > 1 then when time > 2 then d = 1; end when; end when; end M;"},
    {"assigned-twice",
     "model M discrete Real d; equation if time > 1 then when time > 2 then d = 1; end when; when time > 3 then d = 2; end "
     "when; "
     "end if; end M;"},
    {"if-branches-differ", "model M Real x, y; equation if time > 1 then x = 1; y = 2; else x^2 = 1; end if; end M;"},
    {"duplicate-name",
     "model M Real x, y; initial mode a end a; equation x = 1; if time > 1 then y = x; else y^2 = 2*x; end if \"mode\"; end "
     "M;"},
    {"when-branches-differ",
     "model M discrete Real d, e; equation when time > 1 then d = 1; elsewhen time > 2 then e = 1; end when; end M;"},
    {"assigned-twice",
     "model M discrete Real d; equation when time > 1 then d = 1; end when; when time > 2 then d = 1; end when; end M;"},
    {"assigned-twice", "model M discrete Real d; equation when time > 1 then d = 1; d = 2; end when; end M;"},
    {"assigned-twice",
     "model M discrete Real d; equation for i in 1:2 loop when time > i then d = 1; end when; end for; end M;"},
    {"not-a-state", "model M Real x; equation x = time; when time > 1 then reinit(x, 0); end when; end M;"},
    {"not-discrete", "model M Real x = time, y = pre(x); end M;"},
    {"if-branches-differ", "model M Real x, y; equation if time > 1 then x = 1; y = 2; else x = 2; end if; end M;"},
    {"if-branches-differ", "model M Real x; equation if time > 1 then x = 1; end if; end M;"},
    {"if-branches-differ",
     "model M discrete Real d; equation when time > 1 then if time > 2 then d = 1; end if; end when; end M;"},
    {"real-equality", "model M Real x = time; Boolean b = x == 1; end M;"},
    {"bad-modifier", "model M Real x(strt = 1); end M;"},
    {"bad-modifier", "model A Real x; end A; model M A a(y = 1); end M;"},
    {"bad-modifier", "model A Real x; end A; model M extends A(y = 1); end M;"},
    {"bad-modifier", "model A parameter Real x = 1; end A; model M A a(x = 1, x = 2); end M;"},
    {"final-modified", "model A final parameter Real k = 1; end A; model M A a(k = 2); end M;"},
    {"final-modified", "model A parameter Real k = 1; end A; model B A a(final k = 2); end B; model M B b(a(k = 3)); end M;"},
    {"not-constant", "model M Real x(start = 2*time); equation der(x) = 1; end M;"},
    {"not-constant", "model M Real x = time; parameter Real p = x; end M;"},
    {"not-constant", "model M Integer n = integer(time); Real x[n]; end M;"},
    {"not-constant", "model M Boolean b = sample(0, time); end M;"},
    {"parameter-assigned", "model M parameter Real p = 1; equation p = 2; end M;"},
    {"parameter-assigned", "model M parameter Real p = 1; equation when time > 1 then p = 2; end when; end M;"},
    {"parameter-assigned", "model M parameter Real p = 1; algorithm p := 2; end M;"},
    {"parameter-assigned",
     "model M function f input Real x; output Real y; algorithm x := 1; y := x; end f; Real y = f(1); end M;"},
    {"when-left-side", "model M discrete Real d; equation when time > 1 then 2*d = 1; end when; end M;"},
    {"misplaced", "model M Real x; equation der(x) = 1; reinit(x, 0); end M;"},
    {"misplaced", "model M equation terminate(\"x\"); end M;"},
    {"misplaced", "model M function f input Real x; output Real y; algorithm y := der(x); end f; Real y = f(time); end M;"},
    {"unassigned",
     "model M function f input Real x; output Real y; protected Real t; algorithm y := t; end f; Real y = f(1); end M;"},
    {"unassigned", "model M function f input Real x; output Real y; algorithm end f; Real y = f(1); end M;"},
    {"division-by-zero", "model M Real y = 1/0; end M;"},
    {"no-model", "package P constant Real k = 1; end P;"},
    {"partial-class", "partial model A Real x; end A; model M A a; end M;"},
};

INSTANTIATE_TEST_SUITE_P(All, FlattenErrors, ::testing::ValuesIn(cases));

TEST(FlattenSettings, Mistakes) {
  const std::string text =
      "model M parameter Real mass = 1; final parameter Real k = 2; constant Real c = 3; Real x; equation der(x) = mass; end "
      "M;";
  const auto codes = [&](const char* name, const char* value) { return Loaded(text, {{name, value}}).codes(); };
  using Codes = std::vector<std::string>;
  EXPECT_EQ(codes("mas", "2"), Codes{"unknown-parameter"});
  EXPECT_EQ(codes("y.start", "2"), Codes{"unknown-parameter"});
  EXPECT_EQ(codes("k", "2"), Codes{"final-modified"});
  EXPECT_EQ(codes("c", "2"), Codes{"not-a-parameter"});
  EXPECT_EQ(codes("x", "2"), Codes{"not-a-parameter"});
  EXPECT_EQ(codes("mass", "true"), Codes{"type-mismatch"});
  EXPECT_EQ(codes("mass", "{1, 2}"), Codes{"shape-mismatch"});
  EXPECT_EQ(codes("mass", "1 +"), Codes{"syntax-error"});
  EXPECT_EQ(codes("mass", "foo"), Codes{"unknown-name"});
  EXPECT_EQ(codes("mass", "time"), Codes{"not-constant"});
  const Loaded near(text, {{"mas", "2"}});
  EXPECT_NE(near.messages().find("did you mean `mass`?"), std::string::npos) << near.messages();
  EXPECT_NE(near.messages().find("--set mas=2"), std::string::npos) << near.messages();
}

TEST(FlattenSettings, CaretsPointIntoTheText) {
  const Loaded l("model M parameter Real mass = 1; end M;", {{"mass", "1 + foo"}});
  EXPECT_NE(l.messages().find("mass=1 + foo"), std::string::npos) << l.messages();
  EXPECT_EQ(l.diagnostics.all().at(0).where.span.begin, 9U);
}

TEST(FlattenErrors, ModelsByName) {
  EXPECT_EQ(Loaded("model A end A;", {}, "B").codes(), std::vector<std::string>{"unknown-class"});
  EXPECT_EQ(Loaded("function f input Real x; output Real y; algorithm y := x; end f;", {}, "f").codes(),
            std::vector<std::string>{"not-a-model"});
}

TEST(FlattenErrors, StartOfAParameterIsUsedWithAWarning) {
  const Loaded l("model M parameter Real p(start = 3); end M;");
  ASSERT_TRUE(l.model) << l.messages();
  EXPECT_EQ(l.codes(), std::vector<std::string>{"missing-value"});
  EXPECT_EQ(l.model->find("p")->binding->number(), Rational(3));
}

TEST(FlattenErrors, SeveralMistakesInOneRun) {
  const Loaded l("model M Real x = foo, y = true + 1; Bar b; equation x = 1/0; end M;");
  EXPECT_EQ(l.codes(), (std::vector<std::string>{"unknown-name", "type-mismatch", "unknown-class", "division-by-zero"}))
      << l.messages();
}

// Each level uses the one below twice, so that a short text asks for very much work.
TEST(FlattenErrors, ModelsThatGrowExponentiallyAreRefused) {
  std::string components = "model M0 Real x = 1; end M0;", bases = "model M0 end M0;";
  std::string functions = "function f0 input Real u; output Real y; algorithm y := u; end f0;";
  for (int i = 1; i <= 40; ++i) {
    components += fmt::format("model M{0} M{1} a, b; end M{0};\n", i, i - 1);
    bases += fmt::format("model M{0} extends M{1}; extends M{1}; end M{0};\n", i, i - 1);
    functions +=
        fmt::format("function f{0} input Real u; output Real y; algorithm y := f{1}(u) + f{1}(u + 1); end f{0};\n", i, i - 1);
  }
  const std::vector<std::string> refused{"too-large"};
  EXPECT_EQ(Loaded(components).codes(), refused);
  EXPECT_EQ(Loaded(bases).codes(), refused);
  EXPECT_EQ(Loaded(functions + "model M Real x = f40(time); end M;").codes(), refused);
  EXPECT_EQ(Loaded("model M Real x = sum({i*j for i in 1:12000, j in 1:12000}); end M;").codes(), refused);
  EXPECT_EQ(Loaded("model M Real x = sum(ones(1000, 1000)*ones(1000, 1000)); end M;").codes(), refused);
}

TEST(FlattenErrors, LongChainsOfBasesAreNotCalledCircles) {
  std::string text = "model M0 end M0;";
  for (int i = 1; i <= 1000; ++i) text += fmt::format("model M{} extends M{}; end M{};\n", i, i - 1, i);
  EXPECT_EQ(Loaded(text).codes(), std::vector<std::string>{"too-large"});
}

TEST(FlattenErrors, DeepInputIsRefused) {
  std::string chain = "model M ";
  for (int i = 0; i < 4000; ++i) chain += fmt::format("parameter Integer n{} = size(x{}, 1); Real x{}[n{}];\n", i, i + 1, i, i);
  const Loaded l(chain + "Real x4000[2]; end M;");
  EXPECT_EQ(l.codes(), std::vector<std::string>{"too-large"});
}

}  // namespace
}  // namespace saltus::testing
