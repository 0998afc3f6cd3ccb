// Devices of pods in kubelet's record, beside those that the pods state themselves.
#include <gtest/gtest.h>

#include "sched/gpu_pods.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

TEST(KubeletsDevices, AreNoConflictForTheirPodAndAreFreedWithIt) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  DeviceObject devices = visible_gpus_of("n", 2);
  devices.kubelet = {{"a", "main", "nvidia.com/gpu", {"GPU-0"}}};
  cluster.set_devices(devices);
  PodObject pod = seeing("a", "n", {});
  pod.devices.allocated = {
      {"gpu",
       0,
       "",
       {{"koordinator.sh/gpu-core", 100}, {"koordinator.sh/gpu-memory-ratio", 100}},
       {},
       {}}};
  for (int i = 0; i < 2; ++i) EXPECT_FALSE(set(cluster, pod).any());
  pod.uid = "b";
  EXPECT_EQ(set(cluster, pod).devices_overcommitted, 1);
  cluster.remove_pod("b");
  cluster.remove_pod("a");
  cluster.set_devices(devices);  // kubelet still records the device
  EXPECT_FALSE(reserve(cluster, seeing("c", "", {}, 2), 0).refusal.refused());
}

// Devices in the record are not assigned to other pods, in any order
// of arrival and whatever their owner states.
TEST(KubeletsDevices, AreNotAllocatedToOtherPods) {
  PodObject unreadable = seeing("p1", "n", {});
  unreadable.faults.push_back({object::PodFault::Costs::kDevices, "unreadable"});
  for (const PodObject &owner : {seeing("p1", "n", {}), stating("p1", {0, 1}), unreadable,
                                 seeing("p1", "n", {false, {"0", "1", "3"}})})
    for (const bool owner_first : {true, false}) {
      Cluster cluster{sched::Options{}};
      add_node(cluster, "n");
      DeviceObject devices = visible_gpus_of("n", 4);
      devices.kubelet = {{"p1", "main", "nvidia.com/gpu", {"GPU-2"}}};
      cluster.set_devices(devices);
      PodObject other = stating("p0", {2});
      other.scheduled = 1;
      if (owner_first) set(cluster, owner);
      set(cluster, other);
      if (!owner_first) set(cluster, owner);
      EXPECT_EQ(minors(cluster, "p1"), "2 ");
      EXPECT_EQ(minors(cluster, "p0"), "");
      EXPECT_EQ(conflicts_of(cluster, "p0").devices.reason, Reason::kDeviceTaken);
    }
}

TEST(KubeletsDevices, ThatOthersHaveAreAConflict) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  DeviceObject devices = visible_gpus_of("n", 2);
  cluster.set_devices(devices);
  ASSERT_FALSE(reserve(cluster, seeing("ours", "", {}, 2), 0).refusal.refused());
  devices.kubelet = {{"a", "main", "nvidia.com/gpu", {"GPU-1"}}};
  cluster.set_devices(devices);
  EXPECT_EQ(set(cluster, seeing("a", "n", {})).devices.reason, Reason::kDeviceTaken);
  // Two records name one GPU; replicas of a GPU share it.
  for (const char *replica : {"", "::0"}) {
    Cluster both{sched::Options{}};
    add_node(both, "n");
    devices.kubelet = {{"a", "main", "nvidia.com/gpu", {std::string("GPU-1") + replica}},
                       {"b", "main", "nvidia.com/gpu", {std::string("GPU-1") + replica}}};
    both.set_devices(devices);
    set(both, seeing("a", "n", {}));
    const sched::Conflicts conflicts = set(both, seeing("b", "n", {}));
    EXPECT_EQ(conflicts.devices.reason, replica[0] == '\0' ? Reason::kDeviceTaken : Reason::kNone);
    EXPECT_EQ(minors(both, "a"), "1 ");
    EXPECT_EQ(minors(both, "b"), "1 ");
    EXPECT_FALSE(explain(both, seeing("c", "", {}, 1), 0).refused());
  }
}

