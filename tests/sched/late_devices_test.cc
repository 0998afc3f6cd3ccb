// Pods that are on a node before its Device object.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <functional>

#include "sched/draw_devices.h"
#include "sched/gpu_pods.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

// Adds a node whose Node object lists GPUs by a device plugin's name, and by
// those of Koordinator that are in `koordinators`.
uint32_t add_gpu_node(Cluster &cluster, int gpus, const Amounts &koordinators = {}) {
  NodeObject node = node_of("n");
  node.allocatable.insert(node.allocatable.end(), koordinators.begin(), koordinators.end());
  node.allocatable.push_back({"nvidia.com/gpu", gpus});
  node.allocatable.push_back({"vendor.example/xpu", 400});
  const uint32_t id = cluster.set_node(node);
  EXPECT_EQ(cluster.set_topology(topology_of("n")), id);
  return id;
}

PodObject requesting(const std::string &uid, const Amounts &amounts, Qos qos = Qos::kLs) {
  PodObject pod = pod_of(uid, qos, 2000);
  for (const Amount &amount : amounts) pod.containers[0].requests.push_back(amount);
  pod.containers[0].limits = pod.containers[0].requests;
  return pod;
}

DeviceObject with_record(int gpus, const std::string &uid, const std::vector<std::string> &ids) {
  DeviceObject out = visible_gpus_of("n", gpus);
  if (!ids.empty()) out.kubelet = {{uid, "main", "nvidia.com/gpu", ids}};
  return out;
}

// Binds the pod as the API server reports it.
void bind(Cluster &cluster, PodObject pod) {
  sched::Allocation allocation;
  ASSERT_EQ(cluster.allocation(pod.uid, allocation), Outcome::kDone);
  pod.node = "n";
  if (allocation.status.cpus || !allocation.status.numa.empty()) pod.status = allocation.status;
  pod.devices.allocated = allocation.devices;
  set(cluster, pod);
}

TEST(LateDevices, OfAReservedPodAreThoseOfKubeletsRecord) {
  for (const bool is_bound : {true, false})
    for (const bool restarts : {false, true}) {
      Cluster cluster{sched::Options{}};
      add_gpu_node(cluster, 8);
      const PodObject first = requesting("p1", {{"nvidia.com/gpu", 1}}, Qos::kLsr);
      Answer answer = reserve(cluster, first, 0);
      ASSERT_FALSE(answer.refusal.refused()) << to_sentence(answer.refusal);
      const std::string cpus = answer.cpus();
      ASSERT_NE(cpus, "");
      if (is_bound) bind(cluster, first);
      if (restarts) {
        PodObject again = first;
        again.node = "n";
        again.status = answer.allocation.status;
        cluster.remove_pod("p1");
        set(cluster, again);
      }
      cluster.set_devices(with_record(8, "p1", {"GPU-3"}));
      EXPECT_EQ(minors(cluster, "p1"), "3 ");
      EXPECT_EQ(explain(cluster, requesting("p2", {{"nvidia.com/gpu", 8}}), 0).reason,
                Reason::kNotEnoughDevices);
      EXPECT_FALSE(explain(cluster, requesting("p2", {{"nvidia.com/gpu", 7}}), 0).refused());
      EXPECT_EQ(cluster.allocation("p1", answer.allocation), Outcome::kDone);
      EXPECT_EQ(answer.cpus(), cpus) << "CPUs are as they were reserved";
      if (!restarts) bind(cluster, first);
      EXPECT_EQ(minors(cluster, "p1"), "3 ");
      EXPECT_EQ(cluster.remove_pod("p1"), Outcome::kDone);
      EXPECT_FALSE(explain(cluster, requesting("p2", {{"nvidia.com/gpu", 8}}), 0).refused());
    }
}

