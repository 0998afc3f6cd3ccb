// Curves over one axis as SVG, by itself or in a page.
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
  std::vector<ChartPoint> dots;   // apart from the line, in its colour
  std::vector<ChartBand> band{};  // ascending by x, around the line, faint
};

struct Chart {
  std::string title;
  std::string x_title;
  std::string y_title;
  std::vector<ChartSeries> series;
};

// At most `most`, 3 or more, in steps of 1, 2 or 5 times a power of ten, that cover [low, high];
// ascending.
std::vector<double> axis_ticks(double low, double high, int most);

// Axes are as long as what is drawn. Colours are told apart with any kind of sight, dashes without
// colours. Points that are not finite are left out.
std::string chart_svg(const Chart &chart);

}  // namespace koordctl
