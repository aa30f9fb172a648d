#pragma once
// Expected text against actual text. `...` alone on a line stands for any number of lines, `...` within a line for any
// characters. A duration at the end of a line ("112 us") stands for any duration. Blank lines at the end do not count.

#include <string>

bool matches(const std::string& expected, const std::string& actual);

/// Both texts for a failure message, the first differing line marked.
std::string difference(const std::string& expected, const std::string& actual);
