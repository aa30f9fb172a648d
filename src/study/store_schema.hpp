#pragma once
// The tables of a store: made, read back, compared (docs/design/studies.md).

#include "study/database.hpp"
#include "study/store.hpp"

namespace saltus {

/// Has the file no table at all?
[[nodiscard]] bool is_empty_store(Database& database);

/// In one transaction with what the caller does around it.
void write_schema(Database& database, const StudyIdentity& identity, const StoreLayout& layout);

/// Of warnings of runs, if there is none: stores of earlier versions have none.
void add_warnings_table(Database& database);
[[nodiscard]] bool has_warnings(Database& database);

/// Throws if the file is no store, or one of a newer version.
void check_schema(Database& database);

[[nodiscard]] StudyIdentity read_identity(Database& database);
[[nodiscard]] StoreLayout read_layout(Database& database);

/// What differs, for people: "stop was 15, is now 20"; empty if nothing does.
[[nodiscard]] std::string differences(const StudyIdentity& before, const StudyIdentity& now);
[[nodiscard]] std::string differences(const StoreLayout& before, const StoreLayout& now);

}  // namespace saltus
