// The cores of one cluster as cells of letters under a ruler of CPU numbers.
#pragma once

#include "render/block.h"
#include "render/drawing.h"

namespace koord::render {

// A CPU's mark, in its holder's colour when asked.
void add_mark(Line &line, int16_t mark, const Strokes &strokes, bool color);

class CellPainter {
 public:
  // Roomy: a number over each CPU. Else the ruler names the first CPU of a core, where that fits.
  CellPainter(const Topology &topology, const Holding &holding, const Strokes &strokes, bool color,
              bool roomy);

  // Two lines per row of cores, as many rows as needed; the name stands left of the first.
  Block paint(const CoreGroup &cluster, int gutter, int width) const;

 private:
  const Topology &topology_;
  const Holding &holding_;
  const Strokes &strokes_;
  bool color_;
  bool roomy_;
  int slot_;  // columns a CPU takes
  int gap_;   // columns between cores
};

}  // namespace koord::render