TEST(LateDevices, OfAReservedPodAreWithheldUntilARecordNamesThem) {
  Cluster cluster{sched::Options{}};
  add_gpu_node(cluster, 8);
  const PodObject first = requesting("p1", {{"nvidia.com/gpu", 2}});
  const PodObject other = requesting("p3", {{"vendor.example/xpu", 1}});
  ASSERT_FALSE(reserve(cluster, first, 0).refusal.refused());
  ASSERT_FALSE(reserve(cluster, other, 0).refusal.refused());
  bind(cluster, first);
  DeviceObject devices = visible_gpus_of("n", 8);
  devices.devices.push_back(devices.devices[0]);
  devices.devices.back().type = "xpu";
  devices.devices.back().resources = {{"vendor.example/xpu", 100}};
  cluster.set_devices(devices);
  EXPECT_EQ(conflicts_of(cluster, "p1").devices_unexplained, 2);
  EXPECT_EQ(conflicts_of(cluster, "p3").devices_unexplained, 1);
  EXPECT_TRUE(explain(cluster, requesting("p2", {{"nvidia.com/gpu", 7}}), 0).refused());
  EXPECT_FALSE(explain(cluster, requesting("p2", {{"nvidia.com/gpu", 6}}), 0).refused());
  EXPECT_TRUE(explain(cluster, requesting("p2", {{"vendor.example/xpu", 100}}), 0).refused());
  devices.kubelet = {{"p1", "main", "nvidia.com/gpu", {"GPU-1", "GPU-7"}}};
  cluster.set_devices(devices);
  EXPECT_FALSE(conflicts_of(cluster, "p1").any());
  EXPECT_EQ(minors(cluster, "p1"), "1 7 ");
}

// A later annotation does not change the CPUs that were reserved for the pod.
TEST(LateDevices, LeaveReservedCpusAlone) {
  Cluster cluster{sched::Options{}};
  add_gpu_node(cluster, 8);
  PodObject first = requesting("p1", {{"nvidia.com/gpu", 1}}, Qos::kLsr);
  Answer answer = reserve(cluster, first, 0);
  ASSERT_FALSE(answer.refusal.refused());
  const CpuSet given = *answer.allocation.status.cpus;
  first.node = "n";
  first.status.emplace().cpus = given == CpuSet{6, 7} ? CpuSet{4, 5} : CpuSet{6, 7};
  EXPECT_EQ(set(cluster, first).cpus.reason, Reason::kAllocationDiffers);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(conflicts_of(cluster, "p1").cpus.reason, Reason::kAllocationDiffers);
    EXPECT_EQ(cluster.allocation("p1", answer.allocation), Outcome::kDone);
    EXPECT_EQ(*answer.allocation.status.cpus, given);
    cluster.set_devices(with_record(8, "p1", {"GPU-3"}));
  }
  first.status->cpus = given;
  EXPECT_FALSE(set(cluster, first).any());
}

TEST(LateDevices, OfAReservationAndItsOwner) {
  Cluster cluster{sched::Options{}};
  add_gpu_node(cluster, 4);
  ASSERT_FALSE(reserve(cluster, requesting("kept", {{"nvidia.com/gpu", 2}}), 0).refusal.refused());
  ASSERT_EQ(cluster.set_reservation("kept", sched::ReservationPolicy::kDefault), Outcome::kDone);
  Refusal refusal;
  const PodObject owner = requesting("owner", {{"nvidia.com/gpu", 1}});
  ASSERT_EQ(cluster.reserve_from(ask(cluster, owner), "owner", "kept", {}, refusal),
            Outcome::kDone);
  ASSERT_FALSE(refusal.refused()) << to_sentence(refusal);
  cluster.set_devices(with_record(4, "owner", {"GPU-3"}));
  EXPECT_EQ(minors(cluster, "owner"), "3 ");
  EXPECT_TRUE(explain(cluster, requesting("p2", {{"nvidia.com/gpu", 3}}), 0).refused());
  EXPECT_FALSE(explain(cluster, requesting("p2", {{"nvidia.com/gpu", 2}}), 0).refused());
}