// Containers see the devices of the annotation; a different choice by kubelet is reported.
TEST(KubeletsDevices, MayBeOtherThanTheAnnotations) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  DeviceObject devices = visible_gpus_of("n", 2);
  devices.kubelet = {{"a", "main", "nvidia.com/gpu", {"GPU-0"}}};
  cluster.set_devices(devices);
  const sched::Conflicts conflicts = set(cluster, stating("a", {1}));
  EXPECT_EQ(conflicts.devices.reason, Reason::kAllocationDiffers);
  EXPECT_EQ(conflicts.claims_refused, 1);
  EXPECT_EQ(minors(cluster, "a"), "1 ");
  EXPECT_FALSE(explain(cluster, seeing("b", "", {}, 1), 0).refused());
}

TEST(KubeletsDevices, AreCompletedWhereTheRecordIsNot) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  DeviceObject devices = visible_gpus_of("n", 4);
  devices.kubelet = {{"a", "main", "nvidia.com/gpu", {"GPU-1"}}};
  cluster.set_devices(devices);
  EXPECT_EQ(to_sentence(set(cluster, seeing("a", "n", {}, 2)).devices),
            "requests 2 GPUs, but no source says which it has; 1 is set aside for it");
  EXPECT_EQ(minors(cluster, "a"), "1 ");
  EXPECT_EQ(explain(cluster, seeing("b", "", {}, 1), 0).reason, Reason::kDevicesNotReported);
  // Two replicas of one GPU count as two requested GPUs. One replica in two containers counts once;
  // an unknown id may belong to any GPU.
  const auto with_ids = [&](const std::vector<std::string> &ids) {
    devices.kubelet = {{"a", "init", "nvidia.com/gpu", {ids[0]}},
                       {"a", "main", "nvidia.com/gpu", ids}};
    cluster.set_devices(devices);
    sched::Conflicts conflicts;
    EXPECT_EQ(cluster.conflicts("a", conflicts), Outcome::kDone);
    EXPECT_EQ(explain(cluster, seeing("b", "", {}, 3), 0).refused(), conflicts.devices.refused());
    return conflicts.devices_unexplained;
  };
  EXPECT_EQ(with_ids({"GPU-1::0", "GPU-1::1"}), 0);
  EXPECT_EQ(with_ids({"GPU-1"}), 1);
  EXPECT_EQ(with_ids({"GPU-1", "MIG-77"}), 1);
}

// An annotation covers only the types that it names; other types
// in the record still belong to the pod.
TEST(KubeletsDevices, OfOtherTypesStayThePods) {
  DeviceObject devices = visible_gpus_of("n", 2);
  for (int minor = 0; minor < 3; ++minor) {
    DeviceInfo nic;
    nic.type = "rdma";
    nic.id = "nic" + std::to_string(minor);
    nic.minor = minor;
    nic.healthy = true;
    nic.resources = {{"koordinator.sh/rdma", 100}};
    devices.devices.push_back(std::move(nic));
  }
  devices.kubelet = {{"a", "main", "nvidia.com/gpu", {"GPU-0"}},
                     {"a", "main", "koordinator.sh/rdma", {"nic1"}}};
  PodObject asks = seeing("a", "n", {});
  for (Amounts *amounts : {&asks.containers[0].requests, &asks.containers[0].limits})
    amounts->push_back({"koordinator.sh/rdma", 100});
  PodObject annotated = asks;
  annotated.devices.allocated.push_back({"gpu", 0, "", {}, {}, {}});
  PodObject sees = asks;
  sees.devices.visible = {false, {"0"}};
  for (const PodObject &pod : {asks, annotated, sees}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    cluster.set_devices(devices);
    EXPECT_FALSE(set(cluster, pod).any());
    EXPECT_EQ(minors(cluster, "a"), "0 1 ");
    // If all of them were reserved here, the pod keeps its own, and the conflict is reported.
    Cluster after{sched::Options{}};
    add_node(after, "n");
    DeviceObject unrecorded = devices;
    unrecorded.kubelet = {};
    after.set_devices(unrecorded);
    PodObject ours = pod_of("ours", Qos::kLs, 100);
    for (Amounts *amounts : {&ours.containers[0].requests, &ours.containers[0].limits})
      amounts->push_back({"koordinator.sh/rdma", 300});
    ASSERT_FALSE(reserve(after, ours, 0).refusal.refused());
    after.set_devices(devices);
    EXPECT_EQ(set(after, pod).devices.reason, Reason::kDeviceTaken);
  }
}

