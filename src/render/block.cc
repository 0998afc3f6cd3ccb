#include "render/block.h"

#include <algorithm>

#include "render/label.h"

namespace koord::render {
namespace {

constexpr Strokes kUnicode = {"─", "│", "┌", "┐", "└", "┘", " · ", "·"};
constexpr Strokes kAscii = {"-", "|", "+", "+", "+", "+", ", ", "."};

std::string repeated(std::string_view piece, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += piece;
  return out;
}

}  // namespace

const Strokes &strokes(bool ascii) { return ascii ? kAscii : kUnicode; }

void Line::add(std::string_view more) {
  text += more;
  width += display_width(more);
}

void Line::pad_to(int columns) {
  if (width >= columns) return;
  text.append(static_cast<size_t>(columns - width), ' ');
  width = columns;
}

int width_of(const Block &block) {
  int width = 0;
  for (const Line &line : block) width = std::max(width, line.width);
  return width;
}

void append_wrapped(Block &block, std::string_view text, int width, int indent) {
  const std::string blanks(static_cast<size_t>(indent), ' ');
  for (const std::string &piece : wrap(text, width - indent)) {
    Line line;
    line.add(blanks + piece);
    block.push_back(std::move(line));
  }
}

void append_parts(Block &block, std::span<const std::string> parts, std::string_view between,
                  int width, int indent) {
  std::string line;
  for (const std::string &part : parts) {
    const int longer = display_width(line) + display_width(between) + display_width(part);
    if (!line.empty() && longer > width - indent) {
      append_wrapped(block, line, width, indent);
      line.clear();
    }
    if (!line.empty()) line += between;
    line += part;
  }
  append_wrapped(block, line, width, indent);
}

Block frame(std::string_view headline, const Block &body, int width, const Strokes &strokes) {
  Block out;
  Line top;
  top.add(strokes.top_left);
  top.add(strokes.horizontal);
  if (!headline.empty()) {
    top.add(" ");
    top.add(headline);
    top.add(" ");
  }
  top.add(repeated(strokes.horizontal, width - 1 - top.width));
  top.add(strokes.top_right);
  out.push_back(std::move(top));
  for (const Line &inside : body) {
    Line line;
    line.add(strokes.vertical);
    line.add(" ");
    line.text += inside.text;
    line.width += inside.width;
    line.pad_to(width - 2);
    line.add(" ");
    line.add(strokes.vertical);
    out.push_back(std::move(line));
  }
  Line bottom;
  bottom.add(strokes.bottom_left);
  bottom.add(repeated(strokes.horizontal, width - 2));
  bottom.add(strokes.bottom_right);
  out.push_back(std::move(bottom));
  return out;
}

int tile_columns(int count, int block_width, int between_width, int width) {
  const int most =
      std::clamp((width + between_width) / (block_width + between_width), 1, std::max(count, 1));
  const int rows = (count + most - 1) / most;
  return rows == 0 ? 1 : (count + rows - 1) / rows;
}

Block tile(std::span<const Block> blocks, int width, std::string_view between) {
  int widest = 1;
  for (const Block &block : blocks) widest = std::max(widest, width_of(block));
  const auto columns = static_cast<size_t>(
      tile_columns(static_cast<int>(blocks.size()), widest, display_width(between), width));
  Block out;
  for (size_t row = 0; row < blocks.size(); row += columns) {
    const auto members = blocks.subspan(row, std::min(columns, blocks.size() - row));
    size_t height = 0;
    for (const Block &block : members) height = std::max(height, block.size());
    for (size_t i = 0; i < height; ++i) {
      Line line;
      for (size_t column = 0; column < members.size(); ++column) {
        if (column > 0) line.add(between);
        const int start = line.width;
        if (i < members[column].size()) {
          line.text += members[column][i].text;
          line.width += members[column][i].width;
        }
        if (column + 1 < members.size()) line.pad_to(start + widest);
      }
      out.push_back(std::move(line));
    }
  }
  return out;
}

}  // namespace koord::render
