// MIG instances in a cluster: reserving, restoring, kubelet's record, and random histories.
#include "object/mig_instances.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "sched/gpu_pods.h"
#include "support/mig_geometry.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

// GPU 0 is whole, GPU 1 has two halves, GPU 2 a half and two small instances.
DeviceObject partitioned(const std::string &node = "n") {
  DeviceObject out = visible_gpus_of(node, 3);
  for (DeviceInfo &gpu : out.devices) {
    gpu.placed = true;
    gpu.place.node = gpu.minor == 1 ? 1 : 0;
  }
  for (const int gpu : {1, 2}) out.devices[static_cast<size_t>(gpu)].resources.clear();
  out.mig = {{1, 7, {{"MIG-10", "3g.40gb", 1, 0, 0, 4}, {"MIG-11", "3g.40gb", 2, 0, 4, 4}}},
             {2,
              7,
              {{"MIG-20", "3g.40gb", 2, 0, 4, 4},
               {"MIG-21", "1g.10gb", 9, 0, 0, 1},
               {"MIG-22", "1g.10gb", 10, 0, 1, 1}}}};
  return out;
}

PodObject asking(const std::string &uid, const std::string &node, Amounts instances) {
  PodObject pod = seeing(uid, node, {}, 0);
  for (const Amount &amount : instances) {
    pod.containers[0].requests.push_back({"nvidia.com/mig-" + amount.resource, amount.value});
    pod.containers[0].limits.push_back(pod.containers[0].requests.back());
  }
  return pod;
}
PodObject half(const std::string &uid, const std::string &node = "", int count = 1) {
  return asking(uid, node, {{"3g.40gb", count}});
}

std::string ids(const Cluster &cluster, const std::string &uid) {
  sched::Allocation allocation;
  EXPECT_EQ(cluster.allocation(uid, allocation), Outcome::kDone);
  std::set<std::string> sorted;
  for (const AllocatedDevice &device : allocation.devices) sorted.insert(device.id);
  std::string out;
  for (const std::string &id : sorted) out += id + ' ';
  return out;
}

std::string sentence(const Cluster &cluster, const Refusal &refusal) {
  RefusalNames names;
  cluster.device_type_name(refusal.device_type, names.device_type);
  return to_sentence(refusal, names);
}

class MigCluster : public ::testing::Test {
 protected:
  MigCluster() {
    add_node(cluster_, "n");
    cluster_.set_devices(partitioned());
  }
  Cluster cluster_{sched::Options{}};
};

TEST_F(MigCluster, InstancesAreReservedAndReleased) {
  ASSERT_FALSE(reserve(cluster_, half("a"), 0).refusal.refused());
  EXPECT_EQ(ids(cluster_, "a"), "MIG-11 ");
  sched::Allocation allocation;
  ASSERT_EQ(cluster_.allocation("a", allocation), Outcome::kDone);
  EXPECT_EQ(allocation.devices[0].type, "mig-3g.40gb");
  EXPECT_EQ(allocation.devices[0].minor, (16 + 2) * 8);
  EXPECT_EQ(object::amount_of(allocation.devices[0].resources, "nvidia.com/mig-3g.40gb"), 1);
  ASSERT_FALSE(reserve(cluster_, half("b", "", 2), 0).refusal.refused());
  EXPECT_EQ(ids(cluster_, "b"), "MIG-10 MIG-20 ");
  const Refusal refusal = explain(cluster_, half("c"), 0);
  EXPECT_EQ(sentence(cluster_, refusal),
            "needs 1 MIG 3g.40gb instance; the node has 0 free, 1 too few");
  cluster_.remove_pod("b");
  EXPECT_EQ(sentence(cluster_, explain(cluster_, half("c", "", 3), 0)),
            "needs 3 MIG 3g.40gb instances; the node has 2 free, 1 too few");
  EXPECT_FALSE(explain(cluster_, half("c", "", 2), 0).refused());
}

TEST_F(MigCluster, TheWholeGpusAreOthers) {
  EXPECT_FALSE(explain(cluster_, seeing("w", "", {}, 1), 0).refused());
  EXPECT_TRUE(explain(cluster_, seeing("w", "", {}, 2), 0).refused());
  ASSERT_FALSE(reserve(cluster_, seeing("w", "", {}, 1), 0).refusal.refused());
  EXPECT_EQ(minors(cluster_, "w"), "0 ");
  EXPECT_FALSE(explain(cluster_, half("c", "", 3), 0).refused());
}

