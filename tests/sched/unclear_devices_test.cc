// Bound pods with device amounts that no rule interprets together.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <tuple>

#include "sched/draw_devices.h"
#include "sched/gpu_pods.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

constexpr const char *kCore = "koordinator.sh/gpu-core";
constexpr const char *kRatio = "koordinator.sh/gpu-memory-ratio";
constexpr const char *kMemory = "koordinator.sh/gpu-memory";
constexpr const char *kWholeGpus = "koordinator.sh/gpu";
constexpr const char *kNvidia = "nvidia.com/gpu";

PodObject pod_requesting(const std::string &uid, const Amounts &amounts,
                         const std::string &node = "") {
  PodObject pod = seeing(uid, node, {}, 0);
  for (const Amount &amount : amounts) pod.containers[0].requests.push_back(amount);
  pod.containers[0].limits = pod.containers[0].requests;
  return pod;
}

DeviceObject devices_of(const std::string &node, int gpus, int nics = 0) {
  DeviceObject out = visible_gpus_of(node, gpus);
  for (int minor = 0; minor < nics; ++minor) {
    DeviceInfo info;
    info.type = "rdma";
    info.id = "nic-" + std::to_string(minor);
    info.minor = minor;
    info.healthy = true;
    info.resources = {{"koordinator.sh/rdma", 100}};
    out.devices.push_back(std::move(info));
  }
  return out;
}

// Returns the number of whole GPUs that the next pod can have.
int free_gpus(const Cluster &cluster, int all) {
  for (int n = all; n > 0; --n)
    if (!explain(cluster, pod_requesting("next", {{kNvidia, n}}), 0).refused()) return n;
  return 0;
}

struct Case {
  Amounts amounts;
  int stands_for;
};
const Case kUnclear[] = {
    {{{kCore, 100}}, 1},
    {{{kCore, 50}}, 1},
    {{{kCore, 300}}, 3},
    {{{kWholeGpus, 150}}, 2},
    {{{kCore, 200}, {kRatio, 100}}, 2},
    {{{kNvidia, 2}, {kCore, 100}}, 2},
    {{{kNvidia, 1}, {kMemory, kGi}}, 1},
    {{{kNvidia, 1}, {kMemory, 200 * kGi}}, 3},
    {{{kNvidia, 1}, {"amd.com/gpu", 3}}, 3},
    {{{kCore, 100}, {kRatio, 100}, {kMemory, 80 * kGi}, {kNvidia, 2}}, 2},
    {{{"koordinator.sh/gpu.shared", 3}, {kCore, 150}}, 3},
    {{{"huawei.com/npu-core", 8}}, 1},
};

TEST(UnclearDevices, S26_AreWithheldAsManyAsTheLargestAmountStandsFor) {
  for (const Case &each : kUnclear) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    cluster.set_devices(devices_of("n", 4));
    ASSERT_TRUE(explain(cluster, pod_requesting("pending", each.amounts), 0).refused());
    const sched::Conflicts conflicts = set(cluster, pod_requesting("running", each.amounts, "n"));
    EXPECT_EQ(conflicts.devices.reason, Reason::kDevicesUnknown) << each.amounts[0].resource;
    EXPECT_EQ(conflicts.devices_unexplained, each.stands_for);
    EXPECT_EQ(free_gpus(cluster, 4), 4 - each.stands_for) << each.amounts[0].resource;
    EXPECT_EQ(minors(cluster, "running"), "") << "nothing tells which";
  }
}

TEST(UnclearDevices, S26_AreThoseThatAnnotationRecordOrEnvironmentName) {
  for (const Case &each : kUnclear)
    for (const int source : {0, 1, 2}) {
      sched::Options options;  // one container is in the record, possibly with fewer devices
      options.withhold_unreported_devices = WithholdUnreported::kNever;
      Cluster cluster{options};
      add_node(cluster, "n");
      DeviceObject devices = devices_of("n", 4);
      PodObject running = pod_requesting("running", each.amounts, "n");
      if (source == 0) running.devices.allocated = {{"gpu", 2, "", {}, {}, {}}};
      if (source == 1) running.devices.visible = {false, {"GPU-2"}};
      if (source == 2) devices.kubelet = {{"running", "main", kNvidia, {"GPU-2"}}};
      cluster.set_devices(devices);
      EXPECT_FALSE(set(cluster, running).any()) << each.amounts[0].resource << ' ' << source;
      EXPECT_EQ(minors(cluster, "running"), "2 ");
      EXPECT_EQ(free_gpus(cluster, 4), 3);
    }
}

