// Compares small gangs with GPUs with all possible placements: fewest nodes first, then links
// inside the pods, then links between pods of one node.
#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <optional>

#include "plan/gang.h"
#include "plan/gang_devices_support.h"

namespace koord::testing {
namespace {

using plan::GangWorth;

struct SmallNode {
  Links links;
  std::vector<int32_t> free;  // by minor
  int64_t milli = 0;
};
struct SmallGang {
  std::vector<SmallNode> nodes;
  std::vector<PodObject> pods;
  std::vector<size_t> gpus;    // by pod
  std::vector<int64_t> milli;  // by pod
};

// Enumerates all placements.
class Every {
 public:
  explicit Every(const SmallGang &gang) : gang_(gang) {}

  std::optional<GangWorth> best() {
    std::vector<uint32_t> on(gang_.nodes.size());
    put(0, on);
    return best_;
  }

 private:
  void put(size_t pod, std::vector<uint32_t> &on) {
    if (pod < gang_.pods.size()) {
      for (uint32_t &pods : on) {
        pods |= 1u << pod;
        put(pod + 1, on);
        pods &= ~(1u << pod);
      }
      return;
    }
    GangWorth sum;
    for (size_t node = 0; node < on.size(); ++node) {
      if (on[node] == 0) continue;
      const std::optional<device::GangLinks> &links = links_on(node, on[node]);
      if (!links) return;
      sum = sum + GangWorth{1, *links};
    }
    if (!best_ || is_better(sum, *best_)) best_ = sum;
  }

  const std::optional<device::GangLinks> &links_on(size_t node, uint32_t pods) {
    const auto [at, is_new] = known_.try_emplace({node, pods});
    if (!is_new) return at->second;
    std::vector<size_t> which;
    int64_t milli = 0;
    for (size_t pod = 0; pod < gang_.pods.size(); ++pod)
      if ((pods >> pod & 1) != 0) {
        which.push_back(pod);
        milli += gang_.milli[pod];
      }
    std::vector<std::vector<int32_t>> sets;
    if (milli <= gang_.nodes[node].milli)
      choose(gang_.nodes[node], which, gang_.nodes[node].free, sets, at->second);
    return at->second;
  }

  void choose(const SmallNode &node, const std::vector<size_t> &which,
              const std::vector<int32_t> &left, std::vector<std::vector<int32_t>> &sets,
              std::optional<device::GangLinks> &best) const {
    if (sets.size() == which.size()) {
      device::GangLinks sum;
      std::vector<int32_t> all;
      for (const std::vector<int32_t> &set : sets) {
        sum.inside += 100 * node.links.sum(set);
        all.insert(all.end(), set.begin(), set.end());
      }
      sum.between = 100 * node.links.sum(all) - sum.inside;
      if (!best || sum > *best) best = sum;
      return;
    }
    for (uint32_t pick = 0; pick < 1u << left.size(); ++pick) {
      if (static_cast<size_t>(std::popcount(pick)) != gang_.gpus[which[sets.size()]]) continue;
      std::vector<int32_t> mine;
      std::vector<int32_t> others;
      for (size_t i = 0; i < left.size(); ++i)
        ((pick >> i & 1) != 0 ? mine : others).push_back(left[i]);
      sets.push_back(mine);
      choose(node, which, others, sets, best);
      sets.pop_back();
    }
  }

