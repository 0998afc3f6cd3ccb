// Running pods that have the GPUs named in their environment.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "plan/resize.h"
#include "sched/gpu_pods.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

TEST(VisibleDevices, ConflictsAreCounted) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  EXPECT_EQ(set(cluster, seeing("a", "n", {false, {"0", "GPU-1"}}, 2)).devices_unknown, 2);
  DeviceObject devices = visible_gpus_of("n", 3);
  devices.devices[2].healthy = false;
  cluster.set_devices(devices);
  EXPECT_EQ(minors(cluster, "a"), "0 1 ");
  const sched::Conflicts conflicts = set(cluster, seeing("b", "n", {false, {"1", "2", "x"}}, 2));
  EXPECT_EQ(conflicts.devices_unknown, 2);  // one is unhealthy
  EXPECT_EQ(conflicts.devices_overcommitted, 1);
  EXPECT_EQ(to_sentence(conflicts.devices),
            "claims the GPU with minor 1, but other pods leave too little of it");
  EXPECT_EQ(minors(cluster, "b"), "");
}

TEST(VisibleDevices, AreAsManyAsThePodAsksFor) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  cluster.set_devices(visible_gpus_of("n", 4));
  sched::Conflicts conflicts = set(cluster, seeing("none", "n", {false, {"0", "1"}}, 0));
  EXPECT_EQ(conflicts.claims_refused, 1);
  EXPECT_EQ(to_sentence(conflicts.devices), "claims GPUs but requests none");
  conflicts = set(cluster, seeing("one", "n", {false, {"0", "1"}}, 1));
  EXPECT_EQ(to_sentence(conflicts.devices), "claims 2 GPUs but requests 1");
  EXPECT_EQ(conflicts.devices_unexplained, 1);
  EXPECT_EQ(minors(cluster, "one"), "");
  EXPECT_TRUE(reserve(cluster, seeing("c", "", {}, 4), 0).refusal.refused());
  EXPECT_FALSE(reserve(cluster, seeing("c", "", {}, 3), 0).refusal.refused());
}

TEST(VisibleDevices, KubeletsRecordReplacesTheValueAll) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  DeviceObject devices = visible_gpus_of("n", 4);
  devices.kubelet = {{"a", "main", "nvidia.com/gpu", {"GPU-2"}}};
  cluster.set_devices(devices);
  set(cluster, seeing("a", "n", {true, {}}));
  EXPECT_EQ(minors(cluster, "a"), "2 ");
  Answer answer = reserve(cluster, seeing("b", "", {}, 3), 0);
  EXPECT_FALSE(answer.refusal.refused());
  EXPECT_EQ(minors(cluster, "b"), "0 1 3 ");
  // The container sees the GPU in its environment, but kubelet assigned another.
  cluster.remove_pod("b");
  sched::Conflicts conflicts = set(cluster, seeing("a", "n", {false, {"0"}}));
  EXPECT_EQ(conflicts.devices_unexplained, 1);
  EXPECT_EQ(to_sentence(conflicts.devices), "claims devices other than those allocated to it");
  EXPECT_EQ(minors(cluster, "a"), "0 ");
  EXPECT_TRUE(reserve(cluster, seeing("b", "", {}, 3), 0).refusal.refused());
  EXPECT_FALSE(reserve(cluster, seeing("b", "", {}, 2), 0).refusal.refused());
  EXPECT_EQ(minors(cluster, "b"), "1 3 ");
}

TEST(VisibleDevices, ThatTheNodeLacksLeaveThePodWithThoseItAsksFor) {
  for (const char *name : {"none", "GPU-77", "7", ""}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    cluster.set_devices(visible_gpus_of("n", 4));
    VisibleGpus visible;
    if (name[0] != '\0' && std::string(name) != "none") visible.names = {name};
    const sched::Conflicts conflicts = set(cluster, seeing("a", "n", visible, 2));
    EXPECT_EQ(conflicts.devices_unexplained, 2) << name;
    EXPECT_EQ(conflicts.devices.reason, Reason::kDevicesUnknown) << name;
    EXPECT_TRUE(explain(cluster, seeing("b", "", {}, 3), 0).refused()) << name;
    EXPECT_FALSE(explain(cluster, seeing("b", "", {}, 2), 0).refused()) << name;
  }
  // The environment names only some of the GPUs.
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  cluster.set_devices(visible_gpus_of("n", 4));
  EXPECT_EQ(set(cluster, seeing("a", "n", {false, {"2"}}, 3)).devices_unexplained, 2);
  EXPECT_EQ(minors(cluster, "a"), "2 ");
  EXPECT_TRUE(explain(cluster, seeing("b", "", {}, 2), 0).refused());
}

