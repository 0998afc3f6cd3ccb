// Gangs: all pods are placed, or none.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "plan/gang_support.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

std::vector<PodObject> alike(int n, int64_t milli) {
  std::vector<PodObject> pods;
  for (int i = 0; i < n; ++i) pods.push_back(pod_of("pod-" + std::to_string(i), Qos::kLsr, milli));
  return pods;
}

TEST(Gang, IsPlacedWholeOrNotAtAll) {
  Cluster cluster{sched::Options{}};
  for (const char *name : {"a", "b"}) add_node(cluster, name);  // 16 CPUs each
  const uint64_t before = cluster.counts().generation;
  const GangAnswer yes = place(cluster, alike(4, 8000));
  EXPECT_FALSE(yes.refusal.refused());
  EXPECT_EQ(yes.changes.steps.size(), 4u);
  EXPECT_EQ(yes.nodes, 2u);
  const GangAnswer no = place(cluster, alike(5, 8000));
  EXPECT_EQ(no.refusal.reason, Reason::kGangUnplaced);
  EXPECT_EQ(no.refusal.needed, 5);
  EXPECT_EQ(no.refusal.best, 4);
  EXPECT_EQ(to_sentence(no.refusal), "needs 5 pods to fit at once; at most 4 fit");
  EXPECT_TRUE(no.changes.steps.empty());
  EXPECT_EQ(cluster.counts().generation, before);
  EXPECT_EQ(cluster.commit(yes.changes), Outcome::kDone);
  EXPECT_EQ(cluster.counts().pods, 4u);
}

// Returns true if the pods from index `at` on fit on nodes with this room, none on a node that it
// excludes. Every pod takes one place.
bool rooms_suffice(std::vector<int> &room, const std::vector<std::vector<uint32_t>> &excluded,
                   size_t at) {
  if (at == excluded.size()) return true;
  for (uint32_t node = 0; node < room.size(); ++node) {
    if (room[node] == 0 || std::ranges::binary_search(excluded[at], node)) continue;
    --room[node];
    const bool done = rooms_suffice(room, excluded, at + 1);
    ++room[node];
    if (done) return true;
  }
  return false;
}

// Pods of one shape with different excluded nodes are placed whenever there is a placement.
RC_GTEST_PROP(Gang, MembersKeepOffTheirOwnExcludedNodes, ()) {
  Cluster cluster{sched::Options{}};
  std::vector<int> room;
  const auto nodes = *rc::gen::inRange<uint32_t>(1, 5);
  for (uint32_t node = 0; node < nodes; ++node) {
    add_node(cluster, "n" + std::to_string(node), {1, 1, 4});  // 8 CPUs, two pods
    room.push_back(2);
  }
  const std::vector<PodObject> pods = alike(*rc::gen::inRange(1, 7), 4000);
  std::vector<std::vector<uint32_t>> lists;
  std::map<std::string, std::vector<uint32_t>> excluded;
  for (const PodObject &pod : pods) {
    std::vector<uint32_t> &list = lists.emplace_back();
    for (uint32_t node = 0; node < nodes; ++node)
      if (*rc::gen::arbitrary<bool>()) list.push_back(node);
    excluded[pod.uid] = list;
  }
  GangConditions terms;
  terms.work = 1 << 20;
  const GangAnswer answer = place(cluster, pods, terms, {}, excluded);
  RC_ASSERT(answer.refusal.refused() == !rooms_suffice(room, lists, 0));
  for (const sched::Change &step : answer.changes.steps)
    RC_ASSERT(!std::ranges::binary_search(excluded[step.uid], step.node));
}

