// Pods that are reserved here by names of device plugins. Kubelet chooses their devices, so they
// are unreported until its record has them, as those of pods of other schedulers.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "sched/gpu_pods.h"

namespace koord::testing {
namespace {

constexpr auto kNotReported = Reason::kDevicesNotReported;
const char *const kNames[] = {"huawei.com/Ascend910", "nvidia.com/gpu.shared", "hygon.com/dcu",
                              "nvidia.com/mig-1g.10gb", "example.com/gpu"};

PodObject with_amounts(const std::string &uid, Amounts amounts) {
  PodObject pod = seeing(uid, "", {}, 0);
  for (const Amount &amount : amounts) pod.containers[0].requests.push_back(amount);
  std::ranges::sort(pod.containers[0].requests, {}, &Amount::resource);
  pod.containers[0].limits = pod.containers[0].requests;
  return pod;
}

PodObject with_gpus(const std::string &uid, int gpus) {
  return with_amounts(uid, {{"koordinator.sh/gpu", 100 * gpus}});
}

uint32_t add_plugin_node(Cluster &cluster) {
  NodeObject node = node_of("n");
  for (const char *name : kNames) node.allocatable.push_back({name, 40});
  node.allocatable.push_back({"vendor.example/xpu", 400});
  const uint32_t id = cluster.set_node(node);
  cluster.set_topology(topology_of("n"));
  return id;
}

// Binds the pod with the allocation that it has.
PodObject as_bound(const Cluster &cluster, PodObject pod) {
  sched::Allocation allocation;
  EXPECT_EQ(cluster.allocation(pod.uid, allocation), Outcome::kDone);
  pod.node = "n";
  if (allocation.status.cpus || !allocation.status.numa.empty()) pod.status = allocation.status;
  pod.devices.allocated = allocation.devices;
  return pod;
}

PodObject as_bound_elsewhere(const std::string &uid, Amounts amounts) {
  PodObject pod = with_amounts(uid, std::move(amounts));
  pod.node = "n";
  return pod;
}

class PluginDevices : public ::testing::Test {
 protected:
  PluginDevices() {
    devices_.reports_kubelet = true;
    devices_.plugins = {{"example.com/gpu", "gpu"}, {"example.com/none", "none"}};
    start();
  }
  void start() {
    cluster_.emplace(sched::Options{});
    node_ = add_plugin_node(*cluster_);
    cluster_->set_devices(devices_);
  }
  void report(std::vector<KubeletDevices> kubelet) {
    devices_.kubelet = std::move(kubelet);
    cluster_->set_devices(devices_);
  }
  Reason reason(int gpus) { return explain(*cluster_, with_gpus("new", gpus), node_).reason; }

