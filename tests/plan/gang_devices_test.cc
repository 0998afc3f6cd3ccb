// Gangs that request GPUs: their sets are chosen together, on few nodes.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "plan/gang_devices_support.h"

namespace koord::testing {
namespace {

// The strongest link is in the middle of a chain, so a first pod
// that takes it leaves none for the second.
const Links kChain = links_of(4, {{0, 3, 4}, {1, 2, 4}, {2, 3, 5}});

// Two quads with single and double links; each GPU is linked to one of the other quad.
const Links kDgx1 = links_of(8, {{0, 1, 1},
                                 {0, 2, 1},
                                 {0, 3, 2},
                                 {0, 4, 2},
                                 {1, 2, 2},
                                 {1, 3, 1},
                                 {1, 5, 2},
                                 {2, 3, 2},
                                 {2, 6, 1},
                                 {3, 7, 1},
                                 {4, 5, 1},
                                 {4, 6, 1},
                                 {4, 7, 2},
                                 {5, 6, 2},
                                 {5, 7, 1},
                                 {6, 7, 2}});

TEST(GangDevices, AreChosenTogether) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  cluster.set_devices(devices_of("n", kChain));
  EXPECT_EQ(describe(place(cluster, workers(1, 2))), "worker-0 on 0: 2 3; ");
  EXPECT_EQ(describe(place(cluster, workers(2, 2))), "worker-0 on 0: 0 3; worker-1 on 0: 1 2; ");
}

TEST(GangDevices, AmountsAreThoseOfTheGpus) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  cluster.set_devices(devices_of("n", kChain));
  const GangAnswer answer = place(cluster, workers(2, 2));
  for (const sched::Change &step : answer.changes.steps)
    for (const device::Grant &grant : *step.holding.devices()) {
      EXPECT_EQ(device::amount_of(grant.parts, kResourceGpuMemory),
                (40 + 40 * (grant.minor % 2)) * kGi);
      EXPECT_EQ(device::amount_of(grant.parts, kResourceGpuCore), 100);
    }
  EXPECT_EQ(cluster.commit(answer.changes), Outcome::kDone);
}

TEST(GangDevices, ComeToOneNodeThoughEachPodWouldGoToAnother) {
  Cluster cluster{sched::Options{}};
  for (const char *name : {"a", "b", "c"}) {
    add_node(cluster, name);
    cluster.set_devices(devices_of(name, links_of(4, {{0, 1, 2}, {2, 3, 2}})));
  }
  // The emptier node is preferred.
  const GangAnswer answer = place(cluster, workers(2, 2));
  EXPECT_EQ(describe(answer), "worker-0 on 0: 0 1; worker-1 on 0: 2 3; ");
  EXPECT_EQ(answer.nodes, 1u);
  EXPECT_EQ(place(cluster, workers(6, 2)).nodes, 3u);
  EXPECT_EQ(place(cluster, workers(7, 2)).refusal.reason, Reason::kGangUnplaced);
}

TEST(GangDevices, FewNodesComeBeforeLinks) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "a");
  add_node(cluster, "b");
  // Each of these nodes has one linked pair.
  for (const char *name : {"a", "b"})
    cluster.set_devices(devices_of(name, links_of(4, {{0, 1, 2}})));
  EXPECT_EQ(describe(place(cluster, workers(2, 2))), "worker-0 on 0: 0 1; worker-1 on 0: 2 3; ");
  // Node c has two linked pairs.
  add_node(cluster, "c");
  cluster.set_devices(devices_of("c", links_of(4, {{0, 1, 2}, {2, 3, 2}})));
  EXPECT_EQ(describe(place(cluster, workers(2, 2))), "worker-0 on 2: 0 1; worker-1 on 2: 2 3; ");
  GangConditions terms;
  terms.max_nodes = 1;
  EXPECT_EQ(describe(place(cluster, workers(2, 2), terms)),
            "worker-0 on 2: 0 1; worker-1 on 2: 2 3; ");
}

