// Pictures of a machine and of the holders of its CPUs, for terminals
// and as SVG. Both are drawn from one model (render/drawing.h), are
// deterministic, and treat labels and titles as hostile text.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/cpu_set.h"
#include "topology/topology.h"

namespace koord {

// An owner of CPUs. CPUs in several holders' sets are shown as shared.
struct Holder {
  std::string label;  // any bytes; cut to kMaxPictureLabel characters
  CpuSet cpus;        // CPUs that the machine does not have are mentioned in a remark, not drawn
};

struct PictureOptions {
  bool color = false;    // text: ANSI colours
  bool ascii = false;    // text: nothing outside ASCII
  bool devices = false;  // list PCI devices under their NUMA node
  int columns = 100;     // text: maximum width, at least kMinPictureColumns
};

inline constexpr size_t kMaxPictureHolders = 64;
inline constexpr size_t kMaxPictureLabel = 60;
inline constexpr int kMinPictureColumns = 40;

// Returns UTF-8 lines, each ended by '\n'. Throws kLimit for more than kMaxPictureHolders holders.
std::string draw_text(const Topology &topology, std::span<const Holder> holders,
                      std::string_view title, const PictureOptions &options = {});
// Returns one self-contained SVG 1.1 document. Throws as above.
std::string draw_svg(const Topology &topology, std::span<const Holder> holders,
                     std::string_view title, const PictureOptions &options = {});

}  // namespace koord
