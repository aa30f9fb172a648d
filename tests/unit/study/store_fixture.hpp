#pragma once
// Stores in a folder of their own, and runs to put into them.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "study/merge.hpp"
#include "study/store.hpp"

namespace saltus {

class StoreTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "saltus_store_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder = pattern;
    file = folder / "runs.sqlite";
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  static RunRecord record(std::uint64_t number) {
    const double x = static_cast<double>(number);
    RunRecord run;
    run.point = {number, {{x / 10, std::to_string(number) + "/10"}}};
    run.measures = {{.number = x * x}, {.list = {x, x / 3}, .is_list = true}};
    run.end_time = 15;
    run.steps = number + 7;
    run.events = number;
    run.seconds = 1e-3;
    return run;
  }

  /// What the file says is wrong with it; "" if it can be opened.
  template <typename Action>
  static std::string message_of(Action&& action) {
    try {
      action();
    } catch (const StoreError& error) {
      return error.what();
    }
    return "";
  }

  std::filesystem::path folder, file;
  StudyIdentity identity = {{{"model_hash", "abc"}, {"stop", "15"}}};
  StoreLayout layout = {{"e"}, {{"square", "m/s", "of the number"}, {"times", "s", "", true}}};
};

}  // namespace saltus
