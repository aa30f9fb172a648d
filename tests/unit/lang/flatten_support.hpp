#pragma once
// Loads model text in tests.

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lang/load.hpp"
#include "model/print.hpp"

namespace saltus::testing {

struct Loaded {
  std::shared_ptr<Sources> sources = std::make_shared<Sources>();
  Diagnostics diagnostics;
  std::optional<HybridModel> model;

  explicit Loaded(const std::string& text, const std::vector<ParameterSetting>& settings = {}, const std::string& name = {}) {
    const std::uint32_t file = sources->add("test.mo", text);
    model = load_model(sources, {&file, 1}, {name, settings}, diagnostics);
  }

  [[nodiscard]] std::string messages() const { return render(diagnostics, *sources); }
  [[nodiscard]] std::vector<std::string> codes() const {
    std::vector<std::string> out;
    for (const Diagnostic& d : diagnostics.all()) out.push_back(d.code);
    return out;
  }
};

/// The flat model as text; also checks that the text reads back to itself.
inline std::string flat(const std::string& text, const std::vector<ParameterSetting>& settings = {},
                        const std::string& name = {}) {
  const Loaded first(text, settings, name);
  EXPECT_TRUE(first.model) << first.messages();
  if (!first.model) return {};
  std::string printed = print_model(*first.model);
  const Loaded second(printed);
  EXPECT_TRUE(second.model) << second.messages() << printed;
  if (second.model) {
    EXPECT_EQ(print_model(*second.model), printed);
  }
  return printed;
}

/// The right-hand side (as text) of the equation whose left-hand side is `name`.
inline std::string equation_of(const HybridModel& m, const std::string& name) {
  for (const Equation& e : m.equations) {
    if (saltus::text(e.lhs) == name) return saltus::text(e.rhs);
  }
  return "(no equation for " + name + ")";
}

/// Loads `declarations` in a model and gives the right-hand side of `name`.
inline std::string value_of(const std::string& declarations, const std::string& name = "y") {
  const Loaded l("model M\n" + declarations + "\nend M;");
  EXPECT_TRUE(l.model) << l.messages();
  return l.model ? equation_of(*l.model, name) : "";
}

}  // namespace saltus::testing