// The annotation's amounts are accepted, but at least the pod's share of its request.
TEST(UnclearDevices, HaveTheAmountsOfTheirAnnotation) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  cluster.set_devices(devices_of("n", 1));
  PodObject half = pod_requesting("half", {{kCore, 50}}, "n");
  half.devices.allocated = {{"gpu", 0, "", {{kCore, 50}, {kRatio, 40}}, {}, {}}};
  EXPECT_FALSE(set(cluster, half).any());
  EXPECT_FALSE(explain(cluster, pod_requesting("next", {{kCore, 50}, {kRatio, 60}}), 0).refused());
  EXPECT_TRUE(explain(cluster, pod_requesting("next", {{kCore, 51}, {kRatio, 60}}), 0).refused());
  EXPECT_TRUE(explain(cluster, pod_requesting("next", {{kCore, 50}, {kRatio, 61}}), 0).refused());
  half.devices.allocated[0].resources[0].value = 1;
  EXPECT_FALSE(set(cluster, half).any());
  EXPECT_TRUE(explain(cluster, pod_requesting("next", {{kCore, 51}, {kRatio, 60}}), 0).refused());
  half.devices.allocated[0].resources[0].value = 101;
  EXPECT_EQ(set(cluster, half).devices.reason, Reason::kDeviceAmount);
  half.devices.allocated = {{"gpu", 0, "", {}, {}, {}}, {"gpu", 1, "", {}, {}, {}}};
  EXPECT_EQ(set(cluster, half).devices.reason, Reason::kDeviceCount);
  EXPECT_EQ(free_gpus(cluster, 1), 0);
}

// Unclear amounts of one type do not affect the pod's devices of another type.
TEST(UnclearDevices, OfOneTypeLeaveOthersAlone) {
  for (const Amounts &amounts : {Amounts{{kNvidia, 1}, {"koordinator.sh/rdma", 150}},
                                 Amounts{{kCore, 100}, {"koordinator.sh/rdma", 200}}}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    cluster.set_devices(devices_of("n", 2, 2));
    PodObject running = pod_requesting("running", amounts, "n");
    EXPECT_EQ(set(cluster, running).devices_unexplained, 3);
    EXPECT_EQ(free_gpus(cluster, 2), 1);
    EXPECT_TRUE(explain(cluster, pod_requesting("a", {{"koordinator.sh/rdma", 1}}), 0).refused());
    running.devices.allocated = {
        {"gpu", 1, "", {}, {}, {}}, {"rdma", 0, "", {}, {}, {}}, {"rdma", 1, "", {}, {}, {}}};
    EXPECT_FALSE(set(cluster, running).any());
    EXPECT_EQ(minors(cluster, "running"), "1 0 1 ");
  }
}

TEST(UnclearDevices, MayBeOfAnyType) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  DeviceObject devices = devices_of("n", 1);
  for (int minor = 0; minor < 3; ++minor) {
    DeviceInfo info = devices.devices[0];
    info.type = "xpu";
    info.minor = minor;
    info.resources = {{"vendor.example/xpu", 100}};
    devices.devices.push_back(std::move(info));
  }
  cluster.set_devices(devices);
  PodObject running = pod_requesting("running", {{"vendor.example/xpu", 150}}, "n");
  EXPECT_EQ(set(cluster, running).devices_unexplained, 2);
  EXPECT_TRUE(explain(cluster, pod_requesting("a", {{"vendor.example/xpu", 200}}), 0).refused());
  running.devices.allocated = {{"xpu", 1, "", {}, {}, {}}, {"xpu", 2, "", {}, {}, {}}};
  EXPECT_FALSE(set(cluster, running).any());
  EXPECT_EQ(minors(cluster, "running"), "1 2 ");
}

// A part of an NPU in a size that no model offers.
TEST(UnclearDevices, MayHaveNoTemplate) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  cluster.set_devices(devices_of("n", 2));
  const Amounts amounts = {{"huawei.com/npu-core", 50}, {kRatio, 50}};
  ASSERT_EQ(explain(cluster, pod_requesting("a", amounts), 0).reason, Reason::kNoShareTemplate);
  EXPECT_EQ(set(cluster, pod_requesting("running", amounts, "n")).devices_unexplained, 1);
  EXPECT_EQ(free_gpus(cluster, 2), 1);
}

