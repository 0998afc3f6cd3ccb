// Pods with devices come and go on drawn nodes: nothing is given twice, nothing is lost, and what pods say they have
// makes the same cluster again.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>

#include "sched/draw.h"

namespace koord::testing {
namespace {

bool one_in(int n) { return *rc::gen::inRange(0, n) == 0; }

Amounts gpu_amounts() {
  return {{"koordinator.sh/gpu-core", 100},
          {"koordinator.sh/gpu-memory", 80 * kGi},
          {"koordinator.sh/gpu-memory-ratio", 100}};
}

DeviceObject draw_devices(const std::string &node, int numa_nodes) {
  DeviceObject out;
  out.node = node;
  const bool placed = !one_in(4);
  const auto add = [&](const char *type, int count, const Amounts &resources) {
    for (int minor = 0; minor < count; ++minor) {
      DeviceInfo info;
      info.type = type;
      info.id = type + std::to_string(minor);
      info.minor = minor;
      info.healthy = !one_in(8);
      info.resources = resources;
      info.placed = placed;
      info.place.node = minor % numa_nodes;
      info.place.socket = 0;
      info.place.pcie = std::to_string(info.place.node) + "." + std::to_string(minor / 4);
      if (info.type == "rdma")
        for (int vf = 0; vf < 2; ++vf)
          info.vf_groups.push_back(
              {{}, {{vf, "0000:0" + std::to_string(minor) + ":00." + std::to_string(vf)}}});
      out.devices.push_back(std::move(info));
    }
  };
  add("gpu", *rc::gen::inRange(1, 9), gpu_amounts());
  add("rdma", *rc::gen::inRange(0, 4), {{"koordinator.sh/rdma", 100}});
  add("quantum", *rc::gen::inRange(0, 3), {{"vendor.example/qubits", 100}});
  return out;
}

PodObject draw_device_pod(const std::string &uid) {
  PodObject pod = one_in(4) ? draw_pod(uid) : pod_of(uid, Qos::kLs, 500);
  Amounts asked;
  switch (*rc::gen::inRange(0, 6)) {
    case 0:
      asked = {{"nvidia.com/gpu", *rc::gen::inRange(1, 5)}};
      break;
    case 1:
      asked = {{"koordinator.sh/gpu", 10 * *rc::gen::inRange(1, 11)}};
      break;
    case 2:
      asked = {{"koordinator.sh/gpu-core", 10 * *rc::gen::inRange(1, 11)},
               {"koordinator.sh/gpu-memory", *rc::gen::inRange(1, 90) * kGi}};
      break;
    case 3:
      asked = {{"koordinator.sh/gpu-memory-ratio", 100}, {"koordinator.sh/gpu.shared", 2}};
      break;
    case 4:
      asked = {{"vendor.example/qubits", 25 * *rc::gen::inRange(1, 9)}};
      break;
    default:
      break;
  }
  if (one_in(3)) {
    asked.push_back({"koordinator.sh/rdma", 50 * *rc::gen::inRange(1, 5)});
    if (one_in(2)) pod.devices.joint.types = {"gpu", "rdma"};
    if (one_in(3)) {
      DeviceHint hint;
      hint.type = "rdma";
      hint.selects_vfs = true;
      pod.devices.hints.push_back(hint);
    }
  }
  std::sort(asked.begin(), asked.end(),
            [](const Amount &a, const Amount &b) { return a.resource < b.resource; });
  for (const Amount &amount : asked) {
    Amounts &requests = pod.containers[0].requests;
    requests.push_back(amount);
    std::sort(requests.begin(), requests.end(),
              [](const Amount &a, const Amount &b) { return a.resource < b.resource; });
  }
  pod.containers[0].limits = pod.containers[0].requests;
  return pod;
}

struct World {
  World() {
    const int count = *rc::gen::inRange(1, 3);
    for (int i = 0; i < count; ++i) {
      const std::string name = "n" + std::to_string(i);
      nodes.push_back(draw_node(name));
      const int numa = static_cast<int>(nodes.back().topology.allocatable.size());
      devices.push_back(draw_devices(name, numa));
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
  Cluster cluster{sched::Options()};
  std::map<std::string, std::pair<PodObject, sched::Allocation>> held;
};

// What all pods together have fits, and no virtual function is had twice.
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

// Devices of a pod that keeps to NUMA nodes are on those.
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

RC_GTEST_PROP(DevicesOfClusters, ComeAndGoExactly, ()) {
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
    const Refusal said = explain(world.cluster, pod, node);
    const Answer answer = reserve(world.cluster, pod, node);
    RC_ASSERT(said.refused() == answer.refusal.refused());
    if (answer.refusal.refused()) continue;
    check_places(world, answer.allocation);
    world.held[pod.uid] = {pod, answer.allocation};
    check_sums(world);
  }

  // From what the pods' annotations say.
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
    RC_ASSERT(conflicts.devices_unknown + conflicts.devices_short == 0);
  }
  RC_ASSERT(restored.same_state(world.cluster));

  for (const auto &[uid, pod] : world.held)
    RC_ASSERT(world.cluster.remove_pod(uid) == Outcome::kDone);
  Cluster fresh{sched::Options()};
  world.fill(fresh);
  RC_ASSERT(fresh.same_state(world.cluster));
}

}  // namespace
}  // namespace koord::testing
