// The layout of an SVG picture: nested panels with their sizes and positions, in pixels. All
// numbers are integers, so that a picture is the same on every machine.
#pragma once

#include <string>
#include <vector>

#include "render/drawing.h"

namespace koord::render {

enum class PanelKind { kPage, kOuter, kInner, kCluster, kMemory, kNote };

struct Panel {
  PanelKind kind = PanelKind::kPage;
  int x = 0, y = 0;  // within the panel around it
  int width = 0, height = 0;
  std::string headline;
  std::vector<Panel> inner;
  // For a cluster:
  std::vector<int> cores;
  int pad = 0;  // around the cores
  int cores_per_row = 1;
  int core_width = 0, core_height = 0;
  int threads_per_row = 1;
};

inline constexpr int kCellWidth = 26;
inline constexpr int kCellHeight = 24;
inline constexpr int kCorePad = 2;    // between a core's edge and its CPUs, and between CPUs
inline constexpr int kCoreGap = 4;    // between cores
inline constexpr int kHeadline = 18;  // height of a headline
inline constexpr int kPad = 8;        // between a panel's edge and its content, and between panels

// Returns panels for the regions of a drawing, at most about `width` pixels wide.
Panel lay_out(const Topology &topology, const Drawing &drawing, int width);

// Returns an upper estimate of the width in pixels of sans-serif text of `size` pixels.
int text_width(std::string_view text, int size);

}  // namespace koord::render
