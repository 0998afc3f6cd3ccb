// The view of koordctl top: turns contents and keys into the lines of a screen. It does not touch
// the terminal.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "top/table_view.h"
#include "top/top_data.h"

namespace koordctl {

// Keys that are no characters.
enum TopKey : int {
  kKeyUp = 0x200000,  // beyond all characters
  kKeyDown,
  kKeyLeft,
  kKeyRight,
  kKeyPageUp,
  kKeyPageDown,
  kKeyHome,
  kKeyEnd,
  kKeyEnter,
  kKeyEscape,
  kKeyBackspace,
  kKeyTab
};

class TopView {
 public:
  // Starts with `node`, or with all nodes if it is empty.
  TopView(const PictureOptions &options, const std::string &node);

  void set(TopDataPtr data);
  // Sets the reason why the contents are no longer current; "" if they are.
  void set_problem(const std::string &problem) { problem_ = problem; }

  // Handles a key.
  void press(int key);
  bool is_ended() const { return is_ended_; }
  // Contents that come at times of their own are not read again by a key.
  void set_refreshable(bool is_refreshable) { is_refreshable_ = is_refreshable; }
  // Returns true once after the key that reads the contents again.
  bool takes_refresh();

  // Returns at most `rows` lines of at most `columns` columns. `age` is that of the contents in
  // seconds.
  std::vector<std::string> lines(size_t rows, size_t columns, int64_t age);

 private:
  enum Page : size_t { kNodes, kPods, kRefusals, kNode, kMessages, kPages };

  TableView *table();
  void open(Page page);
  void open_node(const std::string &node);
  void open_next_node(bool is_next);
  void press_in_filter(int key);
  void press_letter(int key);
  void press_move(int key);
  void scroll(std::ptrdiff_t rows);
  std::vector<std::string> body(size_t rows, size_t columns);
  // Returns the lines of pages that are no tables.
  std::vector<std::string> text_lines(size_t columns) const;
  std::vector<std::string> message_lines(size_t columns) const;
  std::string tabs() const;
  std::string title(int64_t age) const;
  std::string status(size_t columns) const;

  PictureOptions options_;
  TopDataPtr data_;
  std::array<TableView, 3> tables_;
  Page page_ = kNodes;
  Page back_ = kNodes;  // the page from which a node was opened
  std::string node_;
  std::string problem_;
  std::string filter_, typed_;
  bool is_typing_ = false, is_help_ = false, is_ended_ = false, is_refresh_ = false;
  bool is_refreshable_ = true;
  size_t top_ = 0, shift_ = 0, page_rows_ = 1;  // of a page of text
};

}  // namespace koordctl
