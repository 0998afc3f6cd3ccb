#include "render/legend.h"

namespace koord::render {

Legend make_legend(const std::vector<Share> &shares) {
  Legend legend;
  legend.names = {"holder", "CPUs", "cores", "split", "NUMA", "L3", "cpu list"};
  legend.wanted.fill(false);
  bool any_split = false;
  for (const Share &share : shares) {
    legend.rows.push_back({share.label, std::to_string(share.cpus.count()),
                           std::to_string(share.whole_cores), std::to_string(share.split_cores),
                           share.nodes, share.l3s, share.cpus.to_string()});
    any_split |= share.split_cores > 0;
    for (size_t i = 0; i < kLegendColumns; ++i) legend.wanted[i] |= !legend.rows.back()[i].empty();
  }
  legend.wanted[kSplit] &= any_split;
  return legend;
}

}  // namespace koord::render
