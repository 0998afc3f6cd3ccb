// Random histories of a cluster, and invariants after every step.
#include <map>
#include <random>

#include "sched/clusters.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

struct Life {
  explicit Life(uint32_t seed, int nodes) : random(seed) {
    const NumaPolicy policies[] = {NumaPolicy::kNone, NumaPolicy::kBestEffort,
                                   NumaPolicy::kRestricted, NumaPolicy::kSingleNode};
    const Machine machines[] = {{2, 1, 4}, {1, 4, 2}, {2, 2, 4}, {1, 1, 6}};
    for (int i = 0; i < nodes; ++i) {
      const std::string name = "node-" + std::to_string(i);
      NodeObject node = node_of(name, machines[i % 4]);
      node.numa_policy = policies[pick(4)];
      if (pick(5) == 0) node.bind = NodeBind::kFullPcpusOnly;
      if (pick(6) == 0) node.bind = NodeBind::kSpreadByPcpus;
      if (pick(3) == 0) node.strategy = static_cast<NodeStrategy>(1 + pick(3));
      NodeTopology topology = topology_of(name, machines[i % 4]);
      if (pick(3) == 0) {
        topology.kubelet_static = true;
        topology.kubelet_reserved = CpuSet{0};
      }
      cluster.set_node(node);
      cluster.set_topology(topology);
      names.push_back(name);
    }
  }
  int pick(int n) { return static_cast<int>(random() % static_cast<uint32_t>(n)); }

  PodObject new_pod() {
    const Qos qos[] = {Qos::kLse, Qos::kLsr, Qos::kLsr, Qos::kLs, Qos::kBe, Qos::kNone};
    const Qos kind = qos[pick(6)];
    const bool binds = kind == Qos::kLse || kind == Qos::kLsr;
    PodObject pod =
        pod_of("uid-" + std::to_string(next++), kind,
               binds ? 1000 * (1 + pick(9)) : 250 * (1 + pick(20)), kGi * (1 + pick(40)));
    if (pick(3) == 0) pod.preferred_bind = static_cast<PodBind>(pick(4));
    if (pick(8) == 0) pod.required_bind = static_cast<PodBind>(1 + pick(2));
    if (pick(3) == 0) pod.exclusive = static_cast<ExclusivePolicy>(pick(4));
    if (pick(9) == 0) pod.numa_policy = static_cast<NumaPolicy>(2 + pick(3));
    return pod;
  }

  std::mt19937 random;
  Cluster cluster{sched::Options{}};
  std::vector<std::string> names;
  std::map<std::string, PodObject> held;
  int next = 0;
};

class History : public ::testing::TestWithParam<uint32_t> {};

TEST_P(History, AcceptedPodsReserveRefusedOnesDoNotAndCpusAreAssignedOnce) {
  Life life(GetParam(), 6);
  std::map<uint32_t, CpuSet> taken;
  std::map<std::string, std::pair<uint32_t, CpuSet>> owners;
  int granted = 0;
  int refused = 0;
  for (int step = 0; step < 400; ++step) {
    if (life.pick(3) == 0 && !life.held.empty()) {
      auto at = life.held.begin();
      std::advance(at, life.pick(static_cast<int>(life.held.size())));
      ASSERT_EQ(life.cluster.remove_pod(at->first), Outcome::kDone);
      const auto &[node, cpus] = owners[at->first];
      taken[node] -= cpus;
      life.held.erase(at);
      continue;
    }
    const PodObject pod = life.new_pod();
    const std::vector<sched::Verdict> rows = evaluate(life.cluster, pod);
    ASSERT_EQ(rows.size(), life.names.size());
    const auto node = static_cast<uint32_t>(life.pick(static_cast<int>(rows.size())));
    const Refusal explained = explain(life.cluster, pod, node);
    ASSERT_EQ(rows[node].reason, static_cast<int32_t>(explained.reason));
    const Answer answer = reserve(life.cluster, pod, node);
    ASSERT_EQ(answer.outcome, Outcome::kDone);
    ASSERT_EQ(answer.refusal.reason, explained.reason)
        << pod.uid << ' ' << to_sentence(answer.refusal);
    if (explained.refused()) {
      ++refused;
      EXPECT_FALSE(to_sentence(explained).empty());
      continue;
    }
    ++granted;
    if (answer.allocation.status.cpus) {
      const CpuSet &cpus = *answer.allocation.status.cpus;
      EXPECT_EQ(int64_t{1000} * cpus.count(), amount_of(pod.containers[0].requests, "cpu"));
      EXPECT_FALSE(cpus.intersects(taken[node])) << cpus.to_string();
      taken[node] |= cpus;
      owners[pod.uid] = {node, cpus};
    } else {
      owners[pod.uid] = {node, {}};
    }
    life.held.emplace(pod.uid, pod);
  }
  EXPECT_GT(granted, 50);
  EXPECT_GT(refused, 20);
}

