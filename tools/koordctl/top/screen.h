// The terminal of koordctl top, by ncurses.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace koordctl {

class Screen {
 public:
  // Returns true if standard input and output are a terminal on which lines can be replaced.
  static bool is_possible();
  // Takes over the terminal until the object is destroyed. Returns nullptr if the type of the
  // terminal is not known, or if this program was built without ncurses.
  static std::unique_ptr<Screen> open(bool has_color);
  // Returns false if this program was built without ncurses.
  static bool is_built();

  virtual ~Screen() = default;
  virtual size_t rows() const = 0;
  virtual size_t columns() const = 0;
  // Replaces the contents by lines with styles (styled.h).
  virtual void paint(const std::vector<std::string> &lines) = 0;
  // Writes all of the next lines, also those that did not change.
  virtual void redraw() = 0;
  // A descriptor that can be read if a key waits.
  virtual int descriptor() const = 0;
  // Returns a character or TopKey; 0 for anything else, such as another size; -1 if no key waits.
  virtual int read_key() = 0;
};

}  // namespace koordctl
