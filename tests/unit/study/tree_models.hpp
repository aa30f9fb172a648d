#pragma once
// All models of the tree: files, and the texts inside tests.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "model/hybrid_model.hpp"

namespace saltus {

namespace fs = std::filesystem;

inline std::string contents(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

struct TreeModel {
  std::string name, text;
  std::string stop = {};  ///< of the first run in a test that has one
};

inline std::string first_stop(const std::string& test) {
  const std::size_t at = test.find("--stop ");
  if (at == std::string::npos) return {};
  return test.substr(at + 7, test.find_first_of(" \n", at + 7) - at - 7);
}

/// Model files, and the models inside text tests.
inline std::vector<TreeModel> tree_models() {
  std::vector<TreeModel> found;
  for (const auto& entry : fs::recursive_directory_iterator(SALTUS_TREE "/models"))
    if (entry.path().extension() == ".mo") found.push_back({entry.path().string(), contents(entry.path())});
  for (const auto& entry : fs::recursive_directory_iterator(SALTUS_TREE "/tests/run")) {
    if (entry.path().extension() != ".test" || entry.path().string().find("/slow/") != std::string::npos) continue;
    const std::string test = contents(entry.path());
    std::istringstream lines(test);
    std::string line, text, name;
    const auto finish = [&] {
      if (name.ends_with(".mo")) found.push_back({entry.path().string() + ":" + name, text, first_stop(test)});
      name.clear();
      text.clear();
    };
    while (std::getline(lines, line)) {
      if (line.starts_with("--- ")) {
        finish();
        if (line.starts_with("--- file ")) name = line.substr(9);
      } else {
        text += line + "\n";
      }
    }
    finish();
  }
  std::ranges::sort(found, {}, &TreeModel::name);
  return found;
}

/// Rational values that differ from those of the model, by name: at most two.
inline std::vector<std::pair<std::string, std::string>> other_values(const HybridModel& model) {
  std::vector<std::pair<std::string, std::string>> list;
  const auto add = [&](const std::string& name, Expr value, Type type) {
    if (list.size() == 2 || !value || !value->is_number() || type != Type::real) return;
    const auto other = Rational::mul(value->number(), *Rational::parse("1.0625"));
    list.emplace_back(name, other->sign() == 0 ? "0.0078125" : other->text());
  };
  for (const Variable& v : model.variables)
    if (v.variability == Variability::parameter && !v.is_final) add(v.name, v.binding, v.type);
  if (list.size() == 2) list.pop_back();
  for (const Variable& v : model.variables)
    if (v.variability == Variability::continuous && !v.home) add(v.name + ".start", v.start, v.type);
  return list;
}

}  // namespace saltus
