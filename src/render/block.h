// Rectangles of terminal text: lines that know their width, put above, beside and into each other.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace koord::render {

struct Line {
  std::string text;  // may have colour sequences
  int width = 0;     // columns it takes

  void add(std::string_view more);  // text without colour sequences
  void pad_to(int columns);
};
using Block = std::vector<Line>;

int width_of(const Block &block);

// What lines and cells are drawn with.
struct Strokes {
  std::string_view horizontal, vertical;
  std::string_view top_left, top_right, bottom_left, bottom_right;
  std::string_view between;  // parts of a headline
  std::string_view free;     // a CPU that nobody holds
};
const Strokes &strokes(bool ascii);

// `text` in lines of at most `width` columns, `indent` blanks before each included.
void append_wrapped(Block &block, std::string_view text, int width, int indent = 0);

// Parts set one after another, `between` them; a line is broken between parts where possible.
void append_parts(Block &block, std::span<const std::string> parts, std::string_view between,
                  int width, int indent = 0);

// A box of `width` columns around `body`, its headline set into the upper edge.
Block frame(std::string_view headline, const Block &body, int width, const Strokes &strokes);

// Blocks of one width side by side in as many columns as fit into `width`, in rows of even length.
// `between` separates the columns.
Block tile(std::span<const Block> blocks, int width, std::string_view between);
// How many columns that makes.
int tile_columns(int count, int block_width, int between_width, int width);

}  // namespace koord::render
