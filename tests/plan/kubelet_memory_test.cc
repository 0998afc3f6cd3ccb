// Explanations and remedies on nodes whose kubelet reports the state of its memory manager agree
// with Filter, which runs kubelet's managers on that state.
#include <gtest/gtest.h>

#include "plan/remedies_support.h"
#include "sched/reported_memory.h"

namespace koord::testing {
namespace {

using plan::Scope;

// The report still has the CPUs of a pod that has ended.
TEST(KubeletMemoryPlans, ARemedyCountsTheCpusOfAPodThatHasEnded) {
  World world;
  const Machine machine{1, 1, 4};
  world.nodes.push_back({node_of("n", machine), topology_of("n", machine)});
  world.nodes[0].node.allocatable[0].value = 7000;
  NodeTopology &topology = world.nodes[0].topology;
  topology.kubelet_reserved = CpuSet{0};
  topology.held = {by_kubelet("a", CpuSet{1, 2, 3, 5})};
  report_memory(topology, 64, {{"a", true, {memory_block(0, 1)}}});
  world.asking = pod_of("asking", Qos::kLs, 7500);
  const plan::Explanation explanation = explain_all(world, *world.make());
  ASSERT_EQ(explanation.misses.size(), 1u);
  ASSERT_FALSE(explanation.misses[0].remedies.empty());
  EXPECT_EQ(explanation.misses[0].remedies[0].steps[0].to, 7000);
  check_remedies(world);
}

// Kubelet has CPUs left by its report, but not with a pod that the report does not name yet.
TEST(KubeletMemoryPlans, TheBoundCountsPodsThatAreNotReportedYet) {
  World world;
  const Machine machine{2, 1, 2};
  world.nodes.push_back({node_of("n", machine), topology_of("n", machine)});
  world.nodes[0].node.allocatable[0].value = 100000;
  NodeTopology &topology = world.nodes[0].topology;
  topology.numa_policy = NumaPolicy::kSingleNode;
  topology.kubelet_reserved = CpuSet{0};
  report_memory(topology, 64);
  world.pods.push_back({pod_of("new", Qos::kLs, 2000), 0});
  world.asking = pod_of("asking", Qos::kLs, 4000);
  const std::unique_ptr<Cluster> cluster = world.make();
  EXPECT_FALSE(explain(*cluster, world.asking, 0).refused());
  const Answer second = reserve(*cluster, pod_of("second", Qos::kLs, 3000), 0);
  ASSERT_FALSE(second.refusal.refused());
  const plan::Explanation explanation = explain_all(world, *cluster);
  ASSERT_EQ(explanation.groups.size(), 1u);
  const plan::Bound &bound = explanation.groups[0].bound;
  EXPECT_EQ(explanation.groups[0].refusal.profile, Profile::kKubelet);
  EXPECT_EQ(bound.scope, Scope::kNumaNode);
  EXPECT_EQ(bound.object, Object::kCpu);
  EXPECT_EQ(bound.needed, 4);
  EXPECT_EQ(bound.best, 1);
}

}  // namespace
}  // namespace koord::testing