TEST_F(MigCluster, ARestartKeepsInstances) {
  ASSERT_FALSE(reserve(cluster_, half("a"), 0).refusal.refused());
  ASSERT_FALSE(
      reserve(cluster_, asking("b", "", {{"3g.40gb", 1}, {"1g.10gb", 2}}), 0).refusal.refused());
  Cluster restarted{sched::Options{}};
  add_node(restarted, "n");
  for (const bool known : {false, true}) {
    if (known) restarted.set_devices(partitioned());
    for (PodObject pod : {half("a", "n"), asking("b", "n", {{"3g.40gb", 1}, {"1g.10gb", 2}})}) {
      sched::Allocation allocation;
      ASSERT_EQ(cluster_.allocation(pod.uid, allocation), Outcome::kDone);
      pod.devices.allocated = allocation.devices;
      const sched::Conflicts conflicts = set(restarted, pod);
      EXPECT_FALSE(conflicts.devices.refused()) << pod.uid;
      EXPECT_EQ(conflicts.any(), !known);
    }
  }
  for (const char *uid : {"a", "b"}) EXPECT_EQ(ids(restarted, uid), ids(cluster_, uid));
  EXPECT_EQ(explain(restarted, half("c", "", 2), 0).best, 1);
}

TEST_F(MigCluster, AClaimToMoreThanRequestedIsRefused) {
  PodObject pod = half("a", "n");
  for (const int gi : {1, 2})
    pod.devices.allocated.push_back({"mig-3g.40gb", (16 + gi) * 8, "", {}, {}, {}});
  EXPECT_EQ(set(cluster_, pod).devices.reason, Reason::kDeviceCount);
  pod = half("b", "n");
  pod.devices.allocated = {{"mig-1g.10gb", (2 * 16 + 9) * 8, "", {}, {}, {}}};
  EXPECT_EQ(set(cluster_, pod).devices.reason, Reason::kDevicesNotAsked);
  // Both hold an instance that is not known.
  EXPECT_EQ(explain(cluster_, half("c", "", 2), 0).best, 1);
}

TEST_F(MigCluster, KubeletsRecordHoldsExactlyItsInstances) {
  for (const bool known : {true, false}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    DeviceObject devices = partitioned();
    devices.kubelet = {{"a", "main", "nvidia.com/mig-3g.40gb", {"MIG-10"}},
                       {"b", "main", "nvidia.com/mig-1g.10gb", {"MIG-22"}}};
    cluster.set_devices(devices);
    if (known) {
      EXPECT_FALSE(set(cluster, half("a", "n")).any());
      EXPECT_FALSE(set(cluster, asking("b", "n", {{"1g.10gb", 1}})).any());
      EXPECT_EQ(ids(cluster, "a"), "MIG-10 ");
    }
    EXPECT_EQ(explain(cluster, half("c", "", 3), 0).best, 2) << known;
    // GPU 1 keeps 3g free, and GPU 2 then has 2g: better than 3g on GPU 2 alone.
    ASSERT_FALSE(reserve(cluster, half("c"), 0).refusal.refused());
    EXPECT_EQ(ids(cluster, "c"), "MIG-20 ");
    ASSERT_FALSE(reserve(cluster, asking("d", "", {{"1g.10gb", 1}}), 0).refusal.refused());
    EXPECT_EQ(ids(cluster, "d"), "MIG-21 ");
  }
}

// With the plugin's strategy "single" pods request GPUs and get instances.
TEST_F(MigCluster, AnInstanceGivenAsAGpuIsNotGivenAgain) {
  DeviceObject devices = partitioned();
  devices.kubelet = {{"a", "main", "nvidia.com/gpu", {"MIG-20"}}};
  cluster_.set_devices(devices);
  EXPECT_FALSE(set(cluster_, seeing("a", "n", {}, 1)).any());
  EXPECT_FALSE(set(cluster_, seeing("b", "n", {false, {"MIG-10"}}, 1)).devices.refused());
  EXPECT_EQ(explain(cluster_, half("c", "", 3), 0).best, 1);
  // Kubelet may have given b something else than its variable names.
  EXPECT_EQ(explain(cluster_, seeing("w", "", {}, 1), 0).reason, Reason::kDevicesNotReported);
  devices.kubelet.push_back({"b", "main", "nvidia.com/gpu", {"MIG-10"}});
  cluster_.set_devices(devices);
  EXPECT_EQ(explain(cluster_, half("c", "", 3), 0).best, 1);
  EXPECT_FALSE(explain(cluster_, seeing("w", "", {}, 1), 0).refused());
}