TEST(Gang, TakesTheRoomiestNodesWhereFewAreAllowed) {
  Cluster cluster{sched::Options{}};
  for (const char *name : {"a", "b", "c"}) add_node(cluster, name);
  // Fuller nodes are better for a single pod, but only c has room for all.
  reserve(cluster, pod_of("x", Qos::kLsr, 12000), 0);
  reserve(cluster, pod_of("y", Qos::kLsr, 8000), 1);
  GangConditions terms;
  terms.max_nodes = 1;
  const GangAnswer one = place(cluster, alike(4, 4000), terms);
  ASSERT_FALSE(one.refusal.refused());
  for (const sched::Change &step : one.changes.steps) EXPECT_EQ(step.node, 2u);
  const GangAnswer no = place(cluster, alike(5, 4000), terms);
  EXPECT_EQ(no.refusal.reason, Reason::kGangUnplaced);
  EXPECT_EQ(no.refusal.best, 4);
  EXPECT_EQ(to_sentence(no.refusal),
            "needs 5 pods to fit at once on at most 1 node; at most 4 fit");
  terms.max_nodes = 2;
  EXPECT_EQ(place(cluster, alike(6, 4000), terms).nodes, 2u);
  EXPECT_TRUE(place(cluster, alike(7, 4000), terms).refusal.refused());
}

TEST(Gang, NodesMayReportNoLimitOfPods) {
  Cluster cluster{sched::Options{}};
  for (const char *name : {"a", "b"}) {
    NodeObject node = node_of(name);
    std::erase_if(node.allocatable, [](const Amount &amount) { return amount.resource == "pods"; });
    cluster.set_node(node);
    cluster.set_topology(topology_of(name));
  }
  reserve(cluster, pod_of("x", Qos::kLsr, 12000), 0);
  GangConditions terms;
  terms.max_nodes = 1;
  const GangAnswer answer = place(cluster, alike(4, 4000), terms);
  ASSERT_FALSE(answer.refusal.refused());
  EXPECT_EQ(answer.changes.steps[0].node, 1u);
}

TEST(Gang, TriesOtherCombinationsWhenTheFirstFails) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "a", {1, 1, 4});  // 8 CPUs
  add_node(cluster, "b", {1, 1, 5});  // 10 CPUs
  // In the order of the request, 6 goes to a, two of 4 share b, and the last 4 does not fit.
  std::vector<PodObject> pods = {pod_of("big", Qos::kLsr, 6000)};
  for (const PodObject &pod : alike(3, 4000)) pods.push_back(pod);
  const GangAnswer answer = place(cluster, pods);
  ASSERT_FALSE(answer.refusal.refused()) << to_sentence(answer.refusal);
  EXPECT_EQ(answer.changes.steps.size(), 4u);
  EXPECT_EQ(answer.changes.steps[0].uid, "big");
  EXPECT_EQ(answer.changes.steps[0].node, 1u);
  EXPECT_GT(answer.work, 4u);
  EXPECT_EQ(cluster.commit(answer.changes), Outcome::kDone);
}

TEST(Gang, ReportsAnExhaustedBudget) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "a", {1, 1, 4});
  add_node(cluster, "b", {1, 1, 5});
  std::vector<PodObject> pods = {pod_of("big", Qos::kLsr, 6000)};
  for (const PodObject &pod : alike(3, 4000)) pods.push_back(pod);
  GangConditions terms;
  terms.work = 4;
  const GangAnswer answer = place(cluster, pods, terms);
  EXPECT_EQ(answer.refusal.reason, Reason::kSearchLimit);
  EXPECT_EQ(to_sentence(answer.refusal),
            "needs 4 pods to fit at once; the search reached its limit with 3");
  EXPECT_LE(answer.work, 4u);
  EXPECT_TRUE(answer.changes.steps.empty());
}

TEST(Gang, NominatedPodsCount) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "a");
  sched::WhatIf what_if;
  what_if.added.push_back({cluster.shape_of(pod_of("nominated", Qos::kLsr, 8000)), 0});
  EXPECT_FALSE(place(cluster, alike(2, 8000)).refusal.refused());
  EXPECT_TRUE(place(cluster, alike(2, 8000), {}, what_if).refusal.refused());
}

