// Determinants from the factors of a matrix, against expansion by rows.

#include "number/lu.hpp"

#include <gtest/gtest.h>

#include <random>

namespace saltus {
namespace {

using Matrix = std::vector<std::vector<double>>;

double expanded(const Matrix& a) {
  if (a.empty()) return 1;
  double sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c) {
    Matrix minor;
    for (std::size_t r = 1; r < a.size(); ++r) {
      minor.push_back(a[r]);
      minor.back().erase(minor.back().begin() + static_cast<std::ptrdiff_t>(c));
    }
    sum += (c % 2 == 0 ? 1 : -1) * a[0][c] * expanded(minor);
  }
  return sum;
}

LuFactors<double>::Determinant factored(const Matrix& a) {
  LuFactors<double> lu(a.size());
  for (std::size_t r = 0; r < a.size(); ++r)
    for (std::size_t c = 0; c < a.size(); ++c) lu.at(r, c) = a[r][c];
  lu.factor();
  return lu.determinant();
}

TEST(Lu, DeterminantsAreThoseOfExpansion) {
  std::mt19937 random(7);
  std::normal_distribution<double> entry;
  for (std::size_t n = 0; n <= 6; ++n)
    for (int k = 0; k < 50; ++k) {
      Matrix a(n, std::vector<double>(n));
      for (auto& row : a)
        for (double& x : row) x = entry(random);
      const double wanted = expanded(a);
      const auto found = factored(a);
      EXPECT_EQ(found.sign, wanted > 0 ? 1 : -1);
      EXPECT_NEAR(found.sign * std::exp(found.log), wanted, 1e-9);
    }
}

TEST(Lu, DeterminantsOfSingularMatricesHaveNoSign) {
  EXPECT_EQ(factored({{1, 2}, {2, 4}}).sign, 0);
  EXPECT_EQ(factored({{0, 0}, {0, 1}}).sign, 0);
  EXPECT_EQ(factored({{0, 1}, {1, 0}}).sign, -1);
  EXPECT_EQ(factored({{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}).sign, 1);
}

}  // namespace
}  // namespace saltus
