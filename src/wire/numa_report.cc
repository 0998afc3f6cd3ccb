#include "wire/numa_report.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "wire/amount.h"
#include "wire/nrt_zones.h"

namespace koord::wire {
namespace {

using object::Amount;
using object::NumaReport;

object::Amounts read_available(const JsonValue &zone) {
  object::Amounts out;
  for (const JsonValue &resource : zone.elements_of("resources")) {
    const std::string_view name = resource.at("name").as_string();
    const auto available = resource.find("available");
    out.push_back({std::string(name), available ? read_amount(name, *available) : 0});
  }
  std::sort(out.begin(), out.end(),
            [](const Amount &a, const Amount &b) { return a.resource < b.resource; });
  const auto twice =
      std::adjacent_find(out.begin(), out.end(),
                         [](const Amount &a, const Amount &b) { return a.resource == b.resource; });
  if (twice != out.end()) zone.fail(in_quotes(twice->resource) + " is listed twice");
  return out;
}

std::vector<object::NumaCost> read_costs(const JsonValue &zone) {
  std::vector<object::NumaCost> out;
  for (const JsonValue &cost : zone.elements_of("costs")) {
    const auto node = node_number(cost.at("name").as_string());
    if (!node || *node >= NumaReport::kMaxNodes) continue;
    out.push_back({static_cast<int>(*node), cost.at("value").as_int(0, UINT32_MAX)});
  }
  return out;
}

}  // namespace

NumaReport read_numa_report(const ApiObject &nrt) {
  NumaReport out;
  for (const JsonValue &zone : nrt.root().elements_of("zones")) {
    const JsonValue name = zone.at("name");
    const auto node = node_number(name.as_string());
    if (zone.string_or("type", "Node") != "Node" || !node) continue;
    if (*node >= NumaReport::kMaxNodes) {
      nrt.log().warn(name.path() + ": NodeResourceTopologyMatch counts NUMA nodes below " +
                     std::to_string(NumaReport::kMaxNodes) + " only");
      continue;
    }
    out.zones.push_back({static_cast<int>(*node), read_available(zone), read_costs(zone)});
  }
  for (const JsonValue &policy : nrt.root().elements_of("topologyPolicies"))
    out.policies.emplace_back(policy.as_string());
  for (const JsonValue &attribute : nrt.root().elements_of("attributes")) {
    // Values of other kinds belong to attributes nobody here knows.
    const auto name = attribute.find("name");
    const auto value = attribute.find("value");
    if (name && value && name->is_string() && value->is_string())
      out.attributes.push_back({std::string(name->as_string()), std::string(value->as_string())});
  }
  return out;
}

}  // namespace koord::wire
