// Compares Restricted under `spec` with kubelet's topology manager: the test makes the hints of
// every resource, and merges them with numa::merge and by trying all combinations.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <map>

#include "numa/merge.h"
#include "sched/clusters.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

constexpr const char *kHuge = "hugepages-2Mi";
constexpr const char *kNic = "example.com/nic";
constexpr const char *kXpu = "example.com/xpu";
constexpr const char *kRdma = "koordinator.sh/rdma";
constexpr const char *kGpu = "nvidia.com/gpu";

int draw(int from, int to) { return *rc::gen::inRange(from, to); }

struct DrawnDevice {
  std::string resource;
  int32_t node;  // -1 if not stated
  bool taken = false;
};

// A node, and the amounts that pods hold.
struct Zones {
  explicit Zones(bool with_devices) {
    machine = {draw(1, 3), draw(1, 3), draw(1, 4)};
    numa = static_cast<size_t>(machine.sockets * machine.nodes);
    topology = topology_of("n", machine);
    node = node_of("n", machine);
    node.numa_policy = NumaPolicy::kRestricted;
    // The amounts of the whole node are never short.
    for (Amount &amount : node.allocatable)
      if (amount.resource == "memory") amount.value = 1024 * kGi;
    for (size_t i = 0; i < numa; ++i) free["cpu"].push_back(int64_t{2000} * machine.cores);
    add_zones("memory", 4 * kGi, 8);
    add_zones(kHuge, kGi, 3);
    add_zones(kNic, 1, 3);
    for (NumaAmounts &zone : topology.allocatable) {
      zone.amounts.clear();
      for (const auto &[name, amounts] : free)
        if (const int64_t amount = amounts[static_cast<size_t>(zone.node)]; amount > 0)
          zone.amounts.push_back({name, amount});
    }
    for (const char *name : {kHuge, kNic}) node.allocatable.push_back({name, total(name)});
    std::ranges::sort(node.allocatable, {}, &Amount::resource);
    total_amounts = free;
    if (draw(0, 2) == 0) pin_cpus();
    cluster.set_node(node);
    cluster.set_topology(topology);
    if (with_devices) add_devices();
  }

  int64_t total(const std::string &name) {
    int64_t sum = 0;
    for (const int64_t amount : free[name]) sum += amount;
    return sum;
  }

  void add_zones(const std::string &name, int64_t unit, int most) {
    for (size_t i = 0; i < numa; ++i) free[name].push_back(unit * draw(0, most + 1));
  }

  // Pins some CPUs for a pod that is unknown to the cluster.
  void pin_cpus() {
    topology.machine->all_cpus().for_each([&](int cpu) {
      if (draw(0, 3) == 0) held |= CpuSet{cpu};
    });
    topology.held = {{"pinned", "default", "pinned", held, true}};
    for (size_t i = 0; i < numa; ++i)
      free["cpu"][i] -= int64_t{1000} * topology.machine->cpu_nodes()[i].cpus.count_and(held);
  }

  void add_devices() {
    object.node = "n";
    const std::map<std::string, std::pair<std::string, Amounts>> kinds{
        {kGpu,
         {"gpu",
          {{"koordinator.sh/gpu-core", 100},
           {"koordinator.sh/gpu-memory", 80 * kGi},
           {"koordinator.sh/gpu-memory-ratio", 100}}}},
        {kRdma, {"rdma", {{kRdma, 100}}}},
        {kXpu, {"xpu", {{kXpu, 100}}}}};
    for (const auto &[resource, kind] : kinds)
      for (int minor = 0, count = draw(0, 5); minor < count; ++minor) {
        DeviceInfo info;
        info.type = kind.first;
        info.id = kind.first + "-" + std::to_string(minor);
        info.minor = minor;
        info.healthy = true;
        info.resources = kind.second;
        info.placed = draw(0, 8) != 0;
        if (info.placed) info.place.node = draw(0, static_cast<int>(numa));
        object.devices.push_back(info);
        devices.push_back({resource, info.placed ? info.place.node : -1});
      }
    cluster.set_devices(object);
  }

  // Subtracts what a pod was granted.
  void take(const sched::Allocation &allocation) {
    for (const NumaAmounts &on : allocation.status.numa)
      for (const Amount &amount : on.amounts)
        free[amount.resource][static_cast<size_t>(on.node)] -= amount.value;
    if (allocation.status.cpus) held |= *allocation.status.cpus;
    for (const AllocatedDevice &device : allocation.devices)
      for (size_t i = 0; i < devices.size(); ++i)
        if (object.devices[i].type == device.type && object.devices[i].minor == device.minor)
          devices[i].taken = true;
  }

