// Rectangles of terminal text: lines with a known width
// that are placed above, beside and into each other.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace koord::render {

struct Line {
  std::string text;  // may contain colour sequences
  int width = 0;     // in columns

  void add(std::string_view more);  // text without colour sequences
  void pad_to(int columns);
};
using Block = std::vector<Line>;

int width_of(const Block &block);

// The characters of frames and cells.
struct Strokes {
  std::string_view horizontal, vertical;
  std::string_view top_left, top_right, bottom_left, bottom_right;
  std::string_view between;  // separates the parts of a headline
  std::string_view free;     // a free CPU
};
const Strokes &strokes(bool ascii);

// Appends `text` in lines of at most `width` columns, including `indent` blanks before each.
void append_wrapped(Block &block, std::string_view text, int width, int indent = 0);

// Appends parts separated by `between`. Lines are broken between parts if possible.
void append_parts(Block &block, std::span<const std::string> parts, std::string_view between,
                  int width, int indent = 0);

// Draws a box of `width` columns around `body`, with the headline in the upper edge.
Block frame(std::string_view headline, const Block &body, int width, const Strokes &strokes);

// Places blocks of one width side by side in as many columns as fit into `width`, in rows of even
// length. `between` separates the columns.
Block tile(std::span<const Block> blocks, int width, std::string_view between);
// Returns the number of columns of such a tiling.
int tile_columns(int count, int block_width, int between_width, int width);

}  // namespace koord::render
