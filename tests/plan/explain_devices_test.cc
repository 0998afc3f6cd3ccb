// Explanations for pods that lack devices.
#include <gtest/gtest.h>

#include <algorithm>

#include "plan/explain.h"
#include "sched/clusters.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

using plan::Explanation;
using plan::Scope;

using Strings = std::vector<std::string>;

// Eight GPUs, two on each PCIe switch and four on each NUMA node, and
// an RDMA device on the switch of the last.
DeviceObject devices_of(const std::string &node, int gpus = 8) {
  DeviceObject out;
  out.node = node;
  for (int minor = 0; minor < gpus; ++minor) {
    DeviceInfo gpu;
    gpu.type = "gpu";
    gpu.id = "GPU-" + std::to_string(minor);
    gpu.minor = minor;
    gpu.healthy = true;
    gpu.resources = {{"koordinator.sh/gpu-core", 100},
                     {"koordinator.sh/gpu-memory", 80 * kGi},
                     {"koordinator.sh/gpu-memory-ratio", 100}};
    gpu.placed = true;
    gpu.place.node = minor / 4;
    gpu.place.pcie = std::to_string(minor / 2);
    out.devices.push_back(gpu);
  }
  DeviceInfo rdma;
  rdma.type = "rdma";
  rdma.id = "rdma-0";
  rdma.healthy = true;
  rdma.resources = {{"koordinator.sh/rdma", 100}};
  rdma.placed = true;
  rdma.place.node = (gpus - 1) / 4;
  rdma.place.pcie = std::to_string((gpus - 1) / 2);
  rdma.vf_groups = {{{{"speed", "slow"}}, {{0, "0000:01:00.1"}}}};
  out.devices.push_back(rdma);
  return out;
}

PodObject asks(const std::string &uid, const Amounts &devices, int priority = 0) {
  PodObject pod = pod_of(uid, Qos::kLs, 1000);
  pod.priority = priority;
  Amounts &requests = pod.containers[0].requests;
  requests.insert(requests.end(), devices.begin(), devices.end());
  std::sort(requests.begin(), requests.end(),
            [](const Amount &a, const Amount &b) { return a.resource < b.resource; });
  pod.containers[0].limits = requests;
  return pod;
}

PodObject asks_gpus(const std::string &uid, int64_t gpus, int priority = 0) {
  return asks(uid, {{"nvidia.com/gpu", gpus}}, priority);
}

DeviceHint hint_of(const std::string &type) {
  DeviceHint hint;
  hint.type = type;
  return hint;
}

class ExplainDevices : public ::testing::Test {
 protected:
  ExplainDevices() : cluster_(sched::Options{}) {}

  uint32_t add(const std::string &name, const DeviceObject &devices,
               NumaPolicy policy = NumaPolicy::kNone) {
    const uint32_t id = add_node(cluster_, name, {}, policy);
    cluster_.set_devices(devices);
    return id;
  }
  uint32_t add(const std::string &name) { return add(name, devices_of(name)); }
  void put(const PodObject &pod, uint32_t node) {
    Refusal refusal;
    ASSERT_EQ(cluster_.reserve(ask(cluster_, pod), pod.uid, node, {0, 0, pod.priority}, refusal),
              Outcome::kDone);
    ASSERT_FALSE(refusal.refused()) << to_sentence(refusal);
  }
  Explanation explain(const PodObject &pod) {
    const sched::ClusterSnapshot snapshot(cluster_);
    return plan::explain(snapshot, ask(cluster_, pod), pod, {});
  }
  // Returns the text about the nearest node.
  static std::string why(const Explanation &found) { return plan::to_text(found.misses.at(0)); }
  static Strings remedies(const Explanation &found, size_t miss = 0) {
    Strings out;
    for (const plan::Remedy &remedy : found.misses.at(miss).remedies)
      out.push_back(plan::to_text(remedy));
    return out;
  }

  Cluster cluster_;
};

