// The ARM architecture: R38.
#include "spec/spec_support.h"

namespace koord::testing {
namespace {

// Names used by /proc and by Kubernetes' nodeInfo.
constexpr const char *kArm[] = {"aarch64", "arm64", "arm"};

KoordinatorNode arm_node(const char *architecture, koord_bind_policy bind,
                         koord_exclusive_policy exclusive = KOORD_EXCLUSIVE_POLICY_NONE) {
  KoordinatorNode node(spec_machine(2, 1, 4, 2, architecture));
  node.pod.bind_policy = bind;
  node.pod.exclusive_policy = exclusive;
  return node;
}

// FullPCPUs is the only supported bind policy: SpreadByPCPUs is refused with the reason.
TEST(SpecArm, R38_SpreadByPcpusIsRefused) {
  for (const char *architecture : kArm) {
    KoordinatorNode node = arm_node(architecture, KOORD_BIND_POLICY_SPREAD_BY_PCPUS);
    EXPECT_EQ(node.give(2), "");
    EXPECT_EQ(node.refusal.reason, KOORD_REASON_BIND_POLICY_UNSUPPORTED);
    EXPECT_EQ(node.refusal.object, KOORD_OBJECT_KIND_POLICY);
    EXPECT_EQ(node.refusal.bind_policy, KOORD_BIND_POLICY_SPREAD_BY_PCPUS);
    EXPECT_NE(sentence(node.refusal).find("ARM"), std::string::npos);
  }
}

// NUMANodeLevel is the only supported exclusive policy: PCPULevel is refused with the reason.
TEST(SpecArm, R38_PcpuLevelIsRefused) {
  for (const char *architecture : kArm) {
    KoordinatorNode node =
        arm_node(architecture, KOORD_BIND_POLICY_FULL_PCPUS, KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL);
    EXPECT_EQ(node.give(2), "");
    EXPECT_EQ(node.refusal.reason, KOORD_REASON_EXCLUSIVE_POLICY_UNSUPPORTED);
    EXPECT_EQ(node.refusal.object, KOORD_OBJECT_KIND_POLICY);
    EXPECT_EQ(node.refusal.exclusive_policy, KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL);
  }
}

// FullPCPUs and NUMANodeLevel work as on other architectures.
TEST(SpecArm, R38_FullPcpusAndNumaNodeLevelAreGranted) {
  for (const char *architecture : kArm) {
    KoordinatorNode node = arm_node(architecture, KOORD_BIND_POLICY_FULL_PCPUS,
                                    KOORD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL);
    node.available = "1-7,9-15";
    node.node_held = "0,8";
    EXPECT_EQ(node.give(4), "4-5,12-13");
  }
}

// A pod without a policy gets the supported one: whole cores.
TEST(SpecArm, R38_DefaultMeansFullPcpus) {
  EXPECT_EQ(arm_node("aarch64", KOORD_BIND_POLICY_DEFAULT).give(4), "0-1,8-9");
}

// The rule applies only to ARM.
TEST(SpecArm, R38_OtherArchitecturesHaveEveryPolicy) {
  for (const char *architecture : {"x86_64", "riscv64", ""}) {
    KoordinatorNode node = arm_node(architecture, KOORD_BIND_POLICY_SPREAD_BY_PCPUS,
                                    KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL);
    EXPECT_EQ(node.give(4), "0-3") << architecture;
  }
}

// Upstream has no such rule, and gives the result of any machine.
TEST(SpecArm, R38_UpstreamHasNoSuchRule) {
  KoordinatorNode node = arm_node("aarch64", KOORD_BIND_POLICY_SPREAD_BY_PCPUS);
  node.pod.profile = KOORD_PROFILE_UPSTREAM;
  EXPECT_EQ(node.give(4), "0-3");
}

}  // namespace
}  // namespace koord::testing
