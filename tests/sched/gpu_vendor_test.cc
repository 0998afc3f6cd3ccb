// GPUs that state another vendor than the one by whose name a pod requests GPUs.
#include <gtest/gtest.h>

#include <algorithm>

#include "sched/clusters.h"
#include "sched/gpu_pods.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

const char *const kVendorLabel = "node.koordinator.sh/gpu-vendor";

// Objects that can state the vendor of GPUs.
enum class StatedBy { kNode, kDevice, kGpu };
constexpr StatedBy kStatedBy[] = {StatedBy::kNode, StatedBy::kDevice, StatedBy::kGpu};

// Adds a node with four GPUs of this vendor, two on each NUMA node.
uint32_t add_gpus_of(Cluster &cluster, const std::string &name, const std::string &vendor,
                     StatedBy where, NumaPolicy policy = NumaPolicy::kNone) {
  NodeObject node = node_of(name);
  node.numa_policy = policy;
  DeviceObject devices = visible_gpus_of(name, 4);
  for (DeviceInfo &gpu : devices.devices) {
    gpu.placed = true;
    gpu.place.node = gpu.minor / 2;
    if (where == StatedBy::kGpu) gpu.labels = {{kVendorLabel, vendor}};
  }
  if (where == StatedBy::kNode) node.gpu_vendor = vendor;
  if (where == StatedBy::kDevice) devices.labels = {{kVendorLabel, vendor}};
  const uint32_t id = cluster.set_node(node);
  cluster.set_topology(topology_of(name));
  cluster.set_devices(devices);
  return id;
}

PodObject vendor_pod(const std::string &uid, const std::string &resource, int64_t amount,
                     Qos qos = Qos::kLs) {
  PodObject pod = pod_of(uid, qos, 1000);
  Amounts &requests = pod.containers[0].requests;
  requests.push_back({resource, amount});
  std::sort(requests.begin(), requests.end(),
            [](const Amount &a, const Amount &b) { return a.resource < b.resource; });
  pod.containers[0].limits = requests;
  return pod;
}

TEST(GpuVendor, OtherVendorsGpusAreNotGiven) {
  for (const StatedBy where : kStatedBy)
    for (const NumaPolicy policy : {NumaPolicy::kNone, NumaPolicy::kBestEffort,
                                    NumaPolicy::kRestricted, NumaPolicy::kSingleNode})
      for (const Qos qos : {Qos::kLs, Qos::kLsr}) {
        Cluster cluster{sched::Options{}};
        const uint32_t amd = add_gpus_of(cluster, "a", "amd", where, policy);
        const uint32_t nvidia = add_gpus_of(cluster, "b", "NVIDIA", where, policy);
        const PodObject one = vendor_pod("n", "nvidia.com/gpu", 2, qos);
        const PodObject other = vendor_pod("m", "amd.com/gpu", 2, qos);
        const auto place = std::to_string(static_cast<int>(where)) + " " +
                           std::to_string(static_cast<int>(policy));
        const bool strict = policy == NumaPolicy::kRestricted || policy == NumaPolicy::kSingleNode;
        for (const auto &[pod, node] : {std::pair{one, amd}, std::pair{other, nvidia}}) {
          const Refusal refusal = explain(cluster, pod, node);
          EXPECT_TRUE(refusal.refused()) << place;
          EXPECT_TRUE(strict || refusal.reason == Reason::kNoDevices) << place;
          EXPECT_TRUE(reserve(cluster, pod, node).refusal.refused()) << place;
        }
        EXPECT_FALSE(reserve(cluster, one, nvidia).refusal.refused()) << place;
        EXPECT_FALSE(reserve(cluster, other, amd).refusal.refused()) << place;
        const auto rows = best(cluster, vendor_pod("z", "nvidia.com/gpu", 2, qos), 1);
        ASSERT_EQ(rows.size(), 1u);
        EXPECT_EQ(rows[0].node, nvidia) << place;
      }
}

