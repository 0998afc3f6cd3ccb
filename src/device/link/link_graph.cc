#include "device/link/link_graph.h"

#include <algorithm>
#include <string>

#include "base/error.h"

namespace koord::device {
namespace {

using object::DevicePlace;
using object::PciDistance;

[[noreturn]] void wrong_pair(int from, int to, const std::string &found,
                             const std::string &expected) {
  throw Error(Status::kInvalid, "links: GPU " + std::to_string(from) + " to " + std::to_string(to) +
                                    ' ' + found + ", expected " + expected);
}

std::string up_to(int32_t most) { return "0 to " + std::to_string(most); }

void check_fact(const LinkFact &fact, int from, int to) {
  if (fact.pci < 0 || fact.pci >= kPciDistances)
    wrong_pair(from, to, "has PCIe class " + std::to_string(fact.pci), up_to(kPciDistances - 1));
  if (fact.nvlinks < 0 || fact.nvlinks > kMaxNvLinks)
    wrong_pair(from, to, "has " + std::to_string(fact.nvlinks) + " NVLinks", up_to(kMaxNvLinks));
}

void check_switch_links(std::span<const int32_t> links, int devices) {
  if (!links.empty() && links.size() != static_cast<size_t>(devices))
    throw Error(Status::kInvalid, "switch links: " + std::to_string(links.size()) +
                                      " GPUs, expected " + std::to_string(devices));
  for (size_t i = 0; i < links.size(); ++i)
    if (links[i] < 0 || links[i] > kMaxNvLinks)
      throw Error(Status::kInvalid, "switch links: GPU " + std::to_string(i) + " has " +
                                        std::to_string(links[i]) + ", expected " +
                                        up_to(kMaxNvLinks));
}

PciDistance nearness(const DevicePlace &a, const DevicePlace &b) {
  const bool numa_known = a.node >= 0 && b.node >= 0;
  const bool apart = numa_known && a.node != b.node;  // PCIe ids may repeat on another NUMA node
  if (!apart && !a.pcie.empty() && a.pcie == b.pcie) return PciDistance::kSingleSwitch;
  const bool together = numa_known ? a.node == b.node : a.socket >= 0 && a.socket == b.socket;
  return together ? PciDistance::kSameCpu : PciDistance::kCrossCpu;
}

}  // namespace

LinkGraph::LinkGraph(int devices) : devices_(devices) {
  if (devices < 0 || devices > kMaxDevices)
    throw Error(Status::kLimit,
                "links: " + std::to_string(devices) + " GPUs, expected " + up_to(kMaxDevices));
  scores_.resize(static_cast<size_t>(devices) * static_cast<size_t>(devices));
}

void LinkGraph::link(int a, int b, int32_t score) noexcept {
  const auto n = static_cast<size_t>(devices_);
  scores_[static_cast<size_t>(a) * n + static_cast<size_t>(b)] = score;
  scores_[static_cast<size_t>(b) * n + static_cast<size_t>(a)] = score;
}

LinkGraph LinkGraph::from_facts(int devices, std::span<const LinkFact> facts,
                                std::span<const int32_t> switch_links) {
  LinkGraph graph(devices);
  if (facts.size() != graph.scores_.size())
    throw Error(Status::kInvalid, "links: " + std::to_string(facts.size()) + " facts, expected " +
                                      std::to_string(graph.scores_.size()));
  check_switch_links(switch_links, devices);
  const auto fact = [&](int from, int to) -> const LinkFact & {
    return facts[static_cast<size_t>(from) * static_cast<size_t>(devices) +
                 static_cast<size_t>(to)];
  };
  for (int a = 0; a < devices; ++a)
    for (int b = a + 1; b < devices; ++b) {
      const LinkFact &forward = fact(a, b);
      const LinkFact &backward = fact(b, a);
      check_fact(forward, a, b);
      check_fact(backward, b, a);
      if (forward.nvlinks != backward.nvlinks)
        wrong_pair(a, b, "has " + std::to_string(forward.nvlinks) + " NVLinks",
                   std::to_string(backward.nvlinks) + " as in the other direction");
      if (forward.pci != backward.pci)
        wrong_pair(a, b, "has PCIe class " + std::to_string(forward.pci),
                   std::to_string(backward.pci) + " as in the other direction");
      int32_t nvlinks = forward.nvlinks;
      if (!switch_links.empty())
        nvlinks +=
            std::min(switch_links[static_cast<size_t>(a)], switch_links[static_cast<size_t>(b)]);
      graph.link(a, b, forward.pci * kPcieStep + nvlinks * kNvLinkScore);
    }
  return graph;
}

LinkGraph LinkGraph::from_places(std::span<const object::DevicePlace> places) {
  LinkGraph graph(static_cast<int>(std::min<size_t>(places.size(), kMaxDevices + 1)));
  for (int a = 0; a < graph.devices_; ++a)
    for (int b = a + 1; b < graph.devices_; ++b)
      graph.link(a, b,
                 static_cast<int32_t>(
                     nearness(places[static_cast<size_t>(a)], places[static_cast<size_t>(b)])) *
                     kPcieStep);
  return graph;
}

void LinkGraph::check_known(DeviceMask free) const {
  const DeviceMask unknown = free & ~first_devices(devices_);
  if (unknown != 0)
    throw Error(Status::kInvalid, "free GPUs: GPU " + std::to_string(lowest(unknown)) +
                                      ", expected below " + std::to_string(devices_));
}

int64_t LinkGraph::total(DeviceMask set) const noexcept {
  int64_t sum = 0;
  for_each_device(set, [&](int a) {
    const int32_t *scores = row(a);
    for_each_device(set & ~first_devices(a), [&](int b) { sum += scores[b]; });
  });
  return sum;
}

}  // namespace koord::device
