#include "measure.hpp"

#include <gtest/gtest.h>

#include "report_json.hpp"
#include "report_text.hpp"

namespace saltus::bench {
namespace {

/// Says that it took so long.
Contender pretended(std::string name, Role role, double seconds, Outcome outcome) {
  return {.name = std::move(name),
          .role = role,
          .run = [seconds] { return seconds; },
          .judge = [outcome] { return outcome; },
          .most_repetitions = 3};
}

Verdict verdict(const Outcome& ours, const Outcome& theirs, Role their_role, bool at_least, double limit) {
  Case c{.name = "",
         .title = "",
         .contenders = {pretended("ours", Role::saltus, 3, ours), pretended("theirs", their_role, 2, theirs)}};
  c.bars = {{.text = "", .ours = "ours", .theirs = "theirs", .limit = limit, .at_least = at_least}};
  return measure(c, 1).verdicts.at(0);
}

TEST(Measure, RatioIsOursToTheirsOrTheOtherWayRound) {
  EXPECT_EQ(verdict({}, {}, Role::ceiling, false, 1.5).value, 1.5);
  EXPECT_TRUE(verdict({}, {}, Role::ceiling, false, 1.5).met);
  EXPECT_FALSE(verdict({}, {}, Role::ceiling, false, 1.4).met);
  EXPECT_EQ(verdict({}, {}, Role::peer, true, 1).value, 2.0 / 3);
  EXPECT_FALSE(verdict({}, {}, Role::peer, true, 1).met);
}

TEST(Measure, LargerErrorOrWrongResultMeetsNoBar) {
  const Verdict less_exact = verdict({.error = 2e-9}, {.error = 1e-9}, Role::ceiling, false, 2);
  EXPECT_FALSE(less_exact.met);
  EXPECT_EQ(less_exact.why, "the error is larger: 2.0e-09 to 1.0e-09");
  EXPECT_FALSE(verdict(wrong_count(7, 8), {}, Role::ceiling, false, 2).met);
  EXPECT_FALSE(verdict({}, wrong_count(7, 8), Role::ceiling, false, 2).met);
  EXPECT_TRUE(verdict({}, wrong_count(7, 8), Role::peer, false, 2).met);
}

TEST(Measure, ContenderThatIsNotThereMeetsNoBar) {
  Case c{.name = "", .title = "", .contenders = {absent("ours", Role::saltus, "no reason")}};
  c.bars = {{.text = "", .ours = "ours", .limit = 1}};
  const CaseReport report = measure(c, 1);
  EXPECT_EQ(report.rows.at(0).absent, "no reason");
  EXPECT_FALSE(report.verdicts.at(0).met);
  EXPECT_EQ(verdict_text(report.verdicts.at(0)), "not run");
}

TEST(Measure, LeastTimeIsNotAlone) {
  EXPECT_EQ(least_confirmed({3, 2, 4}), 2);
  EXPECT_EQ(least_confirmed({9, 8.4, 17, 18, 16.9, 17.2, 17.1, 16.8, 19, 30}), 16.8);
  EXPECT_EQ(least_confirmed({5, 5.1, 5.2, 6, 7, 8, 9, 10, 11, 12}), 5);
  EXPECT_EQ(least_confirmed({1, 2, 4, 8, 16, 32, 64, 128, 256, 512}), 1);
}

TEST(Measure, ReportComesBackFromJson) {
  Case c{.name = "a", .title = "b", .unit = "hand", .contenders = {}};
  c.contenders = {pretended("hand", Role::ceiling, 1e-6, {.error = 1e-11, .events = 8, .steps = 60}),
                  pretended("library", Role::peer, 1e-3, wrong_count(7, 8)), absent("other", Role::peer, "not installed"),
                  pretended("ours", Role::saltus, 2e-6, {.error = 1e-11, .events = 8, .jets = 50, .megabytes = 3})};
  c.bars = {{.text = "x", .ours = "ours", .theirs = "hand", .limit = 3}, {.text = "y", .ours = "ours", .limit = 1e-6}};
  c.contenders.back().of_unit = false;
  Report report{.machine = {}, .quick = true, .cases = {measure(c, 1)}};
  report.machine.processor = "p";
  const std::string json = to_json(report);
  EXPECT_EQ(to_json(from_json(json)), json);
  EXPECT_EQ(as_page(from_json(json)), as_page(report));
  EXPECT_THROW((void)from_json("{}"), std::runtime_error);
}

TEST(ReportText, NoRatioToAnotherKindOfTimeAndNoErrorWhereNoneIsMeasured) {
  const Row unit{.name = "a hit", .least = 1e-6, .repetitions = 1, .outcome = {}};
  Row start{.name = "the start", .least = 2, .repetitions = 1, .outcome = {}};
  EXPECT_EQ(row_text(start, &unit).ratio, "2000000");
  start.of_unit = false;
  EXPECT_EQ(row_text(start, &unit).ratio, "");
  EXPECT_EQ(row_text(start, &unit).error, "");
  start.outcome.error = 1e-11;
  EXPECT_EQ(row_text(start, &unit).error, "1.0e-11");
}

TEST(ReportText, TimesHaveThreeDigits) {
  EXPECT_EQ(time_text(1.4321e-5), "14.3 us");
  EXPECT_EQ(time_text(0.9999), "1.00 s");
  EXPECT_EQ(time_text(3.2e-8), "32.0 ns");
  EXPECT_EQ(time_text(1.5e-11), "0.0150 ns");
}

}  // namespace
}  // namespace saltus::bench