// A pod alone would get the strongest pair, wherever it is.
TEST(GangDevices, OfPodsOfOneNodeAreLinkedWithEachOther) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  cluster.set_devices(devices_of("n", kDgx1));
  EXPECT_EQ(describe(place(cluster, workers(2, 2))), "worker-0 on 0: 0 3; worker-1 on 0: 1 2; ");
  EXPECT_EQ(describe(place(cluster, workers(4, 1))),
            "worker-0 on 0: 0; worker-1 on 0: 1; worker-2 on 0: 2; worker-3 on 0: 3; ");
}

TEST(GangDevices, AreAllOnOneDgx1) {
  Cluster cluster{sched::Options{}};
  for (const char *name : {"a", "b"}) {
    add_node(cluster, name);
    cluster.set_devices(devices_of(name, kDgx1));
  }
  EXPECT_EQ(place(cluster, workers(4, 2)).nodes, 1u);
  // If two nodes are needed, two pods on each are better linked than three and one.
  Cluster small{sched::Options{}};
  for (const char *name : {"a", "b"}) {
    add_node(small, name, {1, 1, 3});  // CPU for six pods
    small.set_devices(devices_of(name, kDgx1));
  }
  std::vector<PodObject> pods;
  for (int i = 0; i < 4; ++i) pods.push_back(gpu_pod("worker-" + std::to_string(i), 2, 2000));
  std::map<uint32_t, int> on;
  for (const sched::Change &step : place(small, pods).changes.steps) ++on[step.node];
  EXPECT_EQ(on, (std::map<uint32_t, int>{{0, 2}, {1, 2}}));
}

TEST(GangDevices, TheRestOfTheGangGoesWhereItIsBest) {
  Cluster cluster{sched::Options{}};
  for (const char *name : {"a", "b"}) {
    add_node(cluster, name);
    cluster.set_devices(devices_of(name, links_of(4, {{0, 1, 2}, {2, 3, 2}})));
  }
  std::vector<PodObject> pods = workers(2, 2);
  pods.push_back(pod_of("driver", Qos::kLsr, 15000));
  const GangAnswer answer = place(cluster, pods);
  ASSERT_FALSE(answer.refusal.refused());
  EXPECT_EQ(answer.changes.steps.size(), 3u);
  EXPECT_EQ(answer.nodes, 2u);
  EXPECT_EQ(cluster.commit(answer.changes), Outcome::kDone);
}

TEST(GangDevices, AreAsKoordinatorWouldGiveThemUnderItsProfile) {
  sched::Options options;
  options.profile = Profile::kUpstream;
  Cluster cluster{options};
  for (const char *name : {"a", "b"}) {
    add_node(cluster, name);
    cluster.set_devices(devices_of(name, kChain));
  }
  EXPECT_EQ(describe(place(cluster, workers(2, 2))), "worker-0 on 0: 0 1; worker-1 on 1: 0 1; ");
}

TEST(GangDevices, OfTheRoomiestNodesWhereFewAreAllowed) {
  Cluster cluster{sched::Options{}};
  for (const char *name : {"a", "b", "c"}) {
    add_node(cluster, name);
    cluster.set_devices(devices_of(name, links_of(name[0] == 'c' ? 8 : 4, {})));
  }
  GangConditions terms;
  terms.max_nodes = 1;
  EXPECT_EQ(place(cluster, workers(4, 2), terms).nodes, 1u);
  EXPECT_EQ(place(cluster, workers(5, 2), terms).refusal.reason, Reason::kGangUnplaced);
  terms.max_nodes = 2;
  EXPECT_EQ(place(cluster, workers(6, 2), terms).nodes, 2u);
}

// Returns the largest sum of links for pods of these sizes, by trying all assignments.
int best_sum(const Links &links, const std::vector<size_t> &sizes, size_t pod,
             const std::vector<int32_t> &left) {
  if (pod == sizes.size()) return 0;
  int best = -1;
  for (uint32_t pick = 0; pick < 1u << left.size(); ++pick) {
    std::vector<int32_t> mine;
    std::vector<int32_t> others;
    for (size_t i = 0; i < left.size(); ++i) (pick >> i & 1 ? mine : others).push_back(left[i]);
    if (mine.size() != sizes[pod]) continue;
    const int rest = best_sum(links, sizes, pod + 1, others);
    if (rest >= 0) best = std::max(best, links.sum(mine) + rest);
  }
  return best;
}

