// Modes, transitions and regions, and their words as plain identifiers.

#include <string>

#include <gtest/gtest.h>

#include "syntax_text.hpp"

namespace saltus {
namespace {

TEST(SyntaxModes, TransitionFromManyModes) {
  std::string from = "m0";
  for (int i = 1; i < 1000; ++i) from += ", m" + std::to_string(i);
  const std::string result = tree("model A\n  transition " + from + " -> z when true end transition;\nend A;");
  EXPECT_NE(result.find("m999 -> z"), std::string::npos) << result;
}

TEST(SyntaxModes, MachineWithEverything) {
  EXPECT_EQ(tree(R"(model A
  Real x;
  initial mode on "running"
    Real v;
  equation
    der(x) = v;
    initial mode deep
    equation
      v = 1;
    end deep;
  end on;
  mode off
  equation
    der(x) = 0;
  end off;
  transition on -> off when x > 1 priority 2 resume then
    reinit(x, 0);
  end transition "stop";
  transition on, off -> self when zeno("hit") end transition;
  transition * -> on when timeInState() > 1 then end transition;
  modes side "by side"
    initial mode a equation y = 1; end a;
    transition a -> a when y > 2 end transition;
  end side;
end A;)"),
            R"(model A
  Real x
  initial mode on "running"
    Real v
    equation
      der(x) = v
    initial mode deep
      equation
        v = 1
  mode off
    equation
      der(x) = 0
  transition on -> off when x > 1 priority 2 resume "stop"
    reinit(x, 0)
  transition on, off -> self when zeno("hit")
  transition * -> on when timeInState() > 1
  modes side "by side"
    initial mode a
      equation
        y = 1
    transition a -> a when y > 2
)");
}

TEST(SyntaxModes, TheirWordsStayIdentifiers) {
  EXPECT_EQ(tree(R"(model A
  Integer mode(start = 1), modes, transition, priority, resume;
  mode m;
  mode k = 2 "text";
  modes r;
  transition t, u;
equation
  mode = 1;
  transition = mode + modes;
  priority = resume;
end A;)"),
            R"(model A
  Integer mode(start = 1)
  Integer modes
  Integer transition
  Integer priority
  Integer resume
  mode m
  mode k = 2 "text"
  modes r
  transition t
  transition u
  equation
    mode = 1
    transition = mode + modes
    priority = resume
)");
}

TEST(SyntaxModes, ModesAfterEquationsEndTheSection) {
  const Reading r(
      "model A equation x = 1; initial mode a equation y = 1; end a; transition a -> a when x > 1 end transition; end A;");
  EXPECT_EQ(r.errors(), std::vector<std::string>{});
  EXPECT_EQ(r.file.classes[0].body.machine.modes.size(), 1U);
  EXPECT_EQ(r.file.classes[0].body.machine.transitions.size(), 1U);
}

TEST(SyntaxModes, ErrorsInTransitionsDoNotSpread) {
  EXPECT_EQ(errors(R"(model A
  initial mode a
  equation
    y = 1;
  end a;
  transition a -> when x > 1 then
    x = 1;
  end transition;
  transition a -> a when x > 1 priority 1.5 then
  end transition;
  transition a -> a when x > 1
    y = ;
  end transition;
end A;)"),
            (std::vector<std::string>{"syntax-error 6:19", "syntax-error 9:41", "syntax-error 11:31", "syntax-error 12:9"}));
}

}  // namespace
}  // namespace saltus