// The record names a whole GPU and the pod requests half of it, so
// half is kept, in either order of arrival.
TEST(KubeletsDevices, AreAsMuchAsThePodAsksFor) {
  for (const bool owner_first : {true, false}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    DeviceObject devices = visible_gpus_of("n", 1);
    devices.kubelet = {{"y", "main", "nvidia.com/gpu", {"GPU-0"}}};
    cluster.set_devices(devices);
    PodObject owner = seeing("y", "n", {false, {"GPU-0"}});
    PodObject other = stating("z", {0});
    other.scheduled = 1;
    for (PodObject *pod : {&owner, &other})
      for (Amounts *amounts : {&pod->containers[0].requests, &pod->containers[0].limits})
        amounts->back() = {"koordinator.sh/gpu", 50};
    set(cluster, owner_first ? owner : other);
    set(cluster, owner_first ? other : owner);
    cluster.set_devices(devices);
    EXPECT_EQ(minors(cluster, "y"), "0 ");
    EXPECT_EQ(minors(cluster, "z"), "0 ");
  }
}

// A record cannot identify devices without an id.
TEST(KubeletsDevices, HaveIds) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  DeviceObject devices = visible_gpus_of("n", 2);
  for (DeviceInfo &device : devices.devices) device.id.clear();
  devices.kubelet = {{"a", "main", "nvidia.com/gpu", {"::0", ""}}};
  cluster.set_devices(devices);
  EXPECT_EQ(set(cluster, seeing("a", "n", {})).devices.reason, Reason::kDevicesUnknown);
  EXPECT_EQ(minors(cluster, "a"), "");
}

// Each pod has its part of a GPU whose replicas kubelet assigned to both.
// Device plugins may choose any resource name.
TEST(KubeletsDevices, AreKnownByTheirIdsWhateverTheResource) {
  for (const Profile profile : {Profile::kSpec, Profile::kUpstream})
    for (const char *resource : {"nvidia.com/gpu.shared", "mycorp.com/gpu", "amd.com/gpu"})
      for (const char *id : {"GPU-1", "GPU-1::0", "x1", "GPU-7", "both"}) {
        sched::Options options;
        options.profile = profile;
        Cluster cluster{options};
        add_node(cluster, "n");
        DeviceObject devices = visible_gpus_of("n", 3);
        for (int minor = 0; minor < 3; ++minor) {
          DeviceInfo info = devices.devices[0];
          info.type = "xpu";
          info.id = minor == 2 ? "both" : "x" + std::to_string(minor);
          info.minor = minor;
          info.resources = {{"vendor.example/xpu", 100}};
          devices.devices.push_back(std::move(info));
        }
        devices.devices[2].id = "both";
        devices.kubelet = {{"p1", "main", resource, {id}}};
        cluster.set_devices(devices);
        PodObject running = seeing("p1", "n", {}, 0);
        running.containers[0].requests.push_back({resource, 1});
        set(cluster, running);
        const auto fits = [&](const char *name, int64_t amount) {
          PodObject next = seeing("next", "", {}, 0);
          next.containers[0].requests.push_back({name, amount});
          next.containers[0].limits = next.containers[0].requests;
          return !explain(cluster, next, 0).refused();
        };
        const std::string of = id;
        const bool by_name = std::string(resource) != "mycorp.com/gpu";
        const bool a_gpu = of.starts_with("GPU-1") || (by_name && of == "both") ||
                           (by_name && profile == Profile::kSpec);  // one GPU is withheld
        EXPECT_EQ(fits("nvidia.com/gpu", 3), !a_gpu) << resource << ' ' << id;
        // A part of any GPU: the id has another form than those of GPUs.
        const bool any_gpu = profile == Profile::kSpec && of == "x1" &&
                             std::string(resource) == "nvidia.com/gpu.shared";
        EXPECT_EQ(fits("nvidia.com/gpu", 2), !any_gpu) << resource << ' ' << id;
        EXPECT_EQ(fits("vendor.example/xpu", 300), by_name || of != "x1") << resource << ' ' << id;
        EXPECT_TRUE(fits("vendor.example/xpu", 200)) << resource << ' ' << id;
      }
}

