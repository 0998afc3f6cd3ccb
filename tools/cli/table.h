// Text columns in kubectl's style: left-aligned, separated by two blanks, without trailing blanks.
// Cells may contain untrusted text; it is made printable here.
#pragma once

#include <string>
#include <vector>

namespace koordctl {

class Table {
 public:
  explicit Table(std::vector<std::string> header) : header_(std::move(header)) {}
  // A row must have as many cells as the header. An empty cell is printed as "-".
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  std::string to_string(bool with_header) const;

 private:
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace koordctl
