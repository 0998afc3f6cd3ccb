#include "cli/table.h"

#include <algorithm>

#include "cli/printable.h"

namespace koordctl {

std::string Table::to_string(bool with_header) const {
  std::vector<std::vector<std::string>> lines;
  if (with_header) lines.push_back(header_);
  lines.insert(lines.end(), rows_.begin(), rows_.end());
  std::vector<size_t> widths(header_.size(), 1);
  for (auto &line : lines) {
    for (size_t i = 0; i < line.size(); ++i) {
      line[i] = printable(line[i]);
      widths[i] = std::max(widths[i], printed_width(line[i]));
    }
  }
  std::string text;
  for (const auto &line : lines) {
    for (size_t i = 0; i < line.size(); ++i) {
      const std::string &cell = line[i].empty() ? "-" : line[i];
      text += cell;
      if (i + 1 < line.size()) text.append(widths[i] - printed_width(cell) + 2, ' ');
    }
    text += '\n';
  }
  return text;
}

}  // namespace koordctl
