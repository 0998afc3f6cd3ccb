// Link graphs: short builders, random draws, and graphs of known machines.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <initializer_list>
#include <string>
#include <vector>

#include "device/link/link_graph.h"

namespace koord::device::testing {

using object::PciDistance;

// Two devices and the number of their NVLinks.
using Wire = std::array<int, 3>;

// Builds a graph with one PCIe class between all devices, and these NVLinks.
inline LinkGraph wired(int devices, std::initializer_list<Wire> wires,
                       PciDistance pcie = PciDistance::kUnknown) {
  const auto n = static_cast<size_t>(devices);
  std::vector<LinkFact> facts(n * n, {static_cast<int32_t>(pcie), 0});
  for (const auto &[a, b, links] : wires) {
    facts[static_cast<size_t>(a) * n + static_cast<size_t>(b)].nvlinks = links;
    facts[static_cast<size_t>(b) * n + static_cast<size_t>(a)].nvlinks = links;
  }
  return LinkGraph::from_facts(devices, facts);
}

// DGX-1 with V100: two quads with single and double links; each
// device is linked to one of the other quad.
inline LinkGraph dgx1() {
  return wired(8,
               {{0, 1, 1},
                {0, 2, 1},
                {0, 3, 2},
                {0, 4, 2},
                {1, 2, 2},
                {1, 3, 1},
                {1, 5, 2},
                {2, 3, 2},
                {2, 6, 1},
                {3, 7, 1},
                {4, 5, 1},
                {4, 6, 1},
                {4, 7, 2},
                {5, 6, 2},
                {5, 7, 1},
                {6, 7, 2}},
               PciDistance::kCrossCpu);
}

inline DeviceMask mask_of(std::initializer_list<int> minors) {
  DeviceMask mask = 0;
  for (const int minor : minors) mask |= device_bit(minor);
  return mask;
}

// Draws few distinct scores, so that ties are common, or many.
inline LinkGraph draw_graph(int devices) {
  const int kinds = *rc::gen::element(1, 2, 3, kPciDistances);
  const int links = *rc::gen::element(1, 2, 3, kMaxNvLinks + 1);
  const auto n = static_cast<size_t>(devices);
  std::vector<LinkFact> facts(n * n);
  for (size_t a = 0; a < n; ++a)
    for (size_t b = a + 1; b < n; ++b)
      facts[a * n + b] =
          facts[b * n + a] = {*rc::gen::inRange(0, kinds), *rc::gen::inRange(0, links)};
  return LinkGraph::from_facts(devices, facts);
}

inline DeviceMask draw_subset(DeviceMask of) {
  return of & *rc::gen::resize(100, rc::gen::arbitrary<DeviceMask>());
}

// Adds up the pairs of a set, one by one.
inline int64_t pair_sum(const LinkGraph &graph, DeviceMask set) {
  int64_t sum = 0;
  for (int a = 0; a < graph.devices(); ++a)
    for (int b = 0; b < a; ++b)
      if (contains(set, device_bit(a) | device_bit(b))) sum += graph.score(a, b);
  return sum;
}

// Lists the members of a set, as in {0,2,5}.
inline std::vector<int> list_of(DeviceMask set) {
  std::vector<int> minors;
  for_each_device(set, [&](int minor) { minors.push_back(minor); });
  return minors;
}

}  // namespace koord::device::testing
