// Properties of any cluster and any pods, drawn at random.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>

#include "sched/draw.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

RC_GTEST_PROP(ClusterProperty, VerdictsDoNotDependOnTheOrderOfNodes, ()) {
  std::vector<Drawn> nodes;
  for (int i = 0; i < 6; ++i) nodes.push_back(draw_node("node-" + std::to_string(i)));
  std::vector<size_t> order = {0, 1, 2, 3, 4, 5};
  Cluster one{sched::Options{}};
  Cluster other{sched::Options{}};
  for (const Drawn &node : nodes) add(one, node);
  std::mt19937 random(*rc::gen::arbitrary<uint32_t>());
  std::shuffle(order.begin(), order.end(), random);
  for (const size_t i : order) {
    other.set_node(nodes[i].node);  // objects are set in another order, too
    other.set_topology(nodes[i].topology);
  }
  const auto id_of = [](const Cluster &cluster, const std::string &name) {
    uint32_t id = 0;
    RC_ASSERT(cluster.find_node(name, id) == Outcome::kDone);
    return id;
  };
  for (int i = 0; i < 8; ++i) {
    const PodObject pod = draw_pod("uid-" + std::to_string(i));
    const std::string name = "node-" + std::to_string(*rc::gen::inRange(0, 6));
    const auto rows = evaluate(one, pod);
    const auto other_rows = evaluate(other, pod);
    for (const Drawn &node : nodes) {
      const sched::Verdict &a = rows[id_of(one, node.node.name)];
      const sched::Verdict &b = other_rows[id_of(other, node.node.name)];
      RC_ASSERT(a.reason == b.reason);
      RC_ASSERT(a.score == b.score);
    }
    const Answer mine = reserve(one, pod, id_of(one, name));
    const Answer others = reserve(other, pod, id_of(other, name));
    RC_ASSERT(mine.cpus() == others.cpus());
  }
}

RC_GTEST_PROP(ClusterProperty, RestoringDoesNotDependOnTheOrderOfPods, ()) {
  const Drawn drawn = draw_node("n");
  Cluster lived{sched::Options{}};
  add(lived, drawn);
  std::vector<PodObject> held;
  for (int i = 0; i < 10; ++i) {
    PodObject pod = draw_pod("uid-" + std::to_string(i));
    const Answer answer = reserve(lived, pod, 0);
    if (answer.refusal.refused()) continue;
    pod.node = "n";
    pod.status = answer.allocation.status;
    // Some pods claim CPUs that others have.
    if (*rc::gen::inRange(0, 8) == 0) pod.status->cpus = CpuSet{1, 2};
    held.push_back(pod);
  }
  std::mt19937 random(*rc::gen::arbitrary<uint32_t>());
  std::vector<std::unique_ptr<Cluster>> restored;
  for (int i = 0; i < 2; ++i) {
    restored.push_back(std::make_unique<Cluster>(sched::Options{}));
    sched::Conflicts conflicts;
    const size_t before = static_cast<size_t>(*rc::gen::inRange(0, 11));
    for (size_t at = 0; at < held.size(); ++at) {
      if (at == before) add(*restored.back(), drawn);
      RC_ASSERT(restored.back()->set_pod(held[at], conflicts) == Outcome::kDone);
    }
    if (before >= held.size()) add(*restored.back(), drawn);
    std::shuffle(held.begin(), held.end(), random);
  }
  RC_ASSERT(restored[0]->same_state(*restored[1]));
}

RC_GTEST_PROP(ClusterProperty, ChangesLeadFromOneEvaluationToTheNext, ()) {
  Cluster cluster{sched::Options{}};
  for (int i = 0; i < 5; ++i) add(cluster, draw_node("node-" + std::to_string(i)));
  const PodObject asked = draw_pod("asked");
  std::map<uint32_t, sched::Verdict> known;
  uint64_t since = 0;
  for (int step = 0; step < 20; ++step) {
    const std::string uid = "uid-" + std::to_string(*rc::gen::inRange(0, 6));
    const std::string name = "node-" + std::to_string(*rc::gen::inRange(0, 7));
    switch (*rc::gen::inRange(0, 6)) {
      case 0:
        cluster.remove_pod(uid);
        break;
      case 1:
        add(cluster, draw_node(name));
        break;
      case 2:
        cluster.remove_node(name);
        break;
      default:
        reserve(cluster, draw_pod(uid), static_cast<uint32_t>(*rc::gen::inRange<int>(0, 5)));
    }
    if (*rc::gen::inRange(0, 2) == 0) continue;
    std::vector<sched::Verdict> rows(cluster.counts().ids);
    sched::RowSpace space(rows.data(), sizeof rows[0], rows.size());
    since = cluster.changes(ask(cluster, asked), since, space);
    rows.resize(space.count());
    for (const sched::Verdict &row : rows)
      if ((row.flags & sched::kRemoved) != 0)
        known.erase(row.node);
      else
        known[row.node] = row;
    std::map<uint32_t, sched::Verdict> now;
    for (const sched::Verdict &row : evaluate(cluster, asked)) now[row.node] = row;
    RC_ASSERT(now == known);
  }
}

