#include "table.hpp"

#include <fmt/core.h>

#include <cmath>
#include <limits>

#include "api/saltus.hpp"

namespace argesim {

using saltus::Rational;

namespace {

// Numbers longer than the column are shown by their first digits.
std::string shown(const std::string& text) {
  constexpr std::size_t width = 32;
  return text.size() <= width ? text : text.substr(0, width - 2) + "..";
}

std::string shown(double x) { return x == 0 ? "0" : fmt::format("{:.1e}", x); }

}  // namespace

double distance(const std::string& a, const std::string& b) {
  const auto x = Rational::parse(a), y = Rational::parse(b);
  const auto apart = x && y ? Rational::sub(*x, *y) : std::nullopt;
  return apart ? std::abs(apart->to_double()) : std::numeric_limits<double>::quiet_NaN();
}

void Table::group(const std::string& title) {
  fmt::print("\n{}\n", title);
  fmt::print("  {:<62} {:<32} {:<32} {:>10} {:>8}  verdict\n", "quantity", "ours", "reference", "difference", "allowed");
}

void Table::row(const std::string& quantity, const std::string& ours, const std::string& reference,
                const std::string& difference, const std::string& allowed, bool met) {
  ++(met ? met_ : failed_);
  fmt::print("  {:<62} {:<32} {:<32} {:>10} {:>8}  {}\n", quantity, shown(ours), shown(reference), difference, allowed,
             met ? "met" : "FAILED");
  std::fflush(stdout);
}

void Table::count(const std::string& quantity, std::size_t ours, std::size_t reference) {
  const auto apart = ours > reference ? ours - reference : reference - ours;
  row(quantity, std::to_string(ours), std::to_string(reference), std::to_string(apart), "0", apart == 0);
}

void Table::text(const std::string& quantity, const std::string& ours, const std::string& reference) {
  row(quantity, ours, reference, "", "", ours == reference);
}

void Table::verdict(const std::string& quantity, const std::string& ours, const std::string& reference, bool met) {
  row(quantity, ours, reference, "", "", met);
}

void Table::number(const std::string& quantity, const std::string& ours, const std::string& reference, double allowed) {
  const double apart = distance(ours, reference);
  row(quantity, ours, reference, shown(apart), shown(allowed), apart <= allowed);
}

void Table::bound(const std::string& quantity, double difference, double allowed) {
  row(quantity, "", "", shown(difference), shown(allowed), difference <= allowed);
}

void Table::numbers(const std::string& quantity, const std::vector<std::string>& ours,
                    const std::vector<std::string>& reference, double allowed) {
  numbers(quantity, ours, reference, std::vector<double>(reference.size(), allowed));
}

void Table::numbers(const std::string& quantity, const std::vector<std::string>& ours,
                    const std::vector<std::string>& reference, const std::vector<double>& allowed) {
  if (ours.size() != reference.size()) {
    row(quantity, fmt::format("{} numbers", ours.size()), fmt::format("{} numbers", reference.size()), "", "", false);
    return;
  }
  if (ours.empty()) return;
  std::size_t worst = 0;
  double farthest = -1;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const double apart = distance(ours[i], reference[i]) / allowed[i];
    if (apart <= farthest) continue;
    worst = i;
    farthest = apart;
    if (std::isnan(apart)) break;
  }
  number(quantity, ours[worst], reference[worst], allowed[worst]);
}

int Table::finish() const {
  fmt::print("\n{} met, {} failed\n", met_, failed_);
  return failed_ == 0 ? 0 : 1;
}

}  // namespace argesim