  Machine machine;
  size_t numa = 0;
  NodeTopology topology;
  NodeObject node;
  DeviceObject object;
  std::vector<DrawnDevice> devices;                  // same order as in `object`
  std::map<std::string, std::vector<int64_t>> free;  // by NUMA node
  std::map<std::string, std::vector<int64_t>> total_amounts;
  CpuSet held;
  Cluster cluster{sched::Options{}};
};

PodObject draw_request(const Zones &world, const std::string &uid) {
  const int cpus = 2 * world.machine.cores;
  PodObject pod = pod_of(uid, draw(0, 2) == 0 ? Qos::kLsr : Qos::kLs,
                         int64_t{1000} * draw(1, 2 * cpus + 1), 4 * kGi * draw(1, 12));
  Amounts &requests = pod.containers[0].requests;
  const auto add = [&](const char *name, int64_t unit, int most) {
    if (draw(0, 3) == 0) requests.push_back({name, unit * draw(1, most + 1)});
  };
  add(kHuge, kGi, 4);
  add(kNic, 1, 4);
  if (!world.devices.empty()) {
    add(kGpu, 1, 3);
    add(kRdma, 100, 3);
    add(kXpu, 100, 3);
  }
  std::ranges::sort(requests, {}, &Amount::resource);
  pod.containers[0].limits = requests;
  return pod;
}

using Hints = std::vector<numa::Hint>;

// Returns every set of NUMA nodes that fits, preferred if its width is the smallest that could fit.
template <typename Could, typename Can>
Hints hints_of(size_t numa, Could &&could, Can &&can) {
  int least = could(numa::Mask{0}) ? 0 : 64;
  for (numa::Mask mask = 1; mask < numa::Mask{1} << numa; ++mask)
    if (could(mask)) least = std::min(least, numa::width(mask));
  Hints out;
  for (numa::Mask mask = 1; mask < numa::Mask{1} << numa; ++mask)
    if (can(mask)) out.push_back({mask, 0, true, least == 0 || numa::width(mask) == least});
  return out;
}

int64_t sum(const std::vector<int64_t> &amounts, numa::Mask mask) {
  int64_t out = 0;
  numa::for_each_node(mask, [&](size_t i) { out += amounts[i]; });
  return out;
}

Hints amount_hints(const Zones &world, const PodObject &pod, const Amount &request) {
  std::vector<int64_t> now = world.free.at(request.resource);
  if (request.resource == "cpu" && pod.qos == Qos::kLsr)
    for (size_t i = 0; i < now.size(); ++i) {
      const CpuSet cpus = world.topology.machine->cpu_nodes()[i].cpus - world.held;
      now[i] = std::min(now[i], int64_t{1000} * cpus.count());
    }
  const std::vector<int64_t> &empty = world.total_amounts.at(request.resource);
  return hints_of(
      world.numa, [&](numa::Mask mask) { return sum(empty, mask) >= request.value; },
      [&](numa::Mask mask) { return sum(now, mask) >= request.value; });
}

Hints device_hints(const Zones &world, const Amount &request) {
  const int64_t needed = request.resource == kGpu ? request.value : request.value / 100;
  const auto near = [&](numa::Mask mask, bool free_only) {
    return std::ranges::count_if(world.devices, [&](const DrawnDevice &device) {
      const bool is_near = device.node < 0 || (mask >> device.node & 1) != 0;
      return device.resource == request.resource && is_near && !(free_only && device.taken);
    });
  };
  return hints_of(
      world.numa, [&](numa::Mask mask) { return near(mask, false) >= needed; },
      [&](numa::Mask mask) { return near(mask, true) >= needed; });
}

// Returns true if some combination of preferred hints is one set.
bool some_preferred(const std::vector<Hints> &lists, size_t at, numa::Mask mask) {
  if (at == lists.size()) return true;
  return std::ranges::any_of(lists[at], [&](const numa::Hint &hint) {
    return hint.preferred && (at == 0 || hint.nodes == mask) &&
           some_preferred(lists, at + 1, hint.nodes);
  });
}

