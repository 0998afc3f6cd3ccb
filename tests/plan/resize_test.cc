// Pods that grow or shrink in place.
#include "plan/resize.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "sched/draw.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

plan::ResizeAnswer resize(const Cluster &cluster, const PodObject &pod, bool may_move = false,
                          const sched::WhatIf &what_if = {}) {
  const sched::ClusterSnapshot snapshot(cluster, what_if);
  uint32_t node = 0;
  sched::Holder holder;
  EXPECT_TRUE(snapshot.find(pod.uid, node, holder));
  return plan::resize(snapshot, node, holder, cluster.shape_of(pod), {false, may_move});
}

CpuSet cpus_of(const Cluster &cluster, const std::string &uid) {
  uint32_t node = 0;
  CpuSet cpus;
  EXPECT_EQ(cluster.pod_cpus(uid, node, cpus), Outcome::kDone);
  return cpus;
}

TEST(Resize, GrowsAroundTheCpusOfThePod) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");  // cores {0,8} .. {7,15}, four of them per NUMA node
  reserve(cluster, pod_of("a", Qos::kLsr, 2000), 0);
  reserve(cluster, pod_of("b", Qos::kLsr, 4000), 0);
  cluster.remove_pod("a");
  // A new pod with 6 CPUs would take core 0 and leave one of the other NUMA node.
  const auto answer = resize(cluster, pod_of("b", Qos::kLsr, 6000));
  ASSERT_FALSE(answer.refusal.refused());
  const CpuSet before = cpus_of(cluster, "b");
  EXPECT_EQ(before.to_string(), "1-2,9-10");
  ASSERT_EQ(cluster.commit(answer.changes), Outcome::kDone);
  EXPECT_EQ(cpus_of(cluster, "b").to_string(), "0-2,8-10");
}

TEST(Resize, ShrinksWithinTheCpusOfThePod) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  reserve(cluster, pod_of("a", Qos::kLsr, 2000), 0);
  reserve(cluster, pod_of("b", Qos::kLsr, 6000), 0);
  cluster.remove_pod("a");
  const auto answer = resize(cluster, pod_of("b", Qos::kLsr, 2000));
  ASSERT_FALSE(answer.refusal.refused());
  ASSERT_EQ(cluster.commit(answer.changes), Outcome::kDone);
  EXPECT_EQ(cpus_of(cluster, "b").to_string(), "1,9");
}

TEST(Resize, RefusesWithNumbers) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n", {}, NumaPolicy::kSingleNode);
  reserve(cluster, pod_of("a", Qos::kLsr, 4000), 0);
  reserve(cluster, pod_of("b", Qos::kLsr, 4000), 0);  // NUMA node 0 is full
  const PodObject larger = pod_of("b", Qos::kLsr, 6000);
  const auto no = resize(cluster, larger);
  EXPECT_EQ(no.refusal.reason, Reason::kWouldMove);
  EXPECT_EQ(no.refusal.needed, 4);
  EXPECT_EQ(no.refusal.best, 0);
  EXPECT_EQ(to_sentence(no.refusal), "would have to move: only 0 of the 4 CPUs to keep can stay");
  EXPECT_TRUE(no.changes.steps.empty());
  const auto moved = resize(cluster, larger, true);
  ASSERT_FALSE(moved.refusal.refused());
  ASSERT_EQ(cluster.commit(moved.changes), Outcome::kDone);
  EXPECT_EQ(cpus_of(cluster, "b").to_string(), "4-6,12-14");
  const auto never = resize(cluster, pod_of("b", Qos::kLsr, 10000), true);
  EXPECT_EQ(never.refusal.reason, Reason::kNumaUnaligned);
  EXPECT_EQ(never.refusal.needed, 10);
  EXPECT_EQ(never.refusal.best, 8);
}

TEST(Resize, PodsThatShareStayOnTheirNumaNodes) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n", {}, NumaPolicy::kSingleNode);
  reserve(cluster, pod_of("a", Qos::kLs, 2000, 20 * kGi), 0);
  reserve(cluster, pod_of("b", Qos::kLs, 2000, 40 * kGi), 0);
  const auto places = [&](const sched::Holding &holding) {
    std::set<int32_t> nodes;
    for (const sched::NumaGrant &grant : holding.grants()) nodes.insert(grant.node);
    return nodes;
  };
  const auto grown = resize(cluster, pod_of("a", Qos::kLs, 3000, 24 * kGi));
  ASSERT_FALSE(grown.refusal.refused());
  EXPECT_EQ(places(grown.changes.steps[0].holding), std::set<int32_t>{0});
  const auto no = resize(cluster, pod_of("a", Qos::kLs, 3000, 30 * kGi));
  EXPECT_EQ(no.refusal.reason, Reason::kWouldMove);
  EXPECT_EQ(no.refusal.object, Object::kNumaNode);
  const auto moved = resize(cluster, pod_of("a", Qos::kLs, 3000, 30 * kGi), true);
  ASSERT_FALSE(moved.refusal.refused());
  EXPECT_EQ(places(moved.changes.steps[0].holding), std::set<int32_t>{1});
}

