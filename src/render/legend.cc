#include "render/legend.h"

namespace koord::render {
namespace {

constexpr size_t kLongestList = 48;

}  // namespace

std::string short_list(const CpuSet &ids) {
  std::string list = ids.to_string();
  return list.size() <= kLongestList ? list : std::to_string(ids.count()) + " of them";
}

Legend make_legend(const std::vector<Share> &shares) {
  Legend legend;
  legend.names = {"holder", "CPUs", "cores", "split", "NUMA", "L3", "cpu list"};
  legend.wanted.fill(false);
  bool any_split = false;
  for (const Share &share : shares) {
    legend.rows.push_back({share.label, std::to_string(share.cpus.count()),
                           std::to_string(share.whole_cores), std::to_string(share.split_cores),
                           short_list(share.nodes), short_list(share.l3s), share.cpus.to_string()});
    any_split |= share.split_cores > 0;
    for (size_t i = 0; i < kLegendColumns; ++i) legend.wanted[i] |= !legend.rows.back()[i].empty();
  }
  legend.wanted[kSplit] &= any_split;
  return legend;
}

}  // namespace koord::render