// Tries all assignments of the pods to nodes: the worst case of place_gang.
bool any_way(Cluster &cluster, const std::vector<PodObject> &pods, size_t at, uint32_t max_nodes,
             std::multiset<uint32_t> &used) {
  if (at == pods.size()) return true;
  for (uint32_t node = 0; node < cluster.counts().ids; ++node) {
    const bool is_new = !used.contains(node);
    if (is_new && max_nodes != 0 &&
        std::set<uint32_t>(used.begin(), used.end()).size() == max_nodes)
      continue;
    if (reserve(cluster, pods[at], node).refusal.refused()) continue;
    used.insert(node);
    const bool found = any_way(cluster, pods, at + 1, max_nodes, used);
    used.erase(used.find(node));
    cluster.remove_pod(pods[at].uid);
    if (found) return true;
  }
  return false;
}

struct DrawnGang {
  std::vector<Drawn> nodes;
  std::vector<PodObject> pods;
  GangConditions terms;
};
DrawnGang draw_gang(int kinds) {
  DrawnGang drawn;
  for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
    drawn.nodes.push_back(draw_node("node-" + std::to_string(i)));
    if (*rc::gen::inRange(0, 3) == 0)
      std::erase_if(drawn.nodes.back().node.allocatable,
                    [](const Amount &amount) { return amount.resource == "pods"; });
  }
  std::vector<PodObject> shapes;
  for (int i = 0; i < kinds; ++i) shapes.push_back(draw_pod(""));
  for (int i = *rc::gen::inRange(1, 6); i > 0; --i) {
    PodObject pod = shapes[static_cast<size_t>(*rc::gen::inRange(0, kinds))];
    pod.uid = pod.name = "gang-" + std::to_string(i);
    drawn.pods.push_back(pod);
  }
  drawn.terms.max_nodes = static_cast<uint32_t>(*rc::gen::inRange(0, 3));
  return drawn;
}

// Evaluations of nodes count as work, so the default budget bounds a call for any number of shapes.
TEST(Gang, ManyDifferentPodsNeedALargerBudget) {
  Cluster cluster{sched::Options{}};
  constexpr int kPods = 400;
  for (int i = 0; i < kPods; ++i) add_node(cluster, "node-" + std::to_string(i));
  std::vector<PodObject> alike;
  std::vector<PodObject> different;
  for (int i = 0; i < kPods; ++i) {
    alike.push_back(pod_of("pod-" + std::to_string(i), Qos::kLs, 9000));
    different.push_back(pod_of("pod-" + std::to_string(i), Qos::kLs, 9000 + i));
  }
  const GangAnswer same = place(cluster, alike, {});
  EXPECT_FALSE(same.refusal.refused());
  EXPECT_LT(same.work, 2 * kPods);
  const GangAnswer limited = place(cluster, different, {});
  EXPECT_EQ(limited.refusal.reason, Reason::kSearchLimit);
  EXPECT_TRUE(limited.changes.steps.empty());
  plan::GangConditions more;
  EXPECT_LE(limited.work, more.work + kPods);
  more.work = 50000;
  EXPECT_FALSE(place(cluster, different, more).refusal.refused());
  // More shapes than the budget allows for so many nodes.
  plan::GangConditions few;
  few.work = 10;
  const GangAnswer none = place(cluster, different, few);
  EXPECT_EQ(none.refusal.reason, Reason::kSearchLimit);
  EXPECT_EQ(none.placed, 0u);
}