// Kubelet compares the CPU request of each container that keeps running, whatever their sum.
TEST(Resize, UnderAStaticKubeletNoContainersCpuChanges) {
  const auto refused = [](bool first_stage, bool ignores, Profile profile, bool is_static,
                          const std::vector<int64_t> &before, const std::vector<int64_t> &after) {
    sched::Options options;
    options.profile = profile;
    options.ignore_kubelet = ignores;
    Cluster cluster(options);
    add_node(cluster, "n");
    NodeTopology topology = topology_of("n");
    topology.kubelet_static = is_static;
    topology.ignores_kubelet = first_stage;
    cluster.set_topology(topology);
    // The containers are an init container that ends, a sidecar, and two app containers.
    const auto pod = [](const std::vector<int64_t> &milli) {
      PodObject out = pod_of("p", Qos::kNone, milli[0]);
      for (size_t i = 1; i < milli.size(); ++i) {
        out.containers.push_back(pod_of("p", Qos::kNone, milli[i]).containers[0]);
        out.containers[i].name = std::to_string(i);
      }
      out.containers[0].init = out.containers[1].init = out.containers[1].restartable = true;
      out.node = "n";
      return out;
    };
    set(cluster, pod(before));
    const Refusal refusal = resize(cluster, pod(after)).refusal;
    EXPECT_TRUE(!refusal.refused() || refusal.reason == Reason::kResizeInfeasible);
    return refusal.refused();
  };
  const std::vector<int64_t> before{8000, 500, 1500, 1000};
  for (const std::vector<int64_t> &after :
       {std::vector<int64_t>{8000, 500, 2500, 1000},  // less than the init container needs
        std::vector<int64_t>{8000, 600, 1500, 1000}, std::vector<int64_t>{8000, 500, 1000, 1500},
        std::vector<int64_t>{8000, 500, 1500, 900}}) {
    EXPECT_TRUE(refused(false, false, Profile::kSpec, true, before, after));
    // Kubelet's policy also applies in the first stage of a takeover.
    EXPECT_TRUE(refused(true, false, Profile::kSpec, true, before, after));
    EXPECT_TRUE(refused(false, true, Profile::kSpec, true, before, after));
    EXPECT_FALSE(refused(false, false, Profile::kSpec, false, before, after));
    EXPECT_FALSE(refused(false, false, Profile::kUpstream, true, before, after));
  }
  EXPECT_FALSE(refused(false, false, Profile::kSpec, true, before, before));
}

// Kubelet compares memory as it compares CPU, even if Koordinator assigned the pod's CPUs.
TEST(Resize, UnderAStaticMemoryManagerNoContainersMemoryChanges) {
  const auto refusal = [](Profile profile, bool static_cpu, bool static_memory, Qos qos,
                          const std::vector<int64_t> &milli, const std::vector<int64_t> &memory) {
    sched::Options options;
    options.profile = profile;
    Cluster cluster(options);
    add_node(cluster, "n");
    NodeTopology topology = topology_of("n");
    topology.kubelet_static = static_cpu;
    topology.kubelet_static_memory = static_memory;
    cluster.set_topology(topology);
    const auto pod = [&](const std::vector<int64_t> &cpus, const std::vector<int64_t> &bytes) {
      PodObject out = pod_of("p", qos, cpus[0], bytes[0] * kGi);
      for (size_t i = 1; i < cpus.size(); ++i) {
        out.containers.push_back(pod_of("p", qos, cpus[i], bytes[i] * kGi).containers[0]);
        out.containers[i].name = std::to_string(i);
      }
      out.node = "n";
      if (qos == Qos::kLsr) out.status.emplace().cpus = CpuSet::parse("0-2");
      return out;
    };
    set(cluster, pod({2000, 1000}, {2, 1}));
    return resize(cluster, pod(milli, memory)).refusal;
  };
  using Amounts = std::vector<int64_t>;
  const Amounts cpus{2000, 1000};
  const Amounts fewer{1000, 1000};
  for (const Qos qos : {Qos::kNone, Qos::kLs, Qos::kLsr})
    for (const bool static_cpu : {false, true}) {
      for (const Amounts &memory : {Amounts{3, 1}, Amounts{1, 1}, Amounts{1, 2}, Amounts{2, 2}}) {
        const Refusal no = refusal(Profile::kSpec, static_cpu, true, qos, cpus, memory);
        EXPECT_EQ(no.reason, Reason::kResizeInfeasible);
        EXPECT_EQ(to_sentence(no),
                  "Resize is infeasible for Guaranteed Pods alongside Memory Manager policy "
                  "\"Static\"");
        EXPECT_FALSE(refusal(Profile::kSpec, static_cpu, false, qos, cpus, memory).refused());
        EXPECT_FALSE(refusal(Profile::kUpstream, static_cpu, true, qos, cpus, memory).refused());
        // CPU is reported first if kubelet compares it.
        const Refusal both = refusal(Profile::kSpec, static_cpu, true, qos, fewer, memory);
        EXPECT_EQ(both.resource, static_cpu && qos != Qos::kLsr ? sched::Resources::kCpu
                                                                : sched::Resources::kMemory);
      }
      EXPECT_FALSE(refusal(Profile::kSpec, static_cpu, true, qos, cpus, {2, 1}).refused());
      EXPECT_EQ(refusal(Profile::kSpec, static_cpu, true, qos, fewer, {2, 1}).refused(),
                static_cpu && qos != Qos::kLsr);
    }
}

