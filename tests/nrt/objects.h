// Short builders of pods and nodes for tests of NodeResourceTopologyMatch.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "nrt/match.h"

namespace koord::sched::testing {

using object::Amounts;
using object::Container;
using object::KubeQos;
using object::NumaReport;
using object::PodObject;

// Amounts by name: in milli for cpu, in units for all others.
inline Amounts amounts(const std::map<std::string, int64_t> &by_name) {
  Amounts out;
  for (const auto &[name, value] : by_name) out.push_back({name, value});
  return out;
}

inline Container container(const std::map<std::string, int64_t> &requests, bool init = false) {
  Container out;
  out.init = init;
  out.requests = amounts(requests);
  return out;
}

// Init containers must come first.
inline PodObject pod(std::vector<Container> containers) {
  PodObject out;
  out.name = "web";
  out.containers = std::move(containers);
  return out;
}

inline object::NumaZone zone(int node, const std::map<std::string, int64_t> &available,
                             std::vector<object::NumaCost> costs = {}) {
  return {node, amounts(available), std::move(costs)};
}

inline NumaReport report(std::vector<object::NumaZone> zones,
                         const std::string &policy = "SingleNUMANodeContainerLevel") {
  NumaReport out;
  out.zones = std::move(zones);
  out.policies = {policy};
  return out;
}

// Numbers names in the order of their first use, as a cluster does.
class Names {
 public:
  NrtNumbering numbering() {
    return [this](std::string_view name) {
      return numbers_.try_emplace(std::string(name), static_cast<uint16_t>(numbers_.size()))
          .first->second;
    };
  }

 private:
  std::map<std::string, uint16_t, std::less<>> numbers_;
};

// Returns the resources of the zones as node resources; their amounts do not matter.
inline Amounts everything(const NumaReport &report) {
  std::map<std::string, int64_t> on_node;
  for (const object::NumaZone &zone : report.zones)
    for (const object::Amount &amount : zone.available) on_node[amount.resource] = amount.value;
  return amounts(on_node);
}

// One pod on one node.
struct Meeting {
  Meeting(const PodObject &pod_object, KubeQos qos, const NumaReport &node_report,
          const Amounts &allocatable)
      : pod(pod_object, qos, names.numbering()),
        node(make_nrt_node(node_report, allocatable, names.numbering())) {}
  Meeting(const PodObject &pod_object, KubeQos qos, const NumaReport &node_report)
      : Meeting(pod_object, qos, node_report, everything(node_report)) {}

  NrtVerdict filter() const { return NrtMatch(pod, {}).filter(&node); }
  int score(NrtStrategy strategy, std::vector<NrtWeight> weights = {}) const {
    return NrtMatch(pod, {strategy, std::move(weights)}).score(&node);
  }
  std::string resource(const NrtVerdict &verdict) const {
    return verdict.column < 0 ? "" : pod.columns()[static_cast<size_t>(verdict.column)].resource;
  }

  Names names;
  NrtPod pod;
  NrtNode node;
};

// Zones loaded for one request of a Guaranteed pod, for the rules below filter and score.
struct Loaded {
  Loaded(const std::map<std::string, int64_t> &request, std::vector<object::NumaZone> zone_list,
         KubeQos qos = KubeQos::kGuaranteed)
      : meeting(testing::pod({container(request)}), qos, report(std::move(zone_list))),
        zones(meeting.pod) {
    zones.load(meeting.node);
  }

  NrtRequests requests() const { return meeting.pod.effective(); }
  // Returns the ids of the zones in a set, in ascending order.
  std::vector<int> ids(uint64_t set) const {
    std::vector<int> out;
    for (int i = 0; i < static_cast<int>(zones.count()); ++i)
      if ((set >> i & 1) != 0) out.push_back(zones.id(i));
    std::sort(out.begin(), out.end());
    return out;
  }

  Meeting meeting;
  NrtZones zones;
};

}  // namespace koord::sched::testing
