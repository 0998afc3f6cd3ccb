// ConstrainedBurst pods: the shared pool of one NUMA node, and what else they request.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "sched/clusters.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

// The pool holds the limit, and its NUMA node the memory, under every policy.
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
  if (answer.refusal.refused()) return;
  RC_ASSERT(answer.allocation.status.pools.size() == 1u);
  const auto given = static_cast<size_t>(answer.allocation.status.pools[0].node);
  RC_ASSERT(pool[given] >= limit && memory[given] >= wanted);
}

}  // namespace
}  // namespace koord::testing
