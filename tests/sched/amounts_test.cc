// Amounts larger than any machine has.
#include <algorithm>
#include <cstdint>
#include <functional>

#include "sched/clusters.h"

namespace koord::testing {
namespace {

using sched::most_of;
using sched::Resources;

// A node that reports more than the maximum counts as having the maximum: nothing overflows, on the
// whole node or by NUMA node, and scores stay in range.
TEST(Amounts, AmountsBeyondTheMaximumAreCapped) {
  Cluster cluster(sched::Options{});
  NodeObject node = node_of("huge");
  NodeTopology topology = topology_of("huge");
  for (Amount &amount : node.allocatable) amount.value = INT64_MAX;
  for (auto &zone : topology.allocatable)
    for (Amount &amount : zone.amounts) amount.value = INT64_MAX;
  cluster.set_node(node);
  cluster.set_topology(topology);
  for (const Qos qos : {Qos::kLs, Qos::kLsr}) {
    const PodObject pod = pod_of("pod", qos, 4000, most_of(Resources::kMemory));
    const auto rows = evaluate(cluster, pod);
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].reason, 0) << "all the memory that counts is there";
    // A: 4 CPUs of a NUMA node are negligible and its memory is used up, which
    // scores 50. B, for LSR: one of two NUMA nodes.
    EXPECT_EQ(rows[0].score, qos == Qos::kLs ? 50 : 100);
  }
  const PodObject first = pod_of("first", Qos::kLs, 4000, most_of(Resources::kMemory));
  EXPECT_FALSE(reserve(cluster, first, 0).refusal.refused());
  EXPECT_EQ(explain(cluster, pod_of("second", Qos::kLs, 4000, 1), 0).reason,
            Reason::kInsufficientResource);
}

// A report with two NUMA nodes of 8 CPUs and 64 GiB, and with the available amounts.
NodeTopology reporting(int64_t cpus_0, int64_t gib_0) {
  NodeTopology topology = topology_of("node-0");
  topology.available = topology.allocatable;
  topology.available[0].amounts = {{"cpu", 1000 * cpus_0}, {"memory", gib_0 * kGi}};
  return topology;
}

// Returns the milli-CPU and GiB that a NUMA node has left for pods.
std::pair<int64_t, int64_t> left_on(const Cluster &cluster, size_t numa = 0) {
  std::pair<int64_t, int64_t> out;
  EXPECT_EQ(cluster.look_at(0,
                            [&](const sched::Node &node) {
                              out = {node.numa_free(numa, 0), node.numa_free(numa, 1) / kGi};
                            }),
            Outcome::kDone);
  return out;
}
using Left = std::pair<int64_t, int64_t>;

PodObject bound(PodObject pod, const Answer &answer) {
  pod.node = "node-0";
  pod.status = answer.allocation.status;
  return pod;
}

TEST(Available, BelowAllocatableIsTaken) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "node-0", {}, NumaPolicy::kSingleNode);
  EXPECT_EQ(left_on(cluster), (Left{8000, 64}));
  cluster.set_topology(reporting(2, 10));
  EXPECT_EQ(left_on(cluster), (Left{2000, 10}));
  EXPECT_EQ(left_on(cluster, 1), (Left{8000, 64}));
  // Decisions respect the available amounts: for exclusive CPUs, shared CPUs and memory.
  EXPECT_EQ(reserve(cluster, pod_of("a", Qos::kLsr, 4000), 0).cpus(), "4-5,12-13");
  EXPECT_EQ(explain(cluster, pod_of("b", Qos::kLsr, 5000), 0).reason, Reason::kNumaUnaligned);
  EXPECT_EQ(explain(cluster, pod_of("c", Qos::kLs, 5000), 0).reason, Reason::kNumaUnaligned);
  EXPECT_FALSE(explain(cluster, pod_of("d", Qos::kLs, 2000, 10 * kGi), 0).refused());
  cluster.set_topology(reporting(8, 64));
  EXPECT_EQ(left_on(cluster), (Left{8000, 64}));
  // Available amounts above allocatable count as allocatable.
  cluster.set_topology(reporting(80, 640));
  EXPECT_EQ(left_on(cluster), (Left{8000, 64}));
}

