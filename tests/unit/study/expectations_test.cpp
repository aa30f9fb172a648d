#include "study/expectations.hpp"

#include <gtest/gtest.h>

#include "study/stated_number.hpp"

namespace saltus {
namespace {

Expectation expecting(const char* value, const char* published, double tol) {
  Expectation e;
  e.measure.text = "x";
  if (value != nullptr) e.value.push_back({*read_number(value), {}});
  if (published != nullptr) e.published.push_back({published, {}});
  e.tol = tol;
  return e;
}

MeasuredValue number(double x) {
  MeasuredValue v;
  v.number = x;
  return v;
}

Verdict verdict(const char* value, const char* published, double tol, double ours) {
  return judge(expecting(value, published, tol), number(ours)).verdict;
}

TEST(Expectations, ValuesAgreeWithinTheirTolerance) {
  EXPECT_EQ(verdict("0.5", nullptr, 1e-12, 0.5 + 9e-13), Verdict::met);
  EXPECT_EQ(verdict("0.5", nullptr, 1e-12, 0.5 + 2e-12), Verdict::failed);
  EXPECT_EQ(verdict("13", nullptr, 0, 13), Verdict::met);
  EXPECT_EQ(verdict("13", nullptr, 0, 12), Verdict::failed);
  EXPECT_EQ(verdict("4^(1/3) - 1", nullptr, 1e-15, 0.5874010519681994), Verdict::met);
}

TEST(Expectations, RelativeTolerances) {
  Expectation e = expecting("-2000", nullptr, 0);
  e.rtol = 1e-3;
  EXPECT_EQ(judge(e, number(-2002)).verdict, Verdict::met);
  EXPECT_EQ(judge(e, number(-2002.1)).verdict, Verdict::failed);
}

TEST(Expectations, PrintedDigitsDecide) {
  EXPECT_EQ(verdict("0.70387", "0.704", 1e-9, 0.70387), Verdict::met);
  EXPECT_EQ(verdict("0.70387", "0.7040", 1e-9, 0.70387), Verdict::published_wrong);
  EXPECT_EQ(verdict("0.70387", "0.7040", 1e-9, 0.8), Verdict::failed);
  EXPECT_EQ(verdict(nullptr, "0.7040", 0, 0.70387), Verdict::failed);
  EXPECT_EQ(verdict(nullptr, "0.704", 0, 0.70387), Verdict::met);
  EXPECT_EQ(verdict(nullptr, "7.04e-1", 0, 0.70387), Verdict::met);
}

TEST(Expectations, UnitsOfTheLastDigit) {
  EXPECT_EQ(unit_of_last_digit("1.250"), *Rational::parse("0.001"));
  EXPECT_EQ(unit_of_last_digit("13"), Rational(1));
  EXPECT_EQ(unit_of_last_digit("1.2e2"), Rational(10));
  EXPECT_EQ(unit_of_last_digit("-1.2E-3"), *Rational::parse("1e-4"));
  EXPECT_EQ(unit_of_last_digit("5.e+1"), Rational(10));
}

TEST(Expectations, MissingValuesFail) {
  EXPECT_EQ(judge(expecting("1", nullptr, 1), std::nullopt).verdict, Verdict::failed);
  const Judgement j = judge(expecting("1", nullptr, 1), MeasuredValue{});
  EXPECT_EQ(j.verdict, Verdict::failed);
  EXPECT_EQ(j.reason, "missing");
}

TEST(Expectations, Lists) {
  Expectation e = expecting("1", nullptr, 0.1);
  e.value.push_back({*read_number("2"), {}});
  e.is_list = true;
  MeasuredValue ours;
  ours.is_list = true;
  ours.list = {1.05, 1.95};
  EXPECT_EQ(judge(e, ours).verdict, Verdict::met);
  ours.list = {1.05, 1.8};
  EXPECT_EQ(judge(e, ours).verdict, Verdict::failed);
  ours.list = {1.05};
  EXPECT_EQ(judge(e, ours).reason, "1 values instead of 2");
}

TEST(Expectations, AllDigitsOfHighPrecisionCount) {
  MeasuredValue ours = number(0.5);
  ours.digits = "0.50000000000000000000000000000000001";
  EXPECT_EQ(judge(expecting("0.5", nullptr, 0), ours).verdict, Verdict::failed);
  EXPECT_EQ(judge(expecting("0.5", nullptr, 1e-34), ours).verdict, Verdict::met);
}

}  // namespace
}  // namespace saltus
