// Curves over one axis as SVG, for a file or a page.
#pragma once

#include <string>
#include <vector>

namespace koordctl {

struct ChartPoint {
  double x = 0;
  double y = 0;
};

struct ChartBand {
  double x = 0;
  double low = 0;
  double high = 0;
};

struct ChartSeries {
  std::string name;
  std::vector<ChartPoint> line;   // ascending by x
  std::vector<ChartPoint> dots;   // drawn in the line's colour, not connected
  std::vector<ChartBand> band{};  // ascending by x; a faint band around the line
};

struct Chart {
  std::string title;
  std::string x_title;
  std::string y_title;
  std::vector<ChartSeries> series;
};

// Returns at most `most` (3 or more) ascending ticks that cover [low, high], in steps of 1, 2 or 5
// times a power of ten.
std::vector<double> axis_ticks(double low, double high, int most);

// The axes cover the drawn points. Colours can be distinguished with any kind of colour vision, and
// dashes without colours. Points that are not finite are left out.
std::string chart_svg(const Chart &chart);

}  // namespace koordctl
