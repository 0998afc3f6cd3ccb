// Isolated CPUs of a node: pools, and pods that own them.
#include <gtest/gtest.h>

#include "agent/report.h"
#include "node_support.h"

namespace koord::agent::testing {
namespace {

std::shared_ptr<const Topology> machine_with(const std::string &isolated) {
  TopologySpec spec;
  for (int cpu = 0; cpu < 16; ++cpu) spec.cpus.push_back({cpu, cpu / 8, cpu / 8, cpu / 2});
  spec.isolated = CpuSet::parse(isolated);
  return Topology::build(std::move(spec));
}

LocalNode node_of(bool exclude, Profile profile = Profile::kSpec,
                  const std::string &isolated = "6-9") {
  return LocalNode(machine_with(isolated), {.profile = profile, .exclude_isolated = exclude});
}

PodMaker requiring(PodMaker pod) {
  pod.pod.requires_isolated = true;
  return pod;
}

TEST(IsolatedCpus, AreInThePoolsUnlessExcluded) {
  const LocalNode shared = node_of(false);
  EXPECT_EQ(shared.pools().shared, cpus("0-15"));
  const LocalNode excluded = node_of(true);
  EXPECT_EQ(excluded.pools().shared, cpus("0-5,10-15"));
  EXPECT_EQ(excluded.pools().best_effort, cpus("0-5,10-15"));
  EXPECT_EQ(excluded.pools().exclusive, CpuSet());
  EXPECT_NE(report_hash(shared, ""), report_hash(excluded, ""));
  EXPECT_EQ(node_of(true, Profile::kUpstream).pools().shared, cpus("0-15"));
}

TEST(IsolatedCpus, ArePartOfNoNamedPool) {
  LocalNode node = node_of(true);
  node.set_pod(PodMaker("ls").burstable(500).qos(Qos::kLs).pool(0));
  node.set_pod(PodMaker("be").burstable(500).qos(Qos::kBe).numa(1, {{"cpu", 500}}));
  EXPECT_EQ(where(node, "ls"), "named 0-5");
  EXPECT_EQ(where(node, "be"), "named 10-15");
}

TEST(IsolatedCpus, AreOwnedByPodsThatRequireThem) {
  LocalNode node = node_of(true);
  node.set_pod(requiring(lsr("a", "6-7")));
  node.set_pod(lsr("b", "4-5,8"));
  EXPECT_EQ(where(node, "a"), "own 6-7 unlimited");
  EXPECT_EQ(where(node, "b"), "own 4-5 unlimited");
  EXPECT_EQ(state_of(node, "b").refused.reason, Reason::kCpuIsolation);
  EXPECT_EQ(to_sentence(state_of(node, "b").refused),
            "claims CPU 8, and isolated CPUs are only for pods that require them, which have no "
            "others; it keeps 2 of 3");
  EXPECT_EQ(node.pools().exclusive, cpus("4-7"));
  EXPECT_EQ(node.pools().best_effort, cpus("0-5,10-15")) << "CPU 6 is LSR's, and no pool's";
  node.set_pod(requiring(lsr("c", "1,9")));
  EXPECT_EQ(where(node, "c"), "own 9 unlimited");
}

TEST(IsolatedCpus, SharedOnesAreOwnedByAnyPod) {
  LocalNode node = node_of(false);
  node.set_pod(lsr("a", "6-7"));
  node.set_pod(requiring(lsr("b", "0,8")));
  EXPECT_EQ(where(node, "a"), "own 6-7 unlimited");
  EXPECT_EQ(where(node, "b"), "own 8 unlimited");
}

TEST(IsolatedCpus, ARequirementIsVoidOnAMachineWithoutThem) {
  LocalNode node = node_of(true, Profile::kSpec, "");
  node.set_pod(requiring(lsr("a", "0-1")));
  EXPECT_EQ(where(node, "a"), "own 0-1 unlimited");
}

TEST(IsolatedCpus, FollowTheMachine) {
  LocalNode node = node_of(true);
  node.set_pod(lsr("a", "0-3"));
  node.set_machine(machine_with("2-3"));
  EXPECT_EQ(where(node, "a"), "own 0-1 unlimited");
  EXPECT_EQ(node.pools().shared, cpus("4-15"));
  node.set_machine(machine_with("12"));
  EXPECT_EQ(where(node, "a"), "own 0-3 unlimited");
}

}  // namespace
}  // namespace koord::agent::testing