// A committed plan equals reserving its pods one by one.
RC_GTEST_PROP(GangProperty, APlanEqualsItsSteps, ()) {
  const DrawnGang drawn = draw_gang(3);
  Cluster planned{sched::Options{}};
  Cluster stepped{sched::Options{}};
  for (const Drawn &node : drawn.nodes) {
    add(planned, node);
    add(stepped, node);
  }
  for (int i = 0; i < 4; ++i) {
    const PodObject pod = draw_pod("old-" + std::to_string(i));
    const auto node =
        static_cast<uint32_t>(*rc::gen::inRange<int>(0, static_cast<int>(drawn.nodes.size())));
    reserve(planned, pod, node);
    reserve(stepped, pod, node);
  }
  const uint64_t before = planned.counts().generation;
  const GangAnswer answer = place(planned, drawn.pods, drawn.terms);
  RC_ASSERT(planned.counts().generation == before);
  RC_ASSERT(planned.same_state(stepped));
  if (answer.refusal.refused()) {
    RC_ASSERT(answer.changes.steps.empty());
    return;
  }
  std::set<uint32_t> nodes;
  for (const sched::Change &step : answer.changes.steps) {
    nodes.insert(step.node);
    const auto pod = std::find_if(drawn.pods.begin(), drawn.pods.end(),
                                  [&](const PodObject &p) { return p.uid == step.uid; });
    RC_ASSERT(pod != drawn.pods.end());
    const Answer alone = reserve(stepped, *pod, step.node);
    RC_ASSERT(!alone.refusal.refused());
    const CpuSet cpus = step.holding.cpu_set();
    RC_ASSERT(alone.cpus() == (cpus.empty() ? "" : cpus.to_string()));
  }
  RC_ASSERT(answer.changes.steps.size() == drawn.pods.size());
  RC_ASSERT(answer.nodes == nodes.size());
  RC_ASSERT(drawn.terms.max_nodes == 0 || nodes.size() <= drawn.terms.max_nodes);
  RC_ASSERT(planned.commit(answer.changes) == Outcome::kDone);
  RC_ASSERT(planned.same_state(stepped));
}

// For pods of one shape, a refusal proves that they do not fit.
RC_GTEST_PROP(GangProperty, PodsOfOneShapeArePlacedWhereverTheyCanBe, ()) {
  const DrawnGang drawn = draw_gang(1);
  Cluster cluster{sched::Options{}};
  for (const Drawn &node : drawn.nodes) add(cluster, node);
  for (int i = 0; i < 3; ++i) reserve(cluster, draw_pod("old-" + std::to_string(i)), 0);
  const GangAnswer answer = place(cluster, drawn.pods, drawn.terms);
  RC_ASSERT(answer.refusal.reason != Reason::kSearchLimit);
  std::multiset<uint32_t> used;
  RC_ASSERT(!answer.refusal.refused() ==
            any_way(cluster, drawn.pods, 0, drawn.terms.max_nodes, used));
}

// For other pods, a refusal holds for the order of placement:
// fewest possible nodes first, then most CPUs.
RC_GTEST_PROP(GangProperty, PodsOfAnyShapesAreTriedOnAllNodes, ()) {
  const DrawnGang drawn = draw_gang(3);
  Cluster cluster{sched::Options{}};
  for (const Drawn &node : drawn.nodes) add(cluster, node);
  const GangAnswer answer = place(cluster, drawn.pods, drawn.terms);
  RC_ASSERT(answer.refusal.reason != Reason::kSearchLimit);
  struct Ranked {
    std::tuple<long, int64_t, std::string, std::string> rank;
    PodObject pod;
  };
  std::map<sched::ShapePtr, std::string> first;
  for (const PodObject &pod : drawn.pods) {
    const auto at = first.emplace(cluster.shape_of(pod), pod.uid).first;
    at->second = std::min(at->second, pod.uid);
  }
  std::vector<Ranked> ranked;
  for (const PodObject &pod : drawn.pods) {
    const sched::ShapePtr shape = cluster.shape_of(pod);
    const auto rows = evaluate(cluster, pod);
    const long nodes = std::count_if(rows.begin(), rows.end(),
                                     [](const sched::Verdict &row) { return row.reason == 0; });
    ranked.push_back({{nodes, -shape->cpu_milli, first[shape], pod.uid}, pod});
  }
  std::sort(ranked.begin(), ranked.end(),
            [](const Ranked &a, const Ranked &b) { return a.rank < b.rank; });
  std::vector<PodObject> pods;
  for (const Ranked &pod : ranked) pods.push_back(pod.pod);
  std::multiset<uint32_t> used;
  RC_ASSERT(!answer.refusal.refused() == any_way(cluster, pods, 0, drawn.terms.max_nodes, used));
}

}  // namespace
}  // namespace koord::testing
