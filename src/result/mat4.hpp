#pragma once
// Matrices as MATLAB level 4 stores them: a header of five 32-bit numbers (type, rows, columns, 0, length of the name), the name, then the
// elements column by column, little-endian. Source: MAT-File Level 4 Format, The MathWorks.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace saltus::mat4 {

/// Texts as the rows of a matrix, or, transposed, as its columns; shorter ones are filled up with blanks.
enum class Texts : std::uint8_t { rows, columns };

void add_texts(std::string& out, std::string_view name, std::span<const std::string> texts, Texts how);
/// `elements` column by column.
void add_integers(std::string& out, std::string_view name, std::size_t rows, std::size_t columns,
                  std::span<const std::int32_t> elements);
void add_reals(std::string& out, std::string_view name, std::size_t rows, std::size_t columns,
               std::span<const double> elements);
/// The header alone: rows * columns doubles follow, column by column.
void add_real_header(std::string& out, std::string_view name, std::size_t rows, std::size_t columns);
void add_real(std::string& out, double value);

/// The largest number of rows or columns.
inline constexpr std::size_t most = 2147483647;

}  // namespace saltus::mat4
