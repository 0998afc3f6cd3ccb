#include "wire/node/numa_report.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace koord::wire {
namespace {

using object::Amount;
using object::NumaReport;

object::Amounts read_available(const NrtZone &zone) {
  object::Amounts out;
  for (const NrtResource &resource : zone.resources)
    out.push_back({std::string(resource.name), resource.available.value_or(0)});
  std::sort(out.begin(), out.end(),
            [](const Amount &a, const Amount &b) { return a.resource < b.resource; });
  return out;
}

std::vector<object::NumaCost> read_costs(const NrtZone &zone) {
  std::vector<object::NumaCost> out;
  for (const NrtCost &cost : zone.costs) {
    const auto node = node_number(cost.name);
    if (!node || *node >= NumaReport::kMaxNodes) continue;
    out.push_back({static_cast<int>(*node), cost.value});
  }
  return out;
}

}  // namespace

NumaReport read_numa_report(const NrtParts &parts, const Log &log) {
  NumaReport out;
  for (const NrtZone &zone : parts.zones) {
    if (zone.node >= NumaReport::kMaxNodes) {
      log.warn(zone_path(zone.index) +
               ".name: NodeResourceTopologyMatch supports only NUMA nodes below " +
               std::to_string(NumaReport::kMaxNodes));
      continue;
    }
    out.zones.push_back({static_cast<int>(zone.node), read_available(zone), read_costs(zone)});
  }
  for (const std::string_view policy : parts.policies) out.policies.emplace_back(policy);
  for (const NrtAttribute &attribute : parts.attributes)
    if (attribute.name && attribute.value)
      out.attributes.push_back({std::string(*attribute.name), std::string(*attribute.value)});
  return out;
}

}  // namespace koord::wire
