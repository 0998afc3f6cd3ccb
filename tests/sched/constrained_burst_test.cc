// ConstrainedBurst pods: the shared pool of one NUMA node, and their other requests.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "sched/clusters.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

// Under every policy, the pool holds the limit and its NUMA node the memory.
RC_GTEST_PROP(ConstrainedBurst, FindsPoolAndMemoryOnOneNumaNode, ()) {
  const Machine machine{*rc::gen::inRange(1, 4), 1, 2};
  const auto nodes = static_cast<size_t>(machine.sockets);
  const auto policy = *rc::gen::element(NumaPolicy::kNone, NumaPolicy::kBestEffort,
                                        NumaPolicy::kRestricted, NumaPolicy::kSingleNode);
  NodeTopology topology = topology_of("n", machine);
  std::vector<int64_t> memory;
  std::vector<int> pool;
  CpuSet held;
  const auto cores = static_cast<int>(nodes) * machine.cores;
  for (size_t i = 0; i < nodes; ++i) {
    memory.push_back(*rc::gen::inRange(1, 5));
    topology.allocatable[i].amounts[1].value = memory[i] * kGi;
    const int taken = *rc::gen::inRange(0, 4);
    for (int cpu = 0; cpu < taken; ++cpu)
      held.add(static_cast<int>(i) * machine.cores + cpu % 2 + cpu / 2 * cores);
    pool.push_back(2 * machine.cores - taken);
  }
  NodeObject node = node_of("n", machine);
  node.numa_policy = policy;
  Cluster cluster{sched::Options{}};
  const uint32_t id = cluster.set_node(node);
  cluster.set_topology(topology);
  if (!held.empty()) {
    PodObject holder = pod_of("held", Qos::kLsr, int64_t{1000} * held.count(), 0);
    holder.node = "n";
    holder.status.emplace().cpus = held;
    set(cluster, holder);
  }
  const int limit = *rc::gen::inRange(1, 5);
  const int64_t wanted = *rc::gen::inRange(1, 5);
  PodObject pod = pod_of("p", Qos::kLs, 1000, wanted * kGi);
  pod.required_bind = PodBind::kConstrainedBurst;
  pod.containers[0].limits[0].value = int64_t{1000} * limit;

  bool together = false;
  for (size_t i = 0; i < nodes; ++i) together |= pool[i] >= limit && memory[i] >= wanted;
  const Refusal verdict = explain(cluster, pod, id);
  const Answer answer = reserve(cluster, pod, id);
  RC_LOG() << to_sentence(verdict) << " policy " << static_cast<int>(policy) << '\n';
  RC_ASSERT(verdict.refused() == !together);
  RC_ASSERT(answer.refusal.refused() == verdict.refused());
  if (answer.refusal.refused()) {
    const int largest = *std::ranges::max_element(pool);
    if (largest < limit) {
      RC_ASSERT(verdict.reason == Reason::kSharedPoolTooSmall);
      RC_ASSERT(verdict.best == int64_t{1000} * largest);
      return;
    }
    // The largest memory of the NUMA nodes whose pool is large enough.
    int64_t most = 0;
    for (size_t i = 0; i < nodes; ++i)
      if (pool[i] >= limit) most = std::max(most, memory[i]);
    RC_ASSERT(verdict.reason == Reason::kNoNumaNodeFits);
    RC_ASSERT(verdict.needed == wanted * kGi && verdict.best == most * kGi);
    RC_ASSERT(memory[static_cast<size_t>(verdict.where)] == most);
    RC_ASSERT(to_sentence(verdict) == "needs " + std::to_string(wanted) +
                                          "Gi of memory on the NUMA node of its shared pool; "
                                          "the best, NUMA node " +
                                          std::to_string(verdict.where) + ", has " +
                                          std::to_string(most) + "Gi");
    return;
  }
  RC_ASSERT(answer.allocation.status.pools.size() == 1u);
  const auto given = static_cast<size_t>(answer.allocation.status.pools[0].node);
  RC_ASSERT(pool[given] >= limit && memory[given] >= wanted);
}

// The refusal names the shortage: CPU requested by pods in the pool, or an amount of the zone.
TEST(ConstrainedBurst, TheRefusalNamesTheShortage) {
  NodeTopology topology = topology_of("n");
  for (object::NumaAmounts &zone : topology.allocatable)
    zone.amounts.push_back({"vendor/nic", zone.node == 0 ? 2 : 1});
  NodeObject node = node_of("n");
  node.numa_policy = NumaPolicy::kSingleNode;
  node.allocatable.push_back({"vendor/nic", 3});
  Cluster cluster{sched::Options{}};
  const uint32_t id = cluster.set_node(node);
  cluster.set_topology(topology);
  for (const std::string uid : {"a", "b"})
    ASSERT_FALSE(reserve(cluster, pod_of(uid, Qos::kLs, 6000, kGi), id).refusal.refused());

  PodObject pod = pod_of("p", Qos::kLs, 3000, kGi);
  pod.required_bind = PodBind::kConstrainedBurst;
  const Refusal cpu = explain(cluster, pod, id);
  EXPECT_EQ(cpu.reason, Reason::kNoNumaNodeFits);
  EXPECT_EQ(to_sentence(cpu),
            "needs 3 CPUs on the NUMA node of its shared pool; the best, NUMA node 0, has 2");

  pod = pod_of("p", Qos::kLs, 1000, kGi);
  pod.required_bind = PodBind::kConstrainedBurst;
  for (object::Amounts *amounts : {&pod.containers[0].requests, &pod.containers[0].limits})
    amounts->push_back({"vendor/nic", 3});
  const Refusal nic = explain(cluster, pod, id);
  EXPECT_EQ(nic.reason, Reason::kNoNumaNodeFits);
  EXPECT_EQ(
      to_sentence(nic, {"vendor/nic", ""}),
      "needs 3 of vendor/nic on the NUMA node of its shared pool; the best, NUMA node 0, has 2");
}

}  // namespace
}  // namespace koord::testing
