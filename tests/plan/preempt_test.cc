// Victims equal those of an exhaustive search over all sets of pods.
#include "plan/preempt.h"

#include <bit>
#include <map>

#include "plan/preempt_support.h"

namespace koord::testing {
namespace {

using Uids = std::vector<std::string>;

// A node with up to eight pods, and a preemptor.
struct DrawnPreemption {
  DrawnPreemption() : cluster(options()) {
    add(cluster, draw_node("n"));
    for (int i = 0; i < 16 && residents.size() < 8; ++i) {
      Resident pod{"pod-" + std::to_string(i), *rc::gen::inRange(-2, 3), Protection::kNone};
      if (reserve_at(cluster, draw_pod(pod.uid), 0, pod.priority)) residents.push_back(pod);
    }
    for (Resident &pod : residents) {
      const int level = *rc::gen::inRange(0, 6);
      if (level > 2 || level == 0) continue;
      pod.protection = static_cast<Protection>(level);
      what_if.guarded.push_back({pod.uid, pod.protection});
    }
    for (int i = *rc::gen::inRange(-3, 3); i > 0; --i)
      what_if.added.push_back({cluster.shape_of(draw_pod("nominated")), 0});
    newcomer = draw_pod("newcomer");
    // Its requests are doubled, so that it seldom fits.
    for (Amounts *amounts : {&newcomer.containers[0].requests, &newcomer.containers[0].limits})
      for (Amount &amount : *amounts) amount.value *= 2;
    priority = *rc::gen::inRange(0, 6);
  }

  static sched::Options options() {
    sched::Options out;
    if (*rc::gen::inRange(0, 3) == 0) out.profile = Profile::kUpstream;
    return out;
  }
  std::vector<Resident> candidates() const {
    std::vector<Resident> out;
    for (const Resident &pod : residents)
      if (pod.priority < priority && pod.protection != Protection::kKeep) out.push_back(pod);
    return out;
  }
  plan::Preemptor preemptor() const { return {ask(cluster, newcomer), priority, newcomer.uid}; }

