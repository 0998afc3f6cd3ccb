// The CPU allocation algorithm: R80, R81.
#include <algorithm>
#include <random>
#include <tuple>

#include "spec/spec_support.h"

namespace koord::testing {
namespace {

struct Policy {
  koord_bind_policy bind;
  koord_exclusive_policy exclusive;
  koord_numa_strategy strategy;
};

std::vector<Policy> every_policy() {
  std::vector<Policy> all;
  for (koord_bind_policy bind = 0; bind <= KOORD_BIND_POLICY_SPREAD_BY_PCPUS; ++bind)
    for (koord_exclusive_policy exclusive = KOORD_EXCLUSIVE_POLICY_NONE;
         exclusive <= KOORD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL; ++exclusive)
      for (koord_numa_strategy strategy = KOORD_NUMA_STRATEGY_MOST_ALLOCATED;
           strategy <= KOORD_NUMA_STRATEGY_DISTRIBUTE_EVENLY; ++strategy)
        all.push_back({bind, exclusive, strategy});
  return all;
}

// Returns the results of a half-allocated node for every policy and number of CPUs.
std::vector<std::string> answers(KoordinatorNode &node) {
  node.available = "1-5,8-14,17,19-23,26,28-31";
  node.core_held = "0,18";
  node.node_held = "6-7";
  std::vector<std::string> out;
  for (const Policy &policy : every_policy()) {
    node.pod.bind_policy = policy.bind;
    node.pod.exclusive_policy = policy.exclusive;
    node.pod.numa_strategy = policy.strategy;
    for (const uint32_t cpus : {1u, 2u, 3u, 4u, 6u, 8u, 11u, 16u, 22u, 23u})
      out.push_back(node.give(cpus));
  }
  return out;
}

// Equal topologies, allocations and requests give equal results each time.
TEST(SpecAlgorithm, R80_TheSameQuestionHasTheSameAnswer) {
  KoordinatorNode node(spec_machine(2, 2, 4, 2));
  const std::vector<std::string> first = answers(node);
  EXPECT_GT(
      std::count_if(first.begin(), first.end(), [](const auto &cpus) { return !cpus.empty(); }),
      200);
  for (int again = 0; again < 3; ++again) EXPECT_EQ(answers(node), first);
}

// The topology is unchanged if its CPUs are listed in another order.
TEST(SpecAlgorithm, R80_TheOrderOfTheTopologysRowsDoesNotMatter) {
  KoordinatorNode node(spec_machine(2, 2, 4, 2));
  const std::vector<std::string> expected = answers(node);
  std::vector<koord_cpu> rows = machine_rows(4, 4, 2);
  for (koord_cpu &row : rows) row.socket = row.numa_node / 2;
  std::mt19937 random(20220605);
  for (int round = 0; round < 5; ++round) {
    for (size_t i = rows.size(); i > 1; --i) std::swap(rows[i - 1], rows[random() % i]);
    KoordinatorNode shuffled(from_rows(rows, "x86_64"));
    EXPECT_EQ(answers(shuffled), expected);
  }
}

// The topology read from the annotation that a node publishes gives equal
// results, so the scheduler decides as the node would.
TEST(SpecAlgorithm, R80_TheSourceOfTheTopologyDoesNotMatter) {
  KoordinatorNode node(spec_machine(2, 2, 4, 2));
  koord_buffer *buffer = nullptr;
  ASSERT_EQ(koord_topology_to_annotation(node.machine.get(), &buffer, nullptr), KOORD_OK);
  const std::string annotation = text_of(BufferPtr(buffer).get());
  koord_topology *machine = nullptr;
  ASSERT_EQ(koord_topology_from_annotation(nullptr, annotation.data(), annotation.size(), &machine,
                                           nullptr),
            KOORD_OK);
  KoordinatorNode published{TopologyPtr(machine)};
  EXPECT_EQ(answers(published), answers(node));
}

// The result depends only on current allocations: allocating and releasing restores it.
TEST(SpecAlgorithm, R80_TakingBackRestoresTheAnswer) {
  KoordinatorNode node(spec_machine(2, 2, 4, 2));
  node.pod.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  const std::string before = node.available;
  const std::string first = node.give(6);
  node.available = without(node.available, first);
  EXPECT_NE(node.give(6), first);
  node.available = before;
  EXPECT_EQ(node.give(6), first);
}

// The best-fit NUMA nodes under alignment come first: CPUs are taken
// only from those, whatever the others have free.
TEST(SpecAlgorithm, R81_CpusComeFromTheAlignedNumaNodesOnly) {
  for (const Policy &policy : every_policy()) {
    KoordinatorNode node(spec_machine(2, 2, 4, 2));
    node.pod.bind_policy = policy.bind;
    node.pod.exclusive_policy = policy.exclusive;
    node.pod.numa_strategy = policy.strategy;
    node.aligned_to = {1};
    for (const uint32_t cpus : {1u, 2u, 5u, 8u})
      EXPECT_EQ(node.nodes_of(node.give(cpus)), (Places{{1, static_cast<int>(cpus)}}));
    node.aligned_to = {0, 3};
    for (const uint32_t cpus : {2u, 9u, 16u})
      for (const auto &[id, given] : node.nodes_of(node.give(cpus)))
        EXPECT_TRUE(id == 0 || id == 3) << given << " CPUs of NUMA node " << id;
  }
}

// Under Restricted or SingleNUMANode the pick fails if the aligned NUMA nodes have too few CPUs,
// although the machine has enough.
TEST(SpecAlgorithm, R81_FailsWhenTheAlignedNumaNodesCannotGiveAll) {
  for (const koord_bind_policy bind : {KOORD_BIND_POLICY_DEFAULT, KOORD_BIND_POLICY_FULL_PCPUS,
                                       KOORD_BIND_POLICY_SPREAD_BY_PCPUS}) {
    KoordinatorNode node(spec_machine(2, 2, 4, 2));
    node.pod.bind_policy = bind;
    node.aligned_to = {2};
    EXPECT_EQ(node.give(9), "");
    EXPECT_EQ(node.refusal.reason, KOORD_REASON_INSUFFICIENT_NUMA);
    EXPECT_EQ(node.refusal.needed, 9);
    EXPECT_EQ(node.refusal.best, 8);
    node.aligned_to = {};
    EXPECT_EQ(count(node.give(9)), 9);
  }
}

// FullPCPUs takes whole free cores. The fallback from them stays inside the aligned NUMA nodes,
// although another NUMA node has whole cores.
TEST(SpecAlgorithm, R81_S06_FallingBackStaysInTheAlignedNumaNodes) {
  KoordinatorNode node(spec_machine(2, 1, 4, 2));
  node.pod.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  node.available = "0-15";
  node.aligned_to = {0};
  EXPECT_EQ(node.give(4), "0-1,8-9");
  node.available = "0-8,12-15";  // NUMA node 0: one core is whole, three have one free thread
  const std::string given = node.give(4);
  EXPECT_EQ(node.nodes_of(given), (Places{{0, 4}})) << given;
  EXPECT_TRUE(within("0,8", given)) << given;
}

// The shares of several aligned NUMA nodes are whole cores, too,
// if there are enough: 4 + 6, not 5 + 5.
TEST(SpecAlgorithm, R31_R81_SharesOfNumaNodesAreWholeCores) {
  KoordinatorNode node(spec_machine(2, 1, 4, 2));
  node.pod.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  node.pod.numa_strategy = KOORD_NUMA_STRATEGY_DISTRIBUTE_EVENLY;
  node.aligned_to = {0, 1};
  const std::string given = node.give(10);
  EXPECT_EQ(node.nodes_of(given), (Places{{0, 4}, {1, 6}})) << given;
  for (const auto &[core, cpus] : node.cores_of(given)) EXPECT_EQ(cpus, 2) << core;
  // If there are too few whole cores, the allocation continues with single threads.
  node.available = "0-13";  // NUMA node 0: 4 cores; NUMA node 1: 2 cores and 2 halves
  EXPECT_EQ(count(node.give(14)), 14);
}

// ARM takes whole free cores even if the pod names no policy.
TEST(SpecAlgorithm, R81_ArmTakesWholeCores) {
  KoordinatorNode node(spec_machine(1, 1, 8, 2, "aarch64"));
  for (const auto &[core, cpus] : node.cores_of(node.give(6))) EXPECT_EQ(cpus, 2) << core;
}

// CPUs that whole cores cannot supply are spread: one CPU of each
// remaining core before a second of any.
TEST(SpecAlgorithm, R81_TheRestIsSpread) {
  KoordinatorNode node(spec_machine(1, 1, 4, 4));
  node.pod.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
  node.available = "0-11";  // every core lacks its fourth thread, so none is whole
  EXPECT_EQ(node.cores_of(node.give(4)), (Places{{0, 1}, {1, 1}, {2, 1}, {3, 1}}));
  node.available = "0-12";  // now core 0 is whole
  EXPECT_EQ(node.cores_of(node.give(7)), (Places{{0, 4}, {1, 1}, {2, 1}, {3, 1}}));
}

// SpreadByPCPUs filters by the exclusive policy first: two CPUs of an open core are better than
// CPUs of cores held by another such pod.
TEST(SpecAlgorithm, R81_SpreadFiltersByTheExclusivePolicyFirst) {
  KoordinatorNode node(spec_machine(1, 1, 4, 2));
  node.pod.bind_policy = KOORD_BIND_POLICY_SPREAD_BY_PCPUS;
  node.pod.exclusive_policy = KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL;
  node.available = "2-7";
  node.core_held = "0-1";
  EXPECT_EQ(node.give(4), "2-3,6-7");
  node.pod.exclusive_policy = KOORD_EXCLUSIVE_POLICY_NONE;
  EXPECT_EQ(node.cores_of(node.give(4)).size(), 4u);
}

// Under NUMANodeLevel, SpreadByPCPUs likewise fills the open NUMA node first.
TEST(SpecAlgorithm, R81_SpreadFiltersByNumaNodeFirst) {
  KoordinatorNode node(spec_machine(2, 1, 4, 2));
  node.pod.bind_policy = KOORD_BIND_POLICY_SPREAD_BY_PCPUS;
  node.pod.exclusive_policy = KOORD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL;
  node.available = "1-15";
  node.node_held = "0";
  EXPECT_EQ(node.nodes_of(node.give(6)), (Places{{1, 6}}));
}

// NUMA nodes are tried in the order of the allocate strategy, for whole cores and for spreading.
TEST(SpecAlgorithm, R81_NumaNodesInTheOrderOfTheStrategy) {
  for (const koord_bind_policy bind : {KOORD_BIND_POLICY_DEFAULT, KOORD_BIND_POLICY_FULL_PCPUS,
                                       KOORD_BIND_POLICY_SPREAD_BY_PCPUS}) {
    KoordinatorNode node(spec_machine(2, 2, 4, 2));
    node.pod.bind_policy = bind;
    node.available = "0-2,16-18,4-7,20-23,8-9,24-25,12-14,28-30";  // 6, 8, 4 and 6 CPUs
    node.pod.numa_strategy = KOORD_NUMA_STRATEGY_MOST_ALLOCATED;
    EXPECT_EQ(node.nodes_of(node.give(2)), (Places{{2, 2}})) << koord_bind_policy_get_name(bind);
    node.pod.numa_strategy = KOORD_NUMA_STRATEGY_LEAST_ALLOCATED;
    EXPECT_EQ(node.nodes_of(node.give(2)), (Places{{1, 2}})) << koord_bind_policy_get_name(bind);
    node.pod.numa_strategy = KOORD_NUMA_STRATEGY_DISTRIBUTE_EVENLY;
    EXPECT_EQ(node.nodes_of(node.give(8)), (Places{{0, 2}, {1, 2}, {2, 2}, {3, 2}}))
        << koord_bind_policy_get_name(bind);
  }
}

}  // namespace
}  // namespace koord::testing