TEST(KubeletsDevices, AreSharedByReplicas) {
  DeviceObject devices = visible_gpus_of("n", 2);
  devices.kubelet = {{"a", "main", "nvidia.com/gpu", {"GPU-0::0"}},
                     {"b", "main", "nvidia.com/gpu", {"GPU-0::1"}}};
  for (const bool annotated : {true, false}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    cluster.set_devices(devices);
    for (const char *uid : {"a", "b"}) {
      PodObject pod = annotated ? stating(uid, {0}) : seeing(uid, "n", {false, {"GPU-0"}});
      if (annotated) {
        for (Amounts *amounts : {&pod.containers[0].requests, &pod.containers[0].limits})
          amounts->back() = {"koordinator.sh/gpu", 50};
      }
      EXPECT_FALSE(set(cluster, pod).any()) << uid;
      EXPECT_EQ(minors(cluster, uid), "0 ");
    }
    EXPECT_FALSE(explain(cluster, seeing("c", "", {}, 1), 0).refused());
  }
}

// A replica is a part of a GPU. It conflicts with any pod that holds the whole GPU.
TEST(KubeletsDevices, ReplicasConflictWithAPodOnTheWholeGpu) {
  for (const bool is_ours : {true, false})
    for (const bool stated : {true, false}) {
      Cluster cluster{sched::Options{}};
      add_node(cluster, "n");
      DeviceObject devices = visible_gpus_of("n", 1);
      cluster.set_devices(devices);
      if (is_ours) {
        ASSERT_FALSE(reserve(cluster, seeing("a", "", {}), 0).refusal.refused());
      } else {
        devices.kubelet = {{"a", "main", "nvidia.com/gpu", {"GPU-0"}}};
        set(cluster, seeing("a", "n", {}));
      }
      devices.kubelet.push_back({"b", "main", "nvidia.com/gpu", {"GPU-0::1"}});
      cluster.set_devices(devices);
      set(cluster, stated ? stating("b", {0}) : seeing("b", "n", {}));
      EXPECT_EQ(minors(cluster, "b"), "0 ");
      EXPECT_EQ(conflicts_of(cluster, "b").devices.reason, Reason::kDeviceTaken);
      EXPECT_EQ(conflicts_of(cluster, "b").devices_overcommitted, 1);
      EXPECT_EQ(conflicts_of(cluster, "a").devices.reason,
                is_ours ? Reason::kNone : Reason::kDeviceTaken);
      // The other pod has a replica, too.
      devices.kubelet = {{"a", "main", "nvidia.com/gpu", {"GPU-0::0"}},
                         {"b", "main", "nvidia.com/gpu", {"GPU-0::1"}}};
      cluster.set_devices(devices);
      EXPECT_FALSE(conflicts_of(cluster, "a").any());
      EXPECT_FALSE(conflicts_of(cluster, "b").any());
    }
  // Kubelet may assign replicas of a GPU that is half reserved.
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  DeviceObject devices = visible_gpus_of("n", 1);
  cluster.set_devices(devices);
  PodObject half = seeing("a", "", {});
  for (Amounts *amounts : {&half.containers[0].requests, &half.containers[0].limits})
    amounts->back() = {"koordinator.sh/gpu", 50};
  ASSERT_FALSE(reserve(cluster, half, 0).refusal.refused());
  devices.kubelet = {{"b", "main", "nvidia.com/gpu", {"GPU-0::1"}}};
  cluster.set_devices(devices);
  EXPECT_FALSE(set(cluster, seeing("b", "n", {})).any());
}

