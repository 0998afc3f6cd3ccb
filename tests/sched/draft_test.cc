// Drafts: pods that are added and removed together, and drafts that are reset to other nodes.
#include "sched/node/draft.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <deque>
#include <vector>

#include "base/error.h"
#include "sched/cluster/cluster_snapshot.h"
#include "sched/draw.h"

namespace koord::testing {
namespace {

using sched::Draft;
using sched::Holding;

// Draws CPUs and amounts, which may overlap those of other pods.
Holding draw_holding(Cluster &cluster, const std::string &uid) {
  CpuSet cpus;
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) cpus.add(*rc::gen::inRange(0, 12));
  std::vector<sched::NumaGrant> grants;
  for (const int32_t node : {0, 1})
    if (*rc::gen::inRange(0, 3) == 0)
      grants.push_back({node, sched::Resources::kCpu, *rc::gen::inRange(1, 5000)});
  return {cluster.shape_of(draw_pod(uid)), cpus, std::move(grants), {}};
}

RC_GTEST_PROP(DraftProperty, ChangesTogetherEqualChangesOneByOne, ()) {
  Cluster cluster{sched::Options{}};
  add(cluster, draw_node("a"));
  add(cluster, draw_node("b"));
  std::deque<Holding> holdings;
  for (int i = 0; i < 8; ++i) holdings.push_back(draw_holding(cluster, std::to_string(i)));
  const sched::ClusterSnapshot snapshot(cluster);
  Draft together(snapshot.node(0), {});
  std::vector<bool> present(holdings.size());
  uint32_t node = 0;
  bool shared = false;
  for (int step = 0; step < 8; ++step) {
    const int what = *rc::gen::inRange(0, 4);
    std::vector<const Holding *> some;
    std::vector<bool> drawn;
    for (size_t i = 0; i < holdings.size(); ++i) {
      drawn.push_back(*rc::gen::arbitrary<bool>());
      if (drawn[i] && (what > 1 || present[i] == (what == 0))) some.push_back(&holdings[i]);
    }
    for (size_t i = 0; i < holdings.size(); ++i)
      present[i] = what == 0   ? present[i] && !drawn[i]
                   : what == 1 ? present[i] || drawn[i]
                               : drawn[i];
    if (what == 0) together.take_off(some);
    if (what == 1) together.put_on(some);
    if (what == 2) together.keep_only(some);
    if (what == 3) {
      node = 1 - node;
      Draft other(snapshot.node(node), {});
      for (const Holding *holding : some) other.put_on(*holding);
      together.become(other.node(), some);
    }
    Draft one_by_one(snapshot.node(node), {});
    CpuSet taken;
    for (size_t i = 0; i < holdings.size(); ++i) {
      if (!present[i]) continue;
      one_by_one.put_on(holdings[i]);
      shared = shared || taken.intersects(holdings[i].cpu_set());
      taken |= holdings[i].cpu_set();
    }
    RC_ASSERT(together.node().same_state(one_by_one.node()));
    const sched::View mine = together.view();
    const sched::View theirs = one_by_one.view();
    RC_ASSERT(mine.numa_count() == theirs.numa_count());
    for (sched::ResourceId i = 0; i < sched::Summary::kAmounts; ++i)
      RC_ASSERT(mine.free(i) == theirs.free(i));
    for (size_t i = 0; i < mine.numa_count(); ++i)
      RC_ASSERT(mine.numa()[i].free == theirs.numa()[i].free &&
                mine.numa()[i].id == theirs.numa()[i].id);
  }
  // Removing and adding a pod leaves the others unchanged.
  for (size_t i = 0; i < holdings.size(); ++i) {
    if (!present[i]) continue;
    together.take_off(holdings[i]);
    together.put_on(holdings[i]);
  }
  Draft again(snapshot.node(node), {});
  for (size_t i = 0; i < holdings.size(); ++i)
    if (present[i]) again.put_on(holdings[i]);
  RC_ASSERT(together.node().same_state(again.node()));
  RC_CLASSIFY(shared, "CPUs of several pods");
}

// Accounts end at object::kMostUsed, and are exact again once pods have left.
TEST(Draft, PodsMayBeTooMuchTogether) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  const Holding pod(cluster.shape_of(pod_of("a", Qos::kLs, 1000)), {},
                    {{0, sched::Resources::kMemory, int64_t{1} << 61}}, {});
  const sched::ClusterSnapshot snapshot(cluster);
  Draft draft(snapshot.node(0), {});
  const std::vector<const Holding *> many(5000, &pod);  // 2^50 of each counts
  draft.put_on(many);
  EXPECT_EQ(draft.node().numa_account(0, 1).used, object::kMostUsed);
  draft.keep_only(many);
  EXPECT_EQ(draft.node().numa_account(0, 1).used, object::kMostUsed);
  draft.take_off(many);
  EXPECT_TRUE(draft.node().same_state(snapshot.node(0)));
  draft.put_on(pod);
  draft.take_off(pod);
  EXPECT_TRUE(draft.node().same_state(snapshot.node(0)));
}

}  // namespace
}  // namespace koord::testing
