// Pods keep the devices that were reserved for them here, whatever the node lists later.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "sched/draw_devices.h"
#include "sched/gpu_pods.h"

namespace koord::testing {
namespace {

constexpr char kClaimHolder[] = "resourceclaim:1";
constexpr char kMigInstance[] = "nvidia.com/mig-1g.10gb";
constexpr char kVendorXpu[] = "vendor.example/xpu";
constexpr char kAscend910[] = "huawei.com/Ascend910";

PodObject requesting_of_plugins(const std::string &uid, Amounts amounts) {
  PodObject pod = seeing(uid, "", {}, 0);
  for (const Amount &amount : amounts) pod.containers[0].requests.push_back(amount);
  std::ranges::sort(pod.containers[0].requests, {}, &Amount::resource);
  pod.containers[0].limits = pod.containers[0].requests;
  return pod;
}

uint32_t add_node_with_plugins(Cluster &cluster) {
  NodeObject node = node_of("n");
  for (const char *name : {kMigInstance, kVendorXpu, kAscend910})
    node.allocatable.push_back({name, 400});
  const uint32_t id = cluster.set_node(node);
  cluster.set_topology(topology_of("n"));
  return id;
}

void add_plugin_device(DeviceObject &devices, const char *type, int32_t minor,
                       const char *resource) {
  DeviceInfo info;
  info.type = type;
  info.id = type + ("-" + std::to_string(minor));
  info.minor = minor;
  info.healthy = true;
  info.resources = {{resource, 100}};
  devices.devices.push_back(std::move(info));
}

// GPU 0 is whole, GPUs 1 and 2 are in MIG mode. Two devices of type "xpu" and two of type "npu".
DeviceObject complete_node() {
  DeviceObject out = visible_gpus_of("n", 3);
  for (const int32_t gpu : {1, 2}) {
    out.devices[static_cast<size_t>(gpu)].resources.clear();
    const std::string id = "MIG-" + std::to_string(gpu);
    out.mig.push_back(
        {gpu, 7, {{id + "0", "1g.10gb", 9, 0, 0, 1}, {id + "1", "1g.10gb", 10, 0, 1, 1}}});
  }
  for (const int32_t minor : {0, 1}) add_plugin_device(out, "xpu", minor, kVendorXpu);
  for (const int32_t minor : {0, 1}) add_plugin_device(out, "npu", minor, kAscend910);
  return out;
}

std::string reserved_devices(const Cluster &cluster, const std::string &uid) {
  sched::Allocation allocation;
  EXPECT_EQ(cluster.allocation(uid, allocation), Outcome::kDone);
  std::string out;
  for (const AllocatedDevice &device : allocation.devices)
    out += device.type + ":" + std::to_string(device.minor) + " ";
  return out;
}

TEST(VanishedDevices, AMigInstanceStaysReservedWhenItsGpuReturns) {
  for (const bool lists_gpus : {true, false}) {
    Cluster cluster{sched::Options{}};
    const uint32_t node = add_node_with_plugins(cluster);
    cluster.set_devices(complete_node());
    ASSERT_FALSE(
        reserve(cluster, requesting_of_plugins("p", {{kMigInstance, 4}}), node).refusal.refused());
    const std::string reserved = reserved_devices(cluster, "p");
    cluster.set_devices(visible_gpus_of("n", lists_gpus ? 1 : 0));
    cluster.set_devices(visible_gpus_of("n", 1));
    EXPECT_FALSE(explain(cluster, seeing("q", "", {}, 1), node).refused());
    DeviceObject devices = complete_node();
    cluster.set_devices(devices);
    EXPECT_EQ(reserved_devices(cluster, "p"), reserved);
    devices.claimed = {{kClaimHolder, "", kMigInstance, {"MIG-11"}}};
    cluster.set_devices(devices);
    EXPECT_EQ(reserved_devices(cluster, "p"), reserved)
        << "reserved before the claim was allocated";
    EXPECT_FALSE(conflicts_of(cluster, "p").any());
  }
}

// A claim names the instance as the reservation does, so that other GPUs are free in both cases.
TEST(VanishedDevices, ARestartDoesNotTakeOtherGpusForThem) {
  for (const bool reports : {false, true}) {
    Cluster cluster{sched::Options{}};
    Cluster restarted{sched::Options{}};
    const uint32_t node = add_node_with_plugins(cluster);
    cluster.set_devices(complete_node());
    PodObject pod = requesting_of_plugins("p", {{kMigInstance, 2}});
    ASSERT_FALSE(reserve(cluster, pod, node).refusal.refused());
    sched::Allocation allocation;
    ASSERT_EQ(cluster.allocation("p", allocation), Outcome::kDone);
    pod.node = "n";
    pod.devices.allocated = allocation.devices;
    set(cluster, pod);
    DeviceObject some = visible_gpus_of("n", 2);
    some.reports_kubelet = reports;
    cluster.set_devices(some);
    add_node_with_plugins(restarted);
    restarted.set_devices(some);
    set(restarted, pod);
    for (const Cluster *each : {&cluster, &restarted}) {
      EXPECT_EQ(reserved_devices(*each, "p"), reserved_devices(cluster, "p"));
      EXPECT_FALSE(explain(*each, seeing("q", "", {}, 2), node).refused()) << reports;
      EXPECT_TRUE(explain(*each, seeing("q", "", {}, 3), node).refused());
    }
  }
}

// The node lists only some devices, lists a type under another name, or declares a resource to be
// one of GPUs. ResourceClaims take devices of pods. Reserved pods keep their devices, without
// conflicts except that they are gone, and nothing else is withheld for them.
RC_GTEST_PROP(VanishedDevices, PodsKeepReservedDevices, ()) {
  Cluster cluster{sched::Options{}};
  const uint32_t node = add_node_with_plugins(cluster);
  DeviceObject all = complete_node();
  all.reports_kubelet = one_in(2);
  cluster.set_devices(all);
  std::vector<std::pair<std::string, std::string>> reserved;  // pods and their devices
  for (const char *resource :
       {kMigInstance, kMigInstance, kVendorXpu, kAscend910, "nvidia.com/gpu"}) {
    if (one_in(3)) continue;
    const std::string uid = "p" + std::to_string(reserved.size());
    const bool is_shared = resource == kVendorXpu || resource == kAscend910;
    RC_ASSERT(!reserve(cluster, requesting_of_plugins(uid, {{resource, is_shared ? 50 : 1}}), node)
                   .refusal.refused());
    reserved.emplace_back(uid, reserved_devices(cluster, uid));
  }
  for (int step = *rc::gen::inRange(1, 6); step > 0; --step) {
    DeviceObject some = all;
    const bool renames = one_in(3);
    std::erase_if(some.devices, [](const DeviceInfo &) { return one_in(3); });
    std::erase_if(some.mig, [&](const auto &gpu) {
      return std::ranges::none_of(some.devices, [&](const DeviceInfo &info) {
        return info.type == "gpu" && info.minor == gpu.minor;
      });
    });
    if (renames)
      for (DeviceInfo &info : some.devices)
        if (info.type == "xpu") info.type = "xpu2";
    if (one_in(3)) some.plugins = {{kVendorXpu, "gpu"}, {kAscend910, "gpu"}};
    if (one_in(2)) some.claimed = {{kClaimHolder, "", kMigInstance, {"MIG-10", "MIG-21"}}};
    if (one_in(2)) some.claimed.push_back({kClaimHolder, "", kVendorXpu, {"xpu-0"}});
    if (one_in(4))
      cluster.remove_devices("n");
    else
      cluster.set_devices(some);
    for (const auto &[uid, devices] : reserved) {
      RC_ASSERT(reserved_devices(cluster, uid) == devices);
      sched::Conflicts conflicts = conflicts_of(cluster, uid);
      conflicts.devices_unknown = 0;  // those that are gone
      RC_ASSERT(!conflicts.any());
    }
  }
  cluster.set_devices(all);
  for (const auto &[uid, devices] : reserved) {
    RC_ASSERT(reserved_devices(cluster, uid) == devices);
    RC_ASSERT(!conflicts_of(cluster, uid).any());
  }
  RC_ASSERT(!explain(cluster, requesting_of_plugins("x", {{kMigInstance, 2}}), node).refused());
}

}  // namespace
}  // namespace koord::testing
