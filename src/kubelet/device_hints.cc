#include "kubelet/device_hints.h"

#include <algorithm>

namespace koord::kubelet {
namespace {

// Numbers of devices.
struct Count {
  int64_t all = 0;
  int64_t usable = 0;
  int64_t reusable = 0;

  Count &operator+=(const Count &other) {
    all += other.all;
    usable += other.usable;
    reusable += other.reusable;
    return *this;
  }
};

// Counts devices by the set of nodes that they are near to. Sets are masks over the given nodes.
class DevicesByNodes {
 public:
  explicit DevicesByNodes(numa::Mask nodes) : counts_(size_t{1} << numa::width(nodes)) {
    numa::for_each_node(nodes, [&](size_t node) { nodes_.push_back(numa::Mask{1} << node); });
  }

  size_t sets() const { return counts_.size(); }
  numa::Mask nodes_of(size_t set) const {
    numa::Mask nodes = 0;
    for (size_t i = 0; i < nodes_.size(); ++i)
      if ((set >> i & 1) != 0) nodes |= nodes_[i];
    return nodes;
  }
  void add(numa::Mask device_nodes, const Count &count) {
    size_t set = 0;
    for (size_t i = 0; i < nodes_.size(); ++i)
      if ((device_nodes & nodes_[i]) != 0) set |= size_t{1} << i;
    if (set != 0) counts_[set] += count;
  }
  // Adds the counts of all its subsets to each set.
  void sum_up() {
    for (size_t node = 1; node < sets(); node <<= 1)
      for (size_t set = 0; set < sets(); ++set)
        if ((set & node) != 0) counts_[set] += counts_[set ^ node];
  }
  // Counts the devices that are near to a node of the set.
  Count near(size_t set) const {
    const Count &all = counts_.back();
    const Count &others = counts_[(sets() - 1) ^ set];
    return {all.all - others.all, all.usable - others.usable, all.reusable - others.reusable};
  }
  Count everywhere() const { return counts_.back(); }

 private:
  std::vector<numa::Mask> nodes_;
  std::vector<Count> counts_;
};

}  // namespace

std::vector<numa::Hint> device_hints(const DeviceSetup &setup, uint32_t resource, numa::Mask nodes,
                                     std::span<const uint32_t> available,
                                     std::span<const uint32_t> reusable, int64_t units) {
  DevicesByNodes devices(nodes);
  const auto add = [&](uint32_t number, const Count &count) {
    devices.add(setup.device(number).nodes, count);
  };
  for (const uint32_t number : setup.resources()[resource].devices)
    if (setup.device(number).reported) add(number, {.all = 1});
  for (const uint32_t number : available) add(number, {.usable = 1});
  for (const uint32_t number : reusable) add(number, {.usable = 1, .reusable = 1});
  devices.sum_up();

  std::vector<numa::Hint> hints;
  int narrowest = numa::width(nodes);
  for (size_t set = 1; set < devices.sets(); ++set) {
    const Count near = devices.near(set);
    const int width = numa::width(set);
    if (near.all >= units) narrowest = std::min(narrowest, width);
    const bool has_reusable = near.reusable == devices.everywhere().reusable;
    if (has_reusable && near.usable >= units)
      hints.push_back({devices.nodes_of(set), 0, true, false});
  }
  for (numa::Hint &hint : hints) hint.preferred = numa::width(hint.nodes) == narrowest;
  return hints;
}

}  // namespace koord::kubelet
