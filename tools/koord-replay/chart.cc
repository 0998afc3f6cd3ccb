#include "chart.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <limits>

#include "cli/printable.h"

namespace koordctl {
namespace {

constexpr int kWidth = 860;
constexpr int kHeight = 480;
constexpr int kLeft = 70;
constexpr int kRight = 180;  // width of the legend
constexpr int kTop = 50;
constexpr int kBottom = 60;
constexpr int kMostTicks = 9;

// The colours of Okabe and Ito without yellow, which is hard to see on white.
constexpr const char *kColors[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                   "#e69f00", "#56b4e9", "#000000"};
// The number of dashes has no common factor with that of the colours, so that pairs repeat late.
constexpr const char *kDashes[] = {"", "8 4", "2 3", "10 3 2 3", "14 3 2 3 2 3"};

// Formats a number with up to three decimals, without trailing zeros.
std::string number(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3f", value);
  std::string short_text = text;
  short_text.erase(short_text.find_last_not_of('0') + 1);
  if (short_text.ends_with('.')) short_text.pop_back();
  return short_text == "-0" ? "0" : short_text;
}

bool is_drawn(const ChartPoint &point) { return std::isfinite(point.x) && std::isfinite(point.y); }

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void include(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  // Widens an empty range or a range of one value, so that it can be drawn.
  void widen() {
    if (low > high) low = high = 0;
    if (low == high) high = low + std::max(1.0, std::abs(low));
  }
};

class Axis {
 public:
  Axis(Range range, double from, double to) : from_(from), to_(to) {
    range.widen();
    low_ = range.low;
    high_ = range.high;
    ticks_ = axis_ticks(low_, high_, kMostTicks);
    std::erase_if(ticks_, [&](double tick) { return !(tick >= low_ && tick <= high_); });
  }
  const std::vector<double> &ticks() const { return ticks_; }
  double place(double value) const {
    // Computed with halves, because the whole length may overflow.
    return from_ + (value / 2 - low_ / 2) / (high_ / 2 - low_ / 2) * (to_ - from_);
  }

