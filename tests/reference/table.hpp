#pragma once
// The table of verdicts: what a run gave, what it should have given, how far apart they are and how far they may be.
// Numbers are compared as the exact values of their decimal texts, so that fifty digits count as such.

#include <cstddef>
#include <string>
#include <vector>

namespace argesim {

class Table {
 public:
  void group(const std::string& title);

  void count(const std::string& quantity, std::size_t ours, std::size_t reference);
  /// Equal texts, such as a status.
  void text(const std::string& quantity, const std::string& ours, const std::string& reference);
  /// `reference` says in words what is expected.
  void verdict(const std::string& quantity, const std::string& ours, const std::string& reference, bool met);
  void number(const std::string& quantity, const std::string& ours, const std::string& reference, double allowed);
  /// A measured difference that may not be larger than `allowed`.
  void bound(const std::string& quantity, double difference, double allowed);
  /// As many numbers on both sides; the row shows the pair that is farthest apart.
  void numbers(const std::string& quantity, const std::vector<std::string>& ours, const std::vector<std::string>& reference,
               double allowed);
  /// The same with a bound for each of them; the row shows the pair that comes closest to its bound, or exceeds it most.
  void numbers(const std::string& quantity, const std::vector<std::string>& ours, const std::vector<std::string>& reference,
               const std::vector<double>& allowed);

  /// Prints the totals. The exit code of the program.
  int finish() const;

 private:
  void row(const std::string& quantity, const std::string& ours, const std::string& reference, const std::string& difference,
           const std::string& allowed, bool met);

  std::size_t met_ = 0, failed_ = 0;
};

/// |a - b| of two decimal texts; not a number if one of them is no number.
[[nodiscard]] double distance(const std::string& a, const std::string& b);

}  // namespace argesim
