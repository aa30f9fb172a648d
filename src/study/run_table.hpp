#pragma once
// The table of runs as csv: number, varied names, measures, how the run ended. The same bytes for any number of jobs.

#include <filesystem>

#include "study/store.hpp"

namespace saltus {

/// One record a line, in order of number; memory does not grow with their count. Missing numbers are empty, lists are separated by
/// blanks. Throws FileError if it cannot be written.
void write_runs_csv(const Store& store, const std::filesystem::path& file);

}  // namespace saltus
