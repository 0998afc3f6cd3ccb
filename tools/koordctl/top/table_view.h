// A table on a screen: sorted, filtered and scrolled. The cursor stays on its row when the contents
// change.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "top/top_data.h"

namespace koordctl {

class TableView {
 public:
  // Replaces the contents, which must outlive the next call.
  void set(const TopTable &table);
  void set_filter(const std::string &filter);

  // Move the cursor by rows, or to the first or last one.
  void move(std::ptrdiff_t rows);
  void move_to_end(bool is_first);
  // Scrolls sideways by columns of the screen.
  void shift(std::ptrdiff_t columns);
  void sort_by_next_column();
  void reverse();

  // Returns the header and the rows around the cursor.
  std::vector<std::string> lines(size_t rows, size_t columns);
  // Returns the rows of a page of lines(), for page keys.
  size_t page() const { return page_; }
  // Returns "12/500, sorted by NODE".
  std::string state() const;
  // Returns the node of the row below the cursor, or "".
  std::string node() const;

 private:
  void update();
  std::string row_line(size_t row) const;
  // Returns a text that identifies a row in later contents.
  std::string key_of(size_t row) const;

  const TopTable *table_ = nullptr;
  std::string filter_;                           // in lower case
  std::vector<std::vector<std::string>> cells_;  // printable
  std::vector<size_t> order_;                    // rows that pass the filter, sorted
  std::vector<size_t> widths_;
  size_t sorted_ = 0;
  bool is_descending_ = false;
  bool is_moved_ = false;  // otherwise the cursor stays on the first row
  size_t cursor_ = 0, top_ = 0, shift_ = 0, page_ = 1;
};

}  // namespace koordctl
