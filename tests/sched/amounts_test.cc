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

}  // namespace
}  // namespace koord::testing
