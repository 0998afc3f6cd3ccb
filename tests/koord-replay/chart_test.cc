// Chart axes and curves as SVG, and the progress line.
#include "chart.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <regex>
#include <string>
#include <vector>

#include "progress.h"
#include "support/failure_support.h"

namespace koordctl {
namespace {

size_t count(const std::string &text, const std::string &part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

// Returns all coordinates in an attribute.
std::vector<double> values(const std::string &svg, const std::string &attribute) {
  std::vector<double> found;
  const std::regex pattern(" " + attribute + "=\"([^\"]*)\"");
  for (std::sregex_iterator it(svg.begin(), svg.end(), pattern), end; it != end; ++it) {
    found.push_back(std::stod((*it)[1]));
  }
  return found;
}

TEST(AxisTicks, AreRoundAndCoverTheRange) {
  EXPECT_EQ(axis_ticks(0, 130, 9), (std::vector<double>{0, 20, 40, 60, 80, 100, 120, 140}));
  EXPECT_EQ(axis_ticks(3, 7, 9), (std::vector<double>{3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7}));
  EXPECT_EQ(axis_ticks(3, 7, 5), (std::vector<double>{3, 4, 5, 6, 7}));
  EXPECT_EQ(axis_ticks(-3.7, 73.3, 9), (std::vector<double>{-20, 0, 20, 40, 60, 80}));
}

TEST(AxisTicks, AnyRangeHasFewTicks) {
  for (const double low : {-1e6, -3.7, 0.0, 0.001, 12.5, 1e9}) {
    for (const double span : {1e-6, 0.3, 1.0, 9.99, 77.0, 1e12}) {
      const auto ticks = axis_ticks(low, low + span, 9);
      ASSERT_GE(ticks.size(), 2u) << low << " + " << span;
      ASSERT_LE(ticks.size(), 9u) << low << " + " << span;
      EXPECT_LE(ticks.front(), low + span * 1e-3);
      EXPECT_GE(ticks.back(), low + span * 0.999);
    }
  }
  EXPECT_EQ(axis_ticks(5, 5, 9).size(), 2u);
  EXPECT_EQ(axis_ticks(0, std::numeric_limits<double>::infinity(), 9).size(), 2u);
}

TEST(ChartSvg, DrawsLinesDotsAndLegend) {
  Chart chart{"Title", "across", "up", {}};
  chart.series.push_back(
      {"one", {{0, 0}, {50, 40}, {100, 80}}, {{50, 41}, {100, 79}}, {{0, 0, 5}, {100, 70, 90}}});
  chart.series.push_back({"two", {{0, 10}, {100, 100}}, {}});
  const std::string svg = chart_svg(chart);
  EXPECT_TRUE(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 860 480\""));
  EXPECT_EQ(count(svg, "<polyline"), 2u);
  EXPECT_EQ(count(svg, "<circle"), 2u);
  EXPECT_EQ(count(svg, "<polygon"), 1u) << "no band without one";
  EXPECT_NE(svg.find(" points=\"70,401.5 680,87 680,161 70,420\""), svg.npos);
  EXPECT_EQ(count(svg, "stroke-dasharray=\"8 4\" points"), 1u) << "told apart without colours";
  for (const char *text : {">Title<", ">across<", ">up<", ">one<", ">two<", ">100<"}) {
    EXPECT_GE(count(svg, text), 1u) << text;
  }
  // (0, 0) is the lower left corner, (100, 100) the upper right corner.
  EXPECT_NE(svg.find("points=\"70,420 "), svg.npos);
  EXPECT_NE(svg.find(" 680,50\""), svg.npos);
  for (const double x : values(svg, "cx")) EXPECT_TRUE(x >= 70 && x <= 680) << x;
  for (const double y : values(svg, "cy")) EXPECT_TRUE(y >= 50 && y <= 420) << y;
}

TEST(ChartSvg, AxesEndWithTheData) {
  Chart chart{"", "", "", {{"", {{52, 87.5}, {97, 94.1}}, {}}}};
  const std::string svg = chart_svg(chart);
  EXPECT_NE(svg.find("points=\"70,420 680,50\""), svg.npos);
  EXPECT_EQ(count(svg, ">100<") + count(svg, ">50<") + count(svg, ">87<"), 0u);
  EXPECT_EQ(count(svg, ">60<"), 1u);
  EXPECT_EQ(count(svg, ">88<"), 1u);
}

TEST(ChartSvg, NamesAreText) {
  Chart chart{"a < b & \"c\"\x01", "", "", {{"<script>", {}, {}}}};
  const std::string svg = chart_svg(chart);
  EXPECT_EQ(svg.find("<script>"), svg.npos);
  EXPECT_NE(svg.find("a &lt; b &amp; &quot;c&quot; "), svg.npos);
}

TEST(ChartSvg, PointsThatAreNotFiniteAreLeftOut) {
  const double nan = std::nan("");
  const double infinity = std::numeric_limits<double>::infinity();
  const Chart chart{"", "", "", {{"", {{0, nan}, {infinity, 1}, {1, 1}}, {{nan, 1}}}}};
  const std::string svg = chart_svg(chart);
  EXPECT_EQ(count(svg, "nan") + count(svg, "inf"), 0u);
  EXPECT_EQ(count(svg, "<circle"), 0u);
  const std::string nothing = chart_svg({});
  EXPECT_EQ(count(nothing, "<polyline"), 0u);
  EXPECT_TRUE(nothing.ends_with("</svg>\n"));
  Chart large{"", "", "", {{"", {{-1.7e308, -1.7e308}, {1.7e308, 1.7e308}}, {}}}};
  EXPECT_EQ(count(chart_svg(large), "nan"), 0u);
}

TEST(ChartSvg, ManySeriesStayApart) {
  Chart chart;
  for (int i = 0; i < 28; ++i)
    chart.series.push_back({std::to_string(i), {{0, 0}, {1, 1.0 * i}}, {}});
  const std::string svg = chart_svg(chart);
  std::vector<std::string> strokes;
  const std::regex pattern("<polyline fill=\"none\"([^>]*) points");
  for (std::sregex_iterator it(svg.begin(), svg.end(), pattern), end; it != end; ++it) {
    strokes.push_back((*it)[1]);
  }
  ASSERT_EQ(strokes.size(), 28u);
  std::sort(strokes.begin(), strokes.end());
  EXPECT_EQ(std::unique(strokes.begin(), strokes.end()), strokes.end());
}

TEST(ProgressLine, FillsFromTheLeft) {
  EXPECT_EQ(progress_line(0, 60, 10, "FGD"), "[----------]   0% 0/60 FGD");
  EXPECT_EQ(progress_line(27, 60, 10, "FGD"), "[####------]  45% 27/60 FGD");
  EXPECT_EQ(progress_line(60, 60, 10, ""), "[##########] 100% 60/60");
  EXPECT_EQ(progress_line(99, 60, 10, ""), "[##########] 100% 60/60");
  EXPECT_EQ(progress_line(0, 0, 4, ""), "[####] 100% 0/0");
}

TEST(Progress, IsSilentWithoutATerminal) {
  std::FILE *file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  {
    Progress progress(file, 3);
    progress.show(1, "x");
  }
  EXPECT_EQ(std::ftell(file), 0);
  std::fclose(file);
}

}  // namespace
}  // namespace koordctl
