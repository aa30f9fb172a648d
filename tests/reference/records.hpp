#pragma once
// Reference values from the text files of this folder: one record a line, fields separated by tabs, # starts a comment line.

#include <string>
#include <vector>

namespace argesim {

using Record = std::vector<std::string>;

/// The records of a file of this folder. Throws std::runtime_error if it cannot be read.
[[nodiscard]] std::vector<Record> read_records(const std::string& name);

/// The fields from `first` on.
[[nodiscard]] std::vector<std::string> fields_from(const Record& record, std::size_t first);

/// "{a,b,c}", as an array is given to a model.
[[nodiscard]] std::string array_text(const std::vector<std::string>& elements);

}  // namespace argesim
