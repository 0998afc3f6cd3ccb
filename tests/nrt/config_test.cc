// Configuration of a node's topology manager by topologyPolicies and attributes.
#include "nrt/config.h"

#include <gtest/gtest.h>

namespace koord::sched {
namespace {

using object::Attribute;
using object::NumaPolicy;
using object::NumaReport;

TopologyManagerConfig config_of(std::vector<std::string> policies,
                                std::vector<Attribute> attributes) {
  NumaReport report;
  report.policies = std::move(policies);
  report.attributes = std::move(attributes);
  return topology_manager_config(report);
}

int max_nodes(const std::string &value) {
  return config_of({}, {{"topologyManagerMaxNUMANodes", value}}).max_nodes;
}

TEST(NrtConfig, DefaultsAreKubelets) {
  const TopologyManagerConfig config = config_of({}, {});
  EXPECT_EQ(config.policy, NumaPolicy::kNone);
  EXPECT_EQ(config.scope, TopologyScope::kContainer);
  EXPECT_EQ(config.max_nodes, 8);
}

TEST(NrtConfig, OnlyTheFirstPolicyCounts) {
  const auto config = config_of({"RestrictedPodLevel", "SingleNUMANodeContainerLevel"}, {});
  EXPECT_EQ(config.policy, NumaPolicy::kRestricted);
  EXPECT_EQ(config.scope, TopologyScope::kPod);
  EXPECT_EQ(config_of({"foobar", "RestrictedPodLevel"}, {}), TopologyManagerConfig{});
}

TEST(NrtConfig, EachPolicyNamesPolicyAndScope) {
  const auto expect = [](const char *name, NumaPolicy policy, TopologyScope scope) {
    EXPECT_EQ(config_of({name}, {}), (TopologyManagerConfig{policy, scope, 8})) << name;
  };
  expect("SingleNUMANodePodLevel", NumaPolicy::kSingleNode, TopologyScope::kPod);
  expect("SingleNUMANodeContainerLevel", NumaPolicy::kSingleNode, TopologyScope::kContainer);
  expect("RestrictedPodLevel", NumaPolicy::kRestricted, TopologyScope::kPod);
  expect("RestrictedContainerLevel", NumaPolicy::kRestricted, TopologyScope::kContainer);
  expect("BestEffortPodLevel", NumaPolicy::kBestEffort, TopologyScope::kPod);
  expect("BestEffortContainerLevel", NumaPolicy::kBestEffort, TopologyScope::kContainer);
}

TEST(NrtConfig, AttributesWinOverPoliciesAndLaterOverEarlier) {
  const auto config = config_of({"BestEffortPodLevel"}, {{"topologyManagerPolicy", "restricted"},
                                                         {"topologyManagerScope", "container"},
                                                         {"topologyManagerPolicy", "none"}});
  EXPECT_EQ(config.policy, NumaPolicy::kNone);
  EXPECT_EQ(config.scope, TopologyScope::kContainer);
}

TEST(NrtConfig, UnknownNamesAndValuesChangeNothing) {
  const auto start = config_of({"SingleNUMANodePodLevel"}, {});
  EXPECT_EQ(config_of({"SingleNUMANodePodLevel"}, {{"topologyManagerPolicy", "Restricted"},
                                                   {"topologyManagerScope", "Container"},
                                                   {"topologymanagerscope", "container"},
                                                   {"topologyManagerPolicy", ""},
                                                   {"", "none"}}),
            start);
}

TEST(NrtConfig, TheLargestMachineIsAWholeNumberFrom2To1024) {
  EXPECT_EQ(max_nodes("2"), 2);
  EXPECT_EQ(max_nodes("+16"), 16);
  EXPECT_EQ(max_nodes("1024"), 1024);
  EXPECT_EQ(max_nodes("1025"), 1024);
  EXPECT_EQ(max_nodes("9223372036854775807"), 1024);
  for (const char *wrong : {"", "+", "1", "0", "-2", "+-2", "A", "8 ", " 8", "8.0", "0x10", "1e2",
                            "9223372036854775808"})
    EXPECT_EQ(max_nodes(wrong), 8) << wrong;
}

}  // namespace
}  // namespace koord::sched