TEST(LateDevices, KeepPodsWaitingThatRequestThemByKoordinatorsNames) {
  Cluster cluster{sched::Options{}};
  add_gpu_node(cluster, 8,
               {{"koordinator.sh/gpu", 800},
                {"koordinator.sh/gpu-core", 800},
                {"koordinator.sh/gpu-memory", 640 * kGi},
                {"koordinator.sh/gpu-memory-ratio", 800},
                {"koordinator.sh/rdma", 100}});
  const Amounts waiting[] = {{{"koordinator.sh/gpu", 50}},
                             {{"koordinator.sh/gpu", 200}},
                             {{"koordinator.sh/gpu-core", 50}, {"koordinator.sh/gpu-memory", kGi}},
                             {{"koordinator.sh/gpu-core", 200},
                              {"koordinator.sh/gpu-memory", 160 * kGi},
                              {"koordinator.sh/gpu-memory-ratio", 200}},
                             {{"koordinator.sh/gpu-core", 100},
                              {"koordinator.sh/gpu-memory", 80 * kGi},
                              {"koordinator.sh/gpu-memory-ratio", 100},
                              {"nvidia.com/gpu", 1}},
                             {{"koordinator.sh/rdma", 100}},
                             {{"nvidia.com/gpu", 8}}};
  for (const Amounts &amounts : waiting)
    for (const bool skip_fit : {false, true}) {
      const PodObject pod = requesting("p", amounts);
      Refusal refusal;
      int32_t score = 0;
      const sched::Query query{cluster.shape_of(pod), skip_fit};
      ASSERT_EQ(cluster.judge_one(query, {}, 0, refusal, score), Outcome::kDone);
      EXPECT_EQ(refusal.reason, Reason::kNoDevices) << amounts[0].resource;
      EXPECT_EQ(reserve(cluster, pod, 0).refusal.reason, Reason::kNoDevices);
    }
  EXPECT_EQ(to_sentence(explain(cluster, requesting("p", waiting[1]), 0)),
            "needs 2 GPUs; the node's devices are not known before it has a Device object");
  EXPECT_EQ(explain(cluster, requesting("p", {{"koordinator.sh/gpu", 150}}), 0).reason,
            Reason::kDeviceUnit);
  EXPECT_EQ(explain(cluster, requesting("p", {{"koordinator.sh/gpu-core", 100}}), 0).reason,
            Reason::kDeviceMix);
  EXPECT_FALSE(explain(cluster, requesting("p", {{"vendor.example/xpu", 8}}), 0).refused());

  DeviceObject devices = visible_gpus_of("n", 8);
  devices.devices.push_back(devices.devices[0]);
  devices.devices.back().type = "rdma";
  devices.devices.back().resources = {{"koordinator.sh/rdma", 100}};
  cluster.set_devices(devices);
  for (const Amounts &amounts : waiting)
    EXPECT_FALSE(explain(cluster, requesting("p", amounts), 0).refused());
}

// Any of Koordinator's resource names in the Node's allocatable announces a Device object. A
// resource that the agent withdrew remains there with the amount 0.
TEST(LateDevices, KeepPodsOfADevicePluginWaitingWhereTheNodeListsKoordinatorsNames) {
  const PodObject pod = requesting("p", {{"nvidia.com/gpu", 1}});
  for (const char *name :
       {"koordinator.sh/gpu", "koordinator.sh/gpu-core", "koordinator.sh/gpu-memory",
        "koordinator.sh/gpu-memory-ratio", "koordinator.sh/gpu.shared", "koordinator.sh/rdma",
        "koordinator.sh/fpga", "huawei.com/npu-core"})
    for (const int64_t amount : {0, 100}) {
      Cluster cluster{sched::Options{}};
      add_gpu_node(cluster, 8, {{name, amount}});
      const Refusal refusal = explain(cluster, pod, 0);
      EXPECT_EQ(refusal.reason, amount > 0 ? Reason::kNoDevices : Reason::kNone) << name;
      add_gpu_node(cluster, 8);
      EXPECT_FALSE(explain(cluster, pod, 0).refused()) << name;
      add_gpu_node(cluster, 8, {{name, 100}});
      EXPECT_EQ(reserve(cluster, pod, 0).refusal.reason, Reason::kNoDevices) << name;
      cluster.set_devices(visible_gpus_of("n", 8));
      const Answer answer = reserve(cluster, pod, 0);
      EXPECT_FALSE(answer.refusal.refused()) << name;
      EXPECT_EQ(answer.allocation.devices.size(), 1U) << name;
    }
  sched::Options options;
  options.profile = Profile::kUpstream;
  Cluster upstream{options};
  add_gpu_node(upstream, 8, {{"koordinator.sh/gpu", 800}});
  EXPECT_FALSE(explain(upstream, pod, 0).refused());
}