void check(const Zones &world, const PodObject &pod) {
  std::vector<Hints> made;
  std::vector<std::string> names;
  for (const Amount &request : pod.containers[0].requests) {
    const bool of_zones = world.free.contains(request.resource);
    // The topology manager ignores resources that no NUMA node has.
    if (of_zones &&
        sum(world.total_amounts.at(request.resource), ~numa::Mask{0} >> (64 - world.numa)) == 0)
      continue;
    made.push_back(of_zones ? amount_hints(world, pod, request) : device_hints(world, request));
    names.push_back(request.resource);
  }
  numa::Query query;
  std::vector<int32_t> ids;
  for (size_t i = 0; i < world.numa; ++i) ids.push_back(static_cast<int32_t>(i));
  std::vector<numa::HintList> lists;
  for (size_t i = 0; i < made.size(); ++i)
    lists.push_back({names[i], 0, numa::Opinion::kHints, made[i]});
  query.nodes.ids = ids;
  query.policy = NumaPolicy::kRestricted;
  query.lists = lists;
  const bool admitted = numa::merge_kubelet(query).admit;
  RC_ASSERT(numa::merge_spec(query).admit == admitted);
  RC_ASSERT(some_preferred(made, 0, 0) == admitted);
  const Refusal refusal = explain(world.cluster, pod, 0);
  if (refusal.refused() == admitted) RC_LOG(to_sentence(refusal));
  RC_ASSERT(refusal.refused() != admitted);
}

void live(Zones &world) {
  for (int i = 0; i < 8; ++i) {
    const PodObject pod = draw_request(world, "p" + std::to_string(i));
    bool on_node = true;  // else the node lacks a requested resource, and another check refuses
    for (const Amount &request : pod.containers[0].requests)
      if (world.free.contains(request.resource) && request.resource != "memory")
        on_node &= world.total(request.resource) >= 0 &&
                   amount_of(world.node.allocatable, request.resource) > 0;
    if (!on_node) continue;
    check(world, pod);
    const Answer answer = reserve(world.cluster, pod, 0);
    if (!answer.refusal.refused()) world.take(answer.allocation);
  }
}

RC_GTEST_PROP(Restricted, S25_IsKubeletsMergeOfTheHintsOfZones, ()) {
  Zones world(false);
  live(world);
}

RC_GTEST_PROP(Restricted, S25_IsKubeletsMergeOfTheHintsOfZonesAndDevices, ()) {
  Zones world(true);
  live(world);
}

// Preferences depend on the capacity of an empty node, whichever pod holds its CPUs.
TEST(Restricted, S25_CpusThatKubeletPinsCountAsCapacity) {
  for (const bool by_kubelet : {true, false})
    for (const Qos qos : {Qos::kLs, Qos::kLsr}) {
      Cluster cluster{sched::Options{}};
      const Machine machine{2, 1, 2};
      NodeObject node = node_of("n", machine);
      node.numa_policy = NumaPolicy::kRestricted;
      NodeTopology topology = topology_of("n", machine);
      const CpuSet held{0, 4, 2, 6};  // a core of each NUMA node
      for (NumaAmounts &zone : topology.allocatable) zone.amounts = {{"cpu", 4000}};
      topology.held = {{"h", "default", "h", held, by_kubelet}};
      cluster.set_node(node);
      cluster.set_topology(topology);
      if (!by_kubelet) {
        PodObject holder = pod_of("h", Qos::kLsr, 4000);
        holder.node = "n";
        holder.status.emplace();
        holder.status->cpus = held;
        set(cluster, holder);
      }
      // One NUMA node has a capacity of four CPUs, so two nodes are never preferred.
      EXPECT_EQ(explain(cluster, pod_of("p", qos, 4000), 0).reason, Reason::kNumaUnaligned)
          << by_kubelet;
      EXPECT_FALSE(explain(cluster, pod_of("q", qos, 2000), 0).refused());
    }
}

// A node with two NUMA nodes of two devices each.
struct Two {
  explicit Two(NumaPolicy policy) {
    NodeObject node = node_of("n");
    node.numa_policy = policy;
    node.allocatable.push_back({kNic, 4});
    std::ranges::sort(node.allocatable, {}, &Amount::resource);
    NodeTopology topology = topology_of("n");
    topology.allocatable[0].amounts = {{"cpu", 8000}, {kNic, 2}, {"memory", 64 * kGi}};
    topology.allocatable[1].amounts = {{"cpu", 8000}, {kNic, 2}, {"memory", 64 * kGi}};
    cluster.set_node(node);
    cluster.set_topology(topology);
  }
  Cluster cluster{sched::Options{}};
};

