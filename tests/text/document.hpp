#pragma once
// A test or a page of the tutorial as a list of sections. Putting the sections together again gives the file back, so a
// section whose body changed is all that `--accept` has to know.

#include <string>
#include <string_view>
#include <vector>

struct Section {
  std::string opening;  ///< its first line as it stands in the file, without the line end; "" for text before the first
  std::string body;     ///< the lines after it, each with its line end
};

/// A `.test` file: a section starts with a line `--- word arguments`.
std::vector<Section> split_test(std::string_view text);

/// A Markdown page: fenced blocks start a section with their opening fence; the closing fence starts plain text again.
std::vector<Section> split_page(std::string_view text);

std::string join(const std::vector<Section>& sections);

/// The lines of a text, without line ends.
std::vector<std::string> lines_of(std::string_view text);
