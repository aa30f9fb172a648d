#pragma once
// SQLite behind two small types. Every failure is a StoreError that names the file and says what can be done.
//
// A connection serves one thread at a time. No call raises SIGXFSZ: a file-size limit is an error like a full disk.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "study/store_error.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace saltus {

class Database;

/// A prepared statement. Parameters and columns count from 0. Texts are copied.
class Statement {
 public:
  Statement(Database& database, std::string_view sql);

  void bind(int parameter, double value);  ///< NaN becomes NULL
  void bind(int parameter, std::int64_t value);
  void bind(int parameter, std::string_view value);
  void bind_null(int parameter);
  void bind_blob(int parameter, std::string_view bytes);

  [[nodiscard]] bool step();  ///< is there a (further) row?
  void run();                 ///< to the end, then ready for new values
  void reset();

  [[nodiscard]] bool is_null(int column) const;
  [[nodiscard]] bool is_text(int column) const;
  [[nodiscard]] double real(int column) const;  ///< NULL is NaN
  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] std::string text(int column) const;  ///< of a text or a blob

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  Database* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

class Database {
 public:
  enum class Access { create, write, read };  ///< create and write make the file if it does not exist

  Database(const std::filesystem::path& file, Access access);

  void execute(const std::string& sql);
  [[nodiscard]] std::int64_t integer(std::string_view sql);  ///< the only row, if any; else 0
  [[nodiscard]] std::string text(std::string_view sql);
  [[nodiscard]] bool in_transaction() const;

  [[nodiscard]] const std::filesystem::path& file() const { return file_; }
  /// The reason of the last failure as a StoreError.
  [[noreturn]] void fail(int result) const;

 private:
  friend class Statement;
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  void open(Access access);

  std::filesystem::path file_;
  std::unique_ptr<sqlite3, Close> handle_;
};

}  // namespace saltus
