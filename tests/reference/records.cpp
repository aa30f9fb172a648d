#include "records.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace argesim {

std::vector<Record> read_records(const std::string& name) {
  std::ifstream in(ARGESIM_REFERENCES + name);
  if (!in) throw std::runtime_error("cannot read the reference values " + name);
  std::vector<Record> records;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    Record record;
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, '\t');) record.push_back(field);
    records.push_back(std::move(record));
  }
  return records;
}

std::vector<std::string> fields_from(const Record& record, std::size_t first) {
  return {record.begin() + static_cast<std::ptrdiff_t>(first), record.end()};
}

std::string array_text(const std::vector<std::string>& elements) {
  std::string text = "{";
  for (const std::string& element : elements) text += (text.size() > 1 ? "," : "") + element;
  return text + "}";
}

}  // namespace argesim
