// The cores of one cluster as cells of letters under a ruler of CPU numbers.
#pragma once

#include "render/block.h"
#include "render/drawing.h"

namespace koord::render {

// Adds a CPU's mark, in its holder's colour if `color` is set.
void add_mark(Line &line, int16_t mark, const Strokes &strokes, bool color);

class CellPainter {
 public:
  // With `roomy` every CPU has a number above it. Otherwise the
  // ruler has the number of the first CPU of a core if it fits.
  CellPainter(const Topology &topology, const Holding &holding, const Strokes &strokes, bool color,
              bool roomy);

  // Draws two lines per row of cores, in as many rows as needed. The name is left of the first row.
  Block paint(const CoreGroup &cluster, int gutter, int width) const;

 private:
  const Topology &topology_;
  const Holding &holding_;
  const Strokes &strokes_;
  bool color_;
  bool roomy_;
  int slot_;  // columns of a CPU
  int gap_;   // columns between cores
};

}  // namespace koord::render