  const SmallGang &gang_;
  std::map<std::pair<size_t, uint32_t>, std::optional<device::GangLinks>> known_;
  std::optional<GangWorth> best_;
};

// Some GPUs and CPUs are already in use.
SmallGang draw_gang(Cluster &cluster) {
  SmallGang gang;
  const size_t nodes = *rc::gen::inRange<size_t>(1, 5);
  for (size_t i = 0; i < nodes; ++i) {
    const std::string name = "node-" + std::to_string(i);
    SmallNode node;
    const int cores = *rc::gen::inRange(2, 5);
    node.milli = int64_t{4000} * cores;
    add_node(cluster, name, {2, 1, cores});
    node.links = draw_links(*rc::gen::element<size_t>(2, 4, 6, 7));
    cluster.set_devices(devices_of(name, node.links));
    for (size_t minor = 0; minor < node.links.gpus; ++minor) {
      if (*rc::gen::inRange(0, 4) > 0) {
        node.free.push_back(static_cast<int32_t>(minor));
        continue;
      }
      PodObject old = gpu_pod("old-" + name + std::to_string(minor), 1, 500);
      old.node = name;
      old.devices.allocated = {
          {"gpu",
           static_cast<int32_t>(minor),
           "",
           {{"koordinator.sh/gpu-core", 100}, {"koordinator.sh/gpu-memory-ratio", 100}},
           {},
           {}}};
      node.milli -= 500;
      sched::Conflicts conflicts;
      RC_ASSERT(cluster.set_pod(old, conflicts) == Outcome::kDone);
    }
    gang.nodes.push_back(std::move(node));
  }
  size_t with_gpus = 0;
  for (size_t left = *rc::gen::inRange<size_t>(2, 6); left > 0 || with_gpus < 2;) {
    const bool asks = gang.pods.empty() || with_gpus < 2 || *rc::gen::inRange(0, 5) > 0;
    const size_t gpus = asks ? *rc::gen::inRange<size_t>(1, 4) : 0;
    const int64_t milli = 1000 * *rc::gen::element(1, 1, 2, 5);
    const std::string uid =
        std::to_string(*rc::gen::inRange(0, 1000)) + '-' + std::to_string(gang.pods.size());
    gang.pods.push_back(gpus > 0 ? gpu_pod(uid, static_cast<int64_t>(gpus), milli)
                                 : pod_of(uid, Qos::kLs, milli));
    gang.gpus.push_back(gpus);
    gang.milli.push_back(milli);
    with_gpus += asks ? 1 : 0;
    left -= left > 0 ? 1 : 0;
  }
  return gang;
}

GangWorth worth_of(const SmallGang &gang, const GangAnswer &answer) {
  std::map<uint32_t, std::vector<std::vector<int32_t>>> on;
  for (const sched::Change &step : answer.changes.steps)
    on[step.node].push_back(minors(step.holding));
  GangWorth sum;
  for (const auto &[node, sets] : on) {
    const Links &links = gang.nodes[node].links;
    GangWorth there{1, {}};
    std::vector<int32_t> all;
    for (const std::vector<int32_t> &set : sets) {
      there.links.inside += 100 * links.sum(set);
      all.insert(all.end(), set.begin(), set.end());
    }
    there.links.between = 100 * links.sum(all) - there.links.inside;
    sum = sum + there;
  }
  return sum;
}

// The plan equals the optimum of every drawn gang, in each of the keys.
RC_GTEST_PROP(GangObjective, IsMetBySmallGangs, ()) {
  Cluster cluster{sched::Options{}};
  const SmallGang gang = draw_gang(cluster);
  const std::optional<GangWorth> best = Every(gang).best();
  const GangAnswer answer = place(cluster, gang.pods);
  RC_ASSERT(answer.refusal.refused() == !best.has_value());
  if (!best) return;
  const GangWorth found = worth_of(gang, answer);
  RC_ASSERT(answer.nodes == static_cast<size_t>(found.nodes));
  RC_ASSERT(found.nodes == best->nodes);
  RC_ASSERT(found.links.inside == best->links.inside);
  RC_ASSERT(found.links.between == best->links.between);
  RC_ASSERT(cluster.commit(answer.changes) == Outcome::kDone);
}

// The uids of pods do not matter, even if pods differ in their other requests.
RC_GTEST_PROP(GangObjective, DoesNotDependOnUids, ()) {
  Cluster cluster{sched::Options{}};
  SmallGang gang = draw_gang(cluster);
  for (PodObject &pod : gang.pods) {
    if (*rc::gen::inRange(0, 3) > 0) continue;
    DeviceHint hint;
    hint.type = "gpu";
    hint.selector = {
        {"half", LabelRequirement::Operator::kIn, {*rc::gen::arbitrary<bool>() ? "even" : "odd"}}};
    pod.devices.hints = {hint};
  }
  const GangAnswer answer = place(cluster, gang.pods);
  std::vector<std::string> uids;
  for (const PodObject &pod : gang.pods) uids.push_back(pod.uid);
  std::reverse(uids.begin(), uids.end());
  for (size_t i = 0; i < uids.size(); ++i) gang.pods[i].uid = uids[i];
  const GangAnswer again = place(cluster, gang.pods);
  RC_ASSERT(again.refusal.reason == answer.refusal.reason);
  const GangWorth x = worth_of(gang, answer);
  const GangWorth y = worth_of(gang, again);
  RC_ASSERT(!is_better(x, y));
  RC_ASSERT(!is_better(y, x));
}

// If a pod with fewer GPUs came first, it could break the best set for a pod with more.
TEST(GangObjective, MostGpusComeFirst) {
  for (const bool swapped : {false, true}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    cluster.set_devices(devices_of("n", links_of(5, {{0, 1, 1}, {2, 3, 4}, {3, 4, 4}, {2, 4, 4}})));
    const GangAnswer answer =
        place(cluster, {gpu_pod(swapped ? "b" : "a", 2), gpu_pod(swapped ? "a" : "b", 3)});
    ASSERT_FALSE(answer.refusal.refused());
    for (const sched::Change &step : answer.changes.steps)
      EXPECT_EQ(minors(step.holding), step.holding.shape().devices->gpu.count == 3
                                          ? (std::vector<int32_t>{2, 3, 4})
                                          : (std::vector<int32_t>{0, 1}));
  }
}

// More than one node, with sixteen GPUs each.
TEST(GangObjective, SixteenGpusANode) {
  Links islands = links_of(16, {});
  for (size_t a = 0; a < 16; ++a)
    for (size_t b = a + 1; b < 16; ++b)
      islands.nvlinks[a * 16 + b] = a % 4 == b % 4 ? 6 : a / 8 == b / 8 ? 1 : 0;
  Cluster cluster{sched::Options{}};
  for (const char *name : {"a", "b"}) {
    add_node(cluster, name);
    cluster.set_devices(devices_of(name, islands));
  }
  const GangAnswer answer = place(cluster, workers(5, 4));
  ASSERT_FALSE(answer.refusal.refused());
  EXPECT_EQ(answer.nodes, 2u);
  int sum = 0;
  for (const sched::Change &step : answer.changes.steps) sum += islands.sum(minors(step.holding));
  EXPECT_EQ(sum, 5 * 6 * 6);
}

// There are too many shapes and pods for an exhaustive search. The gang still uses the fewest
// nodes, and the GPUs of each pod are linked.
TEST(GangObjective, ManyKinds) {
  Cluster cluster{sched::Options{}};
  for (int i = 0; i < 40; ++i) {
    const std::string name = "node-" + std::to_string(i);
    add_node(cluster, name, {2, 1, 16});
    cluster.set_devices(
        devices_of(name, links_of(8, {{0, 1, 2}, {2, 3, 2}, {4, 5, 2}, {6, 7, 2}})));
  }
  std::vector<PodObject> pods;
  for (int i = 0; i < 40; ++i)
    pods.push_back(gpu_pod("worker-" + std::to_string(i), 2, 1000 + i % 20));
  const GangAnswer answer = place(cluster, pods);
  ASSERT_FALSE(answer.refusal.refused());
  EXPECT_EQ(answer.nodes, 10u);
  for (const sched::Change &step : answer.changes.steps) {
    const std::vector<int32_t> mine = minors(step.holding);
    EXPECT_EQ(mine[0] + 1, mine[1]);
    EXPECT_EQ(mine[0] % 2, 0);
  }
  EXPECT_EQ(cluster.commit(answer.changes), Outcome::kDone);
}

}  // namespace
}  // namespace koord::testing