  Cluster cluster;
  std::vector<Resident> residents;
  WhatIf what_if;
  PodObject newcomer;
  int32_t priority = 0;
};

RC_GTEST_PROP(PreemptProperty, VictimsAreTheBestOfAllSets, ()) {
  const DrawnPreemption drawn;
  const Preference preference =
      *rc::gen::inRange(0, 2) == 0 ? Preference::kFewest : Preference::kLeastImportant;
  plan::Preemptions found;
  {
    const sched::ClusterSnapshot snapshot(drawn.cluster, drawn.what_if);
    found = plan::preempt(snapshot, drawn.preemptor(), {preference});
  }
  RC_ASSERT(found.rows.size() == 1u);
  const Preemption &row = found.rows[0];
  const AllSets sets(drawn.cluster, drawn.newcomer, drawn.what_if, drawn.candidates());
  if (try_without(drawn.cluster, drawn.newcomer, drawn.what_if, {})) {
    RC_ASSERT(row.reason == Reason::kNone);
    RC_ASSERT(row.count == 0u);
    return;
  }
  RC_ASSERT((row.reason == Reason::kNone) == sets.fits_at_last());
  if (row.reason != Reason::kNone) return;
  RC_ASSERT(row.proven);
  const std::vector<std::string> victims = victims_of(found, row);
  RC_ASSERT(victims == uids_of(sets.best_from_above(preference)));
  if (sets.monotone()) RC_ASSERT(victims == uids_of(sets.best(preference)));
  RC_CLASSIFY(victims.size() > 1, "several victims");
  RC_CLASSIFY(row.avoided > 0, "protected victims");
}

// Without a search no victim is superfluous.
RC_GTEST_PROP(PreemptProperty, NoVictimCouldBeSpared, ()) {
  const DrawnPreemption drawn;
  plan::Preemptions found;
  {
    const sched::ClusterSnapshot snapshot(drawn.cluster, drawn.what_if);
    found = plan::preempt(snapshot, drawn.preemptor(), {Preference::kFewest, 1});
  }
  const Preemption &row = found.rows[0];
  if (row.reason != Reason::kNone || row.count == 0) return;
  RC_ASSERT(!row.proven);
  std::vector<Resident> gone;
  for (const std::string &uid : victims_of(found, row)) gone.push_back({uid});
  RC_ASSERT(try_without(drawn.cluster, drawn.newcomer, drawn.what_if, gone));
  for (size_t i = 0; i < gone.size(); ++i) {
    std::vector<Resident> fewer = gone;
    fewer.erase(fewer.begin() + static_cast<ptrdiff_t>(i));
    RC_ASSERT(!try_without(drawn.cluster, drawn.newcomer, drawn.what_if, fewer));
  }
}

// Committing the plan of a row equals evicting and reserving one by one.
RC_GTEST_PROP(PreemptProperty, APlanEqualsItsSteps, ()) {
  Cluster planned{sched::Options{}};
  Cluster stepped{sched::Options{}};
  const std::vector<Drawn> nodes = {draw_node("a"), draw_node("b")};
  for (Cluster *cluster : {&planned, &stepped})
    for (const Drawn &node : nodes) add(*cluster, node);
  for (int i = 0; i < 10; ++i) {
    const PodObject pod = draw_pod("pod-" + std::to_string(i));
    const auto node = static_cast<uint32_t>(*rc::gen::inRange(0, 2));
    const int32_t priority = *rc::gen::inRange(0, 3);
    const bool done = reserve_at(planned, pod, node, priority);
    RC_ASSERT(reserve_at(stepped, pod, node, priority) == done);
  }
  const PodObject newcomer = draw_pod("newcomer");
  sched::Changes changes;
  Refusal refusal;
  uint32_t node = 0;
  {
    const uint64_t before = planned.counts().generation;
    const sched::ClusterSnapshot snapshot(planned);
    const plan::Preemptor pod{ask(planned, newcomer), 5, newcomer.uid};
    const plan::Preemptions found = plan::preempt(snapshot, pod, {});
    const Preemption &row = found.rows[static_cast<size_t>(*rc::gen::inRange(0, 2))];
    if (row.reason != Reason::kNone) return;
    node = row.node;
    refusal = plan::carry_out(snapshot, pod, node,
                              std::span(found.victims).subspan(row.first, row.count), changes);
    RC_ASSERT(snapshot.generation() == before);
  }
  for (const sched::Change &step : changes.steps)
    if (step.kind == sched::ChangeKind::kRelease)
      RC_ASSERT(stepped.remove_pod(step.uid) == Outcome::kDone);
  RC_ASSERT(refusal.refused() == !reserve_at(stepped, newcomer, node, 5));
  if (refusal.refused()) return;
  RC_ASSERT(planned.commit(changes) == Outcome::kDone);
  RC_ASSERT(planned.same_state(stepped));
  RC_ASSERT(planned.counts().pods == stepped.counts().pods);
  RC_ASSERT(planned.commit(changes) == Outcome::kStale);
}

std::vector<std::string> preempt_one(const Cluster &cluster, const PodObject &pod, int32_t priority,
                                     Preference preference = Preference::kFewest,
                                     const WhatIf &what_if = {}) {
  const sched::ClusterSnapshot snapshot(cluster, what_if);
  const plan::Preemptions found =
      plan::preempt(snapshot, {ask(cluster, pod), priority, pod.uid}, {preference});
  return victims_of(found, found.rows[0]);
}
TEST(Preempt, FewerVictimsOrLessImportantOnes) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  ASSERT_TRUE(reserve_at(cluster, pod_of("big", Qos::kLsr, 8000), 0, 3));
  ASSERT_TRUE(reserve_at(cluster, pod_of("left", Qos::kLsr, 4000), 0, 1));
  ASSERT_TRUE(reserve_at(cluster, pod_of("right", Qos::kLsr, 4000), 0, 2));
  const PodObject pod = pod_of("new", Qos::kLsr, 8000);
  EXPECT_EQ(preempt_one(cluster, pod, 5), Uids{"big"});
  EXPECT_EQ(preempt_one(cluster, pod, 5, Preference::kLeastImportant), (Uids{"right", "left"}));
  EXPECT_EQ(preempt_one(cluster, pod, 3), (Uids{"right", "left"}));
  EXPECT_EQ(preempt_one(cluster, pod, 2), Uids{});
  // Protected pods are evicted last, or not at all.
  WhatIf what_if;
  what_if.guarded.push_back({"big", Protection::kAvoid});
  EXPECT_EQ(preempt_one(cluster, pod, 5, Preference::kFewest, what_if), (Uids{"right", "left"}));
  what_if.guarded.push_back({"left", Protection::kKeep});
  EXPECT_EQ(preempt_one(cluster, pod, 5, Preference::kFewest, what_if), Uids{"big"});
  what_if.guarded.push_back({"big", Protection::kKeep});
  EXPECT_EQ(preempt_one(cluster, pod, 5, Preference::kFewest, what_if), Uids{});
}

TEST(Preempt, NominatedPodsCountAndAreNoVictims) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  ASSERT_TRUE(reserve_at(cluster, pod_of("a", Qos::kLsr, 4000), 0, -3));
  ASSERT_TRUE(reserve_at(cluster, pod_of("b", Qos::kLsr, 4000), 0, -2));
  const PodObject pod = pod_of("new", Qos::kLsr, 8000);
  EXPECT_EQ(preempt_one(cluster, pod, 5), Uids{});
  WhatIf what_if;
  what_if.added.push_back({cluster.shape_of(pod_of("nominated", Qos::kLsr, 2000)), 0});
  EXPECT_EQ(preempt_one(cluster, pod, 5, Preference::kFewest, what_if), Uids{"a"});
}

