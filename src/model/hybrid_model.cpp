#include "model/hybrid_model.hpp"

#include <cassert>

namespace saltus {

const Variable* HybridModel::find(std::string_view name) const {
  const auto it = by_name_.find(name);
  return it == by_name_.end() ? nullptr : &variables[it->second];
}

const Variable* HybridModel::find(Expr symbol) const { return find(symbol->name()); }

std::size_t HybridModel::index_of(Expr symbol) const {
  const auto it = by_name_.find(symbol->name());
  assert(it != by_name_.end());
  return it->second;
}

const FunctionDef* HybridModel::find_function(std::string_view name) const {
  for (const FunctionDef& f : functions) {
    if (f.name == name) return &f;
  }
  return nullptr;
}

void HybridModel::index() {
  by_name_.clear();
  for (std::size_t i = 0; i < variables.size(); ++i)
    if (variables[i].exists) by_name_.emplace(variables[i].name, i);
}

}  // namespace saltus
