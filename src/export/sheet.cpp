#include "export/sheet.hpp"

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include <fmt/format.h>

namespace saltus {

namespace {

constexpr std::string_view in_mode_prefix = "$in mode ";
constexpr std::string_view mode_name_prefix = "$mode ";
constexpr std::string_view gap_name = "$gap";

std::size_t number_after(std::string_view prefix, std::string_view name) {
  std::size_t value = 0;
  std::from_chars(name.data() + prefix.size(), name.data() + name.size(), value);
  return value;
}

}  // namespace

std::size_t Sheet::find(Expr symbol) const {
  const auto it = std::ranges::find(columns, symbol, &SheetColumn::symbol);
  return it == columns.end() ? npos : static_cast<std::size_t>(it - columns.begin());
}

void inline_aliases(Sheet& sheet) {
  std::unordered_map<Expr, Expr> alias;
  for (const SheetColumn& c : sheet.columns)
    if (c.group == ColumnGroup::steps && c.next->op() == Op::pre && sheet.find(c.next->symbol()) != Sheet::npos)
      alias[c.symbol] = c.next;
  // A cell two rows up has no name, and the first row has none above it: there the column stays.
  for (const SheetColumn& c : sheet.columns) {
    for (const Expr root : {c.first, c.next})
      for_each_node({&root, 1}, [&](Expr e) {
        if (e->op() == Op::pre) alias.erase(e->symbol());
      });
    for_each_node({&c.first, 1}, [&](Expr e) { alias.erase(e); });
  }
  std::erase_if(sheet.columns, [&](const SheetColumn& c) { return alias.contains(c.symbol); });
  for (SheetColumn& c : sheet.columns)
    c.next = substitute(c.next, [&](Expr e) {
      const auto it = alias.find(e);
      return it == alias.end() ? Expr() : it->second;
    });
}

Expr in_mode_symbol(ExprPool& pool, std::size_t mode) {
  return pool.symbol(fmt::format("{}{}", in_mode_prefix, mode), Type::boolean);
}

Expr mode_name_symbol(ExprPool& pool, std::size_t mode) {
  return pool.symbol(fmt::format("{}{}", mode_name_prefix, mode), Type::integer);
}

Expr gap_symbol(ExprPool& pool) { return pool.symbol(gap_name); }

SheetLeaf sheet_leaf(Expr symbol) {
  const std::string_view name = symbol->name();
  if (name.starts_with(in_mode_prefix)) return {SheetLeaf::Kind::in_mode, number_after(in_mode_prefix, name)};
  if (name.starts_with(mode_name_prefix)) return {SheetLeaf::Kind::mode_name, number_after(mode_name_prefix, name)};
  if (name == gap_name) return {SheetLeaf::Kind::gap};
  return {};
}

}  // namespace saltus
