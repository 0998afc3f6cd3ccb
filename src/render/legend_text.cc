#include "render/legend_text.h"

#include <algorithm>
#include <array>

#include "render/drawing.h"
#include "render/label.h"
#include "render/legend.h"
#include "render/text_cells.h"

namespace koord::render {
namespace {

constexpr int kKey = 3;         // the mark and two blanks
constexpr int kGap = 2;         // between columns
constexpr int kMaxPlaces = 12;  // columns for lists of nodes or L3 groups
constexpr int kMinLabel = 12;
constexpr int kMinList = 16;

class Table {
 public:
  Table(const Legend &legend, int columns) : legend_(legend) {
    for (size_t i = 0; i < kLegendColumns; ++i) {
      if (!legend.wanted[i]) continue;
      widths_[i] = display_width(legend.names[i]);
      for (const LegendRow &row : legend.rows)
        widths_[i] = std::max(widths_[i], display_width(row[i]));
    }
    int room = columns - kKey - kGap;  // for label and list, without the gap between them
    for (size_t i = kCpus; i < kList; ++i) {
      if (i == kNodes || i == kL3s) widths_[i] = std::min(widths_[i], kMaxPlaces);
      if (legend.wanted[i]) room -= widths_[i] + kGap;
    }
    int &label = widths_[kLabel], &list = widths_[kList];
    label = std::min(label, std::max(kMinLabel, room - std::min(list, room / 2)));
    fits_ = room - label >= std::min(list, kMinList);
    list = std::min(list, room - label);
  }

  // Returns true if the page is wide enough for a table.
  bool fits() const { return fits_; }

  void draw(Block &out, Line line, const LegendRow &row) const {
    std::array<std::vector<std::string>, kLegendColumns> cells;
    size_t height = 1;
    for (size_t i = 0; i < kLegendColumns; ++i) {
      if (legend_.wanted[i]) cells[i] = wrap(row[i], widths_[i]);
      height = std::max(height, cells[i].size());
    }
    for (size_t k = 0; k < height; ++k) {
      int at = kKey;
      for (size_t i = 0; i < kLegendColumns; ++i) {
        if (!legend_.wanted[i]) continue;
        if (k < cells[i].size()) {
          line.pad_to(at + (is_number(i) ? widths_[i] - display_width(cells[i][k]) : 0));
          line.add(cells[i][k]);
        }
        at += widths_[i] + kGap;
      }
      out.push_back(std::move(line));
      line = Line{};
    }
  }

 private:
  const Legend &legend_;
  std::array<int, kLegendColumns> widths_{};
  bool fits_ = true;
};

// Draws a row as a list, for narrow pages.
void draw_entry(Block &out, Line key, const LegendEntry &entry, const Strokes &strokes,
                int columns) {
  for (const std::string &piece : wrap(entry.label, columns - kKey)) {
    key.pad_to(kKey);
    key.add(piece);
    out.push_back(std::move(key));
    key = Line{};
  }
  const auto number = [](int n, std::string_view noun) {
    return counted(static_cast<size_t>(n), noun);
  };
  std::vector<std::string> facts = {number(entry.cpus.count(), "CPU")};
  if (entry.whole_cores > 0) facts.push_back(number(entry.whole_cores, "core"));
  if (entry.split_cores > 0) facts.push_back(number(entry.split_cores, "split core"));
  if (!entry.nodes.empty()) facts.push_back("NUMA " + short_list(entry.nodes));
  if (!entry.l3s.empty()) facts.push_back("L3 " + short_list(entry.l3s));
  append_parts(out, facts, strokes.between, columns, kKey);
  append_wrapped(out, entry.cpus.to_string(), columns, kKey);
}

}  // namespace

Block draw_legend(const Holding &holding, const Strokes &strokes, bool color, int columns) {
  Block out(1);  // a blank line
  const std::vector<LegendEntry> &entries = holding.entries();
  const Legend legend = make_legend(entries);
  const Table table(legend, columns);
  if (table.fits()) table.draw(out, Line{}, legend.names);
  for (size_t i = 0; i < entries.size(); ++i) {
    Line key;
    add_mark(key, entries[i].mark, strokes, color);
    if (table.fits())
      table.draw(out, std::move(key), legend.rows[i]);
    else
      draw_entry(out, std::move(key), entries[i], strokes, columns);
  }
  return out;
}

}  // namespace koord::render