// The unhealthy GPU is not assigned to new pods, but two pods hold it.
TEST(KubeletsDevices, AreComparedWhereTheyAreNotHealthy) {
  for (const bool states_amounts : {true, false}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    DeviceObject devices = visible_gpus_of("n", 2);
    devices.devices[1].healthy = false;
    if (!states_amounts) devices.devices[1].resources.clear();
    devices.kubelet = {{"a", "main", "nvidia.com/gpu", {"GPU-1"}},
                       {"b", "main", "nvidia.com/gpu", {"GPU-1"}}};
    cluster.set_devices(devices);
    for (const char *uid : {"a", "b"}) set(cluster, seeing(uid, "n", {}));
    for (const char *uid : {"a", "b"}) {
      EXPECT_EQ(conflicts_of(cluster, uid).devices.reason, Reason::kDeviceTaken);
      EXPECT_EQ(minors(cluster, uid), "1 ");
    }
    EXPECT_FALSE(explain(cluster, seeing("c", "", {}, 1), 0).refused());
    EXPECT_TRUE(explain(cluster, seeing("c", "", {}, 2), 0).refused());
    cluster.remove_pod("b");
    EXPECT_FALSE(conflicts_of(cluster, "a").any());
    EXPECT_TRUE(explain(cluster, seeing("c", "", {}, 2), 0).refused());
    // The GPU is healthy again.
    devices = visible_gpus_of("n", 2);
    cluster.set_devices(devices);
    cluster.remove_pod("a");
    EXPECT_FALSE(explain(cluster, seeing("c", "", {}, 2), 0).refused());
  }
}

// The reservation takes precedence; a later record is compared when it arrives.
TEST(KubeletsDevices, MayDifferFromReservedDevices) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  DeviceObject devices = visible_gpus_of("n", 2);
  cluster.set_devices(devices);
  ASSERT_FALSE(reserve(cluster, seeing("a", "", {}), 0).refusal.refused());
  for (const char *other : {"GPU-1", "GPU-0", "GPU-1"}) {
    devices.kubelet = {{"a", "main", "nvidia.com/gpu", {other}}};
    cluster.set_devices(devices);
    const bool differs = std::string(other) != "GPU-0";
    const auto expect_told = [&](const sched::Conflicts &conflicts) {
      EXPECT_EQ(conflicts.devices.reason, differs ? Reason::kAllocationDiffers : Reason::kNone);
      EXPECT_EQ(conflicts.claims_refused, differs ? 1 : 0);
    };
    expect_told(conflicts_of(cluster, "a"));
    expect_told(set(cluster, stating("a", {0})));
    EXPECT_EQ(minors(cluster, "a"), "0 ");
  }
  devices.kubelet.clear();
  cluster.set_devices(devices);
  EXPECT_FALSE(conflicts_of(cluster, "a").any());
}

