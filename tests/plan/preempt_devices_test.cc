// Victims for pods that lack devices equal those of an exhaustive
// search, and pods without devices are not examined.
#include "plan/preempt_support.h"
#include "sched/draw_devices.h"

namespace koord::testing {
namespace {

// A pod that requests more than is usually free: several devices, or a part of one.
PodObject draw_newcomer() {
  PodObject pod = one_in(3) ? draw_device_pod("newcomer") : pod_of("newcomer", Qos::kLs, 500);
  if (pod.containers[0].requests.size() == 2) {
    Amounts asked;
    switch (*rc::gen::inRange(0, 4)) {
      case 0:
        asked = {{"nvidia.com/gpu", *rc::gen::inRange(1, 7)}};
        break;
      case 1:
        asked = {{"koordinator.sh/gpu-core", 60},
                 {"koordinator.sh/gpu-memory", *rc::gen::inRange(20, 81) * kGi}};
        break;
      case 2:
        asked = {{"koordinator.sh/rdma", 100 * *rc::gen::inRange(1, 3)},
                 {"nvidia.com/gpu", *rc::gen::inRange(1, 4)}};
        break;
      default:
        asked = {{"koordinator.sh/gpu.shared", 3}, {"koordinator.sh/gpu-memory-ratio", 240}};
    }
    Amounts &requests = pod.containers[0].requests;
    requests.insert(requests.end(), asked.begin(), asked.end());
    std::sort(requests.begin(), requests.end(),
              [](const Amount &a, const Amount &b) { return a.resource < b.resource; });
    pod.containers[0].limits = requests;
  }
  if (one_in(4)) pod.numa_policy = static_cast<NumaPolicy>(*rc::gen::inRange(2, 5));
  if (one_in(5)) {
    DeviceHint hint;
    hint.type = "gpu";
    hint.scope = static_cast<DeviceScope>(*rc::gen::inRange(0, 4));
    hint.exclusive = static_cast<DeviceExclusive>(*rc::gen::inRange(0, 3));
    pod.devices.hints = {hint};
  }
  return pod;
}

// Devices of which some lack a resource that others of their type have.
DeviceObject draw_uneven_devices(int numa_nodes) {
  DeviceObject out = draw_devices("n", numa_nodes);
  for (DeviceInfo &device : out.devices)
    if (one_in(6))
      device.resources.erase(device.resources.begin() +
                             *rc::gen::inRange<ptrdiff_t>(0, std::ssize(device.resources)));
  return out;
}

// A pod bound by another scheduler: it may claim any device, whatever other pods hold of it.
PodObject draw_bound_pod(const std::string &uid) {
  PodObject pod = pod_of(uid, Qos::kLs, 250);
  pod.node = "n";
  const int first = *rc::gen::inRange(0, 4);
  const int last = first + *rc::gen::inRange(0, 3);
  for (int minor = first; minor <= last; ++minor) {
    const int64_t percent = 10 * *rc::gen::inRange(1, 16);
    pod.devices.allocated.push_back({"gpu",
                                     minor,
                                     "",
                                     {{"koordinator.sh/gpu-core", percent},
                                      {"koordinator.sh/gpu-memory", percent * kGi},
                                      {"koordinator.sh/gpu-memory-ratio", percent}},
                                     {},
                                     {}});
  }
  return pod;
}

struct DrawnScene {
  DrawnScene() : cluster(options()) {
    const Drawn node = draw_node("n");
    add(cluster, node);
    cluster.set_devices(draw_uneven_devices(static_cast<int>(node.topology.allocatable.size())));
    for (int i = 0; i < 20 && residents.size() < 8; ++i) {
      Resident pod{"pod-" + std::to_string(i), *rc::gen::inRange(-2, 3), Protection::kNone};
      if (one_in(8)) {
        PodObject bound = draw_bound_pod(pod.uid);
        bound.priority = pod.priority;
        sched::Conflicts conflicts;
        RC_ASSERT(cluster.set_pod(bound, conflicts) == Outcome::kDone);
        residents.push_back(pod);
        continue;
      }
      PodObject object = draw_device_pod(pod.uid);
      if (one_in(6)) {
        DeviceHint hint;
        hint.type = "gpu";
        hint.exclusive = static_cast<DeviceExclusive>(*rc::gen::inRange(1, 3));
        if (object.devices.hints.empty()) object.devices.hints = {hint};
      }
      if (reserve_at(cluster, object, 0, pod.priority)) residents.push_back(pod);
    }
    for (Resident &pod : residents) {
      const int level = *rc::gen::inRange(0, 8);
      if (level > 2 || level == 0) continue;
      pod.protection = static_cast<Protection>(level);
      what_if.guarded.push_back({pod.uid, pod.protection});
    }
    newcomer = draw_newcomer();
  }
  static sched::Options options() {
    sched::Options out;
    if (one_in(3)) out.profile = Profile::kUpstream;
    return out;
  }
  std::vector<Resident> candidates() const {
    std::vector<Resident> out;
    for (const Resident &pod : residents)
      if (pod.priority < kPriority && pod.protection != Protection::kKeep) out.push_back(pod);
    return out;
  }

