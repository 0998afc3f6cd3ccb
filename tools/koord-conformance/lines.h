// Splits texts into lines without the streams of the standard library, which report running out of
// memory as the end of the text.

#pragma once

#include <string>
#include <string_view>
#include <vector>

// The last line may lack a line break.
inline std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return lines;
}