  DeviceObject devices_ = visible_gpus_of("n", 4);
  std::optional<Cluster> cluster_;
  uint32_t node_ = 0;
};

TEST_F(PluginDevices, AreUnreportedFromTheReservationOn) {
  for (const std::string name : kNames) {
    PodObject ours = with_amounts("ours", {{name, 1}});
    report({});
    EXPECT_EQ(reason(4), Reason::kNone) << name;
    ASSERT_FALSE(reserve(*cluster_, ours, node_).refusal.refused()) << name;
    EXPECT_EQ(reason(1), kNotReported) << name;
    ours = as_bound(*cluster_, ours);
    EXPECT_TRUE(ours.devices.allocated.empty()) << name;
    set(*cluster_, ours);
    EXPECT_EQ(reason(1), kNotReported) << name;
    report({{"ours", "main", name, {"GPU-3"}}});
    EXPECT_EQ(minors(*cluster_, "ours"), "3 ") << name;
    EXPECT_EQ(reason(4), Reason::kNotEnoughDevices) << name;
    EXPECT_EQ(reason(3), Reason::kNone) << name;
    // Kubelet's record may be reported before the API server reports the binding.
    cluster_->remove_pod("ours");
    EXPECT_EQ(reason(4), Reason::kNone) << name;
    report({{"ours", "main", name, {"GPU-2"}}});
    ours.node.clear();
    ASSERT_FALSE(reserve(*cluster_, ours, node_).refusal.refused()) << name;
    EXPECT_EQ(minors(*cluster_, "ours"), "2 ") << name;
    EXPECT_EQ(reason(3), Reason::kNone) << name;
    cluster_->remove_pod("ours");
  }
}

// The node's own names precede the table of device plugins.
TEST_F(PluginDevices, HaveTheTypesThatTheNodeStates) {
  set(*cluster_, as_bound_elsewhere("table", {{"xilinx.com/fpga-u250", 1}}));
  set(*cluster_, as_bound_elsewhere("none", {{"example.com/none", 1}}));
  set(*cluster_, as_bound_elsewhere("other", {{"example.com/other", 1}}));
  report({});
  EXPECT_EQ(reason(4), Reason::kNone);
  devices_.plugins.push_back({"xilinx.com/fpga-u250", "gpu"});
  report({});
  EXPECT_EQ(reason(1), kNotReported);
  report({{"table", "main", "xilinx.com/fpga-u250", {"GPU-3"}}});
  EXPECT_EQ(minors(*cluster_, "table"), "3 ");
  EXPECT_EQ(reason(3), Reason::kNone);
  EXPECT_EQ(reason(4), Reason::kNotEnoughDevices);
}

// AMD's plugin gives time slices of a GPU under the name of whole GPUs.
TEST_F(PluginDevices, MayBePartsByTheirIds) {
  for (const char *name : {"amd.com/gpu", "nvidia.com/gpu", "example.com/gpu", "hygon.com/dcu"}) {
    set(*cluster_, as_bound_elsewhere("part", {{name, 1}}));
    report({{"part", "main", name, {"GPU-3-slice-0"}}});
    EXPECT_EQ(minors(*cluster_, "part"), "3 ") << name;
    EXPECT_EQ(reason(3), Reason::kNone) << name;
    EXPECT_EQ(reason(4), Reason::kNotEnoughDevices) << name;
    cluster_->remove_pod("part");
  }
}

// HAMi's plugin ignores the ids that kubelet chooses.
TEST_F(PluginDevices, AreNotKnownByIdsThatNameNoDevice) {
  set(*cluster_, as_bound_elsewhere("part", {{"hygon.com/dcunum", 1}}));
  report({{"part", "main", "hygon.com/dcunum", {"DCU-3-fake-0"}}});
  EXPECT_EQ(reason(1), kNotReported);
}

// The pod keeps the devices of other types that were reserved for it.
TEST_F(PluginDevices, LeaveReservedDevicesAlone) {
  DeviceInfo xpu = devices_.devices[0];
  xpu.type = "xpu";
  xpu.resources = {{"vendor.example/xpu", 100}};
  devices_.devices.push_back(xpu);
  report({});
  PodObject ours = with_amounts("ours", {{"hygon.com/dcu", 1}, {"vendor.example/xpu", 100}});
  ASSERT_FALSE(reserve(*cluster_, ours, node_).refusal.refused());
  EXPECT_EQ(minors(*cluster_, "ours"), "0 ");
  EXPECT_EQ(reason(1), kNotReported);
  EXPECT_EQ(explain(*cluster_, with_amounts("new", {{"vendor.example/xpu", 100}}), node_).reason,
            Reason::kNotEnoughDevices);
  set(*cluster_, as_bound(*cluster_, ours));
  report({{"ours", "main", "hygon.com/dcu", {"GPU-3"}}});
  EXPECT_EQ(minors(*cluster_, "ours"), "0 3 ");
  EXPECT_EQ(reason(3), Reason::kNone);
}

// A translated request keeps the plugin's name beside the percentages, whose devices are chosen
// here.
TEST_F(PluginDevices, AreChosenHereByPercentages) {
  const PodObject ours = with_amounts("ours", {{"hygon.com/dcu", 1},
                                               {"koordinator.sh/gpu-core", 100},
                                               {"koordinator.sh/gpu-memory-ratio", 100}});
  ASSERT_FALSE(reserve(*cluster_, ours, node_).refusal.refused());
  EXPECT_EQ(minors(*cluster_, "ours"), "0 ");
  EXPECT_EQ(reason(3), Reason::kNone);
}

// A plan considers the pods that it adds.
TEST_F(PluginDevices, OfPodsAddedByAWhatIf) {
  sched::WhatIf what_if;
  const PodObject added = with_amounts("added", {{"hygon.com/dcu", 1}});
  what_if.added.push_back({ask(*cluster_, added).shape, node_});
  EXPECT_EQ(static_cast<Reason>(evaluate(*cluster_, with_gpus("new", 1), what_if).at(0).reason),
            kNotReported);
}

// A reservation keeps as many devices as it requests; its owner's are unreported.
TEST_F(PluginDevices, OfAReservationAndItsOwner) {
  const Amounts amounts = {{"hygon.com/dcu", 1}};
  ASSERT_FALSE(reserve(*cluster_, with_amounts("kept", amounts), node_).refusal.refused());
  EXPECT_EQ(reason(1), kNotReported);
  ASSERT_EQ(cluster_->set_reservation("kept", {}), Outcome::kDone);
  EXPECT_EQ(reason(3), Reason::kNone);
  EXPECT_EQ(reason(4), Reason::kNotEnoughDevices);
  const PodObject owner = with_amounts("owner", amounts);
  Refusal refusal;
  ASSERT_EQ(cluster_->reserve_from(ask(*cluster_, owner), "owner", "kept", {}, refusal),
            Outcome::kDone);
  ASSERT_FALSE(refusal.refused());
  EXPECT_EQ(reason(1), kNotReported);
  set(*cluster_, as_bound(*cluster_, owner));
  EXPECT_EQ(reason(1), kNotReported);
  report({{"owner", "main", "hygon.com/dcu", {"GPU-3"}}});
  EXPECT_EQ(minors(*cluster_, "owner"), "3 ");
  EXPECT_EQ(reason(3), Reason::kNone);
  EXPECT_EQ(reason(4), Reason::kNotEnoughDevices);
  EXPECT_EQ(cluster_->remove_pod("owner"), Outcome::kDone);
  EXPECT_EQ(cluster_->remove_pod("kept"), Outcome::kDone);
  report({});
  EXPECT_EQ(reason(4), Reason::kNone);
}

// The node may report the type after the pod was reserved.
TEST_F(PluginDevices, OfATypeThatTheNodeAddsLater) {
  DeviceObject without = devices_;
  without.devices.clear();
  cluster_->set_devices(without);
  ASSERT_FALSE(
      reserve(*cluster_, with_amounts("ours", {{"hygon.com/dcu", 1}}), node_).refusal.refused());
  report({});
  EXPECT_EQ(reason(1), kNotReported);
}

// Upstream's scheduler does not withhold devices.
TEST(PluginDevicesOptions, StateWhetherTheyAreWithheld) {
  for (const bool upstream : {false, true}) {
    sched::Options options;
    if (upstream) options.profile = Profile::kUpstream;
    if (!upstream) options.withhold_unreported_devices = WithholdUnreported::kNever;
    Cluster cluster{options};
    add_plugin_node(cluster);
    DeviceObject devices = visible_gpus_of("n", 4);
    devices.reports_kubelet = true;
    cluster.set_devices(devices);
    ASSERT_FALSE(
        reserve(cluster, with_amounts("ours", {{"hygon.com/dcu", 1}}), 0).refusal.refused());
    EXPECT_EQ(explain(cluster, with_gpus("new", 3), 0).reason, Reason::kNone);
    EXPECT_EQ(explain(cluster, with_gpus("new", 4), 0).refused(), !upstream);
  }
}

// Pods arrive by a plugin's name and by Koordinator's. Kubelet gives devices to the former when
// they are bound, and its report follows late. No device is given twice, and a scheduler that is
// started at any time agrees with this one.
RC_GTEST_PROP(PluginDevicesOfANode, AreNeverAllocatedTwiceAndAgreeAfterARestart, ()) {
  const int gpus = *rc::gen::inRange(2, 6);
  const std::string name = kNames[*rc::gen::inRange<size_t>(0, std::size(kNames))];
  DeviceObject devices = visible_gpus_of("n", gpus);
  devices.reports_kubelet = true;
  devices.plugins = {{"example.com/gpu", "gpu"}};
  Cluster lived{sched::Options{}};
  add_plugin_node(lived);
  lived.set_devices(devices);
  std::map<int32_t, std::string> owners;
  std::vector<PodObject> running;
  std::vector<PodObject> reserved;
  std::vector<KubeletDevices> given;
  const auto own = [&](int32_t gpu, const std::string &uid) {
    RC_ASSERT(owners.emplace(gpu, uid).second);
  };
  const auto start = [&](PodObject pod) {
    pod = as_bound(lived, pod);
    set(lived, pod);
    running.push_back(pod);
    if (!pod.devices.allocated.empty()) return;
    std::vector<int32_t> free;
    for (int32_t gpu = 0; gpu < gpus; ++gpu)
      if (!owners.contains(gpu)) free.push_back(gpu);
    if (free.empty()) return;  // kubelet refuses the pod
    const int32_t gpu = free[*rc::gen::inRange<size_t>(0, free.size())];
    own(gpu, pod.uid);
    given.push_back({pod.uid, "main", name, {"GPU-" + std::to_string(gpu)}});
  };
  for (int i = *rc::gen::inRange(1, 16); i > 0; --i) {
    const std::string uid = "p" + std::to_string(i);
    switch (*rc::gen::inRange(0, 5)) {
      case 0: {
        PodObject pod = with_amounts(uid, {{name, 1}});
        pod.scheduled = 20 - i;
        if (!reserve(lived, pod, 0).refusal.refused()) reserved.push_back(pod);
        break;
      }
      case 1: {
        PodObject pod = with_gpus(uid, 1);
        pod.scheduled = 20 - i;
        const Answer answer = reserve(lived, pod, 0);
        if (answer.refusal.refused()) break;
        own(answer.allocation.devices.at(0).minor, uid);
        reserved.push_back(pod);
        break;
      }
      case 2:
        if (reserved.empty()) break;
        start(reserved.back());
        reserved.pop_back();
        break;
      default:
        devices.kubelet = given;
        lived.set_devices(devices);
    }
  }
  while (!reserved.empty()) {
    start(reserved.back());
    reserved.pop_back();
  }
  for (const bool reported : {false, true}) {
    if (reported) {
      devices.kubelet = given;
      lived.set_devices(devices);
    }
    Cluster restored{sched::Options{}};
    add_plugin_node(restored);
    const bool devices_first = *rc::gen::arbitrary<bool>();
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
}

}  // namespace
}  // namespace koord::testing
