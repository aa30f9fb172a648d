// Model text of expressions, after the grammar of Modelica 3.6 (appendix A): the loosest first
//   if-expression, or, and, not, relation, sum (with a sign before its first term), product, power, primary.

#include <initializer_list>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "expr/named_text.hpp"

namespace saltus {
namespace {

enum Level : int { any, disjunction, conjunction, negation, relation, sum, product, power, primary };

std::string_view function_name(Op op) {
  switch (op) {
    case Op::sample: return "sample";
    case Op::abs: return "abs";
    case Op::sign: return "sign";
    case Op::sqrt: return "sqrt";
    case Op::sin: return "sin";
    case Op::cos: return "cos";
    case Op::tan: return "tan";
    case Op::asin: return "asin";
    case Op::acos: return "acos";
    case Op::atan: return "atan";
    case Op::atan2: return "atan2";
    case Op::sinh: return "sinh";
    case Op::cosh: return "cosh";
    case Op::tanh: return "tanh";
    case Op::exp: return "exp";
    case Op::log: return "log";
    case Op::log10: return "log10";
    case Op::min: return "min";
    case Op::max: return "max";
    case Op::floor: return "floor";
    case Op::ceil: return "ceil";
    case Op::div_trunc: return "div";
    case Op::mod: return "mod";
    case Op::rem: return "rem";
    case Op::integer: return "integer";
    case Op::no_event: return "noEvent";
    case Op::pre: return "pre";
    case Op::edge: return "edge";
    case Op::change: return "change";
    default: return {};
  }
}

/// A binary operator: its sign, its level, and what its operands must be at least.
struct Infix {
  std::string_view sign;
  Level level, left, right;
};

const Infix* infix(Op op) {
  static constexpr Infix add{" + ", sum, sum, product}, sub{" - ", sum, sum, product}, mul{"*", product, product, power},
      div{"/", product, product, power}, pow{"^", power, primary, primary}, lt{" < ", relation, sum, sum},
      le{" <= ", relation, sum, sum}, gt{" > ", relation, sum, sum}, ge{" >= ", relation, sum, sum},
      eq{" == ", relation, sum, sum}, ne{" <> ", relation, sum, sum}, conj{" and ", conjunction, conjunction, negation},
      disj{" or ", disjunction, disjunction, conjunction};
  switch (op) {
    case Op::add: return &add;
    case Op::sub: return &sub;
    case Op::mul: return &mul;
    case Op::div: return &div;
    case Op::pow: return &pow;
    case Op::lt: return &lt;
    case Op::le: return &le;
    case Op::gt: return &gt;
    case Op::ge: return &ge;
    case Op::eq: return &eq;
    case Op::ne: return &ne;
    case Op::and_: return &conj;
    case Op::or_: return &disj;
    default: return nullptr;
  }
}

class Writer {
 public:
  using Shown = std::function<std::string(Expr)>;

  explicit Writer(bool bare_numbers, const Shown* shown = nullptr) : bare_numbers_(bare_numbers), shown_(shown) {}

  std::string write(Expr root) {
    todo_.push_back(Part{root, any});
    while (!todo_.empty()) {
      const auto item = std::move(todo_.back());
      todo_.pop_back();
      if (const auto* piece = std::get_if<std::string_view>(&item))
        out_ += *piece;
      else
        write_part(std::get<Part>(item));
      if (out_.size() > longest_text) return out_.substr(0, longest_text) + "...";
    }
    return std::move(out_);
  }

 private:
  struct Part {
    Expr node;
    Level least;  ///< in parentheses if it binds less
  };
  using Item = std::variant<std::string_view, Part>;

  /// Items are taken from the end, so what comes first is pushed last.
  void push(std::initializer_list<Item> items) { todo_.insert(todo_.end(), std::rbegin(items), std::rend(items)); }