TEST_F(ExplainDevices, FreeOnesAreCounted) {
  add("a");
  add("b");
  add_node(cluster_, "none");
  put(asks_gpus("x", 6, 3), 0);
  put(asks_gpus("y", 2, 3), 1);
  put(asks_gpus("z", 1, 9), 1);
  DeviceObject other = devices_of("other", 1);
  other.devices.erase(other.devices.begin());
  add("other", other);
  const Explanation found = explain(asks_gpus("p", 8, 5));
  ASSERT_EQ(found.groups.size(), 3u);
  EXPECT_EQ(plan::to_text(found.groups[0], 4),
            "2 of 4 nodes: needs 8 free GPUs; the best, b, has 5 free GPUs");
  EXPECT_EQ(found.groups[0].devices, "gpu");
  EXPECT_EQ(found.groups[0].resource, "");
  EXPECT_EQ(found.groups[0].least, 2);
  EXPECT_EQ(found.groups[0].most, 5);
  EXPECT_EQ(plan::to_text(found.groups[1], 4),
            "1 of 4 nodes: needs 8 of nvidia.com/gpu; none has 0 of nvidia.com/gpu");
  EXPECT_EQ(plan::to_text(found.groups[2], 4),
            "1 of 4 nodes: needs 8 GPUs; the node has none that the pod may use (other)");
  ASSERT_EQ(found.misses.size(), 3u);
  EXPECT_EQ(found.misses[0].name, "b");
  EXPECT_DOUBLE_EQ(found.misses[0].lack.share, 3.0 / 8);
  EXPECT_EQ(remedies(found, 0), (Strings{"the pod requests 5 GPUs instead of 8 GPUs"}));
  EXPECT_EQ(found.misses[1].name, "a");
  EXPECT_EQ(why(found), "needs 8 free GPUs; it has 5 free GPUs");
  EXPECT_EQ(remedies(found, 1), (Strings{"the pod requests 2 GPUs instead of 8 GPUs",
                                         "the pod x (priority 3) is evicted"}));
}

// For a part of one device, the text names the device with the
// smallest shortfall and its scarcest resource.
TEST_F(ExplainDevices, PartsOfOneAreCompared) {
  add("a", devices_of("a", 2));
  put(asks("x", {{"koordinator.sh/gpu", 60}}), 0);
  put(asks("y", {{"koordinator.sh/gpu", 70}}), 0);
  Explanation found = explain(asks("p", {{"koordinator.sh/gpu", 50}}));
  EXPECT_EQ(why(found),
            "needs 50 of koordinator.sh/gpu-core from one GPU; it has 40 of "
            "koordinator.sh/gpu-core on GPU 0");
  EXPECT_DOUBLE_EQ(found.misses[0].lack.share, 0.2);
  EXPECT_EQ(remedies(found), (Strings{"the pod requests at most 40 of koordinator.sh/gpu per GPU "
                                      "instead of 50"}));
  found = explain(
      asks("p", {{"koordinator.sh/gpu-core", 10}, {"koordinator.sh/gpu-memory", 64 * kGi}}));
  EXPECT_EQ(why(found),
            "needs 64Gi of koordinator.sh/gpu-memory from one GPU; it has 32Gi of "
            "koordinator.sh/gpu-memory on GPU 0");
  found = explain(
      asks("p", {{"koordinator.sh/gpu-memory-ratio", 100}, {"koordinator.sh/gpu.shared", 2}}));
  EXPECT_EQ(why(found), "needs 2 GPUs with enough left; it has 0 GPUs with enough left");
  // The request exceeds every GPU's capacity, regardless of use.
  found = explain(asks("p", {{"koordinator.sh/gpu-memory", 90 * kGi}}));
  EXPECT_EQ(why(found),
            "needs 90Gi of koordinator.sh/gpu-memory from one GPU; it has 32Gi of "
            "koordinator.sh/gpu-memory on GPU 0");
  // An exclusive holder causes no shortfall that could be counted.
  PodObject alone = asks("alone", {{"koordinator.sh/rdma", 10}}, -1);
  alone.devices.hints = {hint_of("rdma")};
  alone.devices.hints[0].exclusive = DeviceExclusive::kDevice;
  put(alone, 0);
  found = explain(asks("p", {{"koordinator.sh/rdma", 50}}));
  EXPECT_EQ(why(found),
            "needs 1 RDMA device with enough left; it has 0 RDMA devices with enough left");
  EXPECT_EQ(remedies(found), (Strings{"the pod alone (priority -1) is evicted"}));
}

