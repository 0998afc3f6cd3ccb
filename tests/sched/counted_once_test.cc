// Pods whose CPUs kubelet has pinned count once, whether the report,
// their own annotations or both state the CPUs.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <vector>

#include "sched/draw_devices.h"

namespace koord::testing {
namespace {

// A pod and its CPUs, which kubelet and possibly its annotation state.
struct PinnedPod {
  PodObject object;
  CpuSet cpus;
};

class PinningNode {
 public:
  PinningNode() : machine_(kMachines[*rc::gen::inRange(0, 4)]) {
    node_ = node_of("n", machine_);
    node_.numa_policy = static_cast<NumaPolicy>(*rc::gen::inRange(1, 5));
    topology_ = topology_of("n", machine_);
    topology_.kubelet_static = true;
    topology_.numa_policy = static_cast<NumaPolicy>(*rc::gen::inRange(0, 5));
    topology_.kubelet_reserved = one_in(2) ? CpuSet{0} : CpuSet{};
    left_ = topology_.machine->all_cpus() - topology_.kubelet_reserved;
    const int count = *rc::gen::inRange(1, 5);
    for (int i = 0; i < count; ++i) add_pinned("p" + std::to_string(i));
    report();
  }

  void fill(Cluster &cluster) const {
    cluster.set_node(node_);
    const bool report_first = *rc::gen::arbitrary<bool>();
    if (report_first) cluster.set_topology(topology_);
    for (const PinnedPod &pod : pods_) set(cluster, pod.object);
    if (!report_first || one_in(3)) cluster.set_topology(topology_);
  }
  // Counts each pod once: by the report if it names the pod, else by its annotation.
  int64_t free_cpu(int numa) const {
    const CpuSet &here = cpus_of(numa);
    int64_t milli = int64_t{1000} * (here - topology_.kubelet_reserved).count();
    for (const PinnedPod &pod : pods_)
      if (lists_ || available_tells_ || pod.object.status)
        milli -= int64_t{1000} * here.count_and(pod.cpus);
    return milli;
  }
  CpuSet free_cpus() const {
    CpuSet out = topology_.machine->all_cpus() - topology_.kubelet_reserved;
    for (const PinnedPod &pod : pods_)
      if (lists_ || (pod.object.status && pod.object.status->cpus)) out -= pod.cpus;
    return out;
  }
  const CpuSet &cpus_of(int numa) const { return topology_.machine->find_numa_place(numa)->cpus; }

 private:
  void add_pinned(const std::string &uid) {
    PinnedPod pod;
    const auto &places = topology_.machine->cpu_nodes();
    CpuSet from = left_;
    if (!one_in(3)) from &= places[*rc::gen::inRange<size_t>(0, places.size())].cpus;
    const int count = *rc::gen::inRange(1, 5);
    for (int i = 0; i < count && !from.empty(); ++i) {
      pod.cpus |= CpuSet{from.first()};
      from -= pod.cpus;
    }
    if (pod.cpus.empty()) return;
    left_ -= pod.cpus;
    const bool owns = one_in(4);
    pod.object = pod_of(uid, owns ? Qos::kLsr : Qos::kNone, int64_t{1000} * pod.cpus.count());
    pod.object.node = "n";
    annotate(pod, owns);
    pods_.push_back(std::move(pod));
  }
  void annotate(PinnedPod &pod, bool owns) {
    std::vector<int> nodes;
    for (const auto &place : topology_.machine->cpu_nodes())
      if (place.cpus.intersects(pod.cpus)) nodes.push_back(place.id);
    const int form = *rc::gen::inRange(0, 4);
    if (form == 0) return;
    ResourceStatus &status = pod.object.status.emplace();
    if (owns) status.cpus = pod.cpus;
    if (form == 1 && nodes.size() == 1) {
      status.pools.push_back({0, nodes[0]});
      return;
    }
    for (const int node : nodes) {
      Amounts amounts = {{"cpu", int64_t{1000} * cpus_of(node).count_and(pod.cpus)}};
      if (form == 2) amounts.push_back({"memory", kGi / static_cast<int64_t>(nodes.size())});
      status.numa.push_back({node, amounts});
      if (form == 3) status.pools.push_back({0, node});
    }
  }
  void report() {
    lists_ = *rc::gen::arbitrary<bool>();
    available_tells_ = *rc::gen::arbitrary<bool>();
    if (lists_)
      for (const PinnedPod &pod : pods_)
        topology_.held.push_back({pod.object.uid, "default", pod.object.name, pod.cpus, true});
    const bool is_stale = !available_tells_ && *rc::gen::arbitrary<bool>();
    if (!available_tells_ && !is_stale) return;
    topology_.available = topology_.allocatable;
    if (is_stale) return;
    for (NumaAmounts &zone : topology_.available)
      for (const PinnedPod &pod : pods_)
        zone.amounts[0].value -= int64_t{1000} * cpus_of(zone.node).count_and(pod.cpus);
  }

