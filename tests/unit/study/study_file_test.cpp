// Study files: what they say, with ranges counted exactly.

#include "study/study_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "study/points.hpp"
#include "study/stated_number.hpp"

namespace saltus {
namespace {

/// A study beside a model that can be read.
class StudyFileTest : public testing::Test {
 protected:
  StudyFileTest() : folder_(std::filesystem::path(testing::TempDir()) / "study_file_test") {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "m.mo") << "model M end M;";
  }

  std::optional<StudyFile> read(const std::string& body) {
    sources_ = std::make_shared<Sources>();
    diagnostics_ = Diagnostics();
    return parse_study("schema = \"saltus.study/1\"\nmodel = \"m.mo\"\n" + body, folder_ / "s.toml", sources_, diagnostics_);
  }

  SweepPoints sweep(const std::string& body) {
    const auto study = read("[sweep]\n" + body);
    EXPECT_TRUE(study.has_value()) << render(diagnostics_, *sources_);
    return SweepPoints(std::get<SweepExperiment>(study->experiment));
  }

  std::filesystem::path folder_;
  std::shared_ptr<Sources> sources_;
  Diagnostics diagnostics_;
};

TEST_F(StudyFileTest, DecimalRangesAreExact) {
  const SweepPoints points = sweep("e = {from = \"0.15\", to = \"1\", step = \"0.001\"}\n");
  EXPECT_EQ(points.count(), 851u);
  EXPECT_EQ(points.point(1).values[0].exact, "0.15");
  EXPECT_EQ(points.point(2).values[0].exact, "0.151");
  EXPECT_EQ(points.point(851).values[0].exact, "1");
  EXPECT_EQ(points.point(52).values[0].value, 0.201);
}

TEST_F(StudyFileTest, BareDoublesAreDoubles) {
  // The double 0.3 is below three times the double 0.1, so that 0.3 is not reached.
  EXPECT_EQ(sweep("e = {from = 0.1, to = 0.3, step = 0.1}\n").count(), 2u);
  EXPECT_EQ(sweep("e = {from = \"0.1\", to = \"0.3\", step = \"0.1\"}\n").count(), 3u);
}

TEST_F(StudyFileTest, IrrationalRangesReachTheirEnd) {
  const SweepPoints points = sweep("phi = {from = 0, to = \"pi\", step = \"pi/6\"}\n");
  ASSERT_EQ(points.count(), 7u);
  EXPECT_EQ(points.point(7).values[0].value, 3.14159265358979323846);
  EXPECT_EQ(read_number(points.point(3).values[0].exact)->value.value, points.point(3).values[0].value);
  EXPECT_DOUBLE_EQ(points.point(3).values[0].value, 3.14159265358979323846 / 3);
}

TEST_F(StudyFileTest, CountsDivideExactly) {
  const SweepPoints points = sweep("e = {from = 0, to = 1, count = 4}\n");
  ASSERT_EQ(points.count(), 4u);
  EXPECT_EQ(points.point(2).values[0].exact, "1/3");
  EXPECT_EQ(points.point(3).values[0].value, 2.0 / 3);
  EXPECT_EQ(points.point(4).values[0].exact, "1");
}

TEST_F(StudyFileTest, LogarithmicRanges) {
  const SweepPoints points = sweep("k = {from = \"0.001\", to = 1000, count = 7, scale = \"log\"}\n");
  ASSERT_EQ(points.count(), 7u);
  const double expected[] = {0.001, 0.01, 0.1, 1, 10, 100, 1000};
  for (std::uint64_t i = 0; i < 7; ++i) EXPECT_EQ(points.point(i + 1).values[0].value, expected[i]);
}

TEST_F(StudyFileTest, TheFirstNameVariesSlowest) {
  const SweepPoints points = sweep("b = [1, 2]\na = [true, false, \"true\"]\n");
  ASSERT_EQ(points.count(), 6u);
  EXPECT_EQ(points.point(2).values[0].value, 1);
  EXPECT_EQ(points.point(2).values[1].exact, "false");
  EXPECT_EQ(points.point(4).values[0].value, 2);
}

TEST_F(StudyFileTest, PairsGoSideBySide) {
  const SweepPoints points = sweep("paired = true\na = [1, 2, 3]\nx.start = [4, 5, 6]\n");
  ASSERT_EQ(points.count(), 3u);
  EXPECT_EQ(points.point(3).values[0].value, 3);
  EXPECT_EQ(points.point(3).values[1].value, 6);
  EXPECT_EQ(points.find({2.0, std::nullopt}).number, 2u);
  EXPECT_EQ(points.find({2.0, 6.0}).count, 0u);
}

TEST_F(StudyFileTest, PointsAreFoundByValue) {
  const SweepPoints points =
      sweep("e = {from = \"0.1\", to = \"0.9\", step = \"0.1\"}\nk = {from = 1, to = 100, count = 5, scale = \"log\"}\n");
  for (std::uint64_t n = 1; n <= points.count(); ++n) {
    const Point p = points.point(n);
    const PointMatch match = points.find({p.values[0].value, p.values[1].value});
    EXPECT_EQ(match.number, n);
    EXPECT_EQ(match.count, 1u);
  }
  EXPECT_EQ(points.find({0.3, std::nullopt}).count, 5u);
  EXPECT_EQ(points.find({0.35, std::nullopt}).count, 0u);
}

TEST_F(StudyFileTest, SettingsKeepTheirOrderAndForm) {
  const auto study = read("[set]\nz = 2\nm = [1, \"0.5\", 2]\nx.start = \"pi/6\"\non = true\nh = 0.5\n");
  ASSERT_TRUE(study.has_value());
  ASSERT_EQ(study->settings.size(), 5u);
  EXPECT_EQ(study->settings[1].value.text, "{1, 0.5, 2}");
  EXPECT_EQ(study->settings[2].name.text, "x.start");
  EXPECT_EQ(study->settings[3].value.text, "true");
  EXPECT_EQ(study->settings[4].value.text, "0.5");
}

TEST_F(StudyFileTest, Searches) {
  const auto study = read(
      "[measures]\nv4 = 'final(x)'\n[seek]\nunknown = {e = {from = \"0.3\", to = 1}}\ntarget = {v4 = \"0.5\"}\ntol = 1e-12\n");
  ASSERT_TRUE(study.has_value()) << render(diagnostics_, *sources_);
  const auto& seek = std::get<SeekExperiment>(study->experiment);
  EXPECT_EQ(seek.method.text, "toms748");
  EXPECT_EQ(seek.unknowns.front().from->number.exact, *Rational::parse("0.3"));
  EXPECT_EQ(seek.targets.front().value.number.value.value, 0.5);
  EXPECT_EQ(seek.tol, 1e-12);
}

TEST_F(StudyFileTest, Samples) {
  const auto study = read("[sample]\ncount = 1000\nseed = 7\nvary = {e = {normal = [\"0.5\", \"0.05\"], within = [0, 1]}}\n");
  ASSERT_TRUE(study.has_value()) << render(diagnostics_, *sources_);
  const auto& sample = std::get<SampleExperiment>(study->experiment);
  EXPECT_EQ(sample.count, 1000u);
  EXPECT_EQ(sample.vary.front().distribution.text, "normal");
  EXPECT_EQ(sample.vary.front().within->second.number.value.value, 1);
}

TEST_F(StudyFileTest, Comparisons) {
  const auto study = read(
      "tol = 1e-8\n[compare]\nreference = \"fine\"\nvariables = [\"x\"]\n[compare.variants.coarse]\ntol = 1e-4\n"
      "[compare.variants.fine]\nsolver = \"radau\"\nset = {k = 2}\n");
  ASSERT_TRUE(study.has_value()) << render(diagnostics_, *sources_);
  const auto& compare = std::get<CompareExperiment>(study->experiment);
  ASSERT_EQ(compare.variants.size(), 2u);
  EXPECT_EQ(compare.reference, 1u);
  EXPECT_EQ(compare.variants[1].settings.front().name.text, "k");
}

TEST_F(StudyFileTest, ExpectedPointsGetTheirNumbers) {
  const auto study = read(
      "[sweep]\ne = {from = \"0.1\", to = \"0.5\", step = \"0.1\"}\n[measures]\nv = 'final(x)'\n[[expect]]\nmeasure = "
      "\"v\"\nat = {e = \"0.3\"}\n"
      "value = 1\npublished = 0.30\n");
  ASSERT_TRUE(study.has_value()) << render(diagnostics_, *sources_);
  EXPECT_EQ(study->expectations.front().point, 3u);
  EXPECT_EQ(study->expectations.front().published.front().text, "0.30");
}

TEST_F(StudyFileTest, HostileTextsAreRefused) {
  const char* texts[] = {"[sweep]\ne = {from = \"1e399\", to = \"1e400\", step = 1}\n",
                         "[sweep]\ne = [inf]\n",
                         "[sweep]\ne = [nan]\n",
                         "[sweep]\ne = [1979-05-27]\n",
                         "[sweep]\ne = {from = 0, to = 1, count = 99999999999999}\n",
                         "[set]\nm = []\n",
                         "at = [\"1/0\"]\n",
                         "[measures]\nx = 3\n",
                         "model = 3\n",
                         "[[expect]]\n",
                         "expect = 3\n",
                         "[compare]\nvariants = 1\n",
                         "[sample]\ncount = 0\nvary = {}\n",
                         "\xff\xfe",
                         "[= 4\n",
                         "[[[[expect]]\n",
                         "[]\n",
                         " [ [\n",
                         "[sample]\ncount = 3\nvary = {e = {normal = [\"a\", 1]}}\n",
                         "[sample]\ncount = 3\nvary = {e = {triangular = [1, 2, inf], within = [nan, 1]}}\n"};
  for (const char* text : texts) {
    EXPECT_FALSE(read(text).has_value()) << text;
    EXPECT_FALSE(render(diagnostics_, *sources_).empty());
  }
}

}  // namespace
}  // namespace saltus
