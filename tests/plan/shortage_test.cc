// Lower bounds on the number of victims.
#include "plan/shortage.h"

#include <gtest/gtest.h>

#include <array>

#include "sched/clusters.h"

namespace koord::testing {
namespace {

// Kubelet pins CPUs on both NUMA nodes. Restricted counts them as capacity, so a pod of 7 CPUs
// prefers one NUMA node, and no eviction makes room for it there.
TEST(Shortage, CountsCpusThatKubeletPinsAsCapacityOfOneNumaNode) {
  for (const bool pins : {false, true})
    for (const int cpus : {5, 7}) {
      Cluster cluster{sched::Options{}};
      NodeObject object = node_of("n");
      object.numa_policy = NumaPolicy::kRestricted;
      NodeTopology topology = topology_of("n");
      if (pins) topology.held = {{"pinned", "default", "pinned", CpuSet::parse("0,4,8,12"), true}};
      const uint32_t id = cluster.set_node(object);
      cluster.set_topology(topology);
      for (const int node : {0, 1}) {
        PodObject pod = pod_of("p" + std::to_string(node), Qos::kLs, 3000, kGi);
        pod.node = "n";
        pod.status.emplace().numa.push_back({node, {{"cpu", 3000}, {"memory", kGi}}});
        set(cluster, pod);
      }
      const PodObject pod = pod_of("asking", Qos::kLs, int64_t{1000} * cpus, kGi);
      const sched::ClusterSnapshot snapshot(cluster);
      std::array<plan::Candidate, 2> candidates;
      for (size_t i = 0; i < 2; ++i) candidates[i].holding = snapshot.held(id)[i];
      plan::Shortage shortage;
      shortage.measure(snapshot.view(id), {snapshot.shape_of(pod), false}, snapshot.options(),
                       candidates);
      const std::array<uint32_t, 2> all{0, 1};
      // Each NUMA node has 8 CPUs: kubelet pins 2 of them, and each pod holds 3.
      const size_t none = 3;
      const size_t expected = cpus == 5 ? (pins ? 1 : 0) : (pins ? none : 1);
      EXPECT_EQ(shortage.fewest(all), expected) << cpus << (pins ? " pinned" : "");
    }
}

}  // namespace
}  // namespace koord::testing
