#include "nrt/config.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace koord::sched {
namespace {

using object::NumaPolicy;

struct Named {
  std::string_view name;
  NumaPolicy policy;
  TopologyScope scope;
};
constexpr Named kTopologyPolicies[] = {
    {"SingleNUMANodePodLevel", NumaPolicy::kSingleNode, TopologyScope::kPod},
    {"SingleNUMANodeContainerLevel", NumaPolicy::kSingleNode, TopologyScope::kContainer},
    {"RestrictedPodLevel", NumaPolicy::kRestricted, TopologyScope::kPod},
    {"RestrictedContainerLevel", NumaPolicy::kRestricted, TopologyScope::kContainer},
    {"BestEffortPodLevel", NumaPolicy::kBestEffort, TopologyScope::kPod},
    {"BestEffortContainerLevel", NumaPolicy::kBestEffort, TopologyScope::kContainer},
};

// The values are spelled as in kubelet's configuration.
void set_policy(std::string_view value, TopologyManagerConfig &config) {
  if (value == "none") config.policy = NumaPolicy::kNone;
  if (value == "best-effort") config.policy = NumaPolicy::kBestEffort;
  if (value == "restricted") config.policy = NumaPolicy::kRestricted;
  if (value == "single-numa-node") config.policy = NumaPolicy::kSingleNode;
}

void set_scope(std::string_view value, TopologyManagerConfig &config) {
  if (value == "container") config.scope = TopologyScope::kContainer;
  if (value == "pod") config.scope = TopologyScope::kPod;
}

// Upstream ignores values below 2, including 1.
void set_max_nodes(std::string_view value, TopologyManagerConfig &config) {
  if (value.starts_with('+') && !value.starts_with("+-")) value.remove_prefix(1);
  int64_t number = 0;
  const char *end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  if (error != std::errc() || stop != end || number < 2) return;
  config.max_nodes =
      static_cast<int>(std::min<int64_t>(number, TopologyManagerConfig::kLimitMaxNodes));
}

}  // namespace

TopologyManagerConfig topology_manager_config(const object::NumaReport &report,
                                              TopologyManagerConfig start) {
  TopologyManagerConfig config = start;
  if (!report.policies.empty()) {
    for (const Named &named : kTopologyPolicies) {
      if (named.name != report.policies.front()) continue;
      config.policy = named.policy;
      config.scope = named.scope;
    }
  }
  for (const object::Attribute &attribute : report.attributes) {
    if (attribute.name == "topologyManagerPolicy") set_policy(attribute.value, config);
    if (attribute.name == "topologyManagerScope") set_scope(attribute.value, config);
    if (attribute.name == "topologyManagerMaxNUMANodes") set_max_nodes(attribute.value, config);
  }
  return config;
}

}  // namespace koord::sched
