#include "render/text_cells.h"

#include <algorithm>
#include <span>

#include "render/palette.h"

namespace koord::render {
namespace {

// A unit of layout: a core, or a piece of a core that is wider than the page.
using Piece = std::span<const int32_t>;

std::vector<Piece> pieces_of(const Topology &topology, const CoreGroup &cluster, size_t most) {
  std::vector<Piece> pieces;
  for (const int core : cluster.cores) {
    Piece rest = topology.threads(topology.cores()[static_cast<size_t>(core)]);
    for (; rest.size() > most; rest = rest.subspan(most)) pieces.push_back(rest.first(most));
    pieces.push_back(rest);
  }
  return pieces;
}

void add_dim(Line &line, std::string_view text, bool color) {
  if (color) line.text += "\x1b[2m";
  line.add(text);
  if (color) line.text += "\x1b[0m";
}

}  // namespace

void add_mark(Line &line, int16_t mark, const Strokes &strokes, bool color) {
  if (mark < 0) {
    const std::string_view sign = mark == kFree ? strokes.free : mark == kShared ? "#" : "-";
    if (color) line.text += mark == kShared ? "\x1b[1;7m" : "\x1b[2m";
    line.add(sign);
  } else {
    const auto holder = static_cast<size_t>(mark);
    if (color) line.text += "\x1b[48;5;" + std::to_string(ansi_of(holder)) + ";38;5;16m";
    line.add(std::string(1, letter_of(holder)));
  }
  if (color) line.text += "\x1b[0m";
}

CellPainter::CellPainter(const Topology &topology, const Holding &holding, const Strokes &strokes,
                         bool color, bool roomy)
    : topology_(topology), holding_(holding), strokes_(strokes), color_(color), roomy_(roomy) {
  const auto digits = static_cast<int>(std::to_string(topology.cpus().back().id).size());
  slot_ = roomy ? digits + 1 : 1;
  gap_ = roomy && topology.smt_width() == 1 ? 0 : 1;
}

Block CellPainter::paint(const CoreGroup &cluster, int gutter, int width) const {
  const int left = gutter == 0 ? 0 : gutter + (roomy_ ? 1 : 2);
  const int room = std::max(width - left, slot_);
  const auto pieces = pieces_of(topology_, cluster, static_cast<size_t>(room / slot_));
  size_t widest = 1;
  for (const Piece &piece : pieces) widest = std::max(widest, piece.size());
  const int piece_width = static_cast<int>(widest) * slot_;
  const auto per_row =
      static_cast<size_t>(tile_columns(static_cast<int>(pieces.size()), piece_width, gap_, room));

  Block out;
  for (size_t row = 0; row < pieces.size(); row += per_row) {
    Line ruler, marks;
    if (row == 0) marks.add(cluster.name);
    int next_number = left;  // first column at which a number does not touch the one before
    for (size_t i = row; i < std::min(row + per_row, pieces.size()); ++i) {
      const int start = left + static_cast<int>(i - row) * (piece_width + gap_);
      marks.pad_to(start);
      for (size_t k = 0; k < pieces[i].size(); ++k) {
        const int32_t cpu = pieces[i][k];
        const int end = start + static_cast<int>(k + 1) * slot_;
        const std::string number = std::to_string(cpu);
        const int at = roomy_ ? end - static_cast<int>(number.size()) : start;
        if ((roomy_ || k == 0) && at >= next_number) {
          ruler.pad_to(at);
          add_dim(ruler, number, color_);
          next_number = ruler.width + 1;
        }
        marks.pad_to(end - 1);
        add_mark(marks, holding_.mark(cpu), strokes_, color_);
      }
    }
    // The last number may extend beyond its core, but not beyond the page.
    if (ruler.width > width) ruler = Line{};
    out.push_back(std::move(ruler));
    out.push_back(std::move(marks));
  }
  return out;
}

}  // namespace koord::render
