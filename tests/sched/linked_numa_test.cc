// NUMA nodes that suit a pod equally are compared by the links of the GPUs that it would get there.
#include <gtest/gtest.h>

#include <algorithm>

#include "sched/draw_devices.h"
#include "sched/gpu_pods.h"

namespace koord::testing {
namespace {

// Eight GPUs, four on each of two NUMA nodes, two under each PCIe switch.
DeviceObject eight_gpus() {
  DeviceObject out = visible_gpus_of("n", 8);
  for (DeviceInfo &gpu : out.devices) {
    gpu.placed = true;
    gpu.place.node = gpu.place.socket = gpu.minor / 4;
    gpu.place.pcie = "switch" + std::to_string(gpu.minor / 2);
  }
  return out;
}

PodObject linked_pod(Qos qos, int64_t gpus) {
  PodObject pod = pod_of("p", qos, 2000);
  pod.containers[0].requests.push_back({"nvidia.com/gpu", gpus});
  pod.containers[0].limits = pod.containers[0].requests;
  return pod;
}

// Returns the minors that the pod gets while other pods have the GPUs `used`.
std::string gpus_beside(const std::vector<int32_t> &used, NumaPolicy policy, Qos qos,
                        int64_t gpus) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n", {}, policy);
  cluster.set_devices(eight_gpus());
  set(cluster, stating("other", used, static_cast<int>(used.size())));
  EXPECT_FALSE(reserve(cluster, linked_pod(qos, gpus), 0).refusal.refused());
  return minors(cluster, "p");
}

TEST(LinkedNuma, R113_TheNumaNodeWithTheBestLinksIsChosen) {
  for (const NumaPolicy policy : {NumaPolicy::kNone, NumaPolicy::kBestEffort,
                                  NumaPolicy::kRestricted, NumaPolicy::kSingleNode})
    for (const Qos qos : {Qos::kLs, Qos::kLsr, Qos::kLse}) {
      EXPECT_EQ(gpus_beside({0, 2, 6, 7}, policy, qos, 2), "4 5 ") << static_cast<int>(policy);
      EXPECT_EQ(gpus_beside({0, 1, 5, 6}, policy, qos, 2), "2 3 ") << static_cast<int>(policy);
    }
}

TEST(LinkedNuma, WithoutADifferenceTheStrategyDecides) {
  for (const auto &[strategy, expected] : {std::pair{NodeStrategy::kMostAllocated, "4 5 "},
                                           std::pair{NodeStrategy::kLeastAllocated, "0 1 "}}) {
    Cluster cluster{sched::Options{}};
    NodeObject node = node_of("n");
    node.numa_policy = NumaPolicy::kSingleNode;
    node.strategy = strategy;
    cluster.set_node(node);
    cluster.set_topology(topology_of("n"));
    cluster.set_devices(eight_gpus());
    PodObject other = pod_of("other", Qos::kLsr, 2000);
    other.node = "n";
    other.status.emplace().cpus = CpuSet::parse("4,12");
    set(cluster, other);
    ASSERT_FALSE(reserve(cluster, linked_pod(Qos::kLsr, 2), 0).refusal.refused());
    EXPECT_EQ(minors(cluster, "p"), expected);
  }
}

}  // namespace
}  // namespace koord::testing