TEST(Resize, PodsThatAreNotGuaranteedChangeTheirMemoryUnderAStaticMemoryManager) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  NodeTopology topology = topology_of("n");
  topology.kubelet_static_memory = true;
  cluster.set_topology(topology);
  PodObject pod = pod_of("p", Qos::kLs, 1000, kGi);
  pod.containers[0].limits[0].value = 2000;
  pod.node = "n";
  set(cluster, pod);
  for (object::Amounts *amounts : {&pod.containers[0].requests, &pod.containers[0].limits})
    (*amounts)[1].value = 2 * kGi;
  EXPECT_FALSE(resize(cluster, pod).refusal.refused());
}

TEST(Resize, PodsOnCordonedNodesMayGrow) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  reserve(cluster, pod_of("a", Qos::kLsr, 2000), 0);
  NodeObject node = node_of("n");
  node.unschedulable = true;
  cluster.set_node(node);
  const auto answer = resize(cluster, pod_of("a", Qos::kLsr, 4000));
  EXPECT_FALSE(answer.refusal.refused()) << to_sentence(answer.refusal);
  EXPECT_EQ(resize(cluster, pod_of("a", Qos::kLsr, 40000)).refusal.reason,
            Reason::kInsufficientResource);
}

TEST(Resize, NominatedPodsCount) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  reserve(cluster, pod_of("a", Qos::kLsr, 2000), 0);
  const PodObject larger = pod_of("a", Qos::kLsr, 6000);
  sched::WhatIf what_if;
  what_if.added.push_back({cluster.shape_of(pod_of("nominated", Qos::kLsr, 12000)), 0});
  EXPECT_FALSE(resize(cluster, larger).refusal.refused());
  EXPECT_TRUE(resize(cluster, larger, true, what_if).refusal.refused());
}

RC_GTEST_PROP(ResizeProperty, WhatAPodOwnsContainsOrIsContained, ()) {
  Cluster cluster{sched::Options{}};
  Cluster stepped{sched::Options{}};
  const Drawn drawn = draw_node("n");
  add(cluster, drawn);
  add(stepped, drawn);
  std::vector<std::string> placed;
  for (int i = 0; i < 6; ++i) {
    const PodObject pod = draw_pod("uid-" + std::to_string(i));
    if (!reserve(cluster, pod, 0).refusal.refused()) placed.push_back(pod.uid);
    reserve(stepped, pod, 0);
  }
  if (placed.empty()) return;
  // Removing another pod leaves a gap.
  if (placed.size() > 1) {
    cluster.remove_pod(placed.back());
    stepped.remove_pod(placed.back());
    placed.pop_back();
  }
  PodObject after = draw_pod(placed[0]);
  const bool may_move = *rc::gen::inRange(0, 2) == 1;
  const CpuSet before = cpus_of(cluster, after.uid);
  const uint64_t generation = cluster.counts().generation;
  const auto answer = resize(cluster, after, may_move);
  RC_ASSERT(cluster.counts().generation == generation);
  // Expected result: the answer for a new pod if this one were removed.
  Cluster alone{sched::Options{}};
  add(alone, drawn);
  if (answer.refusal.reason == Reason::kResizeInfeasible) {
    RC_ASSERT(drawn.topology.kubelet_static && before.empty());
    return;
  }
  if (answer.refusal.refused()) {
    stepped.remove_pod(after.uid);
    NodeObject open = drawn.node;
    open.unschedulable = false;
    stepped.set_node(open);
    const bool fits = !explain(stepped, after, 0).refused();
    RC_ASSERT(fits == (answer.refusal.reason == Reason::kWouldMove));
    RC_ASSERT(!fits || !may_move);
    RC_ASSERT(answer.changes.steps.empty());
    return;
  }
  RC_ASSERT(cluster.commit(answer.changes) == Outcome::kDone);
  const CpuSet now = cpus_of(cluster, after.uid);
  if (!may_move && !before.empty() && !now.empty())
    RC_ASSERT((before - now).empty() || (now - before).empty());
  // Committing step by step gives an equal state, and nothing is held twice or lost.
  RC_ASSERT(stepped.commit({answer.changes.steps, {}}) == Outcome::kDone);
  RC_ASSERT(cluster.same_state(stepped));
  for (const std::string &uid : placed) RC_ASSERT(cluster.remove_pod(uid) == Outcome::kDone);
  RC_ASSERT(cluster.same_state(alone));
}

}  // namespace
}  // namespace koord::testing
