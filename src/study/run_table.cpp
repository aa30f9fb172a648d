#include "study/run_table.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "base/read_file.hpp"

namespace saltus {

namespace {

constexpr std::size_t flush_at = 1 << 16;

std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string number(double x) { return std::isnan(x) ? "" : number_text(x); }

std::string cell(const MeasuredValue& v) {
  if (!v.is_list) return v.digits.empty() ? number(v.number) : v.digits;
  std::string list;
  for (const double x : v.list) list += (list.empty() ? "" : " ") + number_text(x);
  return list;
}

class CsvFile {
 public:
  explicit CsvFile(const std::filesystem::path& path) : path_(path), file_(std::fopen(path.c_str(), "wb")) {
    if (file_ == nullptr) fail();
  }
  ~CsvFile() {
    if (file_ != nullptr) std::fclose(file_);
  }
  CsvFile(const CsvFile&) = delete;
  CsvFile& operator=(const CsvFile&) = delete;

  void line(const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) waiting_ += (i == 0 ? "" : ",") + cells[i];
    waiting_ += '\n';
    if (waiting_.size() > flush_at) flush();
  }

  void close() {
    flush();
    if (std::fclose(std::exchange(file_, nullptr)) != 0) fail();
  }

 private:
  void flush() {
    if (std::fwrite(waiting_.data(), 1, waiting_.size(), file_) != waiting_.size()) fail();
    waiting_.clear();
  }
  [[noreturn]] void fail() const {
    throw FileError(fmt::format("cannot write `{}`: {}", path_.string(), std::strerror(errno)));
  }

  std::filesystem::path path_;
  std::FILE* file_;
  std::string waiting_;
};

}  // namespace

void write_runs_csv(const Store& store, const std::filesystem::path& path) {
  CsvFile file(path);
  const StoreLayout& layout = store.layout();
  std::vector<std::string> cells = {"number"};
  for (const std::string& v : layout.varied) cells.push_back(field(v));
  for (const Measure& m : layout.measures) cells.push_back(field(m.name));
  cells.insert(cells.end(), {"status", "message", "end_time", "steps", "events"});
  file.line(cells);
  store.for_each([&](const RunRecord& r) {
    cells = {std::to_string(r.point.number)};
    for (const StudyValue& v : r.point.values) cells.push_back(number(v.value));
    for (const MeasuredValue& m : r.measures) cells.push_back(cell(m));
    cells.insert(cells.end(), {std::string(name_of(r.status)), field(r.message), number(r.end_time), std::to_string(r.steps),
                               std::to_string(r.events)});
    file.line(cells);
  });
  file.close();
}

}  // namespace saltus