  void write_part(const Part& p) {
    if (shown_ != nullptr && p.node->op() == Op::sub && p.node->arg(0)->op() == Op::time) {
      if (const std::string name = (*shown_)(p.node); !name.empty()) {
        out_ += name;
        return;
      }
    }
    if (p.node->op() == Op::to_real) return push({Part{p.node->arg(0), p.least}});
    if (level(p.node) < p.least) return push({"(", Part{p.node, any}, ")"});
    write_node(p.node);
  }

  Level level(Expr e) const {
    if (const Infix* i = infix(e->op())) return i->level;
    switch (e->op()) {
      case Op::number: return number_level(e->number());
      case Op::neg: return sum;
      case Op::not_: return negation;
      case Op::if_: return any;
      default: return primary;
    }
  }

  /// A fraction is written a/b.
  static Level number_level(const Rational& r) {
    if (r.sign() < 0) return sum;
    return r.is_integer() || r.has_short_decimal() ? primary : product;
  }

  void write_node(Expr e) {
    if (const Infix* i = infix(e->op())) return push({Part{e->arg(0), i->left}, i->sign, Part{e->arg(1), i->right}});
    switch (e->op()) {
      case Op::number: return write_number(e);
      case Op::boolean: out_ += e->number().sign() != 0 ? "true" : "false"; return;
      case Op::pi: out_ += bare_numbers_ ? "pi" : "Modelica.Constants.pi"; return;
      case Op::symbol: return write_symbol(e);
      case Op::time: out_ += "time"; return;
      case Op::initial: out_ += "initial()"; return;
      case Op::terminal: out_ += "terminal()"; return;
      case Op::der: return write_der(e);
      case Op::neg: return push({"-", Part{e->arg(0), product}});
      case Op::not_: return push({"not ", Part{e->arg(0), relation}});
      case Op::if_: return push({"if ", Part{e->arg(0), any}, " then ", Part{e->arg(1), any}, " else ", Part{e->arg(2), any}});
      case Op::smooth: return push({"smooth(0, ", Part{e->arg(0), any}, ")"});
      case Op::call: return write_call(e, e->name());
      default: return write_call(e, function_name(e->op()));
    }
  }

  void write_number(Expr e) {
    const std::string digits = e->number().text();
    out_ += digits;
    const bool reads_as_integer = digits.find_first_of(".e/") == std::string::npos;
    if (reads_as_integer && e->type() == Type::real && !bare_numbers_) out_ += ".0";
  }

  void write_der(Expr e) {
    for (int k = 0; k < e->order(); ++k) out_ += "der(";
    write_symbol(e->symbol());
    out_.append(static_cast<std::size_t>(e->order()), ')');
  }

  void write_symbol(Expr e) {
    if (shown_ != nullptr)
      out_ += (*shown_)(e);
    else
      out_ += e->name();
  }

  /// Later outputs of a function with several have no name of their own in an expression: f(x)[2].
  void write_call(Expr e, std::string_view name) {
    const bool renamed = e->op() == Op::call && shown_ != nullptr;
    if (renamed)
      out_ += (*shown_)(e);
    else
      out_ += name;
    out_ += "(";
    if (e->op() == Op::call && e->order() > 0 && !renamed) {
      indices_.push_back(std::make_unique<const std::string>("[" + std::to_string(e->order() + 1) + "]"));
      todo_.push_back(std::string_view(*indices_.back()));
    }
    todo_.push_back(")");
    for (std::size_t i = e->args().size(); i-- > 0;) {
      todo_.push_back(Part{e->arg(i), any});
      if (i > 0) todo_.push_back(", ");
    }
  }

  bool bare_numbers_;
  const Shown* shown_;  // null: names as they are
  std::string out_;
  std::vector<Item> todo_;
  std::vector<std::unique_ptr<const std::string>> indices_;  // what the views in todo_ look at
};

}  // namespace

std::string text(Expr e, bool bare_numbers) { return Writer(bare_numbers).write(e); }

std::string named_text(Expr root, const std::function<std::string(Expr)>& shown) { return Writer(false, &shown).write(root); }

}  // namespace saltus
