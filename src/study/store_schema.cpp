#include "study/store_schema.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "result/run_result.hpp"
#include "study/stated_number.hpp"

namespace saltus {

namespace {

constexpr std::int64_t application = 0x53616c74;  // "Salt", shown by file(1)
constexpr std::int64_t version = 1;
constexpr std::size_t most_columns = 1900;  // SQLite ends at 2000

std::string sql_name(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"') text += '"';
    text += c;
  }
  return text + '"';
}

/// Columns of numbers have no type: SQLite would drop the sign of a zero in one of type REAL.
std::string table_of_records(const StoreLayout& layout) {
  std::string sql =
      "CREATE TABLE records (number INTEGER PRIMARY KEY, status TEXT NOT NULL, message TEXT NOT NULL, end_time, "
      "steps INTEGER NOT NULL, events INTEGER NOT NULL, seconds";
  for (std::size_t i = 1; i <= layout.varied.size(); ++i) sql += fmt::format(", v{0}, v{0}_exact TEXT", i);
  for (std::size_t i = 1; i <= layout.measures.size(); ++i) sql += fmt::format(", m{}", i);
  return sql + ");";
}

/// The names people know; a name that occurs twice gets a number from SQLite.
std::string view_of_runs(const StoreLayout& layout) {
  std::string sql = "CREATE VIEW runs AS SELECT number";
  for (std::size_t i = 0; i < layout.varied.size(); ++i) sql += fmt::format(", v{} AS {}", i + 1, sql_name(layout.varied[i]));
  for (std::size_t i = 0; i < layout.measures.size(); ++i) {
    sql += fmt::format(", m{} AS {}", i + 1, sql_name(layout.measures[i].name));
  }
  return sql + ", status, message, end_time, steps, events, seconds FROM records;";
}

void write_columns(Database& database, const StoreLayout& layout) {
  Statement insert(database, "INSERT INTO columns VALUES (?, ?, ?, ?, ?, ?)");
  const auto add = [&](const std::string& column, const char* role, const Measure& what) {
    insert.bind(0, column);
    insert.bind(1, std::string_view(role));
    insert.bind(2, what.name);
    insert.bind(3, what.unit);
    insert.bind(4, what.description);
    insert.bind(5, std::int64_t{what.is_list});
    insert.run();
  };
  for (std::size_t i = 0; i < layout.varied.size(); ++i) add(fmt::format("v{}", i + 1), "varied", {.name = layout.varied[i]});
  for (std::size_t i = 0; i < layout.measures.size(); ++i) add(fmt::format("m{}", i + 1), "measure", layout.measures[i]);
}

constexpr std::size_t longest_fraction = 24;  // for people

/// A double that is stated as such is kept as a fraction, exactly; people read its decimal.
std::string shown(const std::string& text) {
  if (text.empty()) return "nothing";
  if (text.size() <= longest_fraction || text.find_first_not_of("-0123456789/") != std::string::npos) return text;
  const auto number = read_number(text);
  return number ? number_text(number->value.value) : text;
}

std::string list_of(const std::vector<std::string>& names) { return shown(fmt::format("{}", fmt::join(names, ", "))); }

std::vector<std::string> names_of(const std::vector<Measure>& measures) {
  std::vector<std::string> names;
  for (const Measure& measure : measures) names.push_back(measure.name);
  return names;
}

const std::string* find(const StudyIdentity& identity, const std::string& name) {
  const auto entry = std::ranges::find(identity.entries, name, &std::pair<std::string, std::string>::first);
  return entry == identity.entries.end() ? nullptr : &entry->second;
}

}  // namespace

bool is_empty_store(Database& database) { return database.integer("SELECT count(*) FROM sqlite_schema") == 0; }

void write_schema(Database& database, const StudyIdentity& identity, const StoreLayout& layout) {
  if (2 * layout.varied.size() + layout.measures.size() > most_columns) {
    throw StoreError(fmt::format("store {}: too many measures ({}) and varied names ({})", database.file().string(),
                                 layout.measures.size(), layout.varied.size()));
  }
  database.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};", application, version));
  database.execute(
      "CREATE TABLE identity (position INTEGER PRIMARY KEY, name TEXT NOT NULL, value TEXT NOT NULL);"
      "CREATE TABLE columns (name TEXT PRIMARY KEY, role TEXT NOT NULL, means TEXT NOT NULL, unit TEXT NOT NULL, "
      "description TEXT NOT NULL, list INTEGER NOT NULL);"
      "CREATE TABLE exact (number INTEGER NOT NULL, measure INTEGER NOT NULL, digits TEXT, bits INTEGER, "
      "PRIMARY KEY (number, measure)) WITHOUT ROWID;" +
      table_of_records(layout) + view_of_runs(layout));
  write_columns(database, layout);
  Statement insert(database, "INSERT INTO identity (name, value) VALUES (?, ?)");
  for (const auto& [name, value] : identity.entries) {
    insert.bind(0, name);
    insert.bind(1, value);
    insert.run();
  }
}

void add_warnings_table(Database& database) {
  database.execute(
      "CREATE TABLE IF NOT EXISTS warnings (number INTEGER NOT NULL, position INTEGER NOT NULL, text TEXT NOT NULL, "
      "count INTEGER NOT NULL, PRIMARY KEY (number, position)) WITHOUT ROWID;");
}

bool has_warnings(Database& database) {
  return database.integer("SELECT exists (SELECT 1 FROM sqlite_schema WHERE name = 'warnings')") != 0 &&
         database.integer("SELECT exists (SELECT 1 FROM warnings)") != 0;
}

void check_schema(Database& database) {
  if (database.integer("PRAGMA application_id") != application) {
    throw StoreError(fmt::format("store {}: it is no store of a study", database.file().string()));
  }
  if (database.integer("PRAGMA user_version") > version) {
    throw StoreError(fmt::format("store {}: a newer version of saltus made it", database.file().string()));
  }
}

StudyIdentity read_identity(Database& database) {
  StudyIdentity identity;
  Statement rows(database, "SELECT name, value FROM identity ORDER BY position");
  while (rows.step()) identity.entries.emplace_back(rows.text(0), rows.text(1));
  return identity;
}

StoreLayout read_layout(Database& database) {
  StoreLayout layout;
  Statement rows(database, "SELECT role, means, unit, description, list FROM columns ORDER BY rowid");
  while (rows.step()) {
    if (rows.text(0) == "varied") {
      layout.varied.push_back(rows.text(1));
    } else {
      layout.measures.push_back({rows.text(1), rows.text(2), rows.text(3), rows.integer(4) != 0});
    }
  }
  return layout;
}

std::string differences(const StudyIdentity& before, const StudyIdentity& now) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : before.entries) {
    const std::string* other = find(now, name);
    if (other == nullptr) parts.push_back(fmt::format("{} was {}, is now gone", name, shown(value)));
    if (other != nullptr && *other != value)
      parts.push_back(fmt::format("{} was {}, is now {}", name, shown(value), shown(*other)));
  }
  for (const auto& [name, value] : now.entries) {
    if (find(before, name) == nullptr) parts.push_back(fmt::format("{} is new: {}", name, shown(value)));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string differences(const StoreLayout& before, const StoreLayout& now) {
  std::vector<std::string> parts;
  if (before.varied != now.varied) {
    parts.push_back(fmt::format("varied names were {}, are now {}", list_of(before.varied), list_of(now.varied)));
  }
  if (names_of(before.measures) != names_of(now.measures)) {
    parts.push_back(
        fmt::format("measures were {}, are now {}", list_of(names_of(before.measures)), list_of(names_of(now.measures))));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace saltus
