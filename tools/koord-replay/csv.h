// Tables of comma-separated values with a header line, as used by traces. Fields that contain a
// comma are quoted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace koordctl {

class Csv {
 public:
  // Parses a table with a header and rows of the same width. Throws a Failure that names the line
  // if `text` is anything else. Empty lines are ignored. `text` must outlive this.
  Csv(std::string name, std::string_view text);
  Csv(const Csv &) = delete;
  Csv &operator=(const Csv &) = delete;

  size_t rows() const { return lines_.size(); }
  // Returns the column of that name. Throws a Failure that lists the existing columns.
  size_t column(std::string_view name) const;
  std::optional<size_t> find_column(std::string_view name) const;

  std::string_view text(size_t row, size_t column) const;
  // Returns a whole number within [low, high], or throws a Failure.
  int64_t number(size_t row, size_t column, int64_t low, int64_t high) const;
  double real(size_t row, size_t column) const;
  // Throws a Failure about this field: "nodes.csv:7: gpu is "x", expected ...".
  [[noreturn]] void refuse(size_t row, size_t column, const std::string &expected) const;
  const std::string &name() const { return name_; }

  static constexpr size_t kMaxRows = 2'000'000;
  static constexpr size_t kMaxColumns = 1024;

 private:
  std::string name_;
  std::vector<std::string> header_;
  std::vector<std::string_view> fields_;  // row by row
  std::vector<size_t> lines_;             // first line of each row
  std::deque<std::string> unquoted_;      // values of quoted fields
};

}  // namespace koordctl