// Pods also wait if the Node does not list the resource, because the
// agent that adds it also writes the Device object.
TEST(LateDevices, AreWaitedForOnNodesThatListNone) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  EXPECT_EQ(explain(cluster, requesting("p", {{"koordinator.sh/gpu", 50}}), 0).reason,
            Reason::kNoDevices);
  EXPECT_EQ(explain(cluster, requesting("p", {{"nvidia.com/gpu", 1}}), 0).reason,
            Reason::kInsufficientResource);
}

TEST(LateDevices, MayBeWaitedForWhateverTheirNames) {
  sched::Options options;
  options.requires_device_object = true;
  Cluster cluster{options};
  add_gpu_node(cluster, 8);
  EXPECT_EQ(explain(cluster, requesting("p", {{"nvidia.com/gpu", 1}}), 0).reason,
            Reason::kNoDevices);
  EXPECT_FALSE(explain(cluster, requesting("p", {{"vendor.example/xpu", 1}}), 0).refused());
  cluster.set_devices(visible_gpus_of("n", 8));
  EXPECT_FALSE(explain(cluster, requesting("p", {{"nvidia.com/gpu", 1}}), 0).refused());
}

TEST(LateDevices, AreNotWaitedForByUpstream) {
  sched::Options options;
  options.profile = Profile::kUpstream;
  Cluster cluster{options};
  add_gpu_node(cluster, 8, {{"koordinator.sh/gpu", 800}});
  EXPECT_FALSE(explain(cluster, requesting("p", {{"koordinator.sh/gpu", 50}}), 0).refused());
}

// Pods are reserved and bound here, or arrive bound. The Device object comes before, between or
// after, with or without a record. The accounts equal those after a restart. A record without some
// of the pods keeps all GPUs from others.
RC_GTEST_PROP(LateDevices, GiveTheSameAnswerInAnyOrderAndAfterARestart, ()) {
  constexpr int kGpus = 4;
  const int pods = *rc::gen::inRange(1, 4);
  Cluster lived{sched::Options{}};
  add_gpu_node(lived, kGpus);
  std::vector<PodObject> running;
  DeviceObject devices = visible_gpus_of("n", kGpus);
  std::vector<bool> taken(kGpus);
  const int devices_at = *rc::gen::inRange(0, pods + 1);
  for (int i = 0; i < pods; ++i) {
    if (i == devices_at) lived.set_devices(devices);
    PodObject pod = requesting("p" + std::to_string(i), {{"nvidia.com/gpu", 1}},
                               one_in(2) ? Qos::kLsr : Qos::kLs);
    pod.scheduled = i;
    const Answer answer = reserve(lived, pod, 0);
    RC_ASSERT(!answer.refusal.refused());
    pod.node = "n";
    if (answer.allocation.status.cpus || !answer.allocation.status.numa.empty())
      pod.status = answer.allocation.status;
    pod.devices.allocated = answer.allocation.devices;
    for (const AllocatedDevice &device : pod.devices.allocated)
      taken[static_cast<size_t>(device.minor)] = true;
    if (one_in(2)) set(lived, pod);
    running.push_back(pod);
  }
  if (devices_at == pods) lived.set_devices(devices);
  // Kubelet assigned GPUs to pods whose devices were not chosen here; the record comes late.
  bool is_incomplete = false;
  for (const PodObject &pod : running) {
    if (!pod.devices.allocated.empty()) continue;
    if (one_in(2)) {
      is_incomplete = true;
    } else {
      const auto free = std::find(taken.rbegin(), taken.rend(), false);
      *free = true;
      const std::string id = "GPU-" + std::to_string(taken.rend() - free - 1);
      devices.kubelet.push_back({pod.uid, "main", "nvidia.com/gpu", {id}});
    }
  }
  lived.set_devices(devices);
  for (const PodObject &pod : running) set(lived, pod);

  Cluster restored{sched::Options{}};
  std::vector<std::function<void()>> events = {[&] { add_gpu_node(restored, kGpus); },
                                               [&] { restored.set_devices(devices); }};
  for (const PodObject &pod : running) events.push_back([&] { set(restored, pod); });
  while (!events.empty()) {
    const auto at = events.begin() + *rc::gen::inRange<ptrdiff_t>(0, std::ssize(events));
    (*at)();
    events.erase(at);
  }
  for (const PodObject &pod : running) {
    RC_ASSERT(minors(lived, pod.uid) == minors(restored, pod.uid));
    RC_ASSERT(conflicts_of(lived, pod.uid).devices.reason ==
              conflicts_of(restored, pod.uid).devices.reason);
  }
  RC_ASSERT(lived.same_state(restored));
  RC_ASSERT(explain(lived, requesting("x", {{"nvidia.com/gpu", kGpus + 1 - pods}}), 0).refused());
  const bool is_refused = is_incomplete && !devices.kubelet.empty();
  RC_ASSERT(explain(lived, requesting("x", {{"nvidia.com/gpu", kGpus - pods}}), 0).refused() ==
            is_refused);
}