// A pod reserved here holds 4 CPUs and 20 GiB of NUMA node 0, and other pods hold 2 CPUs and 10
// GiB. The order of events does not matter.
TEST(Available, OurOwnPodsAreCountedOnce) {
  Cluster placing{sched::Options{}};
  add_node(placing, "node-0", {}, NumaPolicy::kSingleNode);
  const PodObject asked = pod_of("ours", Qos::kLsr, 4000, 20 * kGi);
  const PodObject ours = bound(asked, reserve(placing, asked, 0));
  sched::Conflicts conflicts;
  NodeObject node = node_of("node-0");
  node.numa_policy = NumaPolicy::kSingleNode;
  const std::vector<std::function<void(Cluster &)>> events = {
      [&](Cluster &cluster) { cluster.set_node(node); },
      [&](Cluster &cluster) { cluster.set_topology(reporting(2, 34)); },
      [&](Cluster &cluster) { cluster.set_pod(ours, conflicts); }};
  std::vector<size_t> order = {0, 1, 2};
  do {
    Cluster cluster{sched::Options{}};
    for (const size_t event : order) events[event](cluster);
    EXPECT_EQ(left_on(cluster), (Left{2000, 34}));
    // Events are repeated, as watches do.
    for (const size_t event : order) events[event](cluster);
    EXPECT_EQ(left_on(cluster), (Left{2000, 34}));
    // When the pod is removed, the amounts of the others stay in use.
    cluster.remove_pod("ours");
    EXPECT_EQ(left_on(cluster), (Left{6000, 54}));
    cluster.set_node(node);
    EXPECT_EQ(left_on(cluster), (Left{6000, 54}));
  } while (std::next_permutation(order.begin(), order.end()));
}

// Reservations made after the report are not in it until they are bound and reported.
TEST(Available, ReservationsReduceTheAvailableAmounts) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "node-0", {}, NumaPolicy::kSingleNode);
  cluster.set_topology(reporting(6, 54));
  const PodObject asked = pod_of("ours", Qos::kLsr, 4000, 20 * kGi);
  const Answer answer = reserve(cluster, asked, 0);
  EXPECT_EQ(answer.cpus(), "0-1,8-9");
  EXPECT_EQ(left_on(cluster), (Left{2000, 34}));
  cluster.set_topology(reporting(6, 54));
  EXPECT_EQ(left_on(cluster), (Left{2000, 34})) << "not bound: not in the report";
  sched::Conflicts conflicts;
  cluster.set_pod(bound(asked, answer), conflicts);
  EXPECT_EQ(left_on(cluster), (Left{2000, 34}));
  cluster.set_topology(reporting(2, 34));
  EXPECT_EQ(left_on(cluster), (Left{2000, 34}));
  cluster.remove_pod("ours");
  EXPECT_EQ(left_on(cluster), (Left{6000, 54}));
}

TEST(Available, CpusOfKubeletsPodsAreCountedOnce) {
  for (const bool ignore : {false, true}) {
    sched::Options options;
    options.ignore_kubelet = ignore;
    Cluster cluster{options};
    add_node(cluster, "node-0", {}, NumaPolicy::kSingleNode);
    NodeTopology topology = reporting(4, 64);
    topology.kubelet_static = true;
    topology.held.push_back({"uid", "default", "static", CpuSet{0, 8}, true});
    cluster.set_topology(topology);
    EXPECT_EQ(left_on(cluster), (Left{ignore ? 8000 : 4000, 64}));
  }
}

TEST(Available, IsNotReadUnderUpstream) {
  sched::Options options;
  options.profile = Profile::kUpstream;
  Cluster cluster{options};
  add_node(cluster, "node-0");
  cluster.set_topology(reporting(2, 10));
  EXPECT_EQ(left_on(cluster), (Left{8000, 64}));
}

TEST(Amounts, NamesThatPodsInventAreNotKept) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "node-0");
  for (int i = 0; i < 3000; ++i) {
    PodObject pod = pod_of("uid", Qos::kLs, 100);
    pod.containers[0].requests = {{"cpu", 100}, {"example.com/r" + std::to_string(i), 1}};
    ASSERT_EQ(explain(cluster, pod, 0).reason, Reason::kInsufficientResource);
  }
  NodeObject node = node_of("node-1");
  node.allocatable.push_back({"zz.com/new", 2});
  EXPECT_EQ(cluster.set_node(node), 1u);
}

TEST(Amounts, AResourceThatComesLaterIsSeen) {
  Cluster cluster{sched::Options{}};
  const uint32_t id = add_node(cluster, "node-0");
  PodObject pod = pod_of("uid", Qos::kLs, 100);
  pod.containers[0].requests.push_back({"zz.com/new", 2});
  EXPECT_EQ(explain(cluster, pod, id).reason, Reason::kInsufficientResource);
  EXPECT_TRUE(cluster.shape_of(pod)->follows_names());
  const uint64_t version = cluster.names_version();
  NodeObject node = node_of("node-0");
  node.allocatable.push_back({"zz.com/new", 2});
  cluster.set_node(node);
  EXPECT_NE(cluster.names_version(), version);
  EXPECT_EQ(explain(cluster, pod, id).reason, Reason::kNone);
  EXPECT_EQ(evaluate(cluster, pod)[0].reason, 0);
  ASSERT_FALSE(reserve(cluster, pod, id).refusal.refused());
  pod.uid = "other";
  EXPECT_EQ(explain(cluster, pod, id).reason, Reason::kInsufficientResource);
}

}  // namespace
}  // namespace koord::testing
