#pragma once
// Reads a text and keeps what came out of it, in the forms the syntax tests compare.

#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "lang/ast_print.hpp"
#include "lang/parser.hpp"

namespace saltus {

struct Reading {
  Sources sources;
  Diagnostics diagnostics;
  ParsedFile file;

  explicit Reading(std::string text) {
    const auto number = sources.add("test.mo", std::move(text));
    file = parse(number, sources, diagnostics);
  }

  /// "code line:column" of each diagnostic.
  [[nodiscard]] std::vector<std::string> errors() const {
    std::vector<std::string> all;
    for (const Diagnostic& d : diagnostics.all()) {
      const Place p = sources.place(d.where.span.file, d.where.span.begin);
      all.push_back(d.code + " " + std::to_string(p.line) + ":" + std::to_string(p.column));
    }
    return all;
  }
};

/// The tree of a text without mistakes; else the diagnostics.
inline std::string tree(std::string text) {
  const Reading r(std::move(text));
  return r.diagnostics.has_errors() ? render(r.diagnostics, r.sources) : print_ast(r.file);
}

/// The fully parenthesised form of an expression, or "error: " and the first message.
inline std::string grouped(std::string text) {
  Sources sources;
  Diagnostics diagnostics;
  const auto number = sources.add("expression", std::move(text));
  const ast::ExprPtr e = parse_expression(number, sources, diagnostics);
  if (diagnostics.has_errors()) return "error: " + diagnostics.all()[0].message;
  return e ? print(*e) : "nothing";
}

inline std::vector<std::string> errors(std::string text) { return Reading(std::move(text)).errors(); }

}  // namespace saltus