void add_xpus(DeviceObject &devices, int count) {
  for (int minor = 0; minor < count; ++minor) {
    DeviceInfo info;
    info.type = "xpu";
    info.id = "xpu-" + std::to_string(minor);
    info.minor = minor;
    info.healthy = true;
    info.resources = {{"vendor.example/xpu", 100}};
    devices.devices.push_back(std::move(info));
  }
}

// A device type is added after pods were reserved that request GPUs, devices of this type, or both.
// Each pod holds one device of each requested type, and the accounts equal those after a restart.
RC_GTEST_PROP(LateDevices, OfLateTypesAreThoseThatAreKnownAfterARestart, ()) {
  constexpr int kEach = 4;
  DeviceObject devices = visible_gpus_of("n", kEach);
  Cluster lived{sched::Options{}};
  add_gpu_node(lived, kEach);
  lived.set_devices(devices);
  add_xpus(devices, kEach);
  std::vector<PodObject> running;
  int gpus = 0;
  int xpus = 0;
  for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
    const bool asks_gpu = one_in(2);
    const bool asks_xpu = !asks_gpu || one_in(2);
    Amounts amounts;
    if (asks_gpu) amounts.push_back({"nvidia.com/gpu", 1});
    if (asks_xpu) amounts.push_back({"vendor.example/xpu", 100});
    PodObject pod = requesting("p" + std::to_string(i), amounts, one_in(2) ? Qos::kLsr : Qos::kLs);
    pod.scheduled = 10 - i;
    const Answer answer = reserve(lived, pod, 0);
    RC_ASSERT(!answer.refusal.refused());
    pod.node = "n";
    if (answer.allocation.status.cpus || !answer.allocation.status.numa.empty())
      pod.status = answer.allocation.status;
    pod.devices.allocated = answer.allocation.devices;
    if (one_in(2)) set(lived, pod);
    if (asks_xpu && one_in(2))
      devices.kubelet.push_back(
          {pod.uid, "main", "vendor.example/xpu", {"xpu-" + std::to_string(kEach - 1 - xpus)}});
    gpus += asks_gpu ? 1 : 0;
    xpus += asks_xpu ? 1 : 0;
    running.push_back(std::move(pod));
  }
  lived.set_devices(devices);
  const auto fits = [&](const char *resource, int64_t amount) {
    return !explain(lived, requesting("x", {{resource, amount}}), 0).refused();
  };
  const auto check = [&] {
    RC_ASSERT(!fits("nvidia.com/gpu", kEach + 1 - gpus));
    RC_ASSERT(fits("nvidia.com/gpu", kEach - gpus));
    int64_t given = 0;
    for (const PodObject &pod : running) {
      sched::Allocation allocation;
      RC_ASSERT(lived.allocation(pod.uid, allocation) == Outcome::kDone);
      for (const AllocatedDevice &device : allocation.devices) given += device.type == "xpu";
    }
    RC_ASSERT(given == std::ssize(devices.kubelet));
    RC_ASSERT(lived.look_at(0, [&](const sched::Node &node) {
      const device::Ledger &ledger = *node.devices();
      const size_t pool = ledger.inventory().pools.size() - 1;
      int64_t left = 0;
      for (size_t d = 0; d < kEach; ++d) left += ledger.left(pool, d, 0);
      RC_ASSERT(left == 100 * (kEach - xpus));
    }) == Outcome::kDone);
  };
  check();
  for (const PodObject &pod : running) set(lived, pod);
  check();
  Cluster restored{sched::Options{}};
  add_gpu_node(restored, kEach);
  const bool devices_first = one_in(2);
  if (devices_first) restored.set_devices(devices);
  for (const PodObject &pod : running) set(restored, pod);
  if (!devices_first) restored.set_devices(devices);
  for (const PodObject &pod : running) {
    RC_ASSERT(minors(lived, pod.uid) == minors(restored, pod.uid));
    RC_ASSERT(conflicts_of(lived, pod.uid).devices.reason ==
              conflicts_of(restored, pod.uid).devices.reason);
  }
  RC_ASSERT(lived.same_state(restored));
}