TEST(KubeletsDevices, CountBeforeTheirPodComesAndOnceItHasLeftNoMore) {
  for (const bool by_plan : {false, true}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    DeviceObject devices = visible_gpus_of("n", 2);
    devices.kubelet = {{"a", "main", "nvidia.com/gpu", {"GPU-0"}}};
    cluster.set_devices(devices);
    EXPECT_EQ(explain(cluster, seeing("c", "", {}, 2), 0).reason, Reason::kNotEnoughDevices);
    EXPECT_FALSE(set(cluster, seeing("a", "n", {})).any());
    EXPECT_EQ(minors(cluster, "a"), "0 ");
    EXPECT_EQ(explain(cluster, seeing("c", "", {}, 2), 0).reason, Reason::kNotEnoughDevices);
    if (by_plan) {
      sched::Changes changes;
      changes.steps.push_back({sched::ChangeKind::kRelease, 0, 0, "a", {}});
      ASSERT_EQ(cluster.commit(changes), Outcome::kDone);
    } else {
      ASSERT_EQ(cluster.remove_pod("a"), Outcome::kDone);
    }
    EXPECT_EQ(explain(cluster, seeing("c", "", {}, 2), 0).reason, Reason::kNone);
    set(cluster, seeing("a", "n", {}));  // the pod returns
    EXPECT_EQ(minors(cluster, "a"), "0 ");
  }
  // The pod ended before it was first reported.
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  DeviceObject devices = visible_gpus_of("n", 2);
  devices.kubelet = {{"a", "main", "nvidia.com/gpu", {"GPU-0"}}};
  cluster.set_devices(devices);
  PodObject ended = seeing("a", "n", {});
  ended.terminated = true;
  sched::Conflicts conflicts;
  EXPECT_EQ(cluster.set_pod(ended, conflicts), Outcome::kUnknownPod);
  EXPECT_EQ(explain(cluster, seeing("c", "", {}, 2), 0).reason, Reason::kNone);
}

// The pod is on another node, known or unknown, or was never on this one.
TEST(KubeletsDevices, CountNoMoreOnceTheirPodIsElsewhere) {
  for (const char *other : {"m", "unknown"})
    for (const std::string from : {"n", "other", ""}) {
      Cluster cluster{sched::Options{}};
      add_node(cluster, "n");
      add_node(cluster, "m");
      add_node(cluster, "other");
      DeviceObject devices = visible_gpus_of("n", 2);
      devices.kubelet = {{"a", "main", "nvidia.com/gpu", {"GPU-0"}}};
      cluster.set_devices(devices);
      set(cluster, stating("taken", {0}));
      if (!from.empty()) set(cluster, seeing("a", from, {}));
      set(cluster, seeing("a", other, {}));
      EXPECT_EQ(minors(cluster, "taken"), "0 ");
      EXPECT_FALSE(conflicts_of(cluster, "taken").any());
      cluster.remove_pod("taken");
      const auto expect_free = [&] {
        EXPECT_EQ(explain(cluster, seeing("c", "", {}, 2), 0).reason, Reason::kNone);
      };
      expect_free();
      cluster.set_devices(devices);
      expect_free();
      ASSERT_EQ(cluster.remove_pod("a"), Outcome::kDone);
      expect_free();
      cluster.set_devices(devices);
      expect_free();
    }
  // Records of other nodes do not count for a pod that is reserved or planned here.
  for (const bool by_plan : {false, true}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    add_node(cluster, "m");
    DeviceObject devices = visible_gpus_of("n", 2);
    devices.kubelet = {{"a", "main", "nvidia.com/gpu", {"GPU-0"}}};
    cluster.set_devices(devices);
    cluster.set_devices(visible_gpus_of("m", 2));
    set(cluster, stating("taken", {0}));
    const PodObject pod = seeing("a", "", {});
    if (by_plan) {
      const sched::ShapePtr shape = cluster.shape_of(pod);
      sched::Changes changes;
      changes.steps.push_back({sched::ChangeKind::kPlace, 1, 0, "a", sched::Holding(shape)});
      ASSERT_EQ(cluster.commit(changes), Outcome::kDone);
    } else {
      ASSERT_FALSE(reserve(cluster, pod, 1).refusal.refused());
    }
    EXPECT_EQ(minors(cluster, "taken"), "0 ");
    EXPECT_FALSE(conflicts_of(cluster, "taken").any());
  }
}

}  // namespace
}  // namespace koord::testing
