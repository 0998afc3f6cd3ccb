// Filter foresees the refusals of a kubelet whose topology manager aligns devices of device plugins
// with each other, with CPUs and with memory.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sched/clusters.h"
#include "sched/played_node.h"
#include "sched/reported_memory.h"

namespace koord::testing {
namespace {

using object::KubeletPluginDevices;
using Group = KubeletPluginDevices::Group;

// The kubelet's CPU manager is static or not, and its memory manager has the policy None.
TEST(DeviceGate, FilterAndKubeletAgree) {
  const Counts counts = play({.devices = true});
  EXPECT_EQ(counts.wrongly_accepted, 0);
  EXPECT_EQ(counts.wrongly_refused, 0);
  EXPECT_LT(counts.cautious, counts.pending / 10);
  EXPECT_GT(counts.admitted, 2000);
  EXPECT_GT(counts.unaligned, 500);
  EXPECT_GT(counts.pending, 1000);
  RecordProperty("cautious", counts.cautious);
}

TEST(DeviceGate, FilterAndKubeletAgreeBesideMemory) {
  const Counts counts = play({.static_memory = true, .devices = true});
  EXPECT_EQ(counts.wrongly_accepted, 0);
  EXPECT_EQ(counts.wrongly_refused, 0);
  EXPECT_LT(counts.cautious, counts.pending / 10);
  EXPECT_GT(counts.admitted, 2000);
  EXPECT_GT(counts.unaligned, 500);
  RecordProperty("cautious", counts.cautious);
}

// A node of two NUMA nodes of 8 CPUs each. Its kubelet pins CPUs and aligns pods.
NodeTopology aligning_node(std::vector<Group> groups, std::vector<KubeletPluginDevices::Pod> pods) {
  NodeTopology out = topology_of("node-1");
  TopologySpec spec;
  for (const Topology::Cpu &cpu : out.machine->cpus())
    spec.cpus.push_back({cpu.id, cpu.core / 4, cpu.core / 4, cpu.core, cpu.core / 4});
  out.machine = Topology::build(std::move(spec));
  out.allocatable.clear();
  out.numa_policy = NumaPolicy::kSingleNode;
  out.kubelet_static = true;
  KubeletPluginDevices devices;
  devices.groups = std::move(groups);
  devices.pods = std::move(pods);
  out.kubelet_devices = std::make_shared<const KubeletPluginDevices>(std::move(devices));
  return out;
}

uint32_t add(Cluster &cluster, const NodeTopology &topology) {
  NodeObject node = node_of("node-1");
  for (const char *resource : {kGpu, kNic}) node.allocatable.push_back({resource, 16});
  const uint32_t id = cluster.set_node(node);
  EXPECT_EQ(cluster.set_topology(topology), id);
  return id;
}

void request(Container &container, const char *resource, int64_t units) {
  container.requests.push_back({resource, units});
  container.limits.push_back({resource, units});
}

PodObject pod_with(const std::string &uid, int64_t milli, int64_t gpus, int64_t nics = 0) {
  PodObject out = pod_of(uid, Qos::kNone, milli);
  if (gpus > 0) request(out.containers[0], kGpu, gpus);
  if (nics > 0) request(out.containers[0], kNic, nics);
  return out;
}

Reason reason_for(const NodeTopology &topology, const PodObject &pod) {
  Cluster cluster{sched::Options{}};
  const uint32_t id = add(cluster, topology);
  return explain(cluster, pod, id).reason;
}

TEST(DeviceGate, DevicesAndCpusMustBeOnOneNumaNode) {
  // CPU 0 is reserved in neither; pod "a" has all but two CPUs of node 0.
  NodeTopology node =
      aligning_node({{kGpu, {0}, 2, 0}, {kGpu, {1}, 2, 0}}, {{"b", false, {{kGpu, {1}, 2, 0}}}});
  node.held.push_back(by_kubelet("a", CpuSet::parse("0-2,8-10", "cpus")));
  EXPECT_EQ(reason_for(node, pod_with("new", 2000, 1)), Reason::kNone);
  EXPECT_EQ(reason_for(node, pod_with("new", 4000, 0)), Reason::kNone);  // on node 1
  EXPECT_EQ(reason_for(node, pod_with("new", 4000, 1)), Reason::kNumaUnaligned);
  EXPECT_EQ(reason_for(node, pod_with("new", 0, 3)), Reason::kNumaUnaligned);
}

// Kubelet aligns devices of pods whose CPUs it does not pin, and if it pins no CPUs at all.
TEST(DeviceGate, DevicesOfAllPodsAreAligned) {
  for (const bool static_cpus : {true, false}) {
    SCOPED_TRACE(static_cpus);
    NodeTopology node = aligning_node({{kGpu, {0}, 2, 0}, {kNic, {1}, 1, 0}}, {});
    node.kubelet_static = static_cpus;
    for (const bool guaranteed : {true, false}) {
      PodObject pod = pod_with("new", 500, 1, 1);
      if (!guaranteed) pod.containers[0].limits.erase(pod.containers[0].limits.begin());
      EXPECT_EQ(reason_for(node, pod), Reason::kNumaUnaligned) << guaranteed;
    }
    EXPECT_EQ(reason_for(node, pod_with("new", 500, 2)), Reason::kNone);
    EXPECT_EQ(reason_for(node, pod_with("new", 500, 0, 1)), Reason::kNone);
  }
}

TEST(DeviceGate, UnhealthyDevicesAreNotAllocatedButDecideAboutWidth) {
  NodeTopology node = aligning_node({{kGpu, {0}, 1, 3}, {kGpu, {1}, 2, 2}}, {});
  EXPECT_EQ(reason_for(node, pod_with("new", 500, 2)), Reason::kNone);
  EXPECT_EQ(reason_for(node, pod_with("new", 500, 3)), Reason::kNumaUnaligned);
  node.numa_policy = NumaPolicy::kRestricted;
  // One NUMA node would have three devices if all were healthy.
  EXPECT_EQ(reason_for(node, pod_with("new", 500, 3)), Reason::kNumaUnaligned);
  node = aligning_node({{kGpu, {0}, 1, 0}, {kGpu, {1}, 2, 0}}, {});
  node.numa_policy = NumaPolicy::kRestricted;
  EXPECT_EQ(reason_for(node, pod_with("new", 500, 3)), Reason::kNone);
}

TEST(DeviceGate, DevicesMayBeNearSeveralNumaNodes) {
  const NodeTopology node =
      aligning_node({{kGpu, {0}, 1, 0}, {kGpu, {1}, 1, 0}, {kNic, {0, 1}, 1, 0}}, {});
  EXPECT_EQ(reason_for(node, pod_with("new", 500, 1, 1)), Reason::kNone);
  EXPECT_EQ(reason_for(node, pod_with("new", 500, 2, 1)), Reason::kNumaUnaligned);
}

// Devices of a resource without NUMA nodes have no hints.
TEST(DeviceGate, DevicesWithoutNumaNodesAreNotAligned) {
  const NodeTopology node = aligning_node({{kGpu, {0}, 1, 0}, {kNic, {}, 4, 0}}, {});
  EXPECT_EQ(reason_for(node, pod_with("new", 500, 1, 4)), Reason::kNone);
}

TEST(DeviceGate, InitContainersLeaveTheirDevices) {
  const NodeTopology node = aligning_node({{kGpu, {0}, 2, 0}, {kGpu, {1}, 2, 0}}, {});
  PodObject pod = pod_with("new", 500, 2);
  Container init = pod.containers[0];
  init.name = "init";
  init.init = true;
  pod.containers.insert(pod.containers.begin(), init);
  Cluster cluster{sched::Options{}};
  const uint32_t id = add(cluster, node);
  EXPECT_FALSE(reserve(cluster, pod, id).refusal.refused());
  pod.uid = "second";
  EXPECT_FALSE(reserve(cluster, pod, id).refusal.refused());
  pod.uid = "third";
  EXPECT_TRUE(explain(cluster, pod, id).refused());
  // A sidecar keeps its devices.
  init.restartable = true;
  PodObject sidecar = pod_with("new", 500, 2);
  sidecar.containers.insert(sidecar.containers.begin(), init);
  sidecar.containers[1].limits.back().value = sidecar.containers[1].requests.back().value = 1;
  EXPECT_EQ(reason_for(node, sidecar), Reason::kNone);  // two on one node, one on the other
}

// Pods that are not reported yet have their devices, and give them back when they leave.
TEST(DeviceGate, PodsInFlightHaveTheirDevices) {
  const NodeTopology node = aligning_node({{kGpu, {0}, 2, 0}, {kGpu, {1}, 2, 0}}, {});
  Cluster cluster{sched::Options{}};
  const uint32_t id = add(cluster, node);
  for (const char *uid : {"a", "b"}) {
    PodObject pod = pod_with(uid, 500, 1);
    EXPECT_FALSE(reserve(cluster, pod, id).refusal.refused());
    pod.node = "node-1";
    set(cluster, pod);
  }
  const PodObject two = pod_with("new", 500, 2);
  EXPECT_FALSE(explain(cluster, two, id).refused());
  PodObject third = pod_with("c", 500, 1);
  EXPECT_FALSE(reserve(cluster, third, id).refusal.refused());
  EXPECT_EQ(explain(cluster, two, id).profile, Profile::kKubelet);
  EXPECT_EQ(cluster.remove_pod("c"), Outcome::kDone);
  const auto report = [&](std::vector<KubeletPluginDevices::Pod> pods) {
    NodeTopology later = node;
    KubeletPluginDevices devices = *node.kubelet_devices;
    devices.pods = std::move(pods);
    later.kubelet_devices = std::make_shared<const KubeletPluginDevices>(devices);
    EXPECT_EQ(cluster.set_topology(later), id);
  };
  report({{"a", false, {{kGpu, {1}, 1, 0}}}});
  EXPECT_TRUE(explain(cluster, two, id).refused());  // kubelet takes node 0 for "b"
  report({{"a", false, {{kGpu, {1}, 1, 0}}}, {"b", false, {{kGpu, {1}, 1, 0}}}});
  EXPECT_FALSE(explain(cluster, two, id).refused());
}

// Kubelet chooses three of four devices at will: the last one is near either node.
TEST(DeviceGate, AnyChoiceOfKubeletMustServeTheNextPod) {
  NodeTopology node = aligning_node({{kGpu, {0}, 2, 0}, {kGpu, {1}, 2, 0}}, {});
  node.numa_policy = NumaPolicy::kRestricted;
  node.held.push_back(by_kubelet("a", CpuSet::parse("0-3,8-11", "cpus")));
  Cluster cluster{sched::Options{}};
  const uint32_t id = add(cluster, node);
  EXPECT_FALSE(explain(cluster, pod_with("new", 2000, 1), id).refused());
  EXPECT_FALSE(reserve(cluster, pod_with("b", 500, 3), id).refusal.refused());
  EXPECT_EQ(explain(cluster, pod_with("new", 2000, 1), id).reason, Reason::kPodsInFlight);
  EXPECT_FALSE(explain(cluster, pod_with("new", 500, 1), id).refused());
}

TEST(DeviceGate, AnyChoiceOfKubeletMustServeTheNextContainer) {
  NodeTopology node = aligning_node({{kGpu, {0}, 2, 0}, {kGpu, {1}, 2, 0}}, {});
  node.numa_policy = NumaPolicy::kRestricted;
  node.held.push_back(by_kubelet("a", CpuSet::parse("0-3,8-11", "cpus")));
  PodObject pod = pod_with("new", 1000, 3);
  pod.containers[0].limits[0].value = pod.containers[0].requests[0].value = 500;
  Container second = pod_with("other", 2000, 1).containers[0];
  second.name = "second";
  pod.containers.push_back(second);
  EXPECT_EQ(reason_for(node, pod), Reason::kNumaUnaligned);
  node.held.clear();
  EXPECT_EQ(reason_for(node, pod), Reason::kNone);
}

// A kubelet that need not align refuses no pod for the NUMA nodes of its devices.
TEST(DeviceGate, OtherPoliciesIgnoreDevices) {
  for (const NumaPolicy policy : {NumaPolicy::kNone, NumaPolicy::kBestEffort}) {
    NodeTopology node = aligning_node({{kGpu, {0}, 2, 0}, {kNic, {1}, 1, 0}}, {});
    node.numa_policy = policy;
    EXPECT_EQ(reason_for(node, pod_with("new", 500, 2, 1)), Reason::kNone);
  }
}

TEST(DeviceGate, WithoutReportDevicesAreNotEvaluated) {
  NodeTopology node = aligning_node({{kGpu, {0}, 2, 0}, {kNic, {1}, 1, 0}}, {});
  node.kubelet_devices = nullptr;
  EXPECT_EQ(reason_for(node, pod_with("new", 2000, 2, 1)), Reason::kNone);
  EXPECT_EQ(reason_for(node, pod_with("new", 9000, 0)), Reason::kNumaUnaligned);
}

// Pods that have ended hold nothing, unless the cluster knows that they are there.
TEST(DeviceGate, EndedPodsHoldNothing) {
  const NodeTopology node = aligning_node({{kGpu, {0}, 2, 0}}, {{"a", true, {{kGpu, {0}, 2, 0}}}});
  Cluster cluster{sched::Options{}};
  const uint32_t id = add(cluster, node);
  EXPECT_FALSE(explain(cluster, pod_with("new", 500, 2), id).refused());
  PodObject there = pod_with("a", 500, 2);
  there.node = "node-1";
  set(cluster, there);
  EXPECT_TRUE(explain(cluster, pod_with("new", 500, 2), id).refused());
}

// Devices that cannot be true are left out with a fault; CPUs still count.
TEST(DeviceGate, DevicesThatCannotBeTrueCountAsAbsent) {
  const std::pair<const char *, NodeTopology> untruths[] = {
      {"device-manager-state: devices: \"vendor.example/gpu\" is near node 7",
       aligning_node({{kGpu, {7}, 2, 0}}, {})},
      {"device-manager-state: pods: they have more devices than there are",
       aligning_node({{kGpu, {0}, 2, 0}},
                     {{"a", false, {{kGpu, {0}, 2, 0}}}, {"b", false, {{kGpu, {0}, 1, 0}}}})},
  };
  for (const auto &[says, node] : untruths) {
    SCOPED_TRACE(says);
    Cluster cluster{sched::Options{}};
    const uint32_t id = add(cluster, aligning_node({}, {}));
    std::vector<std::string> faults;
    cluster.set_topology(node, &faults);
    ASSERT_EQ(faults.size(), 1u);
    EXPECT_NE(faults[0].find(says), std::string::npos) << faults[0];
    EXPECT_FALSE(explain(cluster, pod_with("new", 500, 4), id).refused());
    EXPECT_TRUE(explain(cluster, pod_with("new", 9000, 0), id).refused());
  }
}

}  // namespace
}  // namespace koord::testing
