#include "export/workbook_plan.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "expr/evaluate.hpp"

namespace saltus {

namespace {

class Planner {
 public:
  Planner(std::span<const Sheet> sheets, Diagnostics& diagnostics) : sheets_(sheets), diagnostics_(diagnostics) {}

  std::optional<WorkbookPlan> plan() {
    names_.resize(sheets_.size());
    places_.resize(sheets_.size());
    for (std::size_t s = 0; s < sheets_.size(); ++s) add_names(s);
    for (std::size_t s = 0; s < sheets_.size(); ++s) place_columns(s);
    for (std::size_t s = 0; s < sheets_.size(); ++s) add_parameters(s);
    for (std::size_t s = 0; s < sheets_.size(); ++s)
      for (std::size_t c = 0; c < sheets_[s].columns.size(); ++c) add_column(s, c);
    if (sheets_.size() == 2) add_deviations();
    if (plan_.columns.size() > most_columns)
      complain(fmt::format("{} columns are more than a spreadsheet has ({})", plan_.columns.size(), most_columns),
               "export a smaller model");
    if (!good_) return std::nullopt;
    return std::move(plan_);
  }

 private:
  void complain(std::string message, std::string help) {
    diagnostics_.error("not-exportable", Span{}, std::move(message), "", std::move(help));
    good_ = false;
  }

  // A parameter that both models have, with the same value, is one cell.
  const SheetParameter* shared(std::size_t s, const SheetParameter& p) const {
    if (s == 0) return nullptr;
    const auto& first = sheets_[0].parameters;
    const auto it = std::ranges::find(first, p.name, &SheetParameter::name);
    if (it == first.end() || text(it->value) != text(p.value) || it->unit != p.unit) return nullptr;
    // What it is computed from must be the same cells, too.
    bool same = true;
    for_each_node({&p.value, 1}, [&](Expr e) {
      if (e->op() != Op::symbol || !same) return;
      const auto own = std::ranges::find(sheets_[s].parameters, e, &SheetParameter::symbol);
      same = own != sheets_[s].parameters.end() && shared(s, *own) != nullptr;
    });
    return same ? &*it : nullptr;
  }

  void add_names(std::size_t s) {
    for (const SheetParameter& p : sheets_[s].parameters) {
      const SheetParameter* same = shared(s, p);
      names_[s][p.symbol] =
          same ? names_[0].at(same->symbol) : safe_.make(s == 0 ? p.name : fmt::format("{}_{}", p.name, s + 1));
    }
  }

  // The rows of all sheets are at the same times.
  static bool is_common(const SheetColumn& c) { return c.group == ColumnGroup::time && !c.is_mode; }

  void place_columns(std::size_t s) {
    for (std::size_t c = 0; c < sheets_[s].columns.size(); ++c) {
      const SheetColumn& column = sheets_[s].columns[c];
      if (s > 0 && is_common(column)) {
        places_[s].push_back(places_[0][common_of(column)]);
      } else {
        places_[s].push_back(next_place_++);
      }
    }
  }

  std::size_t common_of(const SheetColumn& column) const {
    const auto& first = sheets_[0].columns;
    return static_cast<std::size_t>(std::ranges::find(first, column.name, &SheetColumn::name) - first.begin());
  }

  FormulaLeaf leaf(std::size_t s, Expr e) const {
    const bool above = e->op() == Op::pre;
    const Expr symbol = above ? e->symbol() : e;
    if (const auto it = names_[s].find(symbol); it != names_[s].end()) return {it->second};
    const Sheet& sheet = sheets_[s];
    if (const std::size_t c = sheet.find(symbol); c != Sheet::npos) return {"", Formula::Cell{places_[s][c], above}};
    const SheetLeaf known = sheet_leaf(symbol);
    switch (known.kind) {
      case SheetLeaf::Kind::in_mode: {
        const auto mode = std::ranges::find_if(sheet.columns, &SheetColumn::is_mode);
        const auto c = static_cast<std::size_t>(mode - sheet.columns.begin());
        return {"", Formula::Cell{places_[s][c], above}, fmt::format("=\"{}\"", sheet.modes[known.mode])};
      }
      case SheetLeaf::Kind::mode_name: return {fmt::format("\"{}\"", sheet.modes[known.mode])};
      default: return {"NA()"};
    }
  }

  Formula checked(std::size_t s, Expr e, const std::string& what) {
    Formula f(std::vector<Formula::Part>{{"0", {}}});
    if (nesting(e) <= deepest_nesting) f = formula(e, [&](Expr x) { return leaf(s, x); });
    if (good_ && (nesting(e) > deepest_nesting || f.longest() > longest_formula))
      complain(fmt::format("the formula of `{}` is longer or deeper than spreadsheets allow", what),
               "give parts of the expression variables of their own");
    return f;
  }

  void add_parameters(std::size_t s) {
    const Sheet& sheet = sheets_[s];
    for (const SheetParameter& p : sheet.parameters) {
      if (shared(s, p)) continue;
      PlannedParameter out{names_[s].at(p.symbol), p.name, p.unit, p.description, checked(s, p.value, p.name)};
      const bool decimal = p.value->is_number() && p.value->number().has_short_decimal();
      out.is_boolean = p.value->op() == Op::boolean;
      out.is_number = decimal || out.is_boolean;
      if (out.is_number) out.number = p.value->number().to_double();
      out.is_computed = p.is_computed;
      out.sheet = s;
      plan_.parameters.push_back(std::move(out));
    }
    for (const FixedParameter& f : sheet.fixed)
      if (std::ranges::none_of(plan_.fixed, [&](const auto& g) { return g.name == f.name && g.value == f.value; }))
        plan_.fixed.push_back(f);
  }

  void add_column(std::size_t s, std::size_t c) {
    const SheetColumn& column = sheets_[s].columns[c];
    if (s > 0 && is_common(column)) return;
    plan_.columns.push_back({s == 0 ? column.name : fmt::format("{} ({})", column.name, s + 1), column.unit, column.description,
                             column.group, false, column.symbol->type(), checked(s, column.first, column.name),
                             checked(s, column.next, column.name), s, c, 0, column.is_mode, column.is_count});
  }

  void add_deviations() {
    for (std::size_t a = 0; a < sheets_[0].columns.size(); ++a) {
      const SheetColumn& first = sheets_[0].columns[a];
      if (first.group != ColumnGroup::variables || first.symbol->type() != Type::real) continue;
      for (std::size_t b = 0; b < sheets_[1].columns.size(); ++b) {
        const SheetColumn& second = sheets_[1].columns[b];
        if (second.group != first.group || second.name != first.name || second.symbol->type() != Type::real) continue;
        const Formula difference(std::vector<Formula::Part>{
            {"", Formula::Cell{places_[0][a], false}}, {"-", Formula::Cell{places_[1][b], false}}, {"", {}}});
        plan_.columns.push_back({fmt::format("deviation of {}", first.name), first.unit, "first minus second model",
                                 ColumnGroup::variables, true, Type::real, difference, difference, 0, a, b, false});
      }
    }
  }

  std::span<const Sheet> sheets_;
  Diagnostics& diagnostics_;
  bool good_ = true;
  SafeNames safe_;
  std::vector<std::unordered_map<Expr, std::string>> names_;
  std::vector<std::vector<std::size_t>> places_;
  std::size_t next_place_ = 0;
  WorkbookPlan plan_;
};

}  // namespace

std::optional<WorkbookPlan> plan_workbook(std::span<const Sheet> sheets, Diagnostics& diagnostics) {
  return Planner(sheets, diagnostics).plan();
}

}  // namespace saltus