PodObject only_nics(const std::string &uid, int64_t count, Qos qos = Qos::kNone) {
  PodObject pod;
  pod.uid = pod.name = uid;
  pod.qos = qos;
  Container container;
  container.name = "main";
  container.requests = container.limits = {{kNic, count}};
  pod.containers.push_back(container);
  return pod;
}

// Kubelet's device manager gives hints for every QoS class.
TEST(BestEffortDevices, AreAlignedUnderTheNodesPolicy) {
  for (const Qos qos : {Qos::kNone, Qos::kBe}) {
    for (const NumaPolicy policy : {NumaPolicy::kRestricted, NumaPolicy::kSingleNode}) {
      Two two(policy);
      const Answer one = reserve(two.cluster, only_nics("a", 1, qos), 0);
      ASSERT_FALSE(one.refusal.refused()) << to_sentence(one.refusal);
      ASSERT_EQ(one.allocation.status.numa.size(), 1u);
      ASSERT_EQ(one.allocation.status.numa[0].amounts.size(), 1u);
      EXPECT_EQ(one.allocation.status.numa[0].amounts[0].resource, kNic);
      EXPECT_TRUE(one.allocation.status.pools.empty()) << "CPU is not aligned";
      PodObject bound = only_nics("b", 1, qos);
      bound.node = "n";
      bound.status.emplace();
      bound.status->numa = {{1 - one.allocation.status.numa[0].node, {{kNic, 1}}}};
      EXPECT_EQ(set(two.cluster, bound).claims_refused, 0) << "such a claim counts";
      EXPECT_EQ(explain(two.cluster, only_nics("c", 2, qos), 0).reason, Reason::kNumaUnaligned)
          << "one is left on each NUMA node";
      EXPECT_FALSE(explain(two.cluster, only_nics("d", 1, qos), 0).refused());
    }
    Two none(NumaPolicy::kBestEffort);
    EXPECT_FALSE(explain(none.cluster, only_nics("a", 3, qos), 0).refused());
  }
}

// One NUMA node has a pool that is large enough, the other has the only GPU.
TEST(ConstrainedBurstDevices, MayBeElsewhereUnlessThePolicyIsStrict) {
  for (const NumaPolicy policy : {NumaPolicy::kNone, NumaPolicy::kBestEffort,
                                  NumaPolicy::kRestricted, NumaPolicy::kSingleNode}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n", {}, policy);
    DeviceObject devices;
    devices.node = "n";
    for (const int minor : {0, 1}) {
      DeviceInfo gpu;
      gpu.type = "gpu";
      gpu.id = "gpu-" + std::to_string(minor);
      gpu.minor = minor;
      gpu.healthy = minor == 1;
      gpu.placed = true;
      gpu.place.node = minor;
      gpu.resources = {{"koordinator.sh/gpu-core", 100},
                       {"koordinator.sh/gpu-memory", 80 * kGi},
                       {"koordinator.sh/gpu-memory-ratio", 100}};
      devices.devices.push_back(gpu);
    }
    cluster.set_devices(devices);
    const auto burst = [&](const char *uid) {
      PodObject pod = pod_of(uid, Qos::kLs, 1000);
      pod.required_bind = PodBind::kConstrainedBurst;
      pod.containers[0].requests.push_back({kGpu, 1});
      pod.containers[0].limits = pod.containers[0].requests;
      pod.containers[0].limits[0].value = 6000;
      return pod;
    };
    const Answer near = reserve(cluster, burst("near"), 0);
    ASSERT_FALSE(near.refusal.refused()) << to_sentence(near.refusal);
    EXPECT_EQ(near.allocation.status.pools[0].node, 1) << "both pools are large enough";
    ASSERT_EQ(cluster.remove_pod("near"), Outcome::kDone);
    PodObject resident = pod_of("there", Qos::kLsr, 6000);
    resident.node = "n";
    resident.status.emplace();
    resident.status->cpus = CpuSet{4, 5, 6, 12, 13, 14};
    set(cluster, resident);
    const Answer apart = reserve(cluster, burst("apart"), 0);
    const bool strict = policy >= NumaPolicy::kRestricted;
    EXPECT_EQ(apart.refusal.refused(), strict) << to_sentence(apart.refusal);
    if (!strict) {
      EXPECT_EQ(apart.allocation.status.pools[0].node, 0);
      EXPECT_EQ(apart.allocation.devices.size(), 1u);
    }
  }
}

}  // namespace
}  // namespace koord::testing
