#pragma once
// The words of the language that are no names.

#include <array>
#include <string_view>

namespace saltus {

/// In the order of the alphabet.
inline constexpr std::array<std::string_view, 59> keywords = {
    "algorithm",     "and",      "annotation", "block",   "break",     "class",       "connect",  "connector",    "constant",
    "constrainedby", "der",      "discrete",   "each",    "else",      "elseif",      "elsewhen", "encapsulated", "end",
    "enumeration",   "equation", "expandable", "extends", "external",  "false",       "final",    "flow",         "for",
    "function",      "if",       "import",     "impure",  "in",        "initial",     "inner",    "input",        "loop",
    "model",         "not",      "operator",   "or",      "outer",     "output",      "package",  "parameter",    "partial",
    "protected",     "public",   "pure",       "record",  "redeclare", "replaceable", "return",   "stream",       "then",
    "true",          "type",     "when",       "while",   "within"};

}  // namespace saltus
