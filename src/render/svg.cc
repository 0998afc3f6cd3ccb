#include <algorithm>

#include "render/label.h"
#include "render/svg_fill.h"
#include "render/svg_legend.h"
#include "render/svg_panel.h"
#include "render/svg_writer.h"

namespace koord {
namespace render {
namespace {

constexpr int kMargin = 16;
constexpr int kPageWidth = 1200;  // the width for which panels are laid out
constexpr int kTitleLine = 24;
constexpr int kSummaryLine = 16;
constexpr size_t kDescribedCpus = 60;  // characters of a cpu list in the description

struct Cell {
  int cpu;
  int x, y;  // on the page
};

std::string joined(const std::vector<std::string> &parts) {
  std::string out;
  for (const std::string &part : parts) out.append(out.empty() ? "" : " · ").append(part);
  return out;
}

class SvgPicture {
 public:
  SvgPicture(const Topology &topology, const Holding &holding, const Drawing &drawing)
      : topology_(topology), holding_(holding), drawing_(drawing), legend_(holding) {}

  std::string draw() {
    const Panel page = lay_out(topology_, drawing_, kPageWidth);
    int width = page.width;
    if (holding_.has_holders()) width = std::max(width, legend_.min_width());
    const std::vector<std::string> head = wrap(joined(drawing_.summary), std::max(width / 7, 80));
    const std::vector<std::string> titles = wrap(drawing_.title, std::max(width / 10, 40));
    for (const std::string &line : head) width = std::max(width, text_width(line, 12));
    for (const std::string &line : titles) width = std::max(width, text_width(line, 17));

    const int top = kMargin + static_cast<int>(titles.size()) * kTitleLine +
                    static_cast<int>(head.size()) * kSummaryLine + kPad;
    const int legend_top = top + page.height + kMargin;
    int height = top + page.height + kMargin;
    if (holding_.has_holders()) height += legend_.height(width) + kPad;
    width += 2 * kMargin;

    start(width, height);
    draw_head(titles, head);
    svg_.open("g", {{"font-size", 12}});
    draw_panels(page, kMargin, top);
    svg_.close("g");
    draw_cells();
    if (holding_.has_holders()) legend_.draw(svg_, kMargin, legend_top, width - 2 * kMargin);
    svg_.close("svg");
    return svg_.take();
  }

 private:
  void start(int width, int height) {
    const std::string title = drawing_.title.empty() ? "CPU topology" : drawing_.title;
    svg_.open("svg", {{"xmlns", "http://www.w3.org/2000/svg"},
                      {"width", width},
                      {"height", height},
                      {"viewBox", "0 0 " + std::to_string(width) + " " + std::to_string(height)},
                      {"role", "img"},
                      {"aria-label", title},
                      {"class", "koord-picture"},
                      {"font-family", "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"},
                      {"fill", "#1a1d21"}});
    svg_.text("title", {}, title);
    svg_.text("desc", {}, description());
    svg_.text("style", {}, style_of(holding_.entries()));
    define_fills(svg_, holding_.entries());
    svg_.empty(
        "rect",
        {{"class", "koord-page"}, {"width", width}, {"height", height}, {"fill", "#ffffff"}});
  }

  std::string description() const {
    std::string text = joined(drawing_.summary) + ".";
    if (!holding_.has_holders()) return text;
    for (const LegendEntry &entry : holding_.entries()) {
      text.append(" ").append(entry.label).append(": ");
      text += counted(static_cast<size_t>(entry.cpus.count()), "CPU");
      if (!entry.cpus.empty())
        text += " " + clean_label(entry.cpus.to_string(), kDescribedCpus, false);
      text += ".";
    }
    return text;
  }

  void draw_head(const std::vector<std::string> &titles, const std::vector<std::string> &head) {
    int y = kMargin;
    for (const std::string &line : titles) {
      svg_.text("text", {{"x", kMargin}, {"y", y + 16}, {"font-size", 17}, {"font-weight", "bold"}},
                line);
      y += kTitleLine;
    }
    for (const std::string &line : head) {
      svg_.text("text", {{"x", kMargin}, {"y", y + 12}, {"font-size", 12}}, line);
      y += kSummaryLine;
    }
  }

  void draw_panels(const Panel &panel, int x, int y) {
    if (panel.kind == PanelKind::kMemory)
      svg_.empty("rect", {{"class", "koord-page"},
                          {"x", x},
                          {"y", y},
                          {"width", panel.width},
                          {"height", panel.height},
                          {"rx", 3},
                          {"fill", "#ffffff"},
                          {"stroke", "#8a93a0"},
                          {"stroke-dasharray", "4 3"}});
    if (panel.kind == PanelKind::kMemory || panel.kind == PanelKind::kNote) {
      const bool boxed = panel.kind == PanelKind::kMemory;
      svg_.text("text",
                {{"x", x + (boxed ? kPad : 0)}, {"y", y + (boxed ? 15 : 11)}, {"font-size", 11}},
                panel.headline);
      return;
    }
    if (panel.kind != PanelKind::kPage) draw_edge(panel, x, y);
    for (const Panel &inner : panel.inner) draw_panels(inner, x + inner.x, y + inner.y);
    if (panel.kind == PanelKind::kCluster) draw_cores(panel, x, y);
  }

