// The only file that includes toml++: it costs seconds to compile.

#include "study/toml_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

// Some texts that are no TOML ("[= 4", "[[[a]]") reach assertions of toml++ 3.3. They are mistakes of the text like others, so an
// assertion of the parser ends the parsing instead of the program.
namespace saltus {
namespace {
struct ParserAtALoss {};
[[noreturn]] void give_up_parsing() { throw ParserAtALoss(); }
}  // namespace
}  // namespace saltus
#undef NDEBUG
#define TOML_ASSERT(condition) ((condition) ? static_cast<void>(0) : ::saltus::give_up_parsing())
#include <toml++/toml.h>

namespace saltus {

namespace {

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }

/// toml++ keeps its tables sorted by name and counts columns in characters; ours are in the order of the text and count bytes.
class TreeMaker {
 public:
  TreeMaker(const Sources& sources, std::uint32_t file) : text_(sources.text(file)), file_(file) {
    line_begins_.push_back(0);
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] == '\n') line_begins_.push_back(i + 1);
    }
  }

  [[nodiscard]] Span span(const toml::source_region& region) const {
    const std::size_t begin = offset(region.begin);
    return {file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(std::max(begin, offset(region.end)))};
  }

  [[nodiscard]] TomlNode make(const toml::node& node) const {
    TomlNode made;
    made.span = span(node.source());
    if (const auto* text = node.as_string()) {
      made.kind = TomlNode::Kind::text;
      made.text = text->get();
    } else if (const auto* integer = node.as_integer()) {
      made.kind = TomlNode::Kind::integer;
      made.integer = integer->get();
    } else if (const auto* real = node.as_floating_point()) {
      made.kind = TomlNode::Kind::real;
      made.real = real->get();
    } else if (const auto* boolean = node.as_boolean()) {
      made.kind = TomlNode::Kind::boolean;
      made.boolean = boolean->get();
    } else if (const auto* array = node.as_array()) {
      made.kind = TomlNode::Kind::array;
      for (const toml::node& item : *array) made.items.push_back(make(item));
    } else if (const auto* table = node.as_table()) {
      made.members = members_of(*table);
    } else {
      made.kind = TomlNode::Kind::date;
    }
    return made;
  }

 private:
  [[nodiscard]] std::size_t offset(const toml::source_position& p) const {
    if (p.line == 0 || p.line > line_begins_.size()) return text_.size();
    std::size_t at = line_begins_[p.line - 1];
    for (toml::source_index column = 1; column < p.column && at < text_.size() && text_[at] != '\n'; ++column) {
      do ++at;
      while (at < text_.size() && continues_character(text_[at]));
    }
    return at;
  }

  [[nodiscard]] std::vector<TomlMember> members_of(const toml::table& table) const {
    std::vector<TomlMember> members;
    for (const auto& [key, value] : table) members.push_back({std::string(key.str()), span(key.source()), make(value)});
    std::stable_sort(members.begin(), members.end(),
                     [](const TomlMember& a, const TomlMember& b) { return a.name_span.begin < b.name_span.begin; });
    return members;
  }

  std::string_view text_;
  std::uint32_t file_;
  std::vector<std::size_t> line_begins_;
};

/// "Error while parsing array: expected comma" says where twice.
std::string message_of(std::string_view description) {
  const auto colon = description.find(": ");
  if (description.starts_with("Error while parsing") && colon != std::string_view::npos) description.remove_prefix(colon + 2);
  return fmt::format("this is no TOML: {}", description);
}

/// Around what the mistake at `place` may be: a word or an expression after `key =` that has no quotes. "" if it is none.
std::string help_for_quotes(std::string_view text, std::size_t place) {
  const std::size_t begin = text.substr(0, place).find_last_of('\n') + 1;
  const std::string_view line = text.substr(begin, text.find('\n', begin) - begin);
  const std::size_t equals = line.find('=');
  if (equals == line.npos || begin + equals >= place) return "";
  const auto trimmed = [](std::string_view s) {
    constexpr std::string_view blanks = " \t\r";
    s.remove_prefix(std::min(s.find_first_not_of(blanks), s.size()));
    return s.substr(0, s.find_last_not_of(blanks) + 1);
  };
  const std::string_view key = trimmed(line.substr(0, equals)), value = trimmed(line.substr(equals + 1, line.find('#', equals) - equals - 1));
  const bool has_letter = std::ranges::any_of(value, [](unsigned char c) { return std::isalpha(c) != 0; });
  if (!has_letter || std::string_view("\"[{").find(value.front()) != value.npos || value.find_first_of("'=") != value.npos) return "";
  const char quote = value.find('"') == value.npos ? '"' : '\'';
  return fmt::format("a text or an expression stands in quotes: {} = {}{}{}", key, quote, value, quote);
}

void skip_blanks(std::string_view& text) { text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size())); }

bool is_nameless_header(std::string_view line) {
  skip_blanks(line);
  if (!line.starts_with('[')) return false;
  line.remove_prefix(line.starts_with("[[") ? 2 : 1);
  skip_blanks(line);
  if (line.empty()) return true;
  return std::isalnum(static_cast<unsigned char>(line.front())) == 0 &&
         std::string_view("_-\"'").find(line.front()) == line.npos;
}

/// The first line that begins like the header of a table and has no name there; all of the text if there is none.
Span nameless_header(std::string_view text, std::uint32_t file) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (is_nameless_header(text.substr(begin, end - begin))) {
      return {file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    }
    begin = end + 1;
  }
  return {file, 0, static_cast<std::uint32_t>(text.size())};
}

}  // namespace

const TomlMember* TomlNode::find(std::string_view name) const {
  const auto found = std::find_if(members.begin(), members.end(), [&](const TomlMember& m) { return m.name == name; });
  return found == members.end() ? nullptr : &*found;
}

std::vector<const TomlNode*> one_or_all(const TomlNode* node) {
  std::vector<const TomlNode*> all;
  if (node == nullptr) return all;
  if (node->kind != TomlNode::Kind::array) return {node};
  for (const TomlNode& item : node->items) all.push_back(&item);
  return all;
}

const char* described(TomlNode::Kind kind) {
  switch (kind) {
    case TomlNode::Kind::text: return "a text";
    case TomlNode::Kind::integer: return "a whole number";
    case TomlNode::Kind::real: return "a number";
    case TomlNode::Kind::boolean: return "true or false";
    case TomlNode::Kind::array: return "a list";
    case TomlNode::Kind::table: return "a table";
    case TomlNode::Kind::date: break;
  }
  return "a date";
}

std::optional<TomlNode> parse_toml(const Sources& sources, std::uint32_t file, Diagnostics& diagnostics) {
  const TreeMaker maker(sources, file);
  try {
    const toml::table table = toml::parse(sources.text(file));
    return maker.make(table);
  } catch (const toml::parse_error& error) {
    Span where = maker.span(error.source());
    if (where.begin == where.end && where.end < sources.text(file).size()) ++where.end;
    const bool repeated = error.description().find("redefine") != std::string_view::npos;
    diagnostics.error("toml-syntax", where, message_of(error.description()), repeated ? "given for the second time" : "",
                      repeated ? "" : help_for_quotes(sources.text(file), where.begin));
    return std::nullopt;
  } catch (const ParserAtALoss&) {
    diagnostics.error("toml-syntax", nameless_header(sources.text(file), file), "this is no TOML: a table without a name");
    return std::nullopt;
  }
}

}  // namespace saltus