// The largest share that fits is named, of each resource on its own or of two together.
TEST_F(ExplainDevices, SharesAreReducedToTheLargestThatFits) {
  add("a", devices_of("a", 2));
  put(asks("x", {{"koordinator.sh/gpu-core", 60}, {"koordinator.sh/gpu-memory", 60 * kGi}}), 0);
  put(asks("y", {{"koordinator.sh/gpu-core", 30}, {"koordinator.sh/gpu-memory", 75 * kGi + 1}}), 0);
  const auto found = [&](const Amounts &devices) { return remedies(explain(asks("p", devices))); };
  EXPECT_EQ(found({{"koordinator.sh/gpu-memory", 81 * kGi}}),
            (Strings{"the pod requests at most 20Gi of koordinator.sh/gpu-memory per GPU instead "
                     "of 81Gi"}));
  EXPECT_EQ(found({{"koordinator.sh/gpu-core", 60}, {"koordinator.sh/gpu-memory", 10 * kGi}}),
            (Strings{"the pod requests at most 40 of koordinator.sh/gpu-core per GPU instead of 60",
                     "the pod requests at most 5368709119 bytes of koordinator.sh/gpu-memory per "
                     "GPU instead of 10Gi"}));
  EXPECT_EQ(found({{"koordinator.sh/gpu-core", 80}, {"koordinator.sh/gpu-memory", 21 * kGi}}),
            (Strings{"the pod requests at most 40 of koordinator.sh/gpu-core per GPU instead of 80 "
                     "and the pod requests at most 20Gi of koordinator.sh/gpu-memory per GPU "
                     "instead of 21Gi"}));
  // Amounts are of each GPU, however many there are.
  EXPECT_EQ(found({{"koordinator.sh/gpu.shared", 2}, {"koordinator.sh/gpu-memory", 60 * kGi}}),
            (Strings{"the pod requests at most 5368709119 bytes of koordinator.sh/gpu-memory per "
                     "GPU instead of 30Gi"}));
}

// A search for two smaller shares that cannot succeed leaves tries to the search for victims, also
// if devices have many different amounts.
TEST_F(ExplainDevices, SharesThatNeverFitLeaveTriesForEvictions) {
  constexpr int kGpus = 16;
  add("a", devices_of("a", kGpus));
  for (int i = 0; i < kGpus; ++i) {
    const bool no_core = i % 2 == 0;
    put(asks("x" + std::to_string(i),
             {{"koordinator.sh/gpu-core", no_core ? 100 : 20 + i},
              {"koordinator.sh/gpu-memory", no_core ? (20 + i) * kGi : 80 * kGi}},
             i == 0 ? -1 : 0),
        0);
  }
  const PodObject pod =
      asks("p", {{"koordinator.sh/gpu-core", 90}, {"koordinator.sh/gpu-memory", 70 * kGi}});
  const sched::ClusterSnapshot snapshot(cluster_);
  EXPECT_EQ(remedies(plan::explain(snapshot, ask(cluster_, pod), pod, {1, 64})),
            (Strings{"the pod x0 (priority -1) is evicted"}));
}

TEST_F(ExplainDevices, PlacesMayBeTooSmall) {
  add("a");
  put(asks_gpus("x", 1), 0);
  PodObject pod = asks_gpus("p", 4);
  pod.devices.hints = {hint_of("gpu")};
  pod.devices.hints[0].scope = DeviceScope::kPcie;
  const Explanation found = explain(pod);
  EXPECT_EQ(why(found),
            "needs 4 free GPUs under one PCIe switch; it has at most 2 free GPUs under one PCIe "
            "switch");
  EXPECT_EQ(found.misses[0].lack.bound.scope, Scope::kPlace);
  EXPECT_EQ(found.misses[0].lack.bound.where, 3);
  EXPECT_EQ(remedies(found),
            (Strings{"the pod's GPUs may be on one NUMA node, not only under one PCIe switch",
                     "the pod requests 2 GPUs instead of 4 GPUs"}));
}

