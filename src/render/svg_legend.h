// The legend of an SVG picture: a table under the machine.
#pragma once

#include <array>

#include "render/legend.h"
#include "render/svg_writer.h"

namespace koord::render {

class SvgLegend {
 public:
  explicit SvgLegend(const Holding &holding);

  int min_width() const;        // required width in pixels
  int height(int width) const;  // in a page of that width
  void draw(SvgWriter &svg, int x, int y, int width) const;

 private:
  using Cells = std::array<std::vector<std::string>, kLegendColumns>;
  Cells cells_of(const LegendRow &row, int list_width) const;
  int list_width(int width) const;

  const Holding &holding_;
  Legend legend_;
  std::array<int, kLegendColumns> widths_{};
};

}  // namespace koord::render
