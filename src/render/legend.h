// The contents of the legend by column, independent of the picture's format.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "render/drawn_pods.h"

namespace koord::render {

enum LegendColumn : size_t { kLabel, kCpus, kCores, kSplit, kNodes, kL3s, kList, kLegendColumns };

using LegendRow = std::array<std::string, kLegendColumns>;

struct Legend {
  LegendRow names;
  std::vector<LegendRow> rows;              // one per entry
  std::array<bool, kLegendColumns> wanted;  // columns that have content on this machine
};

constexpr bool is_number(size_t column) {
  return column == kCpus || column == kCores || column == kSplit;
}

// Returns ids as a list, or their number if the list would be long.
std::string short_list(const CpuSet &ids);

Legend make_legend(const std::vector<LegendEntry> &entries);

}  // namespace koord::render
