// Pods with devices come and go on random nodes: nothing is assigned twice, nothing is lost, and
// the claims of the pods restore an equal cluster.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>
#include <vector>

#include "sched/draw_devices.h"

namespace koord::testing {
namespace {

struct World {
  explicit World(const sched::Options &options = sched::Options()) : cluster(options) {
    const int count = *rc::gen::inRange(1, 3);
    for (int i = 0; i < count; ++i) {
      const std::string name = "n" + std::to_string(i);
      nodes.push_back(draw_node(name));
      const int numa = static_cast<int>(nodes.back().topology.allocatable.size());
      devices.push_back(draw_devices(name, numa));
      devices.back().secondary_well_planned = options.profile == Profile::kUpstream && one_in(2);
    }
    fill(cluster);
  }
  void fill(Cluster &out) const {
    for (size_t i = 0; i < nodes.size(); ++i) {
      add(out, nodes[i]);
      out.set_devices(devices[i]);
    }
  }
  const DeviceInfo *find(uint32_t node, const AllocatedDevice &of) const {
    for (const DeviceInfo &info : devices[node].devices)
      if (info.type == of.type && info.minor == of.minor) return &info;
    return nullptr;
  }

  std::vector<Drawn> nodes;
  std::vector<DeviceObject> devices;
  Cluster cluster;
  std::map<std::string, std::pair<PodObject, sched::Allocation>> held;
};

// The sum of all holdings fits, and no virtual function is assigned twice.
void check_sums(const World &world) {
  std::map<std::pair<uint32_t, std::string>, std::map<std::string, int64_t>> sums;
  std::set<std::pair<uint32_t, std::string>> vfs;
  for (const auto &[uid, pod] : world.held)
    for (const AllocatedDevice &device : pod.second.devices) {
      const uint32_t node = pod.second.node;
      const DeviceInfo *info = world.find(node, device);
      RC_ASSERT(info != nullptr);
      RC_ASSERT(info->healthy);
      RC_ASSERT(info->id == device.id);
      auto &sum = sums[{node, device.id}];
      for (const Amount &amount : device.resources) {
        sum[amount.resource] += amount.value;
        RC_ASSERT(sum[amount.resource] <= amount_of(info->resources, amount.resource));
      }
      for (const VirtualFunction &vf : device.vfs) RC_ASSERT(vfs.insert({node, vf.bus_id}).second);
    }
}

// The devices of a pod that is restricted to NUMA nodes are on those.
void check_places(const World &world, const sched::Allocation &allocation) {
  if (allocation.status.numa.empty()) return;
  std::set<int> nodes;
  for (const NumaAmounts &numa : allocation.status.numa) nodes.insert(numa.node);
  for (const SharedPool &pool : allocation.status.pools) nodes.insert(pool.node);
  const NumaPolicy policy = world.nodes[allocation.node].node.numa_policy;
  if (policy != NumaPolicy::kSingleNode && policy != NumaPolicy::kRestricted) return;
  for (const AllocatedDevice &device : allocation.devices) {
    const DeviceInfo *info = world.find(allocation.node, device);
    RC_ASSERT(!info->placed || nodes.count(info->place.node) > 0);
  }
}

// Minors agree with the full allocation.
void check_minors(const Cluster &cluster, const std::string &uid,
                  const sched::Allocation &allocation) {
  std::map<std::string, std::set<int32_t>> wanted{{"gpu", {}}, {"rdma", {}}, {"no such type", {}}};
  for (const AllocatedDevice &device : allocation.devices) wanted[device.type].insert(device.minor);
  std::vector<int32_t> minors{-1};
  for (const auto &[type, of_type] : wanted) {
    RC_ASSERT(cluster.pod_minors(uid, cluster.device_type(type), minors) == Outcome::kDone);
    RC_ASSERT(minors == std::vector<int32_t>(of_type.begin(), of_type.end()));
  }
}

// Under `upstream`, Filter checks only the first of several
// types if their devices are well planned.
RC_GTEST_PROP(DevicesOfClusters, ReserveAndFilterGiveTheSameReason, ()) {
  sched::Options options;
  options.profile = Profile::kUpstream;
  World world(options);
  for (int pod = 0; pod < 12; ++pod) {
    const PodObject object = draw_device_pod("p" + std::to_string(pod));
    const auto node = static_cast<uint32_t>(*rc::gen::inRange<size_t>(0, world.nodes.size()));
    const Refusal explained = explain(world.cluster, object, node);
    const Answer answer = reserve(world.cluster, object, node);
    if (explained.refused()) RC_ASSERT(explained.reason == answer.refusal.reason);
  }
}

RC_GTEST_PROP(DevicesOfClusters, RemovingPodsRestoresTheAccounts, ()) {
  World world;
  const int steps = *rc::gen::inRange(5, 40);
  for (int step = 0; step < steps; ++step) {
    if (!world.held.empty() && one_in(3)) {
      auto at = world.held.begin();
      std::advance(at, *rc::gen::inRange<size_t>(0, world.held.size()));
      RC_ASSERT(world.cluster.remove_pod(at->first) == Outcome::kDone);
      world.held.erase(at);
      continue;
    }
    const PodObject pod = draw_device_pod("p" + std::to_string(step));
    const auto node = static_cast<uint32_t>(*rc::gen::inRange<size_t>(0, world.nodes.size()));
    const Refusal explained = explain(world.cluster, pod, node);
    const Answer answer = reserve(world.cluster, pod, node);
    RC_ASSERT(explained.reason == answer.refusal.reason);
    if (answer.refusal.refused()) continue;
    check_places(world, answer.allocation);
    check_minors(world.cluster, pod.uid, answer.allocation);
    world.held[pod.uid] = {pod, answer.allocation};
    check_sums(world);
  }

  // Restores the cluster from the pods' annotations.
  Cluster restored{sched::Options()};
  world.fill(restored);
  for (auto &[uid, pod] : world.held) {
    PodObject bound = pod.first;
    bound.node = world.nodes[pod.second.node].node.name;
    if (pod.second.status.cpus || !pod.second.status.numa.empty() ||
        !pod.second.status.pools.empty())
      bound.status = pod.second.status;
    bound.devices.allocated = pod.second.devices;
    sched::Conflicts conflicts;
    RC_ASSERT(restored.set_pod(bound, conflicts) == Outcome::kDone);
    RC_ASSERT(conflicts.devices_unknown + conflicts.devices_overcommitted == 0);
  }
  RC_ASSERT(restored.same_state(world.cluster));

  for (const auto &[uid, pod] : world.held)
    RC_ASSERT(world.cluster.remove_pod(uid) == Outcome::kDone);
  Cluster fresh{sched::Options()};
  world.fill(fresh);
  RC_ASSERT(fresh.same_state(world.cluster));
}

TEST(Devices, PartsOfOneDeviceAreListedOnce) {
  Cluster cluster{sched::Options()};
  cluster.set_node(node_of("n"));
  PodObject pod = pod_of("u", Qos::kLs, 1000);
  pod.containers[0].requests.push_back({"nvidia.com/gpu", 2});
  pod.node = "n";
  for (const int32_t minor : {3, 1, 3}) {
    AllocatedDevice part;
    part.type = "gpu";
    part.minor = minor;
    part.resources = {{"koordinator.sh/gpu-core", 10}};
    pod.devices.allocated.push_back(part);
  }
  sched::Conflicts conflicts;
  ASSERT_EQ(cluster.set_pod(pod, conflicts), Outcome::kDone);
  std::vector<int32_t> minors;
  EXPECT_EQ(cluster.pod_minors("u", cluster.device_type("gpu"), minors), Outcome::kDone);
  EXPECT_EQ(minors, (std::vector<int32_t>{1, 3}));
  EXPECT_EQ(cluster.pod_minors("v", cluster.device_type("gpu"), minors), Outcome::kUnknownPod);
  EXPECT_TRUE(minors.empty());
}

TEST(Devices, DevicesDoNotChangeCpusOfTheNode) {
  Cluster cluster{sched::Options()};
  cluster.set_node(node_of("n"));
  DeviceObject devices = {};
  devices.node = "n";
  DeviceInfo gpu;
  gpu.type = "gpu";
  gpu.id = "gpu0";
  gpu.healthy = true;
  gpu.resources = gpu_amounts();
  gpu.resources.insert(gpu.resources.begin(), {"cpu", 1'000'000});
  devices.devices = {gpu};
  cluster.set_devices(devices);
  EXPECT_EQ(explain(cluster, pod_of("u", Qos::kLs, 17'000), 0).reason,
            Reason::kInsufficientResource);
}

}  // namespace
}  // namespace koord::testing