// Every kind of event occurs, and every row is compared with a separate judgement.
TEST_P(History, CachedVerdictsEqualFreshOnes) {
  constexpr int kNodes = 12;
  Life life(GetParam(), kNodes);
  std::vector<PodObject> shapes;
  for (int i = 0; i < 8; ++i) shapes.push_back(life.new_pod());
  for (int step = 0; step < 400; ++step) {
    const std::string name = life.names[static_cast<size_t>(life.pick(kNodes))];
    const int what = life.pick(12);
    if (what < 3 && !life.held.empty()) {
      life.cluster.remove_pod(life.held.begin()->first);
      life.held.erase(life.held.begin());
    } else if (what == 3) {
      NodeObject node = node_of(name);
      node.numa_policy = static_cast<NumaPolicy>(1 + life.pick(4));
      node.unschedulable = life.pick(4) == 0;
      life.cluster.set_node(node);
    } else if (what == 4) {
      life.cluster.set_topology(topology_of(name, {1 + life.pick(2), 1 + life.pick(2), 4}));
    } else if (what == 5) {
      life.cluster.remove_topology(name);
    } else if (what == 6 && life.pick(4) == 0) {
      life.cluster.remove_node(name);
      life.cluster.set_node(node_of(name));
    } else if (what == 7) {
      PodObject pod = life.new_pod();
      pod.node = name;
      pod.status.emplace().cpus = CpuSet{life.pick(16), life.pick(16)};
      sched::Conflicts conflicts;
      life.cluster.set_pod(pod, conflicts);
      life.held.emplace(pod.uid, pod);
    } else {
      const PodObject pod = life.new_pod();
      uint32_t id = 0;
      if (life.cluster.find_node(name, id) == Outcome::kDone &&
          !reserve(life.cluster, pod, id).refusal.refused())
        life.held.emplace(pod.uid, pod);
    }
    const sched::Query asked = ask(life.cluster, shapes[static_cast<size_t>(life.pick(8))]);
    std::vector<sched::Verdict> rows(life.cluster.counts().ids);
    sched::RowSpace space(rows.data(), sizeof rows[0], rows.size());
    life.cluster.evaluate(asked, {}, 0, SIZE_MAX, space);
    rows.resize(space.count());
    ASSERT_EQ(rows.size(), life.cluster.counts().nodes);
    const sched::Verdict *top = nullptr;
    for (const sched::Verdict &row : rows) {
      Refusal refusal;
      int32_t score = 0;
      ASSERT_EQ(life.cluster.judge_one(asked, {}, row.node, refusal, score), Outcome::kDone);
      ASSERT_EQ(row.reason, static_cast<int32_t>(refusal.reason)) << "step " << step;
      ASSERT_EQ(row.score, score) << "step " << step;
      if (row.reason == 0 && (top == nullptr || row.score > top->score)) top = &row;
    }
    sched::Verdict best{};
    sched::RowSpace one(&best, sizeof best, 1);
    life.cluster.best(asked, one);
    ASSERT_EQ(one.count() == 1, top != nullptr);
    if (top != nullptr) {
      ASSERT_EQ(best, *top);
    }
  }
}

TEST_P(History, RemovingEverythingRestoresTheState) {
  Life life(GetParam(), 5);
  Life untouched(GetParam(), 5);
  for (int step = 0; step < 150; ++step) {
    const PodObject pod = life.new_pod();
    if (!reserve(life.cluster, pod, static_cast<uint32_t>(life.pick(5))).refusal.refused())
      life.held.emplace(pod.uid, pod);
  }
  EXPECT_FALSE(life.cluster.same_state(untouched.cluster));
  while (!life.held.empty()) {
    auto at = life.held.begin();
    std::advance(at, life.pick(static_cast<int>(life.held.size())));
    ASSERT_EQ(life.cluster.remove_pod(at->first), Outcome::kDone);
    life.held.erase(at);
  }
  EXPECT_TRUE(life.cluster.same_state(untouched.cluster));
}

TEST_P(History, RestoredPodsEqualTheOriginalHistory) {
  Life life(GetParam(), 5);
  Life restarted(GetParam(), 5);
  for (int step = 0; step < 150; ++step) {
    PodObject pod = life.new_pod();
    const auto node = static_cast<uint32_t>(life.pick(5));
    const Answer answer = reserve(life.cluster, pod, node);
    if (answer.refusal.refused()) continue;
    pod.node = life.names[node];
    pod.status = answer.allocation.status;
    life.held.emplace(pod.uid, pod);
  }
  for (const auto &[uid, pod] : life.held) {
    sched::Conflicts conflicts;
    ASSERT_EQ(restarted.cluster.set_pod(pod, conflicts), Outcome::kDone);
    EXPECT_FALSE(conflicts.any());
  }
  EXPECT_TRUE(restarted.cluster.same_state(life.cluster));
}

INSTANTIATE_TEST_SUITE_P(Seeds, History, ::testing::Range(1u, 9u));

}  // namespace
}  // namespace koord::testing
