#include "render/svg_panel.h"

#include <algorithm>

#include "render/label.h"

namespace koord::render {
namespace {

constexpr int kFlattest = 12;  // a cluster's width is at most this multiple of its height
constexpr int kMostAcross = 40;

int ceil_div(int a, int b) { return (a + b - 1) / b; }

// Two threads are side by side, four two by two, eight in two rows.
int threads_across(int threads) {
  if (threads <= 2) return threads;
  if (threads <= 4) return 2;
  int across = 4;
  while (across * across < threads && across < kMostAcross) ++across;
  return across;
}

class Layout {
 public:
  explicit Layout(const Topology &topology) : topology_(topology) {}

  Panel page(const Drawing &drawing, int width) const {
    return region_panel(drawing.machine, PanelKind::kPage, width);
  }

 private:
  static int edge(PanelKind kind) { return kind == PanelKind::kPage ? 0 : kPad; }

  Panel region_panel(const Region &region, PanelKind kind, int width) const {
    Panel panel;
    panel.kind = kind;
    for (const std::string &part : region.headline) {
      if (!panel.headline.empty()) panel.headline += " · ";
      panel.headline += part;
    }
    const int room = std::max(width - 2 * edge(kind), 1);
    std::vector<Panel> clusters, regions, memories, notes;
    for (const CoreGroup &cluster : region.clusters)
      clusters.push_back(this->cluster(cluster, room));
    for (const Region &inner : region.inner) {
      regions.push_back(this->region_panel(
          inner, kind == PanelKind::kPage ? PanelKind::kOuter : PanelKind::kInner, room));
    }
    for (const std::string &text : region.memories) memories.push_back(memory(text));
    for (const auto *list : {&region.remarks, &region.devices})
      for (const std::string &text : *list)
        for (const std::string &line : wrap(text, std::max(room / 7, 40)))
          notes.push_back(note(line));

    int bottom = edge(kind) + (panel.headline.empty() ? 0 : kHeadline);
    int right = text_width(panel.headline, 12) + edge(kind);
    flow(clusters, edge(kind), room, bottom, right);
    flow(regions, edge(kind), room, bottom, right);
    flow(memories, edge(kind), room, bottom, right);
    for (Panel &line : notes) {
      line.x = edge(kind);
      line.y = bottom;
      bottom += line.height;
      right = std::max(right, line.x + line.width);
    }
    if (!notes.empty()) bottom += kPad;
    for (auto *list : {&clusters, &regions, &memories, &notes})
      for (Panel &inner : *list) panel.inner.push_back(std::move(inner));
    panel.width = right + edge(kind);
    panel.height = bottom - kPad + edge(kind);
    return panel;
  }

  // Places panels in rows of even length. All are equally wide, those of a row equally high.
  static void flow(std::vector<Panel> &panels, int left, int room, int &bottom, int &right) {
    if (panels.empty()) return;
    int widest = 1;
    for (const Panel &panel : panels) widest = std::max(widest, panel.width);
    const auto count = static_cast<int>(panels.size());
    const int most = std::clamp((room + kPad) / (widest + kPad), 1, count);
    const int per_row = ceil_div(count, ceil_div(count, most));
    for (int row = 0; row < count; row += per_row) {
      const int end = std::min(row + per_row, count);
      int height = 0;
      for (int i = row; i < end; ++i)
        height = std::max(height, panels[static_cast<size_t>(i)].height);
      for (int i = row; i < end; ++i) {
        Panel &panel = panels[static_cast<size_t>(i)];
        panel.x = left + (i - row) * (widest + kPad);
        panel.y = bottom;
        panel.width = widest;
        panel.height = height;
        right = std::max(right, panel.x + panel.width);
      }
      bottom += height + kPad;
    }
  }

  static Panel memory(const std::string &text) {
    Panel panel = note(text);
    panel.kind = PanelKind::kMemory;
    panel.width += 2 * kPad;
    panel.height += kPad;
    return panel;
  }

  static Panel note(const std::string &text) {
    Panel panel;
    panel.kind = PanelKind::kNote;
    panel.headline = text;
    panel.width = text_width(text, 11);
    panel.height = 15;
    return panel;
  }

  Panel cluster(const CoreGroup &cluster, int room) const {
    Panel panel;
    panel.kind = PanelKind::kCluster;
    panel.headline = cluster.name;
    panel.pad = cluster.name.empty() ? 0 : kPad;
    panel.cores = cluster.cores;
    int threads = 1;
    for (const int core : cluster.cores)
      threads =
          std::max(threads, static_cast<int>(topology_.cores()[static_cast<size_t>(core)].threads));
    panel.threads_per_row = threads_across(threads);
    const int rows = ceil_div(threads, panel.threads_per_row);
    panel.core_width = panel.threads_per_row * (kCellWidth + kCorePad) + kCorePad;
    panel.core_height = rows * (kCellHeight + kCorePad) + kCorePad;

    const auto count = static_cast<int>(cluster.cores.size());
    const int step = panel.core_width + kCoreGap;
    const int most = std::clamp((room - 2 * panel.pad + kCoreGap) / step, 1, count);
    int lines = ceil_div(count, most);
    while (lines < count &&
           ceil_div(count, lines) * step > kFlattest * lines * (panel.core_height + kCoreGap))
      ++lines;
    panel.cores_per_row = ceil_div(count, lines);
    lines = ceil_div(count, panel.cores_per_row);
    panel.width = std::max(panel.cores_per_row * step - kCoreGap, text_width(panel.headline, 11)) +
                  2 * panel.pad;
    panel.height = lines * (panel.core_height + kCoreGap) - kCoreGap + 2 * panel.pad +
                   (panel.headline.empty() ? 0 : kHeadline - 4);
    return panel;
  }

  const Topology &topology_;
};

}  // namespace

Panel lay_out(const Topology &topology, const Drawing &drawing, int width) {
  return Layout(topology).page(drawing, width);
}

int text_width(std::string_view text, int size) {
  return (display_width(text) * size * 6 + 9) / 10;
}

}  // namespace koord::render
