#include "render/svg_legend.h"

#include <algorithm>

#include "render/label.h"
#include "render/svg_fill.h"
#include "render/svg_panel.h"

namespace koord::render {
namespace {

constexpr int kFont = 12;
constexpr int kCharacter = 7;  // average width in pixels, with a margin
constexpr int kLine = 15;
constexpr int kRowGap = 6;
constexpr int kKeyWidth = 38;        // the swatch and a gap
constexpr int kColumnGap = 16;       // between columns
constexpr int kMaxPlacesWidth = 90;  // pixels for lists of nodes or L3 groups
constexpr int kMinListWidth = 200;
constexpr int kMaxList = 900;    // a longer line is hard to read
constexpr size_t kMaxLines = 4;  // of one cell; the tooltip has the full text

int row_height(const std::array<std::vector<std::string>, kLegendColumns> &cells) {
  size_t lines = 1;
  for (const auto &cell : cells) lines = std::max(lines, cell.size());
  return static_cast<int>(lines) * kLine + kRowGap;
}

}  // namespace

SvgLegend::SvgLegend(const Holding &holding)
    : holding_(holding), legend_(make_legend(holding.entries())) {
  for (size_t i = 0; i < kLegendColumns; ++i) {
    if (!legend_.wanted[i]) continue;
    widths_[i] = text_width(legend_.names[i], kFont + 2);  // bold
    for (const LegendRow &row : legend_.rows)
      widths_[i] = std::max(widths_[i], text_width(row[i], kFont));
    if (i == kNodes || i == kL3s) widths_[i] = std::min(widths_[i], kMaxPlacesWidth);
  }
}

int SvgLegend::min_width() const {
  return list_width(0) < 0 ? kMinListWidth - list_width(0) : kMinListWidth;
}

// Returns the width that the other columns leave.
int SvgLegend::list_width(int width) const {
  int rest = width - kKeyWidth;
  for (size_t i = 0; i < kList; ++i)
    if (legend_.wanted[i]) rest -= widths_[i] + kColumnGap;
  return std::min(rest, kMaxList);
}

SvgLegend::Cells SvgLegend::cells_of(const LegendRow &row, int list_width) const {
  Cells cells;
  for (size_t i = 0; i < kLegendColumns; ++i) {
    if (!legend_.wanted[i]) continue;
    if (i == kLabel || is_number(i)) {
      cells[i] = {row[i]};
      continue;
    }
    cells[i] = wrap(row[i], std::max((i == kList ? list_width : widths_[i]) / kCharacter, 2));
    if (cells[i].size() <= kMaxLines) continue;
    cells[i].resize(kMaxLines);
    cells[i].back() += "…";
  }
  return cells;
}

int SvgLegend::height(int width) const {
  int height = row_height(cells_of(legend_.names, list_width(width)));
  for (const LegendRow &row : legend_.rows) height += row_height(cells_of(row, list_width(width)));
  return height;
}

void SvgLegend::draw(SvgWriter &svg, int x, int y, int width) const {
  const auto draw_row = [&](const LegendRow &row) {
    const Cells cells = cells_of(row, list_width(width));
    int left = x + kKeyWidth;
    for (size_t i = 0; i < kLegendColumns; ++i) {
      if (!legend_.wanted[i]) continue;
      int baseline = y + kLine - 3;
      for (const std::string &line : cells[i]) {
        const bool cut = line.ends_with("…") && i != kLabel;
        const int at = is_number(i) ? left + widths_[i] : left;
        const std::string_view anchor = is_number(i) ? "end" : "start";
        svg.open("text", {{"x", at}, {"y", baseline}, {"text-anchor", anchor}});
        if (cut) svg.text("title", {}, row[i]);
        svg.text("tspan", {}, line);
        svg.close("text");
        baseline += kLine;
      }
      left += widths_[i] + kColumnGap;
    }
    y += row_height(cells);
  };
  svg.open("g", {{"font-size", kFont}, {"font-weight", "bold"}});
  draw_row(legend_.names);
  svg.close("g");
  svg.open("g", {{"font-size", kFont}});
  for (size_t i = 0; i < legend_.rows.size(); ++i) {
    const int16_t mark = holding_.entries()[i].mark;
    svg.empty("rect", {{"x", x},
                       {"y", y},
                       {"width", kCellWidth},
                       {"height", kLine + 1},
                       {"class", class_for(mark)},
                       {"fill", fill_for(mark)},
                       {"stroke", "#6b7480"}});
    if (!sign_for(mark).empty())
      svg.text("text",
               {{"class", ink_for(mark)},
                {"x", x + kCellWidth / 2},
                {"y", y + kLine - 3},
                {"text-anchor", "middle"},
                {"font-weight", "bold"}},
               sign_for(mark));
    draw_row(legend_.rows[i]);
  }
  svg.close("g");
}

}  // namespace koord::render
