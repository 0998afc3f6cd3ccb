// The state of a kubelet whose memory is reported, with the pods of its node.
#include "sched/kubelet_pods.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "sched/cluster/pod_table.h"
#include "sched/reported_memory.h"

namespace koord::testing {
namespace {

using sched::KubeletPods;
using sched::Managed;
using sched::MemoryGate;

struct PodOnNode {
  uint64_t key = 0;
  std::shared_ptr<const Managed> managed;
};

PodOnNode pod_on_node(int number, int64_t cpus, int64_t gib) {
  const std::string uid = "pod-" + std::to_string(number);
  return {sched::key_of_uid(uid),
          sched::managed_of(pod_of(uid, Qos::kNone, cpus == 0 ? 500 : 1000 * cpus, gib * kGi),
                            KubeQos::kGuaranteed)};
}

// Two NUMA nodes of 16 CPUs and 64 GiB. The report names 4 pods.
std::shared_ptr<const MemoryGate> gate_of(NumaPolicy policy) {
  NodeTopology topology = topology_of("n", {2, 1, 8});
  topology.numa_policy = policy;
  topology.kubelet_reserved = CpuSet{0};
  std::vector<KubeletMemory::Pod> pods;
  for (int i = 0; i < 4; ++i) {
    const std::string uid = "pod-" + std::to_string(i);
    pods.push_back({uid, false, {memory_block(i % 2, 9)}});
    topology.held.push_back(by_kubelet(uid, CpuSet{2 + 4 * i}));
  }
  report_memory(topology, 64, pods);
  MemoryGate::Faults faults;
  return MemoryGate::make(MemoryGate::report_of(topology), kDefaultKubeletVersion, faults);
}

// Removes pods of a node, in any number and order, and adds them again in another order.
RC_GTEST_PROP(KubeletPods, PodsThatLeaveAndReturnRestoreTheState, ()) {
  const auto gate = gate_of(*rc::gen::element(NumaPolicy::kNone, NumaPolicy::kRestricted));
  RC_ASSERT(gate != nullptr);
  KubeletPods pods(gate, nullptr);
  std::vector<PodOnNode> known;
  std::set<size_t> here;
  const auto arrive = [&](size_t i) {
    pods.add(known[i].key, known[i].managed);
    here.insert(i);
  };
  const auto leave = [&](size_t i) {
    pods.remove(known[i].key, known[i].managed.get());
    here.erase(i);
  };
  // More pods that fit nowhere than are tried again.
  const int hopeless = *rc::gen::element(0, 0, 100);
  for (int i = 0; i < hopeless; ++i) {
    known.push_back(pod_on_node(1000 + i, 0, 200 + i));
    arrive(known.size() - 1);
  }
  const int steps = *rc::gen::resize(100, rc::gen::inRange(1, 120));
  for (int i = 0; i < steps; ++i) {
    if (here.empty() || *rc::gen::resize(100, rc::gen::inRange(0, 4)) > 0) {
      known.push_back(
          pod_on_node(i, *rc::gen::element(0, 0, 1, 3), *rc::gen::element(1, 2, 3, 70)));
      arrive(known.size() - 1);
    } else {
      leave(*std::next(here.begin(), *rc::gen::inRange(0, static_cast<int>(here.size()))));
    }
    if (*rc::gen::inRange(0, 2) == 0) pods.settle();
  }
  pods.settle();
  const MemoryGate::State before = pods.state();
  std::vector<size_t> some(here.begin(), here.end());
  some = *rc::gen::exec([&] {
    std::vector<size_t> out;
    for (const size_t i : some)
      if (*rc::gen::arbitrary<bool>()) out.push_back(i);
    return out;
  });
  RC_TAG(some.size() > 16 ? "more than 16" : some.empty() ? "none" : "some");
  if (*rc::gen::inRange(0, 4) == 0) {
    pods.clear();
    some.assign(here.begin(), here.end());
  } else {
    for (const size_t i : some) {
      leave(i);
      pods.settle();
    }
  }
  std::ranges::reverse(some);
  for (const size_t i : some) arrive(i);
  pods.settle();
  RC_ASSERT(pods.state() == before);
}

// The cluster can learn of a pod's end after kubelet has admitted the next pod.
TEST(KubeletPods, APodThatWasRefusedIsTriedAgainAfterAnotherHasLeft) {
  const auto gate = gate_of(NumaPolicy::kSingleNode);
  KubeletPods pods(gate, nullptr);
  const PodOnNode first = pod_on_node(10, 10, 1);
  const PodOnNode second = pod_on_node(11, 10, 1);
  const PodOnNode third = pod_on_node(12, 10, 1);
  for (const PodOnNode &pod : {first, second, third}) pods.add(pod.key, pod.managed);
  pods.settle();
  EXPECT_TRUE(gate->judge(*third.managed, pods.state()).refused());
  pods.remove(first.key, first.managed.get());
  pods.settle();
  EXPECT_TRUE(gate->judge(*first.managed, pods.state()).refused()) << "the third pod has its place";
  pods.remove(third.key, third.managed.get());
  pods.settle();
  EXPECT_FALSE(gate->judge(*first.managed, pods.state()).refused());
}

// Tries pods again in order of arrival, 64 at most. Equal pods are one attempt.
RC_GTEST_PROP(KubeletPods, ALimitedNumberOfPodsIsTriedAgain, ()) {
  const auto gate = gate_of(NumaPolicy::kSingleNode);
  KubeletPods pods(gate, nullptr);
  const PodOnNode first = pod_on_node(10, 10, 1);
  const PodOnNode second = pod_on_node(11, 10, 1);
  const PodOnNode later = pod_on_node(12, 10, 1);
  const bool alike = *rc::gen::arbitrary<bool>();
  const int others = *rc::gen::resize(100, rc::gen::inRange(0, 150));
  const int before = *rc::gen::resize(100, rc::gen::inRange(0, others + 1));
  const bool is_tried = alike || before < static_cast<int>(KubeletPods::kMostRetries);
  RC_TAG(is_tried ? "tried again" : "not tried");
  for (const PodOnNode &pod : {first, second}) pods.add(pod.key, pod.managed);
  PodOnNode hopeless = pod_on_node(100, 0, 200);
  for (int i = 0; i < others; ++i) {
    if (i == before) pods.add(later.key, later.managed);
    if (!alike) hopeless = pod_on_node(100 + i, 0, 200 + i);
    pods.add(sched::key_of_uid("hopeless-" + std::to_string(i)), hopeless.managed);
  }
  if (before == others) pods.add(later.key, later.managed);
  pods.settle();
  const MemoryGate::State full = pods.state();
  RC_ASSERT(gate->judge(*later.managed, full).refused());
  pods.remove(first.key, first.managed.get());
  pods.settle();
  RC_ASSERT(gate->judge(*later.managed, pods.state()).refused() == is_tried);
  pods.add(first.key, first.managed);
  pods.settle();
  RC_ASSERT(pods.state() == full);
}

// Without its gate, kubelet's managers ignore pods with pod-level resources.
TEST(MemoryGate, PodsThatPinNothingAreNotRefused) {
  const auto gate = gate_of(NumaPolicy::kSingleNode);
  PodObject pod = pod_of("pod-level", Qos::kNone, 2000, 200 * kGi);
  pod.pod_level = true;
  pod.pod_requests = pod.pod_limits = pod.containers[0].requests;
  MemoryGate::State state = gate->reported();
  const auto gains = gate->admit(*sched::managed_of(pod, KubeQos::kGuaranteed), state);
  ASSERT_TRUE(gains);
  EXPECT_TRUE(gains->blocks.empty());
  EXPECT_TRUE(gains->cpus.set().empty());
  const PodOnNode large = pod_on_node(10, 2, 200);
  EXPECT_FALSE(gate->admit(*large.managed, state));
  EXPECT_EQ(state, gate->reported());
}

// Kubelet writes its state after each container, with the CPUs before the memory.
TEST(KubeletPods, APodOfWhichTheReportNamesAPartCountsAsAWhole) {
  PodObject pod = pod_of("new", Qos::kNone, 4000, 4 * kGi);
  pod.containers.push_back(pod.containers[0]);
  pod.containers.back().name = "second";
  const auto managed = sched::managed_of(pod, KubeQos::kGuaranteed);
  const uint64_t key = sched::key_of_uid("new");
  for (const bool with_memory : {false, true}) {
    NodeTopology topology = topology_of("n", {2, 1, 8});
    topology.kubelet_static = true;
    topology.kubelet_reserved = CpuSet{0};
    topology.held.push_back(
        by_kubelet("new", with_memory ? CpuSet::parse("2-9") : CpuSet{2, 3, 4, 5}));
    if (with_memory) report_memory(topology, 64, {{"new", false, {memory_block(0, 4)}}});
    MemoryGate::Faults faults;
    const auto gate =
        MemoryGate::make(MemoryGate::report_of(topology), kDefaultKubeletVersion, faults);
    ASSERT_TRUE(gate) << faults.memory;
    EXPECT_EQ(gate->has_memory(), with_memory);
    KubeletPods pods(gate, nullptr);
    pods.add(key, managed);
    pods.settle();
    EXPECT_EQ(pods.state().shared.count(), 32 - 8);
    uint64_t free = 0;
    for (const kubelet::MemoryUse &use : pods.state().memory.uses) free += use.free;
    EXPECT_EQ(free, with_memory ? (128 - 8) * static_cast<uint64_t>(kGi) : 0);
    pods.remove(key, managed.get());
    pods.settle();
    EXPECT_EQ(pods.state().shared.count(), 32);
  }
}

// A pod whose resize waits, or is infeasible, has what kubelet admitted it with.
TEST(KubeletPods, APodWithALargerRequestHasTheReportedCpus) {
  PodObject pod = pod_of("resized", Qos::kNone, 20000, kGi);
  for (const int64_t second : {0, 4000}) {
    SCOPED_TRACE(second);
    if (second > 0) {
      pod.containers.push_back(pod.containers[0]);
      pod.containers.back().name = "second";
      pod.containers.back().requests[0].value = pod.containers.back().limits[0].value = second;
    }
    for (const NumaPolicy policy : {NumaPolicy::kNone, NumaPolicy::kSingleNode}) {
      NodeTopology topology = topology_of("n", {2, 1, 8});
      topology.kubelet_static = true;
      topology.kubelet_reserved = CpuSet{0};
      topology.numa_policy = policy;
      topology.held.push_back(by_kubelet("resized", CpuSet::parse("2-9")));
      MemoryGate::Faults faults;
      const auto gate =
          MemoryGate::make(MemoryGate::report_of(topology), kDefaultKubeletVersion, faults);
      ASSERT_TRUE(gate) << faults.memory;
      KubeletPods pods(gate, nullptr);
      const uint64_t key = sched::key_of_uid("resized");
      pods.add(key, sched::managed_of(pod, KubeQos::kGuaranteed));
      pods.settle();
      EXPECT_EQ(pods.state().shared, gate->reported().shared);
    }
  }
}

// The agent reads kubelet's files one after the other, and kubelet releases pod "gone" and admits
// "new" in between. The report has the memory of the first and the CPUs of the second. Both are on
// NUMA node 0, so that node 1 has 16 CPUs for a pod, in any order of it and the pod in flight.
TEST(KubeletPods, APartialPodFollowsTheDeparturesThatItsCpusNeed) {
  NodeTopology topology = topology_of("n", {2, 1, 8});
  topology.numa_policy = NumaPolicy::kSingleNode;
  topology.kubelet_reserved = CpuSet{0};
  const KubeletMemory::Pod gone{"gone", false, {memory_block(0, 8)}};
  MemoryGate::Faults faults;
  const auto report = [&] {
    report_memory(topology, 10, {gone});
    auto gate = MemoryGate::make(MemoryGate::report_of(topology), kDefaultKubeletVersion, faults);
    EXPECT_TRUE(gate) << faults.memory;
    return gate;
  };
  const auto empty = report();
  KubeletPods former(empty, nullptr);
  const PodOnNode left{sched::key_of_uid("gone"), pod_on_node(0, 0, 8).managed};
  const PodOnNode admitted{sched::key_of_uid("new"), pod_on_node(1, 4, 8).managed};
  for (const PodOnNode &pod : {left, admitted}) former.add(pod.key, pod.managed);
  former.remove(left.key, left.managed.get());
  former.settle();
  MemoryGate::State expected = empty->reported();
  empty->give(empty->gains(0), expected);
  const auto gains = empty->admit(*admitted.managed, expected);
  ASSERT_TRUE(gains);
  ASSERT_EQ(gains->blocks[0].nodes, 1u);
  topology.held.push_back(by_kubelet("new", gains->cpus.set()));
  KubeletPods pods(report(), &former);
  pods.add(admitted.key, admitted.managed);
  pods.settle();
  EXPECT_EQ(pods.state(), expected);
  const PodOnNode in_flight = pod_on_node(2, 2, 1);
  pods.add(in_flight.key, in_flight.managed);
  pods.settle();
  EXPECT_FALSE(pods.judge(*pod_on_node(3, 16, 1).managed).refused());
  pods.remove(admitted.key, admitted.managed.get());
  pods.settle();
  EXPECT_EQ(pods.state().memory.uses[0].free, 9 * static_cast<uint64_t>(kGi));
}

// The author of the report may not know a pod yet that kubelet has just admitted.
TEST(KubeletPods, APodThatHasEndedByTheReportCountsAsLongAsTheClusterHasIt) {
  Cluster cluster{sched::Options{}};
  NodeTopology topology = topology_of("n");
  topology.numa_policy = NumaPolicy::kSingleNode;
  report_memory(topology, 8, {{"ended", true, {memory_block(0, 6)}}});
  const uint32_t id = cluster.set_node(node_of("n"));
  EXPECT_EQ(cluster.set_topology(topology), id);
  PodObject ended = pod_of("ended", Qos::kNone, 500, 6 * kGi);
  ended.node = "n";
  set(cluster, ended);
  EXPECT_FALSE(reserve(cluster, pod_of("a", Qos::kNone, 500, 8 * kGi), id).refusal.refused());
  EXPECT_TRUE(reserve(cluster, pod_of("b", Qos::kNone, 500, 8 * kGi), id).refusal.refused());
  EXPECT_EQ(cluster.remove_pod("ended"), Outcome::kDone);
  EXPECT_FALSE(reserve(cluster, pod_of("b", Qos::kNone, 500, 8 * kGi), id).refusal.refused());
}

TEST(PodTable, TheOtherPodsKeepTheirOrder) {
  sched::PodTable table;
  table.make_room_for_nodes(1);
  for (const char *uid : {"a", "b", "c", "d"}) table.add(uid, {});
  table.replace(*table.find("b"), {});
  table.remove(*table.find("a"));
  std::string order;
  for (const sched::PodTable::Entry *pod : table.on(0)) order += pod->first;
  EXPECT_EQ(order, "bcd");
}

// A container with more CPUs than any NUMA node has left is refused if the policy requires one.
// Later kubelet pins no CPUs any more, and has memory for the pod on each NUMA node.
TEST(KubeletPods, CpusOfOneNumaNodeMustSufficeWhileKubeletPinsThem) {
  for (const NumaPolicy policy : {NumaPolicy::kRestricted, NumaPolicy::kSingleNode}) {
    Cluster cluster{sched::Options{}};
    const uint32_t id = add_node(cluster, "n");
    NodeTopology topology = topology_of("n", {2, 1, 8});
    topology.numa_policy = policy;
    topology.kubelet_reserved = CpuSet{0};
    report_memory(topology, 64);
    const PodObject pod = pod_of("new", Qos::kNone, 16000, kGi);
    ASSERT_EQ(cluster.set_topology(topology), id);
    EXPECT_FALSE(explain(cluster, pod, id).refused());
    topology.held = {by_kubelet("a", CpuSet{1, 8})};
    ASSERT_EQ(cluster.set_topology(topology), id);
    const Refusal refusal = explain(cluster, pod, id);
    EXPECT_EQ(refusal.reason, Reason::kNumaUnaligned);
    EXPECT_EQ(refusal.where_object, Object::kContainer);
    topology.kubelet_static = false;
    topology.held.clear();
    ASSERT_EQ(cluster.set_topology(topology), id);
    EXPECT_FALSE(explain(cluster, pod, id).refused());
  }
}

// The agent learns of a static pod after kubelet has admitted it. The cluster never has the pod
// under kubelet's uid.
TEST(KubeletPods, EachReportListsEndedPods) {
  NodeTopology topology = topology_of("n", {2, 1, 8});
  KubeletMemory::Pod pod{"static", false, {memory_block(0, 8)}};
  std::unique_ptr<KubeletPods> before;
  for (const bool ended : {true, false, false, true, false}) {
    pod.ended = ended;
    report_memory(topology, 10, {pod});
    MemoryGate::Faults faults;
    auto gate = MemoryGate::make(MemoryGate::report_of(topology), kDefaultKubeletVersion, faults);
    ASSERT_TRUE(gate) << faults.memory;
    auto pods = std::make_unique<KubeletPods>(gate, before.get());
    EXPECT_EQ(pods->state() == gate->reported(), !ended);
    before = std::move(pods);
  }
}

TEST(KubeletPods, PodsThatHaveEndedHoldNoCpusWithoutAMemoryManager) {
  NodeTopology topology = topology_of("n", {1, 1, 8});
  topology.kubelet_static = true;
  KubeletMemory memory;
  memory.pods.push_back({"gone", true, {}, StoredCpus(CpuSet::parse("1-12"))});
  memory.pods.push_back({"there", false, {}, StoredCpus(CpuSet{13})});
  topology.kubelet_memory = std::make_shared<const KubeletMemory>(memory);
  MemoryGate::Faults faults;
  const auto gate =
      MemoryGate::make(MemoryGate::report_of(topology), kDefaultKubeletVersion, faults);
  ASSERT_TRUE(gate) << faults.memory;
  KubeletPods pods(gate, nullptr);
  EXPECT_EQ(pods.state().shared.count(), 15);
  // The agent may learn of a new pod after kubelet.
  pods.add(sched::key_of_uid("gone"), nullptr);
  pods.settle();
  EXPECT_EQ(pods.state().shared.count(), 3);
}

}  // namespace
}  // namespace koord::testing
