#include "study/database.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>

#include "study/file_size_signal.hpp"

namespace saltus {

namespace {

constexpr int busy_milliseconds = 1000;

std::string reason(int result, int system_error, const char* message) {
  switch (result & 0xff) {
    case SQLITE_FULL: return "the disk is full; make room, then --resume";
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return "another program is writing it; wait for that program, or end it";
    case SQLITE_READONLY: return "it is read-only";
    case SQLITE_NOTADB: return "it is no store of a study";
    case SQLITE_CORRUPT: return fmt::format("it is damaged ({})", message);
    case SQLITE_IOERR:
      if (NoFileSizeSignal::raised()) return "the limit of file sizes (ulimit -f) is reached; raise it, then --resume";
      if (system_error == ENOSPC || system_error == EDQUOT) return "the disk is full; make room, then --resume";
      [[fallthrough]];
    case SQLITE_CANTOPEN:
      if (system_error != 0) return std::strerror(system_error);
      return message;
    default: return message;
  }
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
  const NoFileSizeSignal guard;
  sqlite3_finalize(statement);
}

Statement::Statement(Database& database, std::string_view sql) : database_(&database) {
  const NoFileSizeSignal guard;
  sqlite3_stmt* handle = nullptr;
  const int result = sqlite3_prepare_v2(database.handle_.get(), sql.data(), static_cast<int>(sql.size()), &handle, nullptr);
  handle_.reset(handle);
  if (result != SQLITE_OK) database.fail(result);
}

void Statement::bind(int parameter, double value) { sqlite3_bind_double(handle_.get(), parameter + 1, value); }

void Statement::bind(int parameter, std::int64_t value) { sqlite3_bind_int64(handle_.get(), parameter + 1, value); }

void Statement::bind(int parameter, std::string_view value) {
  // An empty view may have no address, which would mean NULL.
  const char* text = value.empty() ? "" : value.data();
  const int result = sqlite3_bind_text64(handle_.get(), parameter + 1, text, value.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  if (result != SQLITE_OK) database_->fail(result);
}

void Statement::bind_null(int parameter) { sqlite3_bind_null(handle_.get(), parameter + 1); }

void Statement::bind_blob(int parameter, std::string_view bytes) {
  const char* data = bytes.empty() ? "" : bytes.data();
  const int result = sqlite3_bind_blob64(handle_.get(), parameter + 1, data, bytes.size(), SQLITE_TRANSIENT);
  if (result != SQLITE_OK) database_->fail(result);
}

bool Statement::step() {
  const NoFileSizeSignal guard;
  const int result = sqlite3_step(handle_.get());
  if (result == SQLITE_ROW) return true;
  if (result == SQLITE_DONE) return false;
  database_->fail(result);
}

void Statement::run() {
  while (step()) {
  }
  reset();
}

void Statement::reset() {
  const NoFileSizeSignal guard;
  sqlite3_reset(handle_.get());
}

bool Statement::is_null(int column) const { return sqlite3_column_type(handle_.get(), column) == SQLITE_NULL; }

bool Statement::is_text(int column) const { return sqlite3_column_type(handle_.get(), column) == SQLITE_TEXT; }

double Statement::real(int column) const {
  return is_null(column) ? std::numeric_limits<double>::quiet_NaN() : sqlite3_column_double(handle_.get(), column);
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(handle_.get(), column); }

std::string Statement::text(int column) const {
  const void* bytes = sqlite3_column_blob(handle_.get(), column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column));
  return bytes == nullptr ? std::string() : std::string(static_cast<const char*>(bytes), size);
}

void Database::Close::operator()(sqlite3* handle) const {
  const NoFileSizeSignal guard;  // the last to close copies the journal into the file
  sqlite3_close_v2(handle);
}

Database::Database(const std::filesystem::path& file, Access access) : file_(file) {
  if (access == Access::create && std::filesystem::exists(file)) {
    throw StoreError(fmt::format("cannot make the store {}: there is such a file", file.string()));
  }
  if (access == Access::read && !std::filesystem::exists(file)) {
    throw StoreError(fmt::format("cannot open the store {}: there is no such file", file.string()));
  }
  open(access);
  if (access != Access::read && sqlite3_db_readonly(handle_.get(), "main") == 1) fail(SQLITE_READONLY);
}

void Database::open(Access access) {
  const NoFileSizeSignal guard;
  const int flags = access == Access::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  sqlite3* handle = nullptr;
  const int result = sqlite3_open_v2(file_.c_str(), &handle, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  handle_.reset(handle);
  if (result != SQLITE_OK) fail(result);
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, busy_milliseconds);
}

void Database::execute(const std::string& sql) {
  const NoFileSizeSignal guard;
  const int result = sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (result != SQLITE_OK) fail(result);
}

std::int64_t Database::integer(std::string_view sql) {
  Statement statement(*this, sql);
  std::int64_t value = 0;
  while (statement.step()) value = statement.integer(0);  // to the end: a statement left before may hide an error
  return value;
}

std::string Database::text(std::string_view sql) {
  Statement statement(*this, sql);
  std::string value;
  while (statement.step()) value = statement.text(0);
  return value;
}

bool Database::in_transaction() const { return sqlite3_get_autocommit(handle_.get()) == 0; }

void Database::fail(int result) const {
  const int system_error = handle_ ? sqlite3_system_errno(handle_.get()) : 0;
  const char* message = handle_ ? sqlite3_errmsg(handle_.get()) : sqlite3_errstr(result);
  const std::string text = fmt::format("store {}: {}", file_.string(), reason(result, system_error, message));
  if ((result & 0xff) == SQLITE_BUSY || (result & 0xff) == SQLITE_LOCKED) throw StoreInUse(text);
  throw StoreError(text);
}

}  // namespace saltus
