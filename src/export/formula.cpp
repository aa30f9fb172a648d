#include "export/formula.hpp"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

namespace saltus {

namespace {

// A part of a formula that is no operator expression binds most tightly.
enum Precedence { comparing = 1, adding = 2, multiplying = 3, raising = 4, atom = 5 };

std::string upper(std::string text) {
  std::ranges::replace(text, 'e', 'E');
  return text;
}

// Spreadsheets keep 15 digits of what is typed, and 17 of what a file holds.
std::string positive_number(const Rational& value) {
  if (!value.has_short_decimal()) {
    const std::string ratio = value.text();
    if (ratio.size() <= 31) return ratio;
  }
  return upper(fmt::format("{}", value.to_double()));
}

const char* function_name(Op op) {
  switch (op) {
    case Op::abs: return "ABS";
    case Op::sign: return "SIGN";
    case Op::sqrt: return "SQRT";
    case Op::sin: return "SIN";
    case Op::cos: return "COS";
    case Op::tan: return "TAN";
    case Op::asin: return "ASIN";
    case Op::acos: return "ACOS";
    case Op::atan: return "ATAN";
    case Op::sinh: return "SINH";
    case Op::cosh: return "COSH";
    case Op::tanh: return "TANH";
    case Op::exp: return "EXP";
    case Op::log: return "LN";
    case Op::log10: return "LOG10";
    case Op::min: return "MIN";
    case Op::max: return "MAX";
    case Op::floor:
    case Op::integer: return "INT";
    case Op::mod: return "MOD";
    case Op::not_: return "NOT";
    case Op::and_: return "AND";
    case Op::or_: return "OR";
    case Op::if_: return "IF";
    default: return nullptr;
  }
}

const char* comparison(Op op) {
  switch (op) {
    case Op::lt: return "<";
    case Op::le: return "<=";
    case Op::gt: return ">";
    case Op::ge: return ">=";
    case Op::eq: return "=";
    default: return "<>";
  }
}

class Writer {
 public:
  explicit Writer(const std::function<FormulaLeaf(Expr)>& leaf) : leaf_(leaf) {}

  Formula write(Expr e) {
    put(e, 0);
    parts_.push_back({std::move(text_), {}});
    return Formula(std::move(parts_));
  }

 private:
  static Precedence precedence(Expr e) {
    switch (e->op()) {
      case Op::number: {
        if (e->number().sign() < 0) return adding;
        const bool ratio = !e->number().has_short_decimal() && e->number().text().size() <= 31;
        return ratio ? multiplying : atom;
      }
      case Op::add:
      case Op::sub:
      case Op::neg:
      case Op::ceil: return adding;
      case Op::rem: return adding;
      case Op::mul:
      case Op::div: return multiplying;
      case Op::pow: return raising;
      case Op::lt:
      case Op::le:
      case Op::gt:
      case Op::ge:
      case Op::eq:
      case Op::ne: return comparing;
      case Op::symbol:
      case Op::pre: return atom;
      case Op::to_real:
      case Op::smooth:
      case Op::no_event: return precedence(e->arg(0));
      default: return atom;
    }
  }

  void put(Expr e, int least) {
    const bool open = precedence(e) < least;
    if (open) text_ += '(';
    put_bare(e);
    if (open) text_ += ')';
  }