// On a node where some GPUs are in use, the sum of links is the maximum.
RC_GTEST_PROP(GangDevicesProperty, TheSumOfLinksIsTheLargest, ()) {
  const Links links = draw_links(*rc::gen::inRange<size_t>(2, 9));
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  cluster.set_devices(devices_of("n", links));
  std::vector<int32_t> left;
  for (size_t minor = 0; minor < links.gpus; ++minor) {
    if (minor == 0 || *rc::gen::inRange(0, 4) > 0) {
      left.push_back(static_cast<int32_t>(minor));
      continue;
    }
    PodObject pod = gpu_pod("old-" + std::to_string(minor), 1, 100);
    pod.node = "n";
    pod.devices.allocated = {
        {"gpu",
         static_cast<int32_t>(minor),
         "",
         {{"koordinator.sh/gpu-core", 10}, {"koordinator.sh/gpu-memory-ratio", 10}},
         {},
         {}}};
    sched::Conflicts conflicts;
    RC_ASSERT(cluster.set_pod(pod, conflicts) == Outcome::kDone);
  }
  std::vector<size_t> sizes;
  std::vector<PodObject> pods;
  for (size_t rest = left.size(); rest > 0 && pods.size() < 4;) {
    sizes.push_back(*rc::gen::inRange<size_t>(1, std::min<size_t>(rest, 4) + 1));
    rest -= sizes.back();
    pods.push_back(gpu_pod("gang-" + std::to_string(pods.size()),
                           static_cast<int64_t>(sizes.back()), 250 * *rc::gen::inRange(1, 3)));
  }
  const GangAnswer answer = place(cluster, pods);
  RC_ASSERT(!answer.refusal.refused());
  int sum = 0;
  std::set<int32_t> taken;
  for (const sched::Change &step : answer.changes.steps) {
    const auto pod = std::find_if(pods.begin(), pods.end(),
                                  [&](const PodObject &p) { return p.uid == step.uid; });
    const std::vector<int32_t> mine = minors(step.holding);
    RC_ASSERT(mine.size() == sizes[static_cast<size_t>(pod - pods.begin())]);
    for (const int32_t minor : mine) {
      RC_ASSERT(std::find(left.begin(), left.end(), minor) != left.end());
      RC_ASSERT(taken.insert(minor).second);
    }
    sum += links.sum(mine);
  }
  RC_ASSERT(sum == best_sum(links, sizes, 0, left));
  RC_ASSERT(cluster.commit(answer.changes) == Outcome::kDone);
}

struct GpuWorld {
  explicit GpuWorld(Cluster &cluster) {
    for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
      const std::string name = "node-" + std::to_string(i);
      Drawn drawn = draw_node(name);
      drawn.node.unschedulable = false;
      numa_nodes.push_back(drawn.topology.allocatable.size());
      links.push_back(draw_links(*rc::gen::element<size_t>(4, 6, 8)));
      add(cluster, drawn);
      cluster.set_devices(devices_of(name, links.back(), numa_nodes.back()));
      policies.push_back(drawn.node.numa_policy);
    }
  }
  std::vector<size_t> numa_nodes;
  std::vector<Links> links;
  std::vector<NumaPolicy> policies;
};

PodObject draw_gang_pod(const std::string &uid) {
  PodObject pod = gpu_pod(uid, *rc::gen::inRange(1, 4), 500 * *rc::gen::inRange(1, 5));
  if (*rc::gen::inRange(0, 3) == 0) {
    pod.qos = Qos::kLsr;
    pod.containers[0].requests[0].value = pod.containers[0].limits[0].value = 2000;
  }
  if (*rc::gen::inRange(0, 4) == 0) pod.numa_policy = NumaPolicy::kSingleNode;
  if (*rc::gen::inRange(0, 4) == 0) {
    DeviceHint hint;
    hint.type = "gpu";
    hint.selector = {
        {"half", LabelRequirement::Operator::kIn, {*rc::gen::arbitrary<bool>() ? "even" : "odd"}}};
    if (*rc::gen::inRange(0, 3) == 0) hint.scope = DeviceScope::kNumaNode;
    pod.devices.hints = {hint};
  }
  return pod;
}

