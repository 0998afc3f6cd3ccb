#include <algorithm>

#include "render/block.h"
#include "render/drawing.h"
#include "render/drawn_pods.h"
#include "render/label.h"
#include "render/legend_text.h"
#include "render/text_cells.h"

namespace koord {
namespace render {
namespace {

constexpr int kFrame = 4;          // columns of an edge and a blank on both sides
constexpr int kHeadFrame = 6;      // columns around a headline
constexpr size_t kScreenful = 24;  // lines
constexpr int kMaxColumns = 1000;
constexpr size_t kMaxRoomyCpus = 256;

int longest_name(const Region &region) {
  size_t longest = 0;
  for (const CoreGroup &cluster : region.clusters) longest = std::max(longest, cluster.name.size());
  auto width = static_cast<int>(longest);
  for (const Region &inner : region.inner) width = std::max(width, longest_name(inner));
  return width;
}

class TextPicture {
 public:
  TextPicture(const CellPainter &cells, const Strokes &strokes, const Drawing &drawing)
      : cells_(cells), strokes_(strokes), gutter_(longest_name(drawing.machine)) {}

  // Returns the contents of a region. `spill` are the
  // parts of its headline that did not fit into the edge.
  Block body(const Region &region, int width, std::span<const std::string> spill = {}) const {
    Block out;
    append_parts(out, spill, strokes_.between, width);
    append(out, clusters(region, width));
    append(out, boxes(region.inner, width));
    for (const auto *list : {&region.memories, &region.remarks, &region.devices})
      for (const std::string &text : *list) append_wrapped(out, text, width);
    return out;
  }

 private:
  struct Box {
    std::string headline;
    Block body;
    int width() const {
      return std::max(width_of(body) + kFrame, display_width(headline) + kHeadFrame);
    }
  };

  static void append(Block &to, const Block &from) {
    to.insert(to.end(), from.begin(), from.end());
  }

  // Makes all boxes as wide as the widest and places them side by side.
  Block boxes(const std::vector<Region> &regions, int width) const {
    std::vector<Box> boxes;
    int widest = 0;
    for (const Region &region : regions) {
      boxes.push_back(box(region, width));
      widest = std::max(widest, boxes.back().width());
    }
    std::vector<Block> framed;
    framed.reserve(boxes.size());
    for (const Box &box : boxes) framed.push_back(frame(box.headline, box.body, widest, strokes_));
    return tile(framed, width, " ");
  }

  Box box(const Region &region, int width) const {
    Box box;
    size_t used = 0;
    for (; used < region.headline.size(); ++used) {
      std::string longer = box.headline;
      if (used > 0) longer += strokes_.between;
      longer += region.headline[used];
      if (used > 0 && display_width(longer) + kHeadFrame > width) break;
      box.headline = std::move(longer);
    }
    box.body = body(region, width - kFrame, std::span(region.headline).subspan(used));
    return box;
  }

  Block clusters(const Region &region, int width) const {
    std::vector<Block> blocks;
    for (const CoreGroup &cluster : region.clusters)
      blocks.push_back(cells_.paint(cluster, gutter_, width));
    std::string between = " ";
    between.append(strokes_.vertical).append(" ");
    return tile(blocks, width, between);
  }

  const CellPainter &cells_;
  const Strokes &strokes_;
  int gutter_;  // columns for the names of clusters, the same everywhere
};

Block head(const Drawing &drawing, const Strokes &strokes, bool color, int columns) {
  Block out;
  append_wrapped(out, drawing.title, columns);
  if (color)
    for (Line &line : out) line.text = "\x1b[1m" + line.text + "\x1b[0m";
  append_parts(out, drawing.summary, strokes.between, columns);
  return out;
}

std::string joined(const Block &block) {
  std::string out;
  for (const Line &line : block) {
    std::string_view text = line.text;
    while (text.ends_with(' ')) text.remove_suffix(1);
    out.append(text).append("\n");
  }
  return out;
}

}  // namespace
}  // namespace render

std::string draw_text(const Topology &topology, std::span<const Holder> holders,
                      std::string_view title, const PictureOptions &options) {
  using namespace render;
  const Holding holding(topology, holders, options.ascii);
  const Drawing drawing = build_drawing(topology, holding, title, options);
  const Strokes &drawn_with = strokes(options.ascii);
  const int columns = std::clamp(options.columns, kMinPictureColumns, kMaxColumns);

  const auto draw = [&](bool roomy) {
    const CellPainter cells(topology, holding, drawn_with, options.color, roomy);
    return TextPicture(cells, drawn_with, drawing).body(drawing.machine, columns);
  };
  // Every CPU gets its number if that costs no line, or if no rule gives the numbers of a core.
  Block body = draw(false);
  bool roomy = topology.cpus().size() <= kMaxRoomyCpus;
  if (roomy) {
    Block wide = draw(true);
    const bool irregular = topology.smt_width() > 1 && drawing.numbering.empty();
    roomy = wide.size() <= body.size() || (irregular && wide.size() <= kScreenful);
    if (roomy) body = std::move(wide);
  }

  Block out = head(drawing, drawn_with, options.color, columns);
  if (!roomy && !drawing.numbering.empty()) append_wrapped(out, drawing.numbering, columns);
  out.insert(out.end(), body.begin(), body.end());
  if (holding.has_holders()) {
    const Block legend = draw_legend(holding, drawn_with, options.color, columns);
    out.insert(out.end(), legend.begin(), legend.end());
  }
  return joined(out);
}

}  // namespace koord