  Machine machine_;
  NodeObject node_;
  NodeTopology topology_;
  CpuSet left_;
  std::vector<PinnedPod> pods_;
  bool lists_ = false;            // the report names the pods in pod-cpu-allocs
  bool available_tells_ = false;  // the report subtracts their CPUs from the available amounts
};

void expect_counted(const Cluster &cluster, const PinningNode &node, const CpuSet &ours,
                    const std::map<int, int64_t> &ours_by_node) {
  cluster.look_at(0, [&](const sched::Node &now) {
    RC_ASSERT(now.free() == node.free_cpus() - ours);
    for (size_t i = 0; i < now.numa().size(); ++i) {
      const int id = now.numa()[i].id;
      const auto more = ours_by_node.find(id);
      // The report does not name the CPUs in use, so other pods may get them, too.
      const int64_t left = node.free_cpu(id) - (more == ours_by_node.end() ? 0 : more->second);
      RC_ASSERT(now.numa_free(i, 0) == std::max<int64_t>(0, left));
    }
  });
}

RC_GTEST_PROP(PinnedPods, CountOnce, ()) {
  const PinningNode node;
  Cluster cluster{sched::Options{}};
  node.fill(cluster);
  expect_counted(cluster, node, {}, {});
  // A pod that is reserved later is not in the report, and counts in addition.
  PodObject pod =
      pod_of("late", one_in(2) ? Qos::kLsr : Qos::kNone, 1000 * *rc::gen::inRange(1, 4));
  const Answer answer = reserve(cluster, pod, 0);
  if (answer.refusal.refused()) return;
  std::map<int, int64_t> by_node;
  CpuSet own;
  const ResourceStatus &status = answer.allocation.status;
  if (status.cpus) {
    own = *status.cpus;
    cluster.look_at(0, [&](const sched::Node &now) {
      for (const auto &numa : now.numa())
        by_node[numa.id] = int64_t{1000} * node.cpus_of(numa.id).count_and(own);
    });
  } else {
    for (const NumaAmounts &numa : status.numa) by_node[numa.node] = amount_of(numa.amounts, "cpu");
  }
  expect_counted(cluster, node, own, by_node);
  pod.node = "n";
  pod.status = status;
  set(cluster, pod);
  expect_counted(cluster, node, own, by_node);
  RC_ASSERT(cluster.remove_pod("late") == Outcome::kDone);
  expect_counted(cluster, node, {}, {});
}

// Kubelet admits two Guaranteed pods of four CPUs each on a node with eight.
TEST(PinnedPods, LeaveTheOtherCpusToLaterPods) {
  for (const NumaPolicy policy :
       {NumaPolicy::kBestEffort, NumaPolicy::kRestricted, NumaPolicy::kSingleNode})
    for (const bool lists : {false, true})
      for (const bool available_tells : {false, true}) {
        Cluster cluster{sched::Options{}};
        cluster.set_node(node_of("n", {1, 1, 4}));
        NodeTopology topology = topology_of("n", {1, 1, 4});
        topology.kubelet_static = true;
        topology.numa_policy = policy;
        topology.available = topology.allocatable;
        if (available_tells) topology.available[0].amounts[0].value = 4000;
        if (lists) topology.held = {{"b", "default", "b", CpuSet{0, 1, 4, 5}, true}};
        cluster.set_topology(topology);
        PodObject bound = pod_of("b", Qos::kNone, 4000);
        bound.node = "n";
        bound.status.emplace().numa = {{0, {{"cpu", 4000}, {"memory", kGi}}}};
        bound.status->pools = {{0, 0}};
        set(cluster, bound);
        EXPECT_FALSE(reserve(cluster, pod_of("c", Qos::kNone, 4000), 0).refusal.refused());
        EXPECT_TRUE(explain(cluster, pod_of("d", Qos::kNone, 1000), 0).refused());
      }
}

// A pod keeps the amounts of its containers with shared CPUs. If kubelet took the CPUs from another
// NUMA node than planned, the pod holds nothing on the planned one.
TEST(PinnedPods, HoldTheAmountsOfUnpinnedContainers) {
  Cluster cluster{sched::Options{}};
  cluster.set_node(node_of("n"));
  NodeTopology topology = topology_of("n");
  topology.kubelet_static = true;
  topology.held = {{"b", "default", "b", CpuSet{0, 1}, true}};
  cluster.set_topology(topology);
  PodObject bound = pod_of("b", Qos::kLs, 2500);
  bound.node = "n";
  for (const int node : {0, 1}) {
    bound.status.emplace().numa = {{node, {{"cpu", 2500}}}};
    set(cluster, bound);
    cluster.look_at(0, [&](const sched::Node &now) {
      EXPECT_EQ(now.numa_free(0, 0), node == 0 ? 5500 : 6000);
      EXPECT_EQ(now.numa_free(1, 0), node == 0 ? 8000 : 7500);
    });
    // The CPUs of a removed pod in the report count until the next report.
    EXPECT_EQ(cluster.remove_pod("b"), Outcome::kDone);
    cluster.look_at(0, [&](const sched::Node &now) {
      EXPECT_EQ(now.numa_free(0, 0), 6000);
      EXPECT_EQ(now.numa_free(1, 0), 8000);
    });
  }
}

// A CPU that the node reserves while a pod owns it is subtracted from its zone once.
TEST(PinnedPods, ReservedCpusOfOwnersCountOnce) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  ASSERT_FALSE(reserve(cluster, pod_of("a", Qos::kLsr, 2000), 0).refusal.refused());
  NodeObject node = node_of("n");
  node.reserved_cpus = CpuSet{0, 8};
  cluster.set_node(node);
  cluster.look_at(0, [&](const sched::Node &now) {
    EXPECT_EQ(now.free().count(), 14);
    EXPECT_EQ(now.numa_free(0, 0), 6000);
  });
}

}  // namespace
}  // namespace koord::testing