 private:
  double from_;
  double to_;
  double low_;
  double high_;
  std::vector<double> ticks_;
};

std::string text_at(double x, double y, const std::string &attributes, const std::string &text) {
  return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\"" + attributes + ">" +
         escape_xml(text) + "</text>\n";
}

std::string line_between(double x1, double y1, double x2, double y2,
                         const std::string &attributes) {
  return "<line x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" + number(x2) +
         "\" y2=\"" + number(y2) + "\"" + attributes + "/>\n";
}

std::string grid(const Axis &x, const Axis &y) {
  std::string svg;
  const std::string faint = " stroke=\"#ddd\"";
  for (const double tick : x.ticks()) {
    svg += line_between(x.place(tick), kTop, x.place(tick), kHeight - kBottom, faint);
    svg += text_at(x.place(tick), kHeight - kBottom + 18, " text-anchor=\"middle\"", number(tick));
  }
  for (const double tick : y.ticks()) {
    svg += line_between(kLeft, y.place(tick), kWidth - kRight, y.place(tick), faint);
    svg += text_at(kLeft - 8, y.place(tick) + 4, " text-anchor=\"end\"", number(tick));
  }
  return svg;
}

std::string stroke_of(size_t place) {
  const char *dash = kDashes[place % std::size(kDashes)];
  std::string stroke =
      std::string(" stroke=\"") + kColors[place % std::size(kColors)] + "\" stroke-width=\"2\"";
  if (*dash != '\0') stroke += std::string(" stroke-dasharray=\"") + dash + "\"";
  return stroke;
}

// Follows the upper edge forwards and the lower edge backwards.
std::string band_of(const ChartSeries &series, size_t place, const Axis &x, const Axis &y) {
  std::string there;
  std::string back;
  for (const ChartBand &at : series.band) {
    if (!is_drawn({at.x, at.low}) || !is_drawn({at.x, at.high})) continue;
    there += number(x.place(at.x)) + "," + number(y.place(at.high)) + " ";
    back = number(x.place(at.x)) + "," + number(y.place(at.low)) + " " + back;
  }
  if (there.empty()) return "";
  back.pop_back();
  return "<polygon fill=\"" + std::string(kColors[place % std::size(kColors)]) +
         "\" fill-opacity=\"0.15\" points=\"" + there + back + "\"/>\n";
}

std::string curve(const ChartSeries &series, size_t place, const Axis &x, const Axis &y) {
  std::string points;
  for (const ChartPoint &point : series.line) {
    if (!is_drawn(point)) continue;
    points +=
        (points.empty() ? "" : " ") + number(x.place(point.x)) + "," + number(y.place(point.y));
  }
  std::string svg;
  if (!points.empty())
    svg += "<polyline fill=\"none\"" + stroke_of(place) + " points=\"" + points + "\"/>\n";
  for (const ChartPoint &dot : series.dots) {
    if (!is_drawn(dot)) continue;
    svg += "<circle cx=\"" + number(x.place(dot.x)) + "\" cy=\"" + number(y.place(dot.y)) +
           "\" r=\"3.5\" fill=\"" + kColors[place % std::size(kColors)] + "\"/>\n";
  }
  return svg;
}

}  // namespace

std::vector<double> axis_ticks(double low, double high, int most) {
  if (!(high > low) || !std::isfinite(high - low)) return {0, 1};
  const double rough = (high - low) / std::max(most - 1, 1);
  const double power = std::pow(10, std::floor(std::log10(rough)));
  double step = 20 * power;
  for (const double factor : {10.0, 5.0, 2.0, 1.0}) {
    // Both ends are rounded outwards, which may add one step.
    const double fine = factor * power;
    const double steps = std::ceil(high / fine) - std::floor(low / fine);
    if (steps + 1 <= most) step = fine;
  }
  std::vector<double> ticks;
  const double first = std::floor(low / step);
  const double last = std::ceil(high / step);
  for (double i = first; i <= last && ticks.size() <= static_cast<size_t>(most); ++i)
    ticks.push_back(i * step);
  return ticks;
}

std::string chart_svg(const Chart &chart) {
  Range x_range;
  Range y_range;
  for (const ChartSeries &series : chart.series) {
    for (const auto *points : {&series.line, &series.dots}) {
      for (const ChartPoint &point : *points) {
        if (!is_drawn(point)) continue;
        x_range.include(point.x);
        y_range.include(point.y);
      }
    }
    for (const ChartBand &band : series.band) {
      if (!is_drawn({band.x, band.low}) || !is_drawn({band.x, band.high})) continue;
      x_range.include(band.x);
      y_range.include(band.low);
      y_range.include(band.high);
    }
  }
  const Axis x(x_range, kLeft, kWidth - kRight);
  const Axis y(y_range, kHeight - kBottom, kTop);
  const std::string middle = " text-anchor=\"middle\"";
  constexpr double kMiddleX = (kLeft + kWidth - kRight) / 2.0;
  constexpr double kMiddleY = (kTop + kHeight - kBottom) / 2.0;
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " +
                    std::to_string(kWidth) + " " + std::to_string(kHeight) +
                    "\" font-family=\"sans-serif\" font-size=\"13\">\n" + "<title>" +
                    escape_xml(chart.title) + "</title>\n" +
                    "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  svg += text_at(kMiddleX, kTop / 2.0, middle + " font-size=\"16\"", chart.title);
  svg += grid(x, y);
  svg += text_at(kMiddleX, kHeight - 16, middle, chart.x_title);
  svg += text_at(0, 0, middle + " transform=\"translate(20 " + number(kMiddleY) + ") rotate(-90)\"",
                 chart.y_title);
  // Bands are drawn behind all lines.
  for (size_t i = 0; i < chart.series.size(); ++i) svg += band_of(chart.series[i], i, x, y);
  double legend = kTop + 10;
  for (size_t i = 0; i < chart.series.size(); ++i) {
    svg += curve(chart.series[i], i, x, y);
    svg += line_between(kWidth - kRight + 16, legend, kWidth - kRight + 44, legend, stroke_of(i));
    svg += text_at(kWidth - kRight + 50, legend + 4, "", chart.series[i].name);
    legend += 20;
  }
  return svg + "</svg>\n";
}

}  // namespace koordctl