  void put_bare(Expr e) {
    switch (e->op()) {
      case Op::number:
        if (e->number().sign() < 0) text_ += '-';
        text_ += positive_number(e->number().sign() < 0 ? e->number().negated() : e->number());
        return;
      case Op::boolean: text_ += e->number().sign() != 0 ? "TRUE" : "FALSE"; return;
      case Op::pi: text_ += "PI()"; return;
      case Op::symbol:
      case Op::pre: return put_leaf(e);
      case Op::to_real:
      case Op::smooth:
      case Op::no_event: return put_bare(e->arg(0));
      case Op::add: return binary(e, "+", adding, multiplying);
      case Op::sub: return binary(e, "-", adding, multiplying);
      case Op::mul: return binary(e, "*", multiplying, raising);
      case Op::div: return binary(e, "/", multiplying, raising);
      case Op::pow: return binary(e, "^", atom, atom);
      case Op::neg: text_ += '-'; return put(e->arg(0), atom);
      case Op::lt:
      case Op::le:
      case Op::gt:
      case Op::ge:
      case Op::eq:
      case Op::ne: return binary(e, comparison(e->op()), adding, adding);
      case Op::atan2: {  // spreadsheets take the abscissa first
        const Expr turned[] = {e->arg(1), e->arg(0)};
        return call("ATAN2", turned);
      }
      case Op::ceil:
        text_ += "-INT(-";
        put(e->arg(0), atom);
        text_ += ')';
        return;
      case Op::div_trunc: return truncated(e);
      case Op::rem:
        put(e->arg(0), adding);
        text_ += '-';
        truncated(e);
        text_ += '*';
        return put(e->arg(1), raising);
      case Op::and_:
      case Op::or_: {
        std::vector<Expr> all;
        collect(e, e->op(), all);
        return call(function_name(e->op()), all);
      }
      default: return call(function_name(e->op()), e->args());
    }
  }

  void truncated(Expr e) {
    text_ += "TRUNC(";
    put(e->arg(0), multiplying);
    text_ += '/';
    put(e->arg(1), raising);
    text_ += ')';
  }

  // AND(a,b,c) for a and b and c
  static void collect(Expr e, Op op, std::vector<Expr>& all) {
    std::vector<Expr> open{e};
    while (!open.empty()) {
      const Expr next = open.back();
      open.pop_back();
      if (next->op() != op) {
        all.push_back(next);
        continue;
      }
      open.push_back(next->arg(1));
      open.push_back(next->arg(0));
    }
  }

  void binary(Expr e, const char* sign, int left, int right) {
    put(e->arg(0), left);
    text_ += sign;
    put(e->arg(1), right);
  }

  void call(const char* name, std::span<const Expr> arguments) {
    text_ += name;
    text_ += '(';
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (i > 0) text_ += ',';
      put(arguments[i], 0);
    }
    text_ += ')';
  }

  void put_leaf(Expr e) {
    FormulaLeaf l = leaf_(e);
    if (!l.cell) {
      text_ += l.text;
      return;
    }
    if (!l.comparison.empty()) text_ += '(';
    parts_.push_back({std::move(text_), l.cell});
    text_ = l.comparison.empty() ? "" : l.comparison + ")";
  }

  const std::function<FormulaLeaf(Expr)>& leaf_;
  std::vector<Formula::Part> parts_;
  std::string text_;
};

}  // namespace

std::string Formula::text(std::size_t row) const {
  std::string result;
  for (const Part& p : parts_) {
    result += p.text;
    if (p.cell) result += column_letters(p.cell->column) + std::to_string(p.cell->above ? row - 1 : row);
  }
  return result;
}

std::size_t Formula::longest() const {
  std::size_t length = 0;
  for (const Part& p : parts_) length += p.text.size() + (p.cell ? 10 : 0);
  return length;
}

Formula formula(Expr e, const std::function<FormulaLeaf(Expr)>& leaf) { return Writer(leaf).write(e); }

int nesting(Expr e) {
  std::unordered_map<Expr, int> depth;
  const auto of = [&](Expr n) { return n->op() == Op::pre || n->args().empty() ? 0 : depth.at(n); };
  for_each_node({&e, 1}, [&](Expr n) {
    int deepest = 0;
    for (const Expr a : n->args())
      if (n->op() != Op::pre) deepest = std::max(deepest, of(a) + (a->op() == n->op() && n->op() != Op::if_ ? 0 : 1));
    depth[n] = deepest;
  });
  return of(e);
}

std::string column_letters(std::size_t column) {
  std::string letters;
  for (std::size_t n = column + 1; n > 0; n = (n - 1) / 26)
    letters.insert(letters.begin(), static_cast<char>('A' + (n - 1) % 26));
  return letters;
}

}  // namespace saltus
