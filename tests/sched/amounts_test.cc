// Amounts that no machine has.
#include <cstdint>

#include "sched/clusters.h"

namespace koord::testing {
namespace {

using sched::most_of;
using sched::Resources;

// A node that reports more than counts has as much as counts: nothing overflows, on the whole node or by
// NUMA node, and scores stay scores.
TEST(Amounts, MoreThanCountsIsAsMuchAsCounts) {
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
    // A: 4 CPUs of a NUMA node are nothing, its memory is all: 50. B for LSR: one NUMA node of two.
    EXPECT_EQ(rows[0].score, qos == Qos::kLs ? 50 : 100);
  }
  const PodObject first = pod_of("first", Qos::kLs, 4000, most_of(Resources::kMemory));
  EXPECT_FALSE(reserve(cluster, first, 0).refusal.refused());
  EXPECT_EQ(explain(cluster, pod_of("second", Qos::kLs, 4000, 1), 0).reason,
            Reason::kInsufficientResource);
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
