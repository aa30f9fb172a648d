#pragma once
// Text made safe for HTML.

#include <string>
#include <string_view>

namespace saltus {

/// &, <, >, " and ' as references: for text and for the values of attributes.
[[nodiscard]] std::string html_escaped(std::string_view text);

/// A name as the value of an id: letters, digits, - and _; others become -.
[[nodiscard]] std::string html_id(std::string_view name);

/// A text as a link that holds it: it can be saved from a page without a network.
[[nodiscard]] std::string data_link(std::string_view text, std::string_view type, std::string_view file_name,
                                    std::string_view label);

}  // namespace saltus