// A refusal names the actual shortage: with more of that resource
// the node would not refuse for this reason.
RC_GTEST_PROP(ClusterProperty, RefusalsNameAViolatedConstraint, ()) {
  Cluster cluster{sched::Options{}};
  const Drawn drawn = draw_node("n");
  add(cluster, drawn);
  for (int i = 0; i < 6; ++i) reserve(cluster, draw_pod("uid-" + std::to_string(i)), 0);
  const PodObject pod = draw_pod("asked");
  const Refusal no = explain(cluster, pod, 0);
  if (!no.refused()) {
    RC_ASSERT(!reserve(cluster, pod, 0).refusal.refused());
    return;
  }
  RC_ASSERT(!to_sentence(no).empty());
  const int64_t cpus = amount_of(pod.containers[0].requests, "cpu") / 1000;
  int free = 0;
  int whole = 0;
  cluster.look_at(0, [&](const sched::Node &node) {
    for (const sched::NumaAccount &numa : node.numa()) {
      free += numa.free;
      whole += numa.whole;
    }
  });
  switch (no.reason) {
    case Reason::kNotEnoughCpus:
      RC_ASSERT(cpus > no.best || cpus > free);
      RC_ASSERT(no.needed > no.best);
      break;
    case Reason::kRequiredBindPolicy:
      RC_ASSERT(cpus <= free);
      RC_ASSERT(no.needed > no.best);
      RC_ASSERT(no.best <= free);
      break;
    case Reason::kInsufficientResource:
      RC_ASSERT(no.needed > no.best);
      break;
    case Reason::kSmtAlignment:
      RC_ASSERT(cpus % 2 != 0);
      break;
    case Reason::kNodeUnschedulable:
      RC_ASSERT(drawn.node.unschedulable);
      break;
    case Reason::kBindPolicyConflict:
      RC_ASSERT(pod.required_bind != PodBind::kDefault || pod.preferred_bind != PodBind::kDefault);
      RC_ASSERT(drawn.node.bind >= NodeBind::kFullPcpusOnly);
      break;
    case Reason::kNumaPolicyConflict:
      RC_ASSERT(pod.numa_policy != NumaPolicy::kAbsent);
      RC_ASSERT(pod.numa_policy != drawn.node.numa_policy);
      break;
    case Reason::kSharedPoolTooSmall:
    case Reason::kNoNumaNodeFits:
      RC_ASSERT(no.needed > no.best);
      RC_ASSERT(pod.preferred_bind == PodBind::kConstrainedBurst);
      break;
    case Reason::kNumaUnsatisfied:
    case Reason::kNumaUnaligned:
    case Reason::kNumaExclusive: {
      // Without NUMA policies of node and pod, the reason disappears.
      RC_ASSERT(pod.numa_policy > NumaPolicy::kNone || drawn.node.numa_policy > NumaPolicy::kNone);
      NodeObject plain = drawn.node;
      plain.numa_policy = NumaPolicy::kNone;
      cluster.set_node(plain);
      PodObject simple = pod;
      simple.numa_policy = NumaPolicy::kAbsent;
      const Refusal then = explain(cluster, simple, 0);
      RC_ASSERT(then.reason != no.reason);
      break;
    }
    default:
      RC_FAIL("a reason that these pods and nodes should not meet: " + to_sentence(no));
  }
}

// For a long run set KOORD_TEST_STEPS=1000000 KOORD_TEST_NODES=1000.
int from_environment(const char *name, int otherwise) {
  const char *text = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
  return text == nullptr ? otherwise : std::atoi(text);
}

TEST(ClusterHistory, RandomReservationsTakenBackLeaveTheExactInitialState) {
  const int steps = from_environment("KOORD_TEST_STEPS", 20000);
  const auto nodes = static_cast<uint32_t>(from_environment("KOORD_TEST_NODES", 100));
  const auto fill = [&](Cluster &cluster) {
    for (uint32_t i = 0; i < nodes; ++i)
      add_node(cluster, "node-" + std::to_string(i), kMachines[i % 4],
               static_cast<NumaPolicy>(i / 4 % 5));
  };
  Cluster cluster{sched::Options{}};
  fill(cluster);
  std::mt19937 random(20220420);
  const auto pick = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  std::vector<PodObject> shapes;
  const Qos kQos[] = {Qos::kLse, Qos::kLsr, Qos::kLs, Qos::kBe};
  for (uint32_t i = 0; i < 40; ++i) {
    PodObject pod = pod_of("", kQos[i % 4], i % 4 < 2 ? 1000 * (1 + i % 7) : 250 * (1 + i % 9),
                           kGi * (1 + i % 5));
    pod.preferred_bind = static_cast<PodBind>(i % 3);
    pod.exclusive = static_cast<ExclusivePolicy>(i / 4 % 4);
    shapes.push_back(pod);
  }
  std::vector<sched::Query> queries;
  for (const PodObject &pod : shapes) queries.push_back(ask(cluster, pod));
  std::vector<std::string> held;
  int granted = 0;
  for (int step = 0; step < steps; ++step) {
    // Once the cluster is half full, pods are removed as often as added.
    if (!held.empty() && pick(8 * nodes) < held.size() + pick(2) * 4 * nodes) {
      std::swap(held[pick(static_cast<uint32_t>(held.size()))], held.back());
      ASSERT_EQ(cluster.remove_pod(held.back()), Outcome::kDone);
      held.pop_back();
      continue;
    }
    Refusal refusal;
    std::string uid = "uid-" + std::to_string(step);
    ASSERT_EQ(cluster.reserve(queries[pick(40)], uid, pick(nodes), {}, refusal), Outcome::kDone);
    if (refusal.refused()) continue;
    held.push_back(std::move(uid));
    ++granted;
  }
  EXPECT_GT(granted, steps / 10);
  while (!held.empty()) {
    std::swap(held[pick(static_cast<uint32_t>(held.size()))], held.back());
    ASSERT_EQ(cluster.remove_pod(held.back()), Outcome::kDone);
    held.pop_back();
  }
  EXPECT_EQ(cluster.counts().pods, 0u);
  Cluster untouched{sched::Options{}};
  fill(untouched);
  EXPECT_TRUE(cluster.same_state(untouched));
  std::printf("%d of %d operations granted a pod on %u nodes\n", granted, steps, nodes);
}

}  // namespace
}  // namespace koord::testing
