// Tables of runs as files.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "result/write_table.hpp"

namespace saltus {
namespace {

using nlohmann::json;

class SmallTable : public Table {
 public:
  [[nodiscard]] const std::vector<TableColumn>& columns() const override { return columns_; }
  [[nodiscard]] std::uint64_t row_count() const override { return 3; }
  void for_each_row(const Visit& visit) const override {
    const std::vector<double> lists[3] = {{1, 2.5}, {}, {std::nan(""), 4}};
    for (int i = 0; i < 3; ++i) {
      const std::vector<Cell> cells = {{Value::integer(i + 1)},
                                       {Value{0.1 * i, i == 2 ? "0.2000000000000000001" : "", ValueKind::real}},
                                       {Value::real(i == 1 ? std::nan("") : INFINITY)},
                                       {{}, lists[i]},
                                       {Value::text(i == 0 ? "finished" : "failed, \"x\"")}};
      visit(cells);
    }
  }
  [[nodiscard]] std::string title() const override { return "A title"; }
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> notes() const override { return {{"model", "Ball"}}; }

 private:
  std::vector<TableColumn> columns_ = {{"number", "", "", ValueKind::integer},
                                       {"e", "", "restitution"},
                                       {"v4", "m/s", "last"},
                                       {"times", "s", "", ValueKind::real, true},
                                       {"status", "", "", ValueKind::text}};
};

std::string written(TableFormat format) {
  const auto file = std::filesystem::temp_directory_path() / ("saltus_table_" + std::to_string(getpid()));
  write_table(SmallTable(), format, file);
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  std::filesystem::remove(file);
  EXPECT_FALSE(std::filesystem::exists(file.string() + ".part"));
  return text.str();
}

TEST(Tables, Csv) {
  EXPECT_EQ(written(TableFormat::csv),
            "number,e,v4,times,status\n"
            "1,0,Infinity,1 2.5,finished\n"
            "2,0.1,,,\"failed, \"\"x\"\"\"\n"
            "3,0.2000000000000000001,Infinity,NaN 4,\"failed, \"\"x\"\"\"\n");
}

TEST(Tables, Json) {
  const json object = json::parse(written(TableFormat::json));
  EXPECT_EQ(object["schema"], "saltus.table/1");
  EXPECT_EQ(object["title"], "A title");
  EXPECT_EQ(object["notes"], (json{{"model", "Ball"}}));
  EXPECT_EQ(object["columns"][2], (json{{"name", "v4"}, {"unit", "m/s"}, {"description", "last"}}));
  EXPECT_EQ(object["rows"].size(), 3u);
  EXPECT_EQ(object["rows"][0],
            (json{{"number", 1}, {"e", 0.0}, {"v4", "Infinity"}, {"times", {1.0, 2.5}}, {"status", "finished"}}));
  EXPECT_EQ(object["rows"][1]["v4"], nullptr);
  EXPECT_EQ(object["rows"][2]["times"], (json{nullptr, 4.0}));
  EXPECT_EQ(object["rows"][2]["e"], "0.2000000000000000001");
}

TEST(Tables, MatAndWorkbookAreTheSameEachTime) {
  const std::string mat = written(TableFormat::mat);
  EXPECT_EQ(mat.substr(20, 6), std::string("names\0", 6));
  EXPECT_EQ(mat, written(TableFormat::mat));
  const std::string book = written(TableFormat::xlsx);
  EXPECT_TRUE(book.starts_with("PK"));
  EXPECT_EQ(book, written(TableFormat::xlsx));
}

TEST(Tables, AFolderThatIsNotThereIsSaid) {
  try {
    write_table(SmallTable(), TableFormat::csv, "/nonexistent/runs.csv");
    FAIL();
  } catch (const TableError& error) {
    EXPECT_STREQ(error.what(), "cannot write `/nonexistent/runs.csv`: No such file or directory");
  }
}

TEST(Tables, FormatsByExtension) {
  EXPECT_EQ(table_format("mat"), TableFormat::mat);
  EXPECT_EQ(table_format("xml"), std::nullopt);
}

}  // namespace
}  // namespace saltus