TEST(Preempt, NodesComeBestFirst) {
  Cluster cluster{sched::Options{}};
  for (const char *name : {"important", "two", "protected", "one", "free", "keeper"})
    add_node(cluster, name);
  const auto fill = [&](const char *uid, uint32_t node, int64_t milli, int32_t priority) {
    ASSERT_TRUE(reserve_at(cluster, pod_of(uid, Qos::kLsr, milli), node, priority));
  };
  fill("important", 0, 16000, 4);
  fill("two-1", 1, 8000, 1);
  fill("two-2", 1, 8000, 1);
  fill("protected", 2, 16000, 0);
  fill("one", 3, 16000, 1);
  fill("keeper", 5, 16000, 9);
  WhatIf what_if;
  what_if.guarded.push_back({"protected", Protection::kAvoid});
  const PodObject pod = pod_of("new", Qos::kLsr, 16000);
  const sched::ClusterSnapshot snapshot(cluster, what_if);
  const plan::Preemptions found = plan::preempt(snapshot, {ask(cluster, pod), 5, pod.uid}, {});
  Uids order;
  for (const Preemption &row : found.rows) order.push_back(snapshot.name(row.node));
  EXPECT_EQ(order, (Uids{"free", "one", "two", "important", "protected", "keeper"}));
  EXPECT_EQ(found.rows[0].count, 0u);
  EXPECT_EQ(found.rows[2].priority_sum, 2 * (int64_t{1} - INT32_MIN));
  EXPECT_EQ(found.rows[4].avoided, 1u);
  EXPECT_EQ(found.rows[5].reason, Reason::kInsufficientResource);
  EXPECT_FALSE(found.rows[5].unresolvable);
}

TEST(Preempt, ANodeThatNoEvictionHelpsIsUnresolvable) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  ASSERT_TRUE(reserve_at(cluster, pod_of("a", Qos::kLsr, 16000), 0, 0));
  const PodObject pod = pod_of("new", Qos::kLsr, 18000);
  const sched::ClusterSnapshot snapshot(cluster);
  const plan::Preemptions found = plan::preempt(snapshot, {ask(cluster, pod), 5, pod.uid}, {});
  EXPECT_EQ(found.rows[0].reason, Reason::kInsufficientResource);
  EXPECT_TRUE(found.rows[0].unresolvable);
  EXPECT_TRUE(found.victims.empty());
}

// Sixteen of 32 pods must go, all from one NUMA node. Nearly
// all of the 600 million sets are skipped.
TEST(Preempt, ManyVictimsOfOneNumaNodeAreFoundAndProven) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n", {2, 1, 16}, NumaPolicy::kSingleNode);
  for (int i = 0; i < 32; ++i) {
    const std::string uid =
        std::string("pod-") + static_cast<char>('a' + i / 2) + std::to_string(i);
    ASSERT_TRUE(reserve_at(cluster, pod_of(uid, Qos::kLsr, 2000), 0, i % 5));
  }
  const PodObject pod = pod_of("new", Qos::kLsr, 32000);
  const sched::ClusterSnapshot snapshot(cluster);
  // The search needs some hundred steps; a search over all sets would exceed the budget.
  const plan::Preemptions found =
      plan::preempt(snapshot, {ask(cluster, pod), 9, pod.uid}, {Preference::kFewest, 3000});
  ASSERT_EQ(found.rows[0].reason, Reason::kNone);
  EXPECT_TRUE(found.rows[0].proven);
  EXPECT_EQ(found.rows[0].count, 16u);
}

// Four pods must free CPUs and four must free memory; those that
// free much of one free little of the other.
TEST(Preempt, EachShortageExcludesSetsOfVictims) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n", {2, 1, 10});
  for (int i = 0; i < 16; ++i) {
    const bool memory = i % 2 != 0;
    const std::string uid = "pod-" + std::to_string(10 + i);
    ASSERT_TRUE(reserve_at(
        cluster, pod_of(uid, Qos::kLsr, memory ? 1000 : 4000, memory ? 14 * kGi : 2 * kGi), 0, 0));
  }
  const PodObject pod = pod_of("new", Qos::kLsr, 20000, 64 * kGi);
  const sched::ClusterSnapshot snapshot(cluster);
  const plan::Preemptions found =
      plan::preempt(snapshot, {ask(cluster, pod), 9, pod.uid}, {Preference::kFewest, 3000});
  ASSERT_EQ(found.rows[0].reason, Reason::kNone);
  EXPECT_TRUE(found.rows[0].proven);
  EXPECT_EQ(found.rows[0].count, 8u);
}

}  // namespace
}  // namespace koord::testing