// All other requirements of the pods are met. The gang uses at most as many nodes as pods placed
// one by one, and has at least their links if it uses as many.
RC_GTEST_PROP(GangDevicesProperty, NothingElseThatPodsAskForIsLost, ()) {
  Cluster cluster{sched::Options{}};
  const GpuWorld world(cluster);
  std::vector<PodObject> shapes{draw_gang_pod(""), draw_gang_pod("")};
  std::vector<PodObject> pods;
  for (int i = *rc::gen::inRange(2, 6); i > 0; --i) {
    PodObject pod = shapes[*rc::gen::inRange<size_t>(0, shapes.size())];
    pod.uid = pod.name = "gang-" + std::to_string(i);
    pods.push_back(pod);
  }
  const GangAnswer answer = place(cluster, pods);
  if (answer.refusal.refused()) return;
  std::map<std::string, const PodObject *> by_uid;
  for (const PodObject &pod : pods) by_uid[pod.uid] = &pod;
  int sum = 0;
  std::set<std::pair<uint32_t, int32_t>> taken;
  for (const sched::Change &step : answer.changes.steps) {
    const PodObject &pod = *by_uid[step.uid];
    const std::vector<int32_t> mine = minors(step.holding);
    sum += world.links[step.node].sum(mine);
    std::set<int32_t> places;
    for (const int32_t minor : mine) {
      RC_ASSERT(taken.insert({step.node, minor}).second);
      places.insert(static_cast<int32_t>(static_cast<size_t>(minor) * world.numa_nodes[step.node] /
                                         world.links[step.node].gpus));
      for (const DeviceHint &hint : pod.devices.hints)
        RC_ASSERT(hint.selector[0].values[0] == (minor % 2 == 0 ? "even" : "odd"));
    }
    const bool single = world.policies[step.node] == NumaPolicy::kSingleNode ||
                        pod.numa_policy == NumaPolicy::kSingleNode;
    const bool scoped =
        !pod.devices.hints.empty() && pod.devices.hints[0].scope == DeviceScope::kNumaNode;
    RC_ASSERT(!(single || scoped) || places.size() == 1);
    const sched::Holding &holding = step.holding;
    if (!single || (holding.grants().empty() && holding.pools().empty())) continue;
    for (const sched::NumaGrant &grant : holding.grants()) RC_ASSERT(places.contains(grant.node));
    for (const int32_t node : holding.pools()) RC_ASSERT(places.contains(node));
  }

  // Places the pods one by one, the most demanding first.
  std::set<uint32_t> nodes;
  int alone = 0;
  bool all = true;
  for (const sched::Change &step : answer.changes.steps) {
    const PodObject &pod = *by_uid[step.uid];
    const auto rows = best(cluster, pod, 1);
    all = all && !rows.empty();
    if (!all) break;
    const Answer given = reserve(cluster, pod, rows[0].node);
    std::vector<int32_t> mine;
    for (const AllocatedDevice &device : given.allocation.devices) mine.push_back(device.minor);
    alone += world.links[rows[0].node].sum(mine);
    nodes.insert(rows[0].node);
  }
  if (all) RC_ASSERT(answer.nodes < nodes.size() || (answer.nodes == nodes.size() && sum >= alone));
  for (const PodObject &pod : pods) cluster.remove_pod(pod.uid);
  // An improved plan may list pods in another order. Its basis is
  // stale by now, but its steps are valid.
  const GangAnswer again = place(cluster, pods);
  RC_ASSERT(describe(again) == describe(answer));
  RC_ASSERT(cluster.commit(again.changes) == Outcome::kDone);
}

}  // namespace
}  // namespace koord::testing
