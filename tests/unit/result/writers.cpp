#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "result/json_emitter.hpp"
#include "result/report.hpp"
#include "result/write_csv.hpp"
#include "result/write_json.hpp"
#include "sample_run.hpp"

namespace saltus {
namespace {

using nlohmann::json;

TEST(Json, HasTheKeysOfTheSchemaInOrder) {
  const auto object = nlohmann::ordered_json::parse(write_json(sample_run()));
  std::vector<std::string> keys;
  for (const auto& item : object.items()) keys.push_back(item.key());
  EXPECT_EQ(keys, (std::vector<std::string>{"schema", "model", "status", "parameters", "modes", "provenance", "final", "events",
                                            "near_misses", "series", "statistics"}));
}

TEST(Json, KeepsValues) {
  const json object = json::parse(write_json(sample_run()));
  EXPECT_EQ(object["schema"], "saltus.run/1");
  EXPECT_EQ(object["status"], (json{{"code", "failed"},
                                    {"time", 1.5},
                                    {"message", "h is not a number"},
                                    {"variable", "h"},
                                    {"place", "ball.mo:7:12"},
                                    {"remedy", "bound the force"}}));
  EXPECT_EQ(object["parameters"], (json{{"e", 0.1}, {"n", 3}, {"on", true}}));
  EXPECT_EQ(object["final"]["h"], "NaN");
  EXPECT_EQ(object["events"][0]["before"]["v"], -2.0);
  EXPECT_FALSE(object["events"][0].contains("machine"));
  EXPECT_EQ(object["events"][1]["to"], "falling");
  EXPECT_EQ(object["statistics"]["newton"], 5);
}

TEST(Json, SeriesHasRequestedRowsOnly) {
  const json object = json::parse(write_json(sample_run()));
  EXPECT_EQ(object["series"]["time"], (json{0.0, 0.5, 1.0}));
  EXPECT_EQ(object["series"]["A[1,2]"], (json{1.0, 3.0, 0.1}));
  EXPECT_EQ(object["series"]["on"], (json{false, true, true}));
  RunResult quiet = sample_run();
  for (Row& row : quiet.series.rows) row.requested = false;
  EXPECT_FALSE(json::parse(write_json(quiet)).contains("series"));
}

TEST(Json, DoublesReadBackExactly) {
  for (const double x : {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, -27.12901933561422, 1e15, 123456789012345680.0}) {
    JsonEmitter emitter;
    emitter.begin_array();
    emitter.number(x);
    emitter.end();
    EXPECT_EQ(json::parse(emitter.take())[0].get<double>(), x);
  }
}

TEST(Json, ChosenPrecisionGivesStrings) {
  JsonEmitter emitter;
  emitter.begin_array();
  emitter.value({0.1, "0.10000000000000000000000000000000000000001", ValueKind::real});
  emitter.value({std::numeric_limits<double>::infinity(), {}, ValueKind::real});
  emitter.value({-std::numeric_limits<double>::infinity(), {}, ValueKind::integer});
  emitter.end();
  EXPECT_EQ(emitter.take(), "[\"0.10000000000000000000000000000000000000001\", \"Infinity\", \"-Infinity\"]\n");
}

TEST(Json, EscapesText) {
  JsonEmitter emitter;
  emitter.begin_object();
  emitter.key("a\"b\\c\n\t\x01");
  emitter.text(
      "gr\xc3\xbc\xc3\x9f"
      "e \xff\xfe");
  emitter.end();
  const std::string text = emitter.take();
  const json object = json::parse(text);
  EXPECT_EQ(object.begin().key(), "a\"b\\c\n\t\x01");
  EXPECT_EQ(object.begin().value(),
            "gr\xc3\xbc\xc3\x9f"
            "e \xef\xbf\xbd\xef\xbf\xbd");
}

TEST(Csv, HasEventInstantsTwiceAndQuotesNames) {
  EXPECT_EQ(write_csv(sample_run().series),
            "time,\"A[1,2]\",on\n"
            "0,1,false\n"
            "0.5,2,false\n"
            "0.5,3,true\n"
            "1,0.1,true\n");
  EXPECT_EQ(write_csv({}), "");
}

TEST(Report, BriefNamesStatusEventsAndValues) {
  EXPECT_EQ(brief_report(sample_run()),
            "Ball: failed at 1.5, h is not a number\n"
            "  variable: h\n"
            "  place: ball.mo:7:12\n"
            "  help: bound the force\n"
            "3 events in 12 steps, 4.2 ms\n"
            "  hit    2  first 0.5  last 1.4\n"
            "  slack  1  at 1.25\n"
            "mode: mode = falling\n"
            "at the end: h = NaN\n"
            "near miss: h < 0 by 0.0001 at 0.75 [near-miss]\n");
}

TEST(Report, FullHasEveryEvent) {
  const std::string text = full_report(sample_run());
  EXPECT_NE(text.find("      1  0.5   when        SE-X       hit    v: -2 -> 1.8\n"), std::string::npos) << text;
  EXPECT_NE(text.find("mode: flying -> falling"), std::string::npos) << text;
  EXPECT_NE(full_report(sample_run(), 1).find("and 2 more"), std::string::npos);
}

TEST(Report, LimitsLongLists) {
  RunResult run;
  for (int i = 0; i < 100; ++i) {
    run.final_values.push_back({fmt::format("x[{}]", i), Value::integer(i)});
    EventEntry e;
    e.name = fmt::format("hit[{}]", i);
    run.events.push_back(e);
  }
  const std::string text = brief_report(run);
  EXPECT_NE(text.find("and 80 more names"), std::string::npos) << text;
  EXPECT_NE(text.find("x[11] = 11, and 88 more"), std::string::npos) << text;
}

}  // namespace
}  // namespace saltus
