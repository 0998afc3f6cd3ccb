#include "render/legend.h"

namespace koord::render {
namespace {

constexpr size_t kLongestList = 48;

}  // namespace

std::string short_list(const CpuSet &ids) {
  std::string list = ids.to_string();
  return list.size() <= kLongestList ? list : std::to_string(ids.count()) + " of them";
}

Legend make_legend(const std::vector<LegendEntry> &entries) {
  Legend legend;
  legend.names = {"holder", "CPUs", "cores", "split", "NUMA", "L3", "cpu list"};
  legend.wanted.fill(false);
  bool any_split = false;
  for (const LegendEntry &entry : entries) {
    legend.rows.push_back({entry.label, std::to_string(entry.cpus.count()),
                           std::to_string(entry.whole_cores), std::to_string(entry.split_cores),
                           short_list(entry.nodes), short_list(entry.l3s), entry.cpus.to_string()});
    any_split |= entry.split_cores > 0;
    for (size_t i = 0; i < kLegendColumns; ++i) legend.wanted[i] |= !legend.rows.back()[i].empty();
  }
  legend.wanted[kSplit] &= any_split;
  return legend;
}

}  // namespace koord::render
