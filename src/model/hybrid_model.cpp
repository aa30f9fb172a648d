#include "model/hybrid_model.hpp"

#include <bit>
#include <cassert>

namespace saltus {

std::size_t HybridModel::cell_of(Expr symbol) const {
  const std::vector<std::uint32_t>& cells = *places_;
  const std::size_t mask = cells.size() - 1;
  std::size_t i = (symbol->id() * std::uint64_t{0x9e3779b97f4a7c15} >> 20) & mask;
  while (cells[i] != none && variables[cells[i]].symbol != symbol) i = (i + 1) & mask;
  return i;
}

std::uint32_t HybridModel::position_of(Expr symbol) const {
  if (!places_ || !symbol) return none;
  symbol = symbol->symbol();  // der(x), pre(x): of x
  if (&symbol->pool() != pool.get()) symbol = pool->find_symbol(symbol->name());
  return symbol ? (*places_)[cell_of(symbol)] : none;
}

const Variable* HybridModel::find(std::string_view name) const { return find(pool->find_symbol(name)); }

const Variable* HybridModel::find(Expr symbol) const {
  const std::uint32_t position = position_of(symbol);
  return position == none ? nullptr : &variables[position];
}

std::size_t HybridModel::index_of(Expr symbol) const {
  assert(position_of(symbol) != none);
  return position_of(symbol);
}

const FunctionDef* HybridModel::find_function(std::string_view name) const {
  for (const FunctionDef& f : functions) {
    if (f.name == name) return &f;
  }
  return nullptr;
}

void HybridModel::index() {
  const auto cells = std::make_shared<std::vector<std::uint32_t>>(std::bit_ceil(2 * variables.size() + 2), none);
  places_ = cells;
  for (std::uint32_t i = 0; i < variables.size(); ++i) {
    if (!variables[i].exists) continue;
    std::uint32_t& cell = (*cells)[cell_of(variables[i].symbol)];
    if (cell == none) cell = i;
  }
}

void HybridModel::number_whens() {
  for (std::size_t i = 0; i < whens.size(); ++i)
    if (whens[i].id != i) whens.edit()[i].id = i;
}

}  // namespace saltus