TEST(GpuVendor, EveryFormOfARequestThatNamesItIsChecked) {
  Cluster cluster{sched::Options{}};
  const uint32_t id = add_gpus_of(cluster, "a", "amd", StatedBy::kDevice);
  PodObject translated = vendor_pod("t", "nvidia.com/gpu", 1);
  for (Amounts *amounts : {&translated.containers[0].requests, &translated.containers[0].limits}) {
    amounts->insert(amounts->end(), {{"koordinator.sh/gpu-core", 100},
                                     {"koordinator.sh/gpu-memory", 80 * kGi},
                                     {"koordinator.sh/gpu-memory-ratio", 100}});
    std::sort(amounts->begin(), amounts->end(),
              [](const Amount &a, const Amount &b) { return a.resource < b.resource; });
  }
  EXPECT_TRUE(explain(cluster, translated, id).refused());
  EXPECT_TRUE(explain(cluster, vendor_pod("d", "dcu.com/gpu", 1), id).refused());
  // These name no vendor.
  EXPECT_FALSE(explain(cluster, vendor_pod("g", "koordinator.sh/gpu", 50), id).refused());
  EXPECT_FALSE(explain(cluster, vendor_pod("m", "koordinator.sh/gpu-memory", kGi), id).refused());
}

TEST(GpuVendor, AnUnknownVendorSuitsEveryPod) {
  for (const char *vendor : {"", "acme", "NVIDIA Corporation"})
    for (const StatedBy where : kStatedBy) {
      Cluster cluster{sched::Options{}};
      const uint32_t id = add_gpus_of(cluster, "a", vendor, where);
      EXPECT_FALSE(explain(cluster, vendor_pod("n", "nvidia.com/gpu", 4), id).refused()) << vendor;
      EXPECT_FALSE(explain(cluster, vendor_pod("m", "amd.com/gpu", 4), id).refused()) << vendor;
    }
}

TEST(GpuVendor, NodesMayHaveGpusOfSeveral) {
  Cluster cluster{sched::Options{}};
  cluster.set_node(node_of("a"));
  cluster.set_topology(topology_of("a"));
  DeviceObject devices = visible_gpus_of("a", 4);
  devices.labels = {{kVendorLabel, "nvidia"}};
  for (const int minor : {0, 2})
    devices.devices[static_cast<size_t>(minor)].labels = {{kVendorLabel, "amd"}};
  cluster.set_devices(devices);
  ASSERT_FALSE(reserve(cluster, vendor_pod("n", "nvidia.com/gpu", 2), 0).refusal.refused());
  EXPECT_EQ(minors(cluster, "n"), "1 3 ");
  const Refusal refusal = explain(cluster, vendor_pod("o", "nvidia.com/gpu", 1), 0);
  EXPECT_EQ(refusal.reason, Reason::kNotEnoughDevices);
  EXPECT_EQ(refusal.best, 0);
  ASSERT_FALSE(reserve(cluster, vendor_pod("m", "amd.com/gpu", 2), 0).refusal.refused());
  EXPECT_EQ(minors(cluster, "m"), "0 2 ");
}

TEST(GpuVendor, RunningPodsKeepGpusOfTheirNode) {
  Cluster cluster{sched::Options{}};
  const uint32_t id = add_gpus_of(cluster, "n", "amd", StatedBy::kDevice);
  EXPECT_EQ(set(cluster, stating("p", {1})).devices_unknown, 0);
  EXPECT_EQ(minors(cluster, "p"), "1 ");
  // No source says which GPU this one has, so one is withheld for it.
  set(cluster, stating("q", {}));
  const Refusal refusal = explain(cluster, vendor_pod("m", "amd.com/gpu", 3), id);
  EXPECT_EQ(refusal.best, 2) << to_sentence(refusal);
}

TEST(GpuVendor, UpstreamDoesNotLookAtIt) {
  sched::Options options;
  options.profile = Profile::kUpstream;
  for (const StatedBy where : kStatedBy) {
    Cluster cluster(options);
    const uint32_t id = add_gpus_of(cluster, "a", "amd", where);
    EXPECT_FALSE(explain(cluster, vendor_pod("n", "nvidia.com/gpu", 2), id).refused());
  }
}

}  // namespace
}  // namespace koord::testing
