// NUMA allocate strategies: R46. The label is read elsewhere; these tests cover each strategy.
#include <algorithm>
#include <tuple>

#include "spec/spec_support.h"

namespace koord::testing {
namespace {

// Four NUMA nodes of 4 cores; node n has the cores 4n to 4n+3. They have 8, 6, 4 and 2 free CPUs.
KoordinatorNode uneven_node(koord_bind_policy bind, koord_numa_strategy strategy) {
  KoordinatorNode node(spec_machine(2, 2, 4, 2));
  node.available = "0-3,16-19,4-6,20-22,8-9,24-25,12,28";
  node.pod.bind_policy = bind;
  node.pod.numa_strategy = strategy;
  return node;
}

constexpr koord_bind_policy kBindPolicies[] = {
    KOORD_BIND_POLICY_DEFAULT, KOORD_BIND_POLICY_FULL_PCPUS, KOORD_BIND_POLICY_SPREAD_BY_PCPUS};

// MostAllocated takes the NUMA node with the least available among those that hold the request.
TEST(SpecNumaStrategy, R46_MostAllocatedTakesTheNumaNodeWithLeastAvailable) {
  for (const koord_bind_policy bind : {KOORD_BIND_POLICY_DEFAULT, KOORD_BIND_POLICY_FULL_PCPUS}) {
    KoordinatorNode node = uneven_node(bind, KOORD_NUMA_STRATEGY_MOST_ALLOCATED);
    if (bind == KOORD_BIND_POLICY_FULL_PCPUS) {
      EXPECT_EQ(node.nodes_of(node.give(2)), (Places{{3, 2}}));
      EXPECT_EQ(node.nodes_of(node.give(4)), (Places{{2, 4}}));
      EXPECT_EQ(node.nodes_of(node.give(6)), (Places{{1, 6}}));
    } else {
      EXPECT_EQ(node.nodes_of(node.give(1)), (Places{{3, 1}}));
      EXPECT_EQ(node.nodes_of(node.give(3)), (Places{{1, 3}})) << "three cores are free in node 1";
    }
    EXPECT_EQ(node.nodes_of(node.give(8)), (Places{{0, 8}}));
  }
}

// LeastAllocated takes the NUMA node with the most available.
TEST(SpecNumaStrategy, R46_LeastAllocatedTakesTheNumaNodeWithMostAvailable) {
  for (const koord_bind_policy bind : kBindPolicies) {
    KoordinatorNode node = uneven_node(bind, KOORD_NUMA_STRATEGY_LEAST_ALLOCATED);
    for (const uint32_t cpus : {1u, 2u, 4u, 6u, 8u})
      EXPECT_EQ(node.nodes_of(node.give(cpus)), (Places{{0, static_cast<int>(cpus)}})) << cpus;
  }
}

// For a sequence of pods, MostAllocated fills one NUMA node before it opens the next, and
// LeastAllocated changes to another each time.
TEST(SpecNumaStrategy, R46_StrategiesPackAndSpreadPodsOverNumaNodes) {
  const auto nodes_in_order = [](koord_numa_strategy strategy) {
    KoordinatorNode node(spec_machine(2, 2, 4, 2));
    node.pod.bind_policy = KOORD_BIND_POLICY_FULL_PCPUS;
    node.pod.numa_strategy = strategy;
    std::vector<int> order;
    for (int pod = 0; pod < 8; ++pod) {
      const std::string given = node.give(4);
      const Places places = node.nodes_of(given);
      EXPECT_EQ(places.size(), 1u) << given;
      order.push_back(places.begin()->first);
      node.available = without(node.available, given);
    }
    return order;
  };
  const std::vector<int> packed = nodes_in_order(KOORD_NUMA_STRATEGY_MOST_ALLOCATED);
  for (size_t pod = 0; pod < 8; pod += 2) EXPECT_EQ(packed[pod], packed[pod + 1]) << "pod " << pod;
  std::vector<int> spread = nodes_in_order(KOORD_NUMA_STRATEGY_LEAST_ALLOCATED);
  std::sort(spread.begin(), spread.begin() + 4);
  EXPECT_EQ(std::vector<int>(spread.begin(), spread.begin() + 4), (std::vector<int>{0, 1, 2, 3}));
}

// DistributeEvenly: on a free machine no NUMA node gives more than one CPU (one core under
// FullPCPUs) more than another, even if one NUMA node would have sufficed.
TEST(SpecNumaStrategy, R46_S05_DistributeEvenlySpreadsOverAllNumaNodes) {
  for (const koord_bind_policy bind : kBindPolicies) {
    KoordinatorNode node(spec_machine(2, 2, 4, 2));
    node.pod.bind_policy = bind;
    node.pod.numa_strategy = KOORD_NUMA_STRATEGY_DISTRIBUTE_EVENLY;
    const int unit = bind == KOORD_BIND_POLICY_FULL_PCPUS ? 2 : 1;
    for (int n = unit; n <= 32; n += unit) {
      const Places nodes = node.nodes_of(node.give(static_cast<uint32_t>(n)));
      EXPECT_EQ(nodes.size(), static_cast<size_t>(std::min(n / unit, 4))) << n << " CPUs";
      int least = nodes.size() < 4 ? 0 : 32;
      int most = 0;
      for (const auto &[id, cpus] : nodes) {
        least = std::min(least, cpus);
        most = std::max(most, cpus);
      }
      EXPECT_LE(most - least, unit) << n << " CPUs, policy " << koord_bind_policy_get_name(bind);
    }
  }
}

// A NUMA node with less than its share gives all it has, and the others compensate.
TEST(SpecNumaStrategy, R46_DistributeEvenlyLetsOthersMakeUpForAFullNumaNode) {
  for (const koord_bind_policy bind : kBindPolicies) {
    KoordinatorNode node = uneven_node(bind, KOORD_NUMA_STRATEGY_DISTRIBUTE_EVENLY);
    EXPECT_EQ(node.nodes_of(node.give(8)), (Places{{0, 2}, {1, 2}, {2, 2}, {3, 2}}));
    EXPECT_EQ(node.nodes_of(node.give(14)), (Places{{0, 4}, {1, 4}, {2, 4}, {3, 2}}));
    EXPECT_EQ(node.nodes_of(node.give(20)), (Places{{0, 8}, {1, 6}, {2, 4}, {3, 2}}));
  }
}

// (up) Upstream's DistributeEvenly equals LeastAllocated.
TEST(SpecNumaStrategy, R46_UpstreamsDistributeEvenlyDoesNotDistribute) {
  KoordinatorNode node(spec_machine(2, 2, 4, 2));
  node.pod.profile = KOORD_PROFILE_UPSTREAM;
  for (const uint32_t cpus : {2u, 4u, 8u, 12u}) {
    node.pod.numa_strategy = KOORD_NUMA_STRATEGY_LEAST_ALLOCATED;
    const std::string least = node.give(cpus);
    node.pod.numa_strategy = KOORD_NUMA_STRATEGY_DISTRIBUTE_EVENLY;
    EXPECT_EQ(node.give(cpus), least) << cpus;
  }
}

// The three names are the label's values.
TEST(SpecNumaStrategy, R46_NamesAreTheLabelsValues) {
  EXPECT_STREQ(koord_numa_strategy_get_name(KOORD_NUMA_STRATEGY_MOST_ALLOCATED), "MostAllocated");
  EXPECT_STREQ(koord_numa_strategy_get_name(KOORD_NUMA_STRATEGY_LEAST_ALLOCATED), "LeastAllocated");
  EXPECT_STREQ(koord_numa_strategy_get_name(KOORD_NUMA_STRATEGY_DISTRIBUTE_EVENLY),
               "DistributeEvenly");
}

}  // namespace
}  // namespace koord::testing