TEST_F(ExplainDevices, NumaNodesMayLackThem) {
  add("a", devices_of("a"), NumaPolicy::kSingleNode);
  put(asks_gpus("x", 1), 0);
  put(asks_gpus("y", 2), 0);
  const Explanation found = explain(asks_gpus("p", 5));
  const plan::Bound &bound = found.misses.at(0).lack.bound;
  EXPECT_EQ(bound.scope, Scope::kNumaNode);
  EXPECT_EQ(bound.object, Object::kDevice);
  EXPECT_EQ(plan::to_text(found.groups.at(0), 1),
            "1 of 1 node: needs 5 free GPUs from one NUMA node; a has 4 free GPUs on NUMA node " +
                std::to_string(bound.where));
  EXPECT_EQ(remedies(found), (Strings{"the node's NUMA policy is BestEffort instead of "
                                      "SingleNUMANode",
                                      "the pod requests 4 GPUs instead of 5 GPUs"}));
  const Explanation parts = explain(
      asks("p", {{"koordinator.sh/gpu-memory-ratio", 250}, {"koordinator.sh/gpu.shared", 5}}));
  EXPECT_EQ(why(parts),
            "needs 5 GPUs with enough left from one NUMA node; it has 4 GPUs with enough left on "
            "NUMA node " +
                std::to_string(bound.where));
}

TEST(ExplainDevicesOfUpstream, StateNoNumaNode) {
  sched::Options options;
  options.profile = Profile::kUpstream;
  Cluster cluster(options);
  add_node(cluster, "a", {}, NumaPolicy::kSingleNode);
  DeviceObject devices = devices_of("a");
  for (DeviceInfo &device : devices.devices) device.placed = device.minor > 6;
  cluster.set_devices(devices);
  const PodObject pod = asks_gpus("p", 2);
  const sched::ClusterSnapshot snapshot(cluster);
  const Explanation found = plan::explain(snapshot, ask(cluster, pod), pod, {});
  EXPECT_EQ(found.groups.at(0).refusal.reason, Reason::kDeviceNuma);
  EXPECT_EQ(to_sentence(found.groups[0].refusal), "Insufficient NUMA Scoped Devices");
  const std::string text = plan::to_text(found.groups[0], 1);
  EXPECT_TRUE(text.ends_with(" there; GPUs that state no NUMA node do not count")) << text;
}

// Under Restricted an empty node would supply two NUMA nodes, so a
// shortfall on one NUMA node is not the reason.
TEST_F(ExplainDevices, ALackOnOneNumaNodeIsNotTheReasonForTwo) {
  add("a", devices_of("a"), NumaPolicy::kRestricted);
  put(asks_gpus("x", 4, -1), 0);
  // CPUs and memory of the pod need two NUMA nodes, as its GPUs do.
  PodObject wide = asks_gpus("p", 6);
  for (Amount &request : wide.containers[0].requests) {
    if (request.resource == "cpu") request.value = 10000;
    if (request.resource == "memory") request.value = 70 * kGi;
  }
  wide.containers[0].limits = wide.containers[0].requests;
  const Explanation found = explain(wide);
  EXPECT_NE(found.misses.at(0).lack.bound.scope, Scope::kNumaNode);
  EXPECT_EQ(remedies(found).back(), "the pod x (priority -1) is evicted");
}

