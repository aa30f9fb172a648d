#pragma once
// Blocks that equations and statements have in common: lists, `if`, `for`, `when`. `Item` is Equation or Statement; `items` reads the
// list in a block.

#include <fmt/format.h>

#include "lang/parser_state.hpp"

namespace saltus::ast {

/// Those of a section (then `section` takes misplaced declarations) or of a block (then it is null); `one` reads one.
template <class Item>
std::vector<Item> Parser::items(Body* section, std::string_view where, std::string_view what, Item (Parser::*one)()) {
  std::vector<Item> all;
  while (stray_end() || stray_branch() || !ends_items(section)) {
    if (ends_items(section)) continue;
    guarded([&] {
      if (at_declaration()) {
        misplaced_declaration(section, where);
      } else if (at(TokenKind::semicolon)) {
        superfluous_semicolons();
      } else {
        Item item = (this->*one)();
        all.push_back(std::move(item));
        semicolon(what);
      }
    });
  }
  return all;
}

template <class Node, class Branch, class Item>
Node Parser::if_block(std::vector<Item> (Parser::*items)(Body*)) {
  Node node;
  open_.push_back({"if", peek().span});
  bool else_if = false;
  bool last = false;
  while (!last) {
    const Token head = take();
    last = head.kind == TokenKind::kw_else;
    Branch branch;
    if (last) {
      else_if = else_if || (at(TokenKind::kw_if) && !new_line());
    } else {
      branch.condition = header_condition(TokenKind::kw_then);
    }
    branch.body = (this->*items)(nullptr);
    branch.span = since(head);
    node.branches.push_back(std::move(branch));
    last = last || (!at(TokenKind::kw_elseif) && !at(TokenKind::kw_else));
  }
  close_block(else_if ? "`else if` opens a second `if` with an `end if` of its own; you may mean `elseif`" : "");
  return node;
}

template <class Node, class Branch, class Item>
Node Parser::when_block(std::vector<Item> (Parser::*items)(Body*)) {
  Node node;
  open_.push_back({"when", peek().span});
  do {
    const Token head = take();
    Branch branch;
    branch.condition = header_condition(TokenKind::kw_then);
    branch.body = (this->*items)(nullptr);
    branch.span = since(head);
    node.branches.push_back(std::move(branch));
  } while (at(TokenKind::kw_elsewhen));
  close_block();
  return node;
}

template <class Node, class Item>
Node Parser::for_block(std::vector<Item> (Parser::*items)(Body*)) {
  Node node;
  open_.push_back({"for", take().span});
  node.indices = header_indices();
  node.body = (this->*items)(nullptr);
  close_block();
  return node;
}

}  // namespace saltus::ast
