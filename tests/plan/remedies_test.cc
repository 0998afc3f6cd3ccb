// Explanations are true, and their remedies help.
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "plan/remedies_support.h"

namespace koord::testing {
namespace {

using plan::Scope;

World draw_world() {
  World world;
  world.options.profile = *rc::gen::inRange(0, 4) == 0 ? Profile::kUpstream : Profile::kSpec;
  // Includes pods of exclusive QoS that bind no CPUs.
  if (*rc::gen::inRange(0, 3) == 0) world.options.default_bind = PodBind::kDefault;
  Cluster cluster{world.options};
  for (int i = 0; i < 3; ++i) {
    world.nodes.push_back(draw_node("node-" + std::to_string(i)));
    add(cluster, world.nodes.back());
  }
  const int pods = *rc::gen::inRange(0, 30);
  for (int i = 0; i < pods; ++i) {
    PodThere resident{draw_pod("old-" + std::to_string(i)),
                      static_cast<uint32_t>(*rc::gen::inRange(0, 3))};
    resident.pod.priority = *rc::gen::inRange(0, 3);
    if (!reserve(cluster, resident.pod, resident.node).refusal.refused())
      world.pods.push_back(resident);
  }
  world.asking = draw_pod("asking");
  world.asking.priority = 2;
  if (*rc::gen::inRange(0, 2) == 0)
    for (Container &container : world.asking.containers) {
      for (Amount &amount : container.requests) amount.value *= 2;
      container.limits = container.requests;
    }
  return world;
}

std::set<std::string> evicted_by(const plan::Miss &miss) {
  std::set<std::string> out;
  for (const plan::Remedy &remedy : miss.remedies)
    for (const Step &step : remedy.steps)
      if (step.kind == RemedyKind::kEvict) out.insert(step.name);
  return out;
}

// Returns true if the pod fits once exactly these pods are removed.
bool try_without(const World &world, uint32_t node, const std::set<std::string> &gone) {
  const auto cluster = world.make();
  for (const std::string &uid : gone) RC_ASSERT(cluster->remove_pod(uid) == Outcome::kDone);
  return fits(*cluster, world.asking, node);
}

RC_GTEST_PROP(RemediesProperty, EveryRemedyMakesThePodFit, ()) { check_remedies(draw_world()); }

RC_GTEST_PROP(RemediesProperty, EveryEvictionIsNeeded, ()) {
  const World world = draw_world();
  const plan::Explanation explanation = explain_all(world, *world.make());
  for (const plan::Miss &miss : explanation.misses) {
    const std::set<std::string> gone = evicted_by(miss);
    std::set<std::string> lower;
    for (const PodThere &each : world.pods)
      if (each.node == miss.node && each.pod.priority < world.asking.priority)
        lower.insert(each.pod.uid);
    if (gone.empty()) RC_ASSERT(!try_without(world, miss.node, lower));
    for (const std::string &uid : gone) {
      std::set<std::string> fewer = gone;
      fewer.erase(uid);
      RC_ASSERT(!try_without(world, miss.node, fewer));
    }
    if (gone.size() > 1)
      for (const std::string &uid : lower) RC_ASSERT(!try_without(world, miss.node, {uid}));
  }
}

RC_GTEST_PROP(RemediesProperty, NoGreaterNumberOfCpusFits, ()) { check_most_cpu(draw_world()); }

// Under Restricted a larger CPU request may fit where a smaller one
// does not, because it prefers more NUMA nodes.
TEST(Remedies, MoreCpuMayPreferMoreNumaNodes) {
  World world;
  const Machine machine{1, 2, 4};
  world.nodes.push_back({node_of("n", machine), topology_of("n", machine)});
  world.nodes[0].node.numa_policy = NumaPolicy::kRestricted;
  world.nodes[0].node.strategy = NodeStrategy::kLeastAllocated;
  for (const char *uid : {"a", "b"}) world.pods.push_back({pod_of(uid, Qos::kLs, 3000), 0});
  world.asking = pod_of("asking", Qos::kLs, 16000, 100 * kGi);
  const plan::Explanation explanation = explain_all(world, *world.make());
  ASSERT_FALSE(explanation.misses.at(0).remedies.empty());
  const Step &step = explanation.misses[0].remedies[0].steps[0];
  EXPECT_EQ(step.kind, RemedyKind::kPodCpu);
  EXPECT_EQ(step.to, 10000) << "5 CPUs of each NUMA node; 8 on one do not fit";
  check_remedies(world);
}

RC_GTEST_PROP(RemediesProperty, NoGreaterNumberOfCpusFitsOnSeveralNumaNodes, ()) {
  World world;
  world.options.profile = *rc::gen::inRange(0, 4) == 0 ? Profile::kUpstream : Profile::kSpec;
  const Machine machine{*rc::gen::inRange(1, 3), *rc::gen::inRange(2, 4), 4};
  world.nodes.push_back({node_of("n", machine), topology_of("n", machine)});
  world.nodes[0].node.numa_policy =
      *rc::gen::inRange(0, 2) == 0 ? NumaPolicy::kRestricted : NumaPolicy::kBestEffort;
  world.nodes[0].node.strategy = NodeStrategy::kLeastAllocated;
  const bool pins = *rc::gen::inRange(0, 2) == 0;
  world.nodes[0].topology.kubelet_static = pins;
  if (pins) world.nodes[0].topology.kubelet_reserved = CpuSet{0};
  Cluster cluster{world.options};
  add(cluster, world.nodes[0]);
  const int pods = *rc::gen::resize(100, rc::gen::inRange(0, 12));
  for (int i = 0; i < pods; ++i) {
    const PodObject pod = pod_of("old-" + std::to_string(i), Qos::kLs,
                                 250 * *rc::gen::resize(100, rc::gen::inRange(1, 20)));
    if (!reserve(cluster, pod, 0).refusal.refused()) world.pods.push_back({pod, 0});
  }
  // All resources must prefer equal numbers of NUMA nodes.
  const int64_t memory = *rc::gen::element<int64_t>(1, 70, 140);
  world.asking = pod_of("asking", Qos::kLs, 250 * *rc::gen::resize(100, rc::gen::inRange(20, 160)),
                        memory * kGi);
  if (world.nodes[0].node.numa_policy == NumaPolicy::kBestEffort)
    world.asking.numa_policy = NumaPolicy::kRestricted;
  world.asking.priority = 2;
  check_most_cpu(world);
}

// Pods with several containers, and pods whose limits and requests differ.
RC_GTEST_PROP(RemediesProperty, NoGreaterNumberOfCpusFitsWithSeveralContainers, ()) {
  World world = draw_world();
  auto &containers = world.asking.containers;
  const int more = *rc::gen::inRange(0, 3);
  const bool owns = world.asking.qos == Qos::kLse || world.asking.qos == Qos::kLsr;
  for (int i = 0; i < more; ++i) {
    const int64_t milli = (owns ? 1000 : 250) * *rc::gen::inRange(1, 9);
    containers.push_back(pod_of("", Qos::kLs, milli).containers[0]);
    containers.back().name += std::to_string(i);
  }
  if (!owns && *rc::gen::inRange(0, 3) == 0)
    for (Amount &amount : containers[0].limits) amount.value *= 2;
  // If a lower pod limit applies, the affected container is not determined.
  if (world.asking.preferred_bind == PodBind::kConstrainedBurst)
    world.asking.preferred_bind = PodBind::kDefault;
  check_most_cpu(world);
}

// A fraction less makes the request whole CPUs, which a static kubelet would pin and does not have.
TEST(Remedies, LessCpuMayBeMoreToKubelet) {
  World world;
  world.nodes.push_back({node_of("n", {1, 1, 2}), topology_of("n", {1, 1, 2})});
  world.nodes[0].topology.kubelet_reserved = CpuSet{0};
  world.nodes[0].topology.kubelet_static = true;
  world.asking = pod_of("asking", Qos::kLs, 4500);
  const plan::Explanation explanation = explain_all(world, *world.make());
  ASSERT_EQ(explanation.misses.size(), 1u);
  ASSERT_EQ(explanation.misses[0].remedies.size(), 1u);
  const Step &step = explanation.misses[0].remedies[0].steps[0];
  EXPECT_EQ(step.kind, RemedyKind::kPodCpu);
  EXPECT_EQ(step.to, 3999);
  check_remedies(world);
}

// A pod that kubelet pins requests whole CPUs, so the remedy is the largest whole number.
TEST(Remedies, OfAPinnedPodAreWholeCpus) {
  World world;
  const Machine machine{1, 1, 8};
  world.nodes.push_back({node_of("n", machine), topology_of("n", machine)});
  world.nodes[0].topology.kubelet_reserved = CpuSet{0};
  world.nodes[0].topology.kubelet_static = true;
  world.asking = pod_of("asking", Qos::kLs, 16000);
  world.asking.qos = Qos::kNone;
  const plan::Explanation explanation = explain_all(world, *world.make());
  ASSERT_EQ(explanation.misses.size(), 1u);
  ASSERT_FALSE(explanation.misses[0].remedies.empty());
  const Step &step = explanation.misses[0].remedies[0].steps[0];
  EXPECT_EQ(step.kind, RemedyKind::kPodCpu);
  EXPECT_EQ(step.to, 15000);
  check_remedies(world);
}

// A scheduler allows 64 tries for its events. A search that would try every number of CPUs of a
// large node neither loses the CPUs that fit nor the pods that could leave.
RC_GTEST_PROP(RemediesProperty, FewTriesSufficeForCpusAndEviction, ()) {
  World world;
  const Machine machine{1, 1, 32};
  world.nodes.push_back({node_of("n", machine), topology_of("n", machine)});
  world.nodes[0].topology.kubelet_reserved = CpuSet{0};
  world.nodes[0].topology.kubelet_static = *rc::gen::inRange(0, 4) > 0;
  const bool memory_is_short = *rc::gen::inRange(0, 3) == 0;
  const int64_t left = *rc::gen::resize(100, rc::gen::inRange(1, 40));
  const int64_t node_memory = object::amount_of(world.nodes[0].node.allocatable, object::kMemory);
  PodObject resident = pod_of("old", Qos::kLs, memory_is_short ? 1000 : 1000 * (64 - left),
                              memory_is_short ? node_memory : kGi);
  resident.priority = 1;
  world.pods.push_back({resident, 0});
  const int64_t cpus = *rc::gen::resize(100, rc::gen::inRange<int64_t>(left + 1, 63));
  const bool binds = *rc::gen::inRange(0, 2) == 0;
  world.asking = pod_of("asking", binds ? Qos::kLsr : Qos::kLs,
                        1000 * cpus + (binds || *rc::gen::inRange(0, 2) == 0 ? 0 : 500), 2 * kGi);
  world.asking.priority = 2;
  const auto cluster = world.make();
  const sched::ClusterSnapshot snapshot(*cluster);
  const plan::Explanation few =
      plan::explain(snapshot, ask(*cluster, world.asking), world.asking, {1, 64});
  RC_ASSERT(few.misses.size() == 1u);
  RC_ASSERT(evicted_by(few.misses[0]) == (std::set<std::string>{"old"}));
  if (memory_is_short) return;
  const auto offered = [](const plan::Explanation &explanation) {
    int64_t milli = 0;
    for (const plan::Remedy &remedy : explanation.misses.at(0).remedies)
      if (remedy.steps[0].kind == RemedyKind::kPodCpu) milli = remedy.steps[0].to;
    return milli;
  };
  RC_ASSERT(offered(few) == offered(explain_all(world, *cluster)));
  for (int64_t more = offered(few) / 1000 + 1; more < cpus; ++more) {
    PodObject larger = world.asking;
    larger.containers[0].requests[0].value = 1000 * more;
    larger.containers[0].limits = larger.containers[0].requests;
    RC_ASSERT(explain(*cluster, larger, 0).refused());
  }
}

// A pod without exclusive CPUs may have more CPUs than exclusive pods could.
TEST(Remedies, CpusThatAreNotBoundAreNotCounted) {
  World world;
  world.options.default_bind = PodBind::kDefault;
  world.nodes.push_back({node_of("n", {1, 1, 2}), topology_of("n", {1, 1, 2})});
  world.nodes[0].topology.kubelet_reserved = CpuSet{0};
  world.nodes[0].topology.kubelet_static = false;
  PodObject owner = pod_of("owner", Qos::kLsr, 2000);
  owner.preferred_bind = PodBind::kSpreadByPcpus;
  world.pods.push_back({owner, 0});
  world.asking = pod_of("asking", Qos::kLsr, 3000);
  const auto offered = [&] {
    int64_t milli = 0;
    const plan::Explanation explanation = explain_all(world, *world.make());
    for (const plan::Remedy &remedy : explanation.misses.at(0).remedies)
      if (remedy.steps[0].kind == RemedyKind::kPodCpu) milli = remedy.steps[0].to;
    return milli;
  };
  EXPECT_EQ(offered(), 2000) << "of 4 CPUs 2 are taken";
  world.asking.preferred_bind = PodBind::kFullPcpus;
  EXPECT_EQ(offered(), 1000) << "of its own it could have but one";
}

// Returns the CPUs that a NUMA node can supply to the pod under its required policy.
int cpus_on(const sched::Node &node, const sched::NumaAccount &numa, const PodObject &pod) {
  const sched::NodePolicies &policies = node.policies();
  if (pod.required_bind == PodBind::kFullPcpus || policies.full_only) return numa.whole;
  if (pod.required_bind == PodBind::kSpreadByPcpus || policies.spread_only) return numa.cores;
  return numa.free;
}

// Returns true if NUMA node `i` alone lacks something, under `spec`.
bool lacks(const sched::Node &node, size_t i, const PodObject &pod) {
  const int64_t milli = pod.containers[0].requests[0].value;
  const int64_t memory = pod.containers[0].requests[1].value;
  const sched::NumaAccount &numa = node.numa()[i];
  const bool binds = pod.qos == Qos::kLse || pod.qos == Qos::kLsr;
  if (node.numa_free(i, 0) < milli) return true;
  if (binds && 1000 * cpus_on(node, numa, pod) < milli) return true;
  const int slot = node.numa_slot(sched::Resources::kMemory);
  return slot >= 0 && node.numa_free(i, static_cast<size_t>(slot)) < memory;
}

// Returns the amounts of a bound's resource on the NUMA nodes, largest first.
std::vector<int64_t> amounts_of(const sched::Node &node, const plan::Bound &bound,
                                const PodObject &pod) {
  const bool full = pod.required_bind == PodBind::kFullPcpus || node.policies().full_only;
  std::vector<int64_t> out;
  for (size_t i = 0; i < node.numa().size(); ++i) {
    const int64_t cpus =
        std::min<int64_t>(cpus_on(node, node.numa()[i], pod), node.numa_free(i, 0) / 1000);
    out.push_back(bound.object == Object::kCpu
                      ? cpus - (full ? cpus % 2 : 0)
                      : node.numa_free(i, static_cast<size_t>(node.numa_slot(bound.resource))));
  }
  std::sort(out.begin(), out.end(), std::greater<>());
  return out;
}

RC_GTEST_PROP(ExplainProperty, NodesAreCountedAndTheirBoundsAreViolated, ()) {
  const World world = draw_world();
  const auto cluster = world.make();
  const plan::Explanation explanation = explain_all(world, *cluster);
  std::map<Reason, uint32_t> expected;
  for (uint32_t id = 0; id < 3; ++id) ++expected[explain(*cluster, world.asking, id).reason];
  std::map<Reason, uint32_t> counted;
  if (explanation.fitting > 0) counted[Reason::kNone] = explanation.fitting;
  for (const plan::Group &group : explanation.groups) {
    counted[group.refusal.reason] += group.nodes;
    RC_ASSERT(group.refusal.reason == explain(*cluster, world.asking, group.nearest).reason);
  }
  RC_ASSERT(counted == expected);
  RC_ASSERT(explanation.misses.size() + explanation.fitting == explanation.nodes);

  for (const plan::Miss &miss : explanation.misses) {
    const plan::Bound &bound = miss.lack.bound;
    const auto group = std::find_if(
        explanation.groups.begin(), explanation.groups.end(), [&](const plan::Group &each) {
          return each.refusal.reason == miss.refusal.reason && each.bound.scope == bound.scope &&
                 each.resource == miss.resource;
        });
    RC_ASSERT(group != explanation.groups.end());
    RC_ASSERT(miss.lack.share >= 0 && miss.lack.share <= 1);
    if (bound.scope == Scope::kNone) continue;
    RC_ASSERT(bound.best >= 0 && bound.best < bound.needed);
    RC_ASSERT(bound.share() >= group->bound.share());
    RC_TAG(static_cast<int>(bound.scope));
    cluster->look_at(miss.node, [&](const sched::Node &node) {
      if (bound.scope == Scope::kNode && miss.refusal.reason == Reason::kInsufficientResource) {
        int64_t free = node.total(bound.resource).free();
        // Exclusive CPUs count more if CPU is amplified.
        if (bound.resource == sched::Resources::kCpu)
          free -= static_cast<int64_t>(
              std::ceil(1000 * node.bound_cpus() * (node.amplification() - 1)));
        RC_ASSERT(std::max<int64_t>(0, free) == bound.best);
        return;
      }
      if (world.options.profile != Profile::kSpec ||
          miss.refusal.reason == Reason::kSharedPoolTooSmall ||
          miss.refusal.reason == Reason::kNoNumaNodeFits || bound.scope == Scope::kNode)
        return;
      if (bound.scope == Scope::kNumaNode) {
        for (size_t i = 0; i < node.numa().size(); ++i) RC_ASSERT(lacks(node, i, world.asking));
        return;
      }
      const std::vector<int64_t> amounts = amounts_of(node, bound, world.asking);
      RC_ASSERT(std::accumulate(amounts.begin(), amounts.begin() + bound.where, int64_t{0}) ==
                bound.best);
    });
  }
}

}  // namespace
}  // namespace koord::testing