TEST(VisibleDevices, TheAnnotationWins) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  cluster.set_devices(visible_gpus_of("n", 4));
  PodObject pod = seeing("a", "n", {true, {"0"}});
  pod.devices.allocated = {
      {"gpu",
       3,
       "",
       {{"koordinator.sh/gpu-core", 50}, {"koordinator.sh/gpu-memory-ratio", 50}},
       {},
       {}}};
  set(cluster, pod);
  EXPECT_EQ(minors(cluster, "a"), "3 ");
  cluster.set_devices(visible_gpus_of("n", 5));
  EXPECT_EQ(minors(cluster, "a"), "3 ");
}

TEST(VisibleDevices, AreNotReadUnderUpstream) {
  sched::Options options;
  options.profile = Profile::kUpstream;
  Cluster cluster{options};
  add_node(cluster, "n");
  cluster.set_devices(visible_gpus_of("n", 4));
  set(cluster, seeing("a", "n", {false, {"0"}}));
  EXPECT_EQ(minors(cluster, "a"), "");
}

TEST(VisibleDevices, StayThroughPlansAndAreLookedUpAgainLater) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  cluster.set_devices(visible_gpus_of("n", 2));
  const PodObject pod = seeing("a", "n", {false, {"0", "2"}}, 2);
  set(cluster, pod);
  EXPECT_EQ(minors(cluster, "a"), "0 ");  // the other GPU does not exist
  cluster.set_devices(visible_gpus_of("n", 3));
  PodObject larger = pod;
  larger.containers[0].requests[0].value = larger.containers[0].limits[0].value = 1000;
  sched::Changes changes;
  {
    const sched::ClusterSnapshot snapshot(cluster, {});
    uint32_t node = 0;
    sched::Holder holder;
    ASSERT_TRUE(snapshot.find("a", node, holder));
    const auto answer = plan::resize(snapshot, node, holder, cluster.shape_of(larger), {});
    ASSERT_FALSE(answer.refusal.refused());
    changes = answer.changes;
  }
  ASSERT_EQ(cluster.commit(changes), Outcome::kDone);
  EXPECT_EQ(minors(cluster, "a"), "0 2 ");
  cluster.set_devices(visible_gpus_of("n", 2));
  EXPECT_EQ(minors(cluster, "a"), "0 ");
  cluster.set_devices(visible_gpus_of("n", 3));
  EXPECT_EQ(minors(cluster, "a"), "0 2 ");
  // Pods keep their devices when the Device object is removed.
  EXPECT_EQ(cluster.remove_devices("n"), Outcome::kDone);
  EXPECT_EQ(minors(cluster, "a"), "0 2 ");
  Cluster fresh{sched::Options{}};
  add_node(fresh, "n");
  fresh.set_devices(visible_gpus_of("n", 3));
  cluster.set_devices(visible_gpus_of("n", 3));
  cluster.remove_pod("a");
  EXPECT_TRUE(cluster.same_state(fresh));
}

TEST(UnidentifiedDevices, S21_AreKeptForTheirPodUntilTheReportComes) {
  for (const int asked : {1, 2, 4}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    cluster.set_devices(visible_gpus_of("n", 4));
    const sched::Conflicts conflicts = set(cluster, seeing("a", "n", {}, asked));
    EXPECT_EQ(conflicts.devices_unexplained, asked);
    EXPECT_EQ(conflicts.claims_refused, 0);
    EXPECT_EQ(to_sentence(conflicts.devices),
              "requests " + std::to_string(asked) + (asked == 1 ? " GPU" : " GPUs") +
                  ", but no source says which it has; " + std::to_string(asked) +
                  (asked == 1 ? " is" : " are") + " set aside for it");
    EXPECT_EQ(minors(cluster, "a"), "") << "which they are nobody knows";
    EXPECT_TRUE(explain(cluster, seeing("c", "", {}, 5 - asked), 0).refused());
    EXPECT_EQ(explain(cluster, seeing("c", "", {}, 4 - asked), 0).refused(), false);
    DeviceObject devices = visible_gpus_of("n", 4);
    for (int gpu = 4 - asked; gpu < 4; ++gpu)
      devices.kubelet.push_back(
          {"a", "c" + std::to_string(gpu), "nvidia.com/gpu", {"GPU-" + std::to_string(gpu)}});
    cluster.set_devices(devices);
    sched::Conflicts healed;
    ASSERT_EQ(cluster.conflicts("a", healed), Outcome::kDone);
    EXPECT_FALSE(healed.any());
    EXPECT_NE(minors(cluster, "a"), "");
    cluster.remove_pod("a");
    EXPECT_FALSE(explain(cluster, seeing("c", "", {}, 4), 0).refused());
  }
}

