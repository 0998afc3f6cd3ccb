// CPU exclusive policies: R35, R36, R37.
#include "spec/spec_support.h"

namespace koord::testing {
namespace {

KoordinatorNode spreading(koord_exclusive_policy policy, TopologyPtr machine) {
  KoordinatorNode node(std::move(machine));
  node.pod.bind_policy = KOORD_BIND_POLICY_SPREAD_BY_PCPUS;
  node.pod.exclusive_policy = policy;
  return node;
}

// A pod without a policy uses the configuration's, which is none by default.
TEST(SpecExclusivePolicy, R35_EmptyIsNone) {
  const koord_cpu_request pod = KOORD_INIT(koord_cpu_request);
  EXPECT_EQ(pod.exclusive_policy, KOORD_EXCLUSIVE_POLICY_DEFAULT);
  for (const char *held : {"", "0", "0-3", "4,6", "0-15"}) {
    KoordinatorNode unstated = spreading(KOORD_EXCLUSIVE_POLICY_DEFAULT, spec_machine(2, 1, 4, 2));
    KoordinatorNode none = spreading(KOORD_EXCLUSIVE_POLICY_NONE, spec_machine(2, 1, 4, 2));
    for (KoordinatorNode *node : {&unstated, &none}) node->core_held = node->node_held = held;
    for (uint32_t cpus = 1; cpus <= 16; ++cpus)
      EXPECT_EQ(unstated.give(cpus), none.give(cpus)) << cpus << " CPUs, held " << held;
  }
}

// Without a policy, holders of exclusive policies do not change the result. (The scheduler inserts
// the configuration's policy for such a pod.)
TEST(SpecExclusivePolicy, R35_WithoutAPolicyNothingIsAvoided) {
  for (const koord_bind_policy bind : {KOORD_BIND_POLICY_DEFAULT, KOORD_BIND_POLICY_FULL_PCPUS,
                                       KOORD_BIND_POLICY_SPREAD_BY_PCPUS}) {
    KoordinatorNode with = spreading(KOORD_EXCLUSIVE_POLICY_NONE, spec_machine(2, 1, 4, 2));
    with.pod.bind_policy = bind;
    with.available = "1-15";
    KoordinatorNode alone = spreading(KOORD_EXCLUSIVE_POLICY_NONE, spec_machine(2, 1, 4, 2));
    alone.pod.bind_policy = bind;
    alone.available = "1-15";
    with.core_held = with.node_held = "0";
    for (uint32_t cpus = 1; cpus <= 15; ++cpus)
      EXPECT_EQ(with.give(cpus), alone.give(cpus)) << cpus;
  }
}

// PCPULevel avoids physical cores held under PCPULevel, including their free siblings.
TEST(SpecExclusivePolicy, R36_PcpuLevelAvoidsHeldCores) {
  KoordinatorNode node = spreading(KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL, spec_machine(1, 1, 4, 2));
  node.available = "2-7";
  node.core_held = "0-1";
  const std::string given = node.give(4);
  EXPECT_FALSE(overlap(given, "4-5")) << given << ": siblings of CPUs another such pod holds";
  node.pod.exclusive_policy = KOORD_EXCLUSIVE_POLICY_NONE;
  EXPECT_TRUE(overlap(node.give(4), "4-5")) << "nothing else keeps a pod away from them";
}

// PCPULevel prefers a NUMA node without held cores, although another one fits more tightly.
TEST(SpecExclusivePolicy, R36_PcpuLevelPrefersTheNumaNodeWhereItCanBeKept) {
  KoordinatorNode node = spreading(KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL, spec_machine(2, 1, 4, 2));
  node.available = "4-15";  // CPUs 0-3, one of each core of NUMA node 0, are held
  node.core_held = "0-3";
  EXPECT_TRUE(within(node.give(4), "4-7,12-15"));
  node.pod.exclusive_policy = KOORD_EXCLUSIVE_POLICY_NONE;
  EXPECT_TRUE(within(node.give(4), "8-11"));
}

// Avoiding is a preference and never causes a refusal.
TEST(SpecExclusivePolicy, R36_PcpuLevelGoesOnWhereEveryCoreIsHeld) {
  for (const koord_bind_policy bind :
       {KOORD_BIND_POLICY_FULL_PCPUS, KOORD_BIND_POLICY_SPREAD_BY_PCPUS}) {
    KoordinatorNode node = spreading(KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL, spec_machine(1, 1, 4, 2));
    node.pod.bind_policy = bind;
    node.available = "4-7";
    node.core_held = "0-3";
    EXPECT_EQ(node.give(4), "4-7");
  }
}

// If not all held cores can be avoided, the open cores come first.
TEST(SpecExclusivePolicy, R36_PcpuLevelTakesTheOpenCoresThereAre) {
  KoordinatorNode node = spreading(KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL, spec_machine(1, 1, 4, 2));
  node.available = "4-7";
  node.core_held = "0-2";
  EXPECT_TRUE(within("7", node.give(2)));
}

// Only holders of the same policy count: pods under NUMANodeLevel do not affect a PCPULevel pod.
TEST(SpecExclusivePolicy, R36_PcpuLevelLooksAtHoldersOfTheSamePolicyOnly) {
  KoordinatorNode node = spreading(KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL, spec_machine(2, 1, 4, 2));
  node.available = "1-15";
  const std::string alone = node.give(4);
  node.node_held = "0";
  EXPECT_EQ(node.give(4), alone);
}

// PCPULevel also applies to whole cores: a core that may be
// shared but is held exclusively comes last.
TEST(SpecExclusivePolicy, R36_S07_PcpuLevelHoldsUnderFullPcpus) {
  KoordinatorNode node = spreading(KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL, spec_machine(1, 1, 4, 2));
  node.pod.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  node.pod.max_ref_count = 2;  // two pods may share a CPU: held ones are available
  node.core_held = "0,4";
  EXPECT_FALSE(overlap(node.give(6), "0,4"));
  EXPECT_EQ(node.give(8), "0-7");
}

// PCPULevel also applies to requests larger than a socket: twelve open cores suffice for 24 CPUs.
TEST(SpecExclusivePolicy, R36_PcpuLevelHoldsForRequestsLargerThanASocket) {
  KoordinatorNode node = spreading(KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL, spec_machine(2, 2, 4, 2));
  node.pod.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  node.pod.max_ref_count = 2;
  node.core_held = "0,4,8,12";  // one core of each NUMA node
  for (const uint32_t cpus : {18u, 20u, 24u})
    EXPECT_FALSE(overlap(node.give(cpus), "0,16,4,20,8,24,12,28")) << cpus;
}

// NUMANodeLevel avoids NUMA nodes held under NUMANodeLevel, although they fit more tightly.
TEST(SpecExclusivePolicy, R37_NumaNodeLevelAvoidsHeldNumaNodes) {
  for (const koord_bind_policy bind :
       {KOORD_BIND_POLICY_FULL_PCPUS, KOORD_BIND_POLICY_SPREAD_BY_PCPUS}) {
    KoordinatorNode node =
        spreading(KOORD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL, spec_machine(2, 1, 4, 2));
    node.pod.bind_policy = bind;
    node.available = "1-7,9-15";
    node.node_held = "0,8";
    EXPECT_TRUE(within(node.give(2), "4-7,12-15"));
    node.pod.exclusive_policy = KOORD_EXCLUSIVE_POLICY_NONE;
    EXPECT_TRUE(within(node.give(2), "1-3,9-11"));
  }
}

// They are avoided under every bind policy and strategy and for
// every size, as long as the others suffice.
TEST(SpecExclusivePolicy, R37_NumaNodeLevelAvoidsHeldNumaNodesAtAnySize) {
  for (const koord_bind_policy bind :
       {KOORD_BIND_POLICY_DEFAULT, KOORD_BIND_POLICY_FULL_PCPUS, KOORD_BIND_POLICY_SPREAD_BY_PCPUS})
    for (const koord_numa_strategy strategy :
         {KOORD_NUMA_STRATEGY_MOST_ALLOCATED, KOORD_NUMA_STRATEGY_LEAST_ALLOCATED,
          KOORD_NUMA_STRATEGY_DISTRIBUTE_EVENLY}) {
      KoordinatorNode node =
          spreading(KOORD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL, spec_machine(2, 2, 4, 2));
      node.pod.bind_policy = bind;
      node.pod.numa_strategy = strategy;
      node.available = "1-15,17-31";
      node.node_held = "0";  // NUMA node 0; the others have 24 CPUs
      for (uint32_t cpus = 1; cpus <= 24; ++cpus)
        EXPECT_EQ(node.nodes_of(node.give(cpus)).count(0), 0u)
            << cpus << ' ' << koord_bind_policy_get_name(bind) << ' '
            << koord_numa_strategy_get_name(strategy);
    }
}

// Only other holders count: CPUs that the pod itself has just
// taken do not drive it to another NUMA node.
TEST(SpecExclusivePolicy, R37_NumaNodeLevelDoesNotAvoidThePodsOwnNumaNode) {
  KoordinatorNode node =
      spreading(KOORD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL, spec_machine(2, 1, 4, 2));
  node.pod.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  node.available = "0-10,12-14";  // three whole cores and a thread on each
  EXPECT_EQ(node.nodes_of(node.give(7)), (Places{{0, 7}}));
}

// Only holders of the same policy count: pods under PCPULevel do not close a NUMA node.
TEST(SpecExclusivePolicy, R37_NumaNodeLevelLooksAtHoldersOfTheSamePolicyForNumaNodes) {
  KoordinatorNode node =
      spreading(KOORD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL, spec_machine(2, 1, 4, 2));
  node.available = "1-7,9-15";
  node.core_held = "0,8";
  EXPECT_TRUE(within(node.give(3), "1-3,9-11")) << "the NUMA node that fits most tightly";
}

// If every NUMA node is held, the result is that of PCPULevel,
// which avoids cores held under PCPULevel.
TEST(SpecExclusivePolicy, R37_NumaNodeLevelBecomesPcpuLevelWhenEveryNumaNodeIsHeld) {
  KoordinatorNode node =
      spreading(KOORD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL, spec_machine(2, 1, 4, 2));
  node.available = "2-3,6-15";
  node.node_held = "0,4";
  node.core_held = "1,5";
  KoordinatorNode by_core = spreading(KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL, spec_machine(2, 1, 4, 2));
  by_core.available = node.available;
  by_core.node_held = node.node_held;
  by_core.core_held = node.core_held;
  for (uint32_t cpus = 1; cpus <= 14; ++cpus) {
    const std::string given = node.give(cpus);
    EXPECT_TRUE(cpus > 5 || !overlap(given, "9,13")) << given << ": siblings of held CPUs";
    EXPECT_EQ(given, by_core.give(cpus)) << cpus;
  }
}

// PCPULevel also applies if the only open NUMA node is too small.
TEST(SpecExclusivePolicy, R37_NumaNodeLevelBecomesPcpuLevelWhenTheOpenNumaNodeIsTooSmall) {
  KoordinatorNode node =
      spreading(KOORD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL, spec_machine(2, 1, 4, 2));
  node.available = "1-3,4,8-12";  // NUMA node 1 is open, but only core 4 of it is free
  node.node_held = "2";
  node.core_held = "0";
  const std::string given = node.give(4);
  EXPECT_EQ(node.nodes_of(given), (Places{{0, 4}})) << given;
  EXPECT_FALSE(overlap(given, "8")) << given << ": the sibling of CPU 0 which is held";
}

// Like PCPULevel, NUMANodeLevel continues if nothing can be avoided.
TEST(SpecExclusivePolicy, R37_NumaNodeLevelGoesOnWhereEveryCoreIsHeld) {
  KoordinatorNode node =
      spreading(KOORD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL, spec_machine(2, 1, 2, 2));
  node.available = "4-7";
  node.node_held = node.core_held = "0-3";
  EXPECT_EQ(node.give(4), "4-7");
}

// (up) Upstream drops the policy: the result is that of a pod without a policy.
TEST(SpecExclusivePolicy, R37_UpstreamGivesThePolicyUp) {
  KoordinatorNode node =
      spreading(KOORD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL, spec_machine(2, 1, 4, 2));
  node.pod.profile = KOORD_PROFILE_UPSTREAM;
  node.available = "2-3,6-15";
  node.node_held = "0-1,4-5";
  const std::string given = node.give(4);
  EXPECT_TRUE(overlap(given, "8-9,12-13")) << given;
  node.pod.exclusive_policy = KOORD_EXCLUSIVE_POLICY_NONE;
  EXPECT_EQ(node.give(4), given);
}

}  // namespace
}  // namespace koord::testing