  void draw_edge(const Panel &panel, int x, int y) {
    const bool cluster = panel.kind == PanelKind::kCluster;
    if (cluster && panel.headline.empty()) return;
    const std::string_view name = cluster                           ? "koord-page"
                                  : panel.kind == PanelKind::kOuter ? "koord-outer"
                                                                    : "koord-inner";
    const std::string_view fill = cluster                           ? "#ffffff"
                                  : panel.kind == PanelKind::kOuter ? "#eceff3"
                                                                    : "#f7f8fa";
    svg_.empty("rect", {{"class", name},
                        {"x", x},
                        {"y", y},
                        {"width", panel.width},
                        {"height", panel.height},
                        {"rx", cluster ? 3 : 5},
                        {"fill", fill},
                        {"stroke", cluster ? "#b3bac4" : "#8a93a0"}});
    svg_.text("text",
              {{"x", x + kPad},
               {"y", y + kPad + (cluster ? 7 : 10)},
               {"font-size", cluster ? 11 : 12},
               {"font-weight", cluster ? "normal" : "bold"}},
              panel.headline);
  }

  // Draws the outlines of the cores. Their CPUs are drawn later, in layers.
  void draw_cores(const Panel &panel, int x, int y) {
    const int top = y + panel.pad + (panel.headline.empty() ? 0 : kHeadline - 4);
    for (size_t i = 0; i < panel.cores.size(); ++i) {
      const auto at = static_cast<int>(i);
      const int left = x + panel.pad + at % panel.cores_per_row * (panel.core_width + kCoreGap);
      const int upper = top + at / panel.cores_per_row * (panel.core_height + kCoreGap);
      svg_.empty("rect", {{"x", left},
                          {"y", upper},
                          {"width", panel.core_width},
                          {"height", panel.core_height},
                          {"rx", 3},
                          {"fill", "#5c6673"}});
      const Topology::Core &core = topology_.cores()[static_cast<size_t>(panel.cores[i])];
      int thread = 0;
      for (const int32_t cpu : topology_.threads(core)) {
        cells_.push_back(
            Cell{cpu, left + kCorePad + thread % panel.threads_per_row * (kCellWidth + kCorePad),
                 upper + kCorePad + thread / panel.threads_per_row * (kCellHeight + kCorePad)});
        ++thread;
      }
    }
  }

  void draw_cells() {
    svg_.open("g");
    for (const Cell &cell : cells_)
      svg_.titled("rect",
                  {{"x", cell.x},
                   {"y", cell.y},
                   {"width", kCellWidth},
                   {"height", kCellHeight},
                   {"class", class_for(holding_.mark(cell.cpu))},
                   {"fill", fill_for(holding_.mark(cell.cpu))}},
                  tooltip(cell.cpu));
    svg_.close("g");
    // Texts ignore the pointer, so that the tooltips of the cells below are shown.
    svg_.open("g", {{"font-size", 12},
                    {"font-weight", "bold"},
                    {"text-anchor", "middle"},
                    {"pointer-events", "none"}});
    for (const Cell &cell : cells_) {
      const std::string sign = sign_for(holding_.mark(cell.cpu));
      if (sign.empty()) continue;
      svg_.text("text",
                {{"class", ink_for(holding_.mark(cell.cpu))},
                 {"x", cell.x + kCellWidth / 2},
                 {"y", cell.y + 12}},
                sign);
    }
    svg_.close("g");
    svg_.open("g", {{"font-size", 9}, {"text-anchor", "middle"}, {"pointer-events", "none"}});
    for (const Cell &cell : cells_) {
      const bool free = holding_.mark(cell.cpu) == kFree;
      svg_.text("text",
                {{"class", ink_for(holding_.mark(cell.cpu))},
                 {"x", cell.x + kCellWidth / 2},
                 {"y", cell.y + (free ? 15 : 22)}},
                std::to_string(cell.cpu));
    }
    svg_.close("g");
  }

  std::string tooltip(int id) const {
    const Topology::Cpu &cpu = *topology_.find_cpu(id);
    std::string text = "CPU " + std::to_string(id) + " · core " + std::to_string(cpu.core);
    if (cpu.l3 >= 0) text += " · L3 " + std::to_string(cpu.l3);
    if (cpu.node >= 0)
      text += " · NUMA " + std::to_string(topology_.nodes()[static_cast<size_t>(cpu.node)].id);
    text += " · socket " + std::to_string(topology_.sockets()[static_cast<size_t>(cpu.socket)].id);
    if (!holding_.has_holders()) return text;
    const int16_t mark = holding_.mark(id);
    if (mark == kFree) return text + " · free";
    if (mark == kBarred) return text + " · not allowed here";
    return text + (mark == kShared ? " · shared by " : " · ") + holding_.names_of(id);
  }

  const Topology &topology_;
  const Holding &holding_;
  const Drawing &drawing_;
  SvgLegend legend_;
  SvgWriter svg_;
  std::vector<Cell> cells_;
};

}  // namespace
}  // namespace render

std::string draw_svg(const Topology &topology, std::span<const Holder> holders,
                     std::string_view title, const PictureOptions &options) {
  using namespace render;
  PictureOptions shown = options;
  shown.ascii = false;
  const Holding holding(topology, holders, shown.ascii);
  const Drawing drawing = build_drawing(topology, holding, title, shown);
  return SvgPicture(topology, holding, drawing).draw();
}

}  // namespace koord
