// Columns of text as kubectl prints them: aligned left, two blanks apart, no trailing blanks. Cells
// may hold whatever users wrote: they are made printable here.
#pragma once

#include <string>
#include <vector>

namespace koordctl {

class Table {
 public:
  explicit Table(std::vector<std::string> header) : header_(std::move(header)) {}
  // As many cells as the header has; an empty cell prints as "-".
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  std::string to_string(bool with_header) const;

 private:
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace koordctl