  static constexpr int32_t kPriority = 3;
  Cluster cluster;
  std::vector<Resident> residents;
  WhatIf what_if;
  PodObject newcomer;
};

RC_GTEST_PROP(PreemptDevicesProperty, VictimsAreTheBestOfAllSets, ()) {
  const DrawnScene drawn;
  const Preference preference = one_in(2) ? Preference::kFewest : Preference::kLeastImportant;
  plan::Preemptions found;
  {
    const sched::ClusterSnapshot snapshot(drawn.cluster, drawn.what_if);
    found = plan::preempt(snapshot,
                          {ask(drawn.cluster, drawn.newcomer), DrawnScene::kPriority, "newcomer"},
                          {preference});
  }
  RC_ASSERT(found.rows.size() == 1u);
  const Preemption &row = found.rows[0];
  if (try_without(drawn.cluster, drawn.newcomer, drawn.what_if, {})) {
    RC_ASSERT(row.reason == Reason::kNone);
    RC_ASSERT(row.count == 0u);
    return;
  }
  const AllSets sets(drawn.cluster, drawn.newcomer, drawn.what_if, drawn.candidates());
  RC_ASSERT((row.reason == Reason::kNone) == sets.fits_at_last());
  if (row.reason != Reason::kNone) return;
  RC_ASSERT(row.proven);
  const std::vector<std::string> victims = victims_of(found, row);
  RC_ASSERT(victims == uids_of(sets.best_from_above(preference)));
  if (sets.monotone()) RC_ASSERT(victims == uids_of(sets.best(preference)));
  RC_CLASSIFY(victims.size() > 1, "several victims");
  RC_CLASSIFY(victims.size() == 1, "one victim");
}

// Under `upstream`, devices are not restricted to a machine's only
// NUMA node, so a GPU that states no node fits.
TEST(PreemptDevices, UpstreamKeepsNoDevicesToTheOnlyNumaNode) {
  sched::Options options;
  options.profile = Profile::kUpstream;
  Cluster cluster{options};
  add_node(cluster, "n", {1, 1, 8});
  DeviceObject devices;
  devices.node = "n";
  DeviceInfo info;
  info.type = "gpu";
  info.id = "GPU-0";
  info.healthy = true;
  info.resources = gpu_amounts();
  devices.devices.push_back(info);
  cluster.set_devices(devices);
  PodObject pod = pod_of("holder", Qos::kLs, 500);
  Amounts &requests = pod.containers[0].requests;
  requests.push_back({"nvidia.com/gpu", 1});
  std::sort(requests.begin(), requests.end(),
            [](const Amount &a, const Amount &b) { return a.resource < b.resource; });
  pod.containers[0].limits = requests;
  ASSERT_TRUE(reserve_at(cluster, pod, 0, 0));
  pod.numa_policy = NumaPolicy::kSingleNode;
  const sched::ClusterSnapshot snapshot(cluster, {});
  const plan::Preemptions found = plan::preempt(snapshot, {ask(cluster, pod), 5, "new"}, {});
  ASSERT_EQ(found.rows[0].reason, Reason::kNone);
  EXPECT_TRUE(found.rows[0].proven);
  EXPECT_EQ(victims_of(found, found.rows[0]), std::vector<std::string>{"holder"});
}

// Sixty pods have no devices; some of them hold the missing resources.
TEST(PreemptDevices, PodsWithoutDevicesAreNotConsidered) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n", {2, 1, 64});
  DeviceObject devices;
  devices.node = "n";
  for (int minor = 0; minor < 8; ++minor) {
    DeviceInfo info;
    info.type = "gpu";
    info.id = "GPU-" + std::to_string(minor);
    info.minor = minor;
    info.healthy = true;
    info.resources = gpu_amounts();
    devices.devices.push_back(std::move(info));
  }
  cluster.set_devices(devices);
  const auto pod = [](const std::string &uid, const char *resource, int64_t amount) {
    PodObject out = pod_of(uid, Qos::kLs, 500);
    if (amount > 0) out.containers[0].requests.push_back({resource, amount});
    std::sort(out.containers[0].requests.begin(), out.containers[0].requests.end(),
              [](const Amount &a, const Amount &b) { return a.resource < b.resource; });
    out.containers[0].limits = out.containers[0].requests;
    return out;
  };
  for (int i = 0; i < 60; ++i)
    ASSERT_TRUE(reserve_at(cluster, pod("cpu-" + std::to_string(i), "", 0), 0, 0));
  for (int i = 0; i < 6; ++i)
    ASSERT_TRUE(reserve_at(cluster, pod("gpu-" + std::to_string(i), "nvidia.com/gpu", 1), 0, 1));
  for (int i = 0; i < 4; ++i)
    ASSERT_TRUE(
        reserve_at(cluster, pod("part-" + std::to_string(i), "koordinator.sh/gpu", 50), 0, 1));
  const PodObject newcomer = pod("new", "nvidia.com/gpu", 8);
  const sched::ClusterSnapshot snapshot(cluster, {});
  // Ten pods hold the eight GPUs; shared ones have two pods each. No set is tried in vain.
  plan::Preemptions found = plan::preempt(snapshot, {ask(cluster, newcomer), 5, "new"}, {});
  EXPECT_TRUE(found.rows[0].proven);
  EXPECT_EQ(found.rows[0].count, 10u);
  const PodObject four = pod("new", "nvidia.com/gpu", 4);
  found = plan::preempt(snapshot, {ask(cluster, four), 5, "new"}, {Preference::kFewest, 10000});
  EXPECT_TRUE(found.rows[0].proven);
  EXPECT_EQ(victims_of(found, found.rows[0]),
            (std::vector<std::string>{"gpu-0", "gpu-1", "gpu-2", "gpu-3"}));
}

}  // namespace
}  // namespace koord::testing