// A pod keeps the reserved devices of other types, whatever it and other pods claim.
TEST(LateDevices, OfLateTypesLeaveReservedDevicesAlone) {
  Cluster cluster{sched::Options{}};
  add_gpu_node(cluster, 4);
  cluster.set_devices(visible_gpus_of("n", 2));
  PodObject mixed = requesting("p1", {{"nvidia.com/gpu", 1}, {"vendor.example/xpu", 100}});
  ASSERT_FALSE(reserve(cluster, mixed, 0).refusal.refused());
  ASSERT_EQ(minors(cluster, "p1"), "0 ");
  DeviceObject devices = visible_gpus_of("n", 2);
  add_xpus(devices, 4);
  devices.kubelet = {{"p1", "main", "vendor.example/xpu", {"xpu-2"}}};
  cluster.set_devices(devices);
  EXPECT_EQ(minors(cluster, "p1"), "0 2 ");
  EXPECT_FALSE(conflicts_of(cluster, "p1").any());
  PodObject other = stating("p0", {0});
  other.scheduled = 1;
  EXPECT_EQ(set(cluster, other).devices.reason, Reason::kDeviceTaken);
  mixed.node = "n";
  for (const int32_t minor : {-1, 0, 1}) {
    mixed.devices.allocated.clear();
    if (minor >= 0) mixed.devices.allocated.push_back({"gpu", minor, "", {}, {}, {}});
    set(cluster, mixed);
    EXPECT_EQ(minors(cluster, "p1"), "0 2 ") << minor;
  }
}

TEST(LateDevices, OfLateTypesAreThoseOfOwnersOfReservations) {
  Cluster cluster{sched::Options{}};
  add_gpu_node(cluster, 4);
  cluster.set_devices(visible_gpus_of("n", 4));
  const Amounts amounts = {{"nvidia.com/gpu", 1}, {"vendor.example/xpu", 100}};
  ASSERT_FALSE(reserve(cluster, requesting("kept", amounts), 0).refusal.refused());
  ASSERT_EQ(cluster.set_reservation("kept", sched::ReservationPolicy::kDefault), Outcome::kDone);
  Refusal refusal;
  const PodObject owner = requesting("owner", amounts);
  ASSERT_EQ(cluster.reserve_from(ask(cluster, owner), "owner", "kept", {}, refusal),
            Outcome::kDone);
  ASSERT_FALSE(refusal.refused()) << to_sentence(refusal);
  ASSERT_EQ(minors(cluster, "owner"), "0 ");
  DeviceObject devices = visible_gpus_of("n", 4);
  add_xpus(devices, 4);
  devices.kubelet = {{"owner", "main", "vendor.example/xpu", {"xpu-2"}}};
  cluster.set_devices(devices);
  EXPECT_EQ(minors(cluster, "owner"), "0 2 ");
  EXPECT_FALSE(explain(cluster, requesting("next", {{"nvidia.com/gpu", 3}}), 0).refused());
  EXPECT_TRUE(explain(cluster, requesting("next", {{"nvidia.com/gpu", 4}}), 0).refused());
  EXPECT_FALSE(explain(cluster, requesting("next", {{"vendor.example/xpu", 300}}), 0).refused());
  EXPECT_EQ(cluster.remove_pod("owner"), Outcome::kDone);
  EXPECT_FALSE(explain(cluster, requesting("next", {{"nvidia.com/gpu", 3}}), 0).refused());
  EXPECT_TRUE(explain(cluster, requesting("next", {{"nvidia.com/gpu", 4}}), 0).refused());
}

}  // namespace
}  // namespace koord::testing