TEST(UnidentifiedDevices, YieldToReportedDevices) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  cluster.set_devices(visible_gpus_of("n", 2));
  set(cluster, seeing("a", "n", {}, 1));  // minor 0 is set aside
  EXPECT_FALSE(set(cluster, seeing("b", "n", {false, {"0"}}, 1)).any());
  EXPECT_EQ(minors(cluster, "b"), "0 ");
  EXPECT_TRUE(explain(cluster, seeing("c", "", {}, 1), 0).refused());
  cluster.remove_pod("b");
  EXPECT_FALSE(explain(cluster, seeing("c", "", {}, 1), 0).refused());
  // If there are too few GPUs, all that are left are set aside.
  cluster.remove_pod("a");
  EXPECT_EQ(to_sentence(set(cluster, seeing("d", "n", {}, 3)).devices),
            "requests 3 GPUs, but no source says which it has; 2 are set aside for it");
}

TEST(UnidentifiedDevices, AreIgnoredUnderUpstream) {
  sched::Options options;
  options.profile = Profile::kUpstream;
  Cluster cluster{options};
  add_node(cluster, "n");
  cluster.set_devices(visible_gpus_of("n", 2));
  EXPECT_FALSE(set(cluster, seeing("a", "n", {}, 2)).any());
  EXPECT_FALSE(explain(cluster, seeing("c", "", {}, 2), 0).refused());
}

// The result does not depend on the order of pods and devices, or on earlier devices.
RC_GTEST_PROP(VisibleDevices, DoNotDependOnTheOrderOfEvents, ()) {
  Cluster one{sched::Options{}};
  Cluster other{sched::Options{}};
  for (Cluster *cluster : {&one, &other}) add_node(*cluster, "n");
  DeviceObject last = visible_gpus_of("n", *rc::gen::inRange(0, 6));
  for (DeviceInfo &device : last.devices) device.healthy = *rc::gen::inRange(0, 4) > 0;
  if (*rc::gen::arbitrary<bool>()) last.kubelet = {{"p0", "main", "nvidia.com/gpu", {"GPU-0"}}};
  other.set_devices(last);
  const int pods = *rc::gen::inRange(1, 6);
  for (int i = 0; i < pods; ++i) {
    VisibleGpus visible{*rc::gen::inRange(0, 4) == 0, {}};
    for (const char *name : {"0", "3", "GPU-1", "GPU-4", "none"})
      if (*rc::gen::inRange(0, 3) == 0) visible.names.emplace_back(name);
    const PodObject pod =
        seeing("p" + std::to_string(i), "n", std::move(visible), *rc::gen::inRange(0, 3));
    set(one, pod);
    set(other, pod);
    if (*rc::gen::inRange(0, 3) == 0)
      one.set_devices(visible_gpus_of("n", *rc::gen::inRange(0, 6)));
  }
  one.set_devices(last);
  RC_ASSERT(one.same_state(other));
  for (int i = 0; i < pods; ++i) {
    const std::string uid = "p" + std::to_string(i);
    RC_ASSERT(minors(one, uid) == minors(other, uid));
  }
  for (int i = 0; i < pods; ++i)
    RC_ASSERT(one.remove_pod("p" + std::to_string(i)) == Outcome::kDone);
  Cluster fresh{sched::Options{}};
  add_node(fresh, "n");
  last.kubelet.clear();  // entries of removed pods
  fresh.set_devices(last);
  RC_ASSERT(one.same_state(fresh));
}

}  // namespace
}  // namespace koord::testing