TEST_F(MigCluster, TheEnvironmentNamesInstances) {
  PodObject pod = half("a", "n");
  pod.devices.visible = {false, {"MIG-11"}};
  EXPECT_FALSE(set(cluster_, pod).any());
  EXPECT_EQ(ids(cluster_, "a"), "MIG-11 ");
  // An instance of another profile is not the pod's. One of the right profile is withheld.
  pod = half("b", "n");
  pod.devices.visible = {false, {"MIG-21"}};
  EXPECT_EQ(set(cluster_, pod).devices.reason, Reason::kDevicesNotAsked);
  EXPECT_EQ(explain(cluster_, half("c", "", 2), 0).best, 1);
}

TEST_F(MigCluster, WithoutASourceAsManyAreWithheld) {
  const sched::Conflicts conflicts = set(cluster_, half("a", "n", 2));
  EXPECT_EQ(conflicts.devices.reason, Reason::kDevicesUnknown);
  EXPECT_EQ(explain(cluster_, half("c", "", 2), 0).best, 1);
}

TEST_F(MigCluster, InstancesAreOnThePodsNumaNodes) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n", {}, NumaPolicy::kSingleNode);
  cluster.set_devices(partitioned());
  // Only GPU 1, on NUMA node 1, has two free halves.
  ASSERT_FALSE(reserve(cluster, half("a", "", 2), 0).refusal.refused());
  EXPECT_EQ(ids(cluster, "a"), "MIG-10 MIG-11 ");
  ASSERT_FALSE(reserve(cluster, half("b"), 0).refusal.refused());
  EXPECT_EQ(ids(cluster, "b"), "MIG-20 ");
  cluster.remove_pod("b");
  cluster.remove_pod("a");
  EXPECT_TRUE(explain(cluster, half("c", "", 3), 0).refused());
}

// Random pods come, go and restart. No instance is given twice, and no whole GPU in MIG mode.
TEST(MigHistory, NothingIsGivenTwice) {
  uint64_t state = 1;
  const auto draw = [&](size_t n) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<size_t>(state >> 33) % n;
  };
  for (const MigGeometry &geometry : mig_geometries())
    for (int round = 0; round < 12; ++round) {
      DeviceObject devices = visible_gpus_of("n", 5);
      for (int32_t gpu = 1; gpu < 5; ++gpu)
        devices.mig.push_back(draw_mig_gpu(geometry, gpu, draw));
      auto cluster = std::make_unique<Cluster>(sched::Options{});
      add_node(*cluster, "n", {}, draw(2) == 0 ? NumaPolicy::kNone : NumaPolicy::kBestEffort);
      cluster->set_devices(devices);
      std::map<std::string, PodObject> pods;
      for (int step = 0; step < 60; ++step) {
        const std::string uid = "p" + std::to_string(draw(20));
        if (pods.contains(uid)) {
          cluster->remove_pod(uid);
          pods.erase(uid);
        } else {
          PodObject pod = draw(8) == 0
                              ? seeing(uid, "", {}, 1)
                              : asking(uid, "",
                                       {{mig_resource(geometry.profiles[draw(7)].name).substr(15),
                                         static_cast<int64_t>(1 + draw(3))}});
          if (!reserve(*cluster, pod, 0).refusal.refused()) {
            sched::Allocation allocation;
            ASSERT_EQ(cluster->allocation(uid, allocation), Outcome::kDone);
            pod.node = "n";
            pod.devices.allocated = allocation.devices;
            pods.emplace(uid, std::move(pod));
          }
        }
        if (draw(15) == 0) {
          cluster = std::make_unique<Cluster>(sched::Options{});
          add_node(*cluster, "n");
          if (draw(2) == 0) cluster->set_devices(devices);
          for (const auto &[known, pod] : pods) set(*cluster, pod);
          cluster->set_devices(devices);
        }
        std::set<std::string> given;
        for (const auto &[known, pod] : pods) {
          sched::Allocation allocation;
          ASSERT_EQ(cluster->allocation(known, allocation), Outcome::kDone);
          ASSERT_EQ(allocation.devices.size(), pod.devices.allocated.size());
          for (const AllocatedDevice &device : pod.devices.allocated)
            EXPECT_TRUE(std::ranges::any_of(allocation.devices, [&](const auto &other) {
              return other.id == device.id;
            })) << known;
          for (const AllocatedDevice &device : allocation.devices) {
            EXPECT_TRUE(given.insert(device.id).second) << device.id;
            EXPECT_TRUE(device.type != "gpu" || device.minor == 0);
          }
        }
      }
    }
}

}  // namespace
}  // namespace koord::testing