TEST_F(ExplainDevices, PartitionsMayBeTaken) {
  DeviceObject devices = devices_of("a", 4);
  devices.has_partitions = true;
  devices.partition_policy = PartitionPolicy::kHonor;
  devices.partitions = {{1, {{{0}, "", 0, 0}, {{1}, "", 0, 0}, {{2}, "", 0, 0}, {{3}, "", 0, 0}}},
                        {2, {{{0, 1}, "", 0, 0}, {{2, 3}, "", 0, 0}}}};
  add("a", devices);
  for (const char *uid : {"w", "x", "y", "z"}) put(asks_gpus(uid, 1, -1), 0);
  for (const char *uid : {"x", "z"}) ASSERT_EQ(cluster_.remove_pod(uid), Outcome::kDone);
  const Explanation found = explain(asks_gpus("p", 2));
  EXPECT_EQ(why(found), "needs 2 GPUs in one partition; no partition of this size is free");
  EXPECT_DOUBLE_EQ(found.misses[0].lack.share, 0);
  EXPECT_EQ(remedies(found), (Strings{"the node's GPU partition policy is Prefer instead of Honor",
                                      "the pod requests 1 GPU instead of 2 GPUs",
                                      "the pod w (priority -1) is evicted"}));
}

TEST_F(ExplainDevices, WishesMayBeInTheWay) {
  add("a");
  const auto only = [&](const PodObject &pod) {
    const Strings all = remedies(explain(pod));
    return all.empty() ? std::string() : all[0];
  };
  PodObject pod = asks("p", {{"nvidia.com/gpu", 4}, {"koordinator.sh/rdma", 100}});
  pod.devices.joint = {{"gpu", "rdma"}, true};
  EXPECT_EQ(why(explain(pod)),
            "needs devices that share a PCIe switch; the node has no such devices available");
  EXPECT_EQ(only(pod), "the pod's devices need not share PCIe switches");

  pod = asks_gpus("p", 1);
  pod.devices.hints = {hint_of("gpu")};
  pod.devices.hints[0].selector = {{"tier", LabelRequirement::Operator::kExists, {}}};
  EXPECT_EQ(why(explain(pod)), "needs 1 GPU; the node has none that the pod may use");
  EXPECT_EQ(only(pod), "the pod accepts any GPUs, not only those that its selector matches");

  pod = asks("p", {{"koordinator.sh/rdma", 100}});
  pod.devices.hints = {hint_of("rdma")};
  pod.devices.hints[0].selects_vfs = true;
  pod.devices.hints[0].vf_selector = {{"speed", LabelRequirement::Operator::kIn, {"fast"}}};
  EXPECT_EQ(
      remedies(explain(pod)),
      (Strings{"the pod accepts any virtual functions of RDMA devices, not only those that its "
               "selector matches"}));

  put(asks("x", {{"koordinator.sh/gpu", 10}}), 0);
  put(asks_gpus("y", 6), 0);
  pod = asks("p", {{"koordinator.sh/gpu", 50}});
  pod.devices.hints = {hint_of("gpu")};
  pod.devices.hints[0].exclusive = DeviceExclusive::kPcie;
  EXPECT_EQ(only(pod), "the pod's exclusive policy for GPUs is none instead of PCIeLevel");

  pod = asks_gpus("p", 1);
  pod.devices.has_partition_spec = true;
  EXPECT_EQ(why(explain(pod)), "the node's devices are partitioned, but no partitions are known");
  EXPECT_EQ(only(pod), "the pod's GPUs need not be a partition");
}

// The distance of nodes that lack CPUs also includes their lack of devices.
TEST_F(ExplainDevices, NodesThatLackCpusAndDevicesAreNotNear) {
  add("a");
  add("b");
  DeviceObject other = devices_of("c", 1);
  other.devices.erase(other.devices.begin());
  add("c", other);
  put(asks_gpus("x", 7), 0);
  for (uint32_t node = 0; node < 3; ++node) {
    const std::string name = std::to_string(node);
    put(pod_of("cpu" + name, Qos::kLs, node == 1 ? 15500 : 14750), node);
  }
  const Explanation found = explain(asks_gpus("p", 8));
  ASSERT_EQ(found.misses.size(), 3u);
  EXPECT_EQ(found.misses[0].name, "b");
  EXPECT_DOUBLE_EQ(found.misses[0].lack.share, 0.5);
  EXPECT_EQ(found.misses[1].name, "a");
  EXPECT_DOUBLE_EQ(found.misses[1].lack.share, 7.0 / 8);
  EXPECT_EQ(found.misses[2].name, "c");
  EXPECT_TRUE(found.misses[2].lack.unresolvable);
}

}  // namespace
}  // namespace koord::testing