TEST(UnclearDevices, AreUpstreamsIfTheAnnotationStatesThem) {
  sched::Options options;
  options.profile = Profile::kUpstream;
  Cluster cluster{options};
  add_node(cluster, "n");
  cluster.set_devices(devices_of("n", 2));
  PodObject running = pod_requesting("running", {{kCore, 100}}, "n");
  set(cluster, running);
  EXPECT_EQ(free_gpus(cluster, 2), 2);
  running.devices.allocated = {{"gpu", 1, "", {{kCore, 100}, {kRatio, 100}}, {}, {}}};
  set(cluster, running);
  EXPECT_EQ(free_gpus(cluster, 2), 1);
}

Amounts draw_amounts() {
  static constexpr const char *kNames[] = {kCore,
                                           kRatio,
                                           kMemory,
                                           kWholeGpus,
                                           kNvidia,
                                           "amd.com/gpu",
                                           "koordinator.sh/gpu.shared",
                                           "huawei.com/npu-core",
                                           "koordinator.sh/rdma"};
  std::map<std::string, int64_t> out;
  const int count = *rc::gen::inRange(1, 5);
  for (int i = 0; i < count; ++i) {
    const std::string name = kNames[*rc::gen::inRange<size_t>(0, std::size(kNames))];
    const bool counts = name == kNvidia || name == "amd.com/gpu" || name.ends_with("shared");
    out[name] = name == kMemory ? *rc::gen::inRange(1, 200) * kGi
                : counts        ? *rc::gen::inRange(1, 4)
                                : 25 * *rc::gen::inRange(1, 9);
  }
  Amounts amounts;
  for (const auto &[name, value] : out) amounts.push_back({name, value});
  return amounts;
}

// While a pod runs that requests devices of a type, not all of them are free, for any amounts and
// any naming of its devices. No device is overcommitted.
RC_GTEST_PROP(UnclearDevices, ArePartOfTheAccounts, ()) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  const int gpus = *rc::gen::inRange(2, 6);
  const int nics = 2;
  DeviceObject devices = devices_of("n", gpus, nics);
  PodObject running = pod_requesting("running", draw_amounts(), "n");
  const int minor = *rc::gen::inRange(0, gpus);
  const std::string id = "GPU-" + std::to_string(minor);
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      running.devices.allocated = {{"gpu", minor, "", {}, {}, {}}};
      if (one_in(2)) running.devices.allocated[0].resources = {{kCore, *rc::gen::inRange(0, 120)}};
      break;
    case 1:
      running.devices.visible = {false, {id}};
      break;
    case 2:
      devices.kubelet = {{"running", "main", kNvidia, {id}}};
      break;
    default:
      break;
  }
  const bool devices_first = one_in(2);
  if (devices_first) cluster.set_devices(devices);
  set(cluster, running);
  if (!devices_first) cluster.set_devices(devices);
  bool asks_gpus = false;
  bool asks_nics = false;
  for (const Amount &amount : running.containers[0].requests) {
    asks_nics |= amount.resource == "koordinator.sh/rdma";
    asks_gpus |=
        amount.resource != "koordinator.sh/rdma" && amount.resource.find('/') != std::string::npos;
  }
  const auto fits = [&](const Amounts &amounts) {
    return !explain(cluster, pod_requesting("all", amounts), 0).refused();
  };
  RC_ASSERT(!asks_gpus || !fits({{kNvidia, gpus}}));
  RC_ASSERT(!asks_nics || !fits({{"koordinator.sh/rdma", 100 * nics}}));

  // Other pods fill the node. Together with the pod's known holdings no device is overcommitted.
  // A share in bytes states at least 1 percent, so percents may pass 100 by one for each share.
  std::map<std::tuple<std::string, int32_t, std::string>, int64_t> used, holders;
  const auto add = [&](const std::string &uid) {
    sched::Allocation allocation;
    RC_ASSERT(cluster.allocation(uid, allocation) == Outcome::kDone);
    for (const AllocatedDevice &device : allocation.devices)
      for (const Amount &amount : device.resources) {
        const std::tuple key{device.type, device.minor, amount.resource};
        used[key] += amount.value;
        ++holders[key];
      }
  };
  add("running");
  for (int i = 0; i < 12; ++i) {
    const std::string uid = std::to_string(i);
    const PodObject other = pod_requesting(uid, draw_amounts());
    if (!reserve(cluster, other, 0).refusal.refused()) add(uid);
  }
  for (const auto &[of, amount] : used) {
    const std::string &resource = std::get<2>(of);
    if (resource == "huawei.com/npu-core") continue;  // these devices lack this resource
    const int64_t rounding = resource == kRatio ? holders.at(of) - 1 : 0;
    RC_ASSERT(amount <= (resource == kMemory ? 80 * kGi : 100 + rounding));
  }
}

}  // namespace
}  // namespace koord::testing
