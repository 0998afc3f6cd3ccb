// Computed capacity equals the result of placing pods one by one.
#include "plan/capacity.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sched/cluster/cluster_snapshot.h"
#include "sched/draw.h"
#include "sched/verdict/allocate.h"

namespace koord::testing {
namespace {

using plan::Room;

std::tuple<uint32_t, uint32_t, Reason, bool, int64_t, int64_t> fields_of(const Room &row) {
  return {row.node, row.pods, row.reason, row.unresolvable, row.left_milli, row.left_memory};
}

// Reserves pods in the cluster until one is refused.
Room reserve_all(Cluster &cluster, const PodObject &pod, uint32_t most) {
  Room out;
  for (; out.pods < most; ++out.pods) {
    PodObject copy = pod;
    copy.uid += std::to_string(out.pods);
    const Answer answer = reserve(cluster, copy, 0);
    out.reason = answer.refusal.reason;
    if (answer.refusal.refused()) break;
  }
  cluster.look_at(0, [&](const sched::Node &node) {
    const sched::Summarized summarized(node);
    out.left_milli = std::max<int64_t>(0, summarized.view()->free_amount[0]);
    out.left_memory = std::max<int64_t>(0, summarized.view()->free_amount[1]);
  });
  out.unresolvable = out.pods == 0 && sched::is_unresolvable(out.reason);
  return out;
}

RC_GTEST_PROP(CapacityProperty, RoomIsWhatReserveFinds, ()) {
  sched::Options options;
  if (*rc::gen::inRange(0, 5) == 0) options.profile = Profile::kUpstream;
  Cluster cluster(options);
  add(cluster, draw_node("n"));
  for (int i = 0; i < 3; ++i) reserve(cluster, draw_pod("pod-" + std::to_string(i)), 0);
  PodObject pod = draw_pod("more");
  const int64_t smaller = *rc::gen::element(1, 1, 2, 8);
  for (Amounts *amounts : {&pod.containers[0].requests, &pod.containers[0].limits})
    for (Amount &amount : *amounts) {
      amount.value /= smaller;
      const bool binds = pod.qos == Qos::kLse || pod.qos == Qos::kLsr;
      if (amount.resource == "cpu" && binds) amount.value = (amount.value + 999) / 1000 * 1000;
    }
  const uint32_t most = *rc::gen::element(3u, 4096u);
  const sched::Query query = ask(cluster, pod);
  plan::Capacity found;
  bool from_amounts = false;
  bool unresolvable = false;
  {
    const sched::ClusterSnapshot snapshot(cluster);
    found = plan::capacity(snapshot, query, {most, {}});
    const sched::View view = snapshot.view(0);
    const sched::Judgement first = sched::judge(view, *query.shape, options, {});
    unresolvable = first.unresolvable;
    Room row;
    from_amounts = !first.refusal.refused() &&
                   plan::capacity_from_amounts(view, query, options, first.placement, most, row);
  }
  RC_CLASSIFY(from_amounts, "computed from amounts");
  RC_CLASSIFY(from_amounts && found.rows[0].reason != Reason::kInsufficientResource,
              "not by amounts");
  RC_ASSERT(found.rows.size() == 1u);
  Room row = found.rows[0];
  if (row.pods == 0 && row.reason == Reason::kInsufficientResource) row.unresolvable = false;
  Room reserved = reserve_all(cluster, pod, most);
  // Eviction cannot help if the pod's resources prefer different numbers of NUMA nodes.
  if (unresolvable && reserved.pods == 0 && reserved.reason != Reason::kInsufficientResource)
    reserved.unresolvable = true;
  RC_ASSERT(fields_of(row) == fields_of(reserved));
  RC_ASSERT(found.pods == row.pods);
  RC_ASSERT(found.reasons.size() == 1u);
  RC_ASSERT(found.reasons[0].left_milli == row.left_milli);
}

TEST(Capacity, ReasonsAddUp) {
  Cluster cluster{sched::Options{}};
  for (const char *name : {"a", "b", "c"}) add_node(cluster, name);
  NodeObject closed = node_of("c");
  closed.unschedulable = true;
  cluster.set_node(closed);
  reserve(cluster, pod_of("held", Qos::kLsr, 6000), 0);
  const sched::ClusterSnapshot snapshot(cluster);
  const plan::Capacity found =
      plan::capacity(snapshot, ask(cluster, pod_of("more", Qos::kLsr, 4000)), {});
  EXPECT_EQ(found.pods, 6u);
  ASSERT_EQ(found.rows.size(), 3u);
  EXPECT_EQ(fields_of(found.rows[0]),
            fields_of({0, 2, Reason::kInsufficientResource, false, 2000, 125 * kGi}));
  EXPECT_EQ(fields_of(found.rows[1]),
            fields_of({1, 4, Reason::kInsufficientResource, false, 0, 124 * kGi}));
  EXPECT_EQ(fields_of(found.rows[2]),
            fields_of({2, 0, Reason::kNodeUnschedulable, true, 16000, 128 * kGi}));
  ASSERT_EQ(found.reasons.size(), 2u);
  EXPECT_EQ(found.reasons[0].nodes, 2u);
  EXPECT_EQ(found.reasons[0].pods, 6u);
  EXPECT_EQ(found.reasons[0].left_milli, 2000);
  EXPECT_EQ(found.reasons[0].left_memory, 249 * kGi);
}

TEST(Capacity, UncheckedAmountsDoNotOverflow) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  PodObject pod = pod_of("more", Qos::kLs, 100, int64_t{1} << 50);
  pod.containers[0].limits.clear();
  const sched::Query query{cluster.shape_of(pod), true};
  const sched::ClusterSnapshot snapshot(cluster);
  const plan::Capacity found = plan::capacity(snapshot, query, {65536, {}});
  EXPECT_EQ(found.rows[0].pods, 65536u);
  EXPECT_EQ(found.rows[0].reason, Reason::kNone);
  EXPECT_EQ(found.rows[0].left_memory, 0);
}

// A running pod may request more resources than a query may name.
TEST(Capacity, PodsOfManyResourcesAreJudged) {
  Cluster cluster{sched::Options{}};
  NodeTopology topology = topology_of("n");
  NodeObject node = node_of("n");
  node.numa_policy = NumaPolicy::kSingleNode;
  PodObject pod = pod_of("many", Qos::kLs, 1000);
  pod.node = "n";
  for (int i = 0; i < 200; ++i) {
    const Amount amount{"x/" + std::to_string(1000 + i), 1};
    for (NumaAmounts &zone : topology.allocatable) zone.amounts.push_back(amount);
    node.allocatable.push_back(amount);
    pod.containers[0].requests.push_back(amount);
  }
  cluster.set_topology(topology);
  cluster.set_node(node);
  add_node(cluster, "m");
  sched::Conflicts conflicts;
  ASSERT_EQ(cluster.set_pod(pod, conflicts), Outcome::kDone);
  const sched::ClusterSnapshot snapshot(cluster);
  const plan::Restart drained[] = {{0, true, false, {}}};
  const auto found = plan::capacity(snapshot, ask(cluster, pod_of("more", Qos::kLsr, 2000)),
                                    {16, {drained, drained + 1}});
  EXPECT_EQ(found.displaced, 1u);
  EXPECT_EQ(found.unplaced, 1u);  // the other node has none of these resources
  const plan::Restart restarted[] = {{0, false, false, CpuSet{15}}};
  EXPECT_EQ(plan::capacity(snapshot, ask(cluster, pod_of("more", Qos::kLsr, 2000)),
                           {16, {restarted, restarted + 1}})
                .displaced,
            0u);
}

TEST(Capacity, ThereIsAnEndToPodsThatAskForNothing) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  NodeObject node = node_of("n");
  std::erase_if(node.allocatable, [](const Amount &amount) { return amount.resource == "pods"; });
  cluster.set_node(node);
  PodObject pod = pod_of("nothing", Qos::kBe, 0, 0);
  const sched::ClusterSnapshot snapshot(cluster);
  const plan::Capacity found = plan::capacity(snapshot, ask(cluster, pod), {77, {}});
  EXPECT_EQ(found.rows[0].pods, 77u);
  EXPECT_EQ(found.rows[0].reason, Reason::kNone);
}

}  // namespace
}  // namespace koord::testing
