// Unusual orders of events and missing objects: late or removed
// topologies, assumed pods, unstated policies.
#include "base/error.h"
#include "sched/clusters.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

// A node with NUMA amounts whose CPUs are unknown.
NodeTopology without_machine(const std::string &name) {
  NodeTopology topology = topology_of(name);
  topology.machine = nullptr;
  return topology;
}

PodObject bound(PodObject pod, const std::string &node, const char *cpus) {
  pod.node = node;
  pod.status.emplace().cpus = CpuSet::parse(cpus);
  return pod;
}

TEST(Edges, HintsOfANodeWithoutAMachineAreEmpty) {
  for (const Profile profile : {Profile::kSpec, Profile::kUpstream}) {
    sched::Options options;
    options.profile = profile;
    Cluster cluster(options);
    const uint32_t id = cluster.set_node(node_of("n"));
    cluster.set_topology(without_machine("n"));
    PodObject pod = pod_of("u", Qos::kLsr, 2000);
    pod.priority_class = PriorityClass::kProd;
    Cluster::NodeHints hints;
    ASSERT_EQ(cluster.hints(ask(cluster, pod), id, NumaPolicy::kRestricted, hints), Outcome::kDone);
    ASSERT_EQ(hints.lists.size(), 2u);
    for (const auto &[resource, list] : hints.lists) EXPECT_TRUE(list.empty()) << resource;
  }
}

// A device request that nothing can meet is refused before the amounts, for every pod of the shape.
TEST(Edges, ImpossibleDevicesAreRefusedForEveryPodOfAShape) {
  for (const Profile profile : {Profile::kSpec, Profile::kUpstream}) {
    sched::Options options;
    options.profile = profile;
    Cluster cluster(options);
    const uint32_t id = add_node(cluster, "n");
    object::DeviceObject devices;
    devices.node = "n";
    cluster.set_devices(devices);
    const auto asking = [](const char *uid, int64_t milli) {
      PodObject pod = pod_of(uid, Qos::kLs, milli);
      auto &limits = pod.containers[0].limits;
      limits.insert(limits.begin() + 1, {"koordinator.sh/gpu", 150});
      pod.containers[0].requests = limits;
      return pod;
    };
    const sched::ShapePtr kept = cluster.shape_of(asking("a", 1000));
    const sched::ShapePtr large = cluster.shape_of(asking("a", 1'000'000));
    for (const char *uid : {"a", "b"}) {
      EXPECT_EQ(explain(cluster, asking(uid, 1000), id).reason, Reason::kDeviceUnit) << uid;
      EXPECT_EQ(explain(cluster, asking(uid, 1'000'000), id).reason, Reason::kDeviceUnit) << uid;
    }
    EXPECT_EQ(cluster.shape_of(asking("b", 1000)), kept);
    EXPECT_EQ(cluster.shape_of(asking("b", 1'000'000)), large);
    PodObject wishing = asking("c", 1000);
    wishing.devices.hints.emplace_back().type = "gpu";
    EXPECT_NE(cluster.shape_of(wishing), kept);
    PodObject in_parts = asking("d", 1500);
    in_parts.qos = Qos::kLsr;
    in_parts.priority_class = PriorityClass::kProd;
    in_parts.required_bind = PodBind::kFullPcpus;
    EXPECT_EQ(explain(cluster, in_parts, id).reason, Reason::kCpusNotWhole)
        << "its own comes first";
  }
}

TEST(Edges, ADoubleClaimIsCountedWithoutATopology) {
  Cluster cluster{sched::Options{}};
  sched::Conflicts conflicts;
  cluster.set_pod(bound(pod_of("a", Qos::kLsr, 4000), "n", "0-3"), conflicts);
  EXPECT_EQ(conflicts.cpus_held, 0);
  cluster.set_pod(bound(pod_of("b", Qos::kLsr, 4000), "n", "2-5"), conflicts);
  EXPECT_EQ(conflicts.cpus_held, 2);
  EXPECT_EQ(conflicts.cpus_unknown, 4);
}

TEST(Edges, PodsThatAreNotKeptLeaveNoNames) {
  Cluster cluster{sched::Options{}};
  sched::Conflicts conflicts;
  for (int i = 0; i < 2000; ++i) {
    PodObject pod = pod_of("u" + std::to_string(i), Qos::kLs, 100);
    pod.containers[0].requests.push_back({"example.com/r" + std::to_string(i), 1});
    ASSERT_EQ(cluster.set_pod(pod, conflicts), Outcome::kUnknownPod);
  }
  NodeObject node = node_of("n");
  node.allocatable.push_back({"zz.com/new", 2});
  EXPECT_EQ(cluster.set_node(node), 0u);
}

TEST(Edges, AnAssumedPodKeepsItsCpusUntilItIsBound) {
  Cluster cluster{sched::Options{}};
  const uint32_t id = add_node(cluster, "n");
  const PodObject pod = pod_of("u", Qos::kLsr, 4000);
  ASSERT_FALSE(reserve(cluster, pod, id).refusal.refused());
  sched::Conflicts conflicts;
  EXPECT_EQ(cluster.set_pod(pod, conflicts), Outcome::kDone);
  EXPECT_EQ(cluster.counts().pods, 1u);
}

TEST(Edges, TooShortArraysForCpusAreRefused) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n", {2, 1, 40});
  sched::Conflicts conflicts;
  cluster.set_pod(bound(pod_of("u", Qos::kLsr, 4000), "n", "70-73"), conflicts);
  cluster.remove_topology("n");
  Refusal refusal;
  uint64_t words[2] = {};
  const auto again = [&](size_t count) {
    return cluster.reserve(ask(cluster, pod_of("u", Qos::kLsr, 4000)), "u", 0, {}, refusal,
                           {words, count});
  };
  EXPECT_THROW(again(1), Error);
  EXPECT_EQ(again(2), Outcome::kDone);
  EXPECT_EQ(words[1], uint64_t{15} << 6);
}

TEST(Edges, AffinityHoldsForPodsWithoutCpusOfTheirOwn) {
  Cluster cluster{sched::Options{}};
  const uint32_t id = add_node(cluster, "n");
  PodObject pod = pod_of("u", Qos::kLs, 2000);
  pod.required_bind = PodBind::kConstrainedBurst;
  Refusal refusal;
  ASSERT_EQ(cluster.reserve(ask(cluster, pod), "u", id, {0, 2}, refusal), Outcome::kDone);
  ASSERT_FALSE(refusal.refused());
  sched::Allocation held;
  cluster.allocation("u", held);
  ASSERT_EQ(held.status.pools.size(), 1u);
  EXPECT_EQ(held.status.pools[0].node, 1);
  Cluster::NodeHints hints;
  pod.containers[0].limits = {{"cpu", 9000}, {"memory", kGi}};
  cluster.hints(ask(cluster, pod), id, NumaPolicy::kBestEffort, hints);
  EXPECT_EQ(hints.lists[0].first, "cpu");
  EXPECT_TRUE(hints.lists[0].second.empty());  // no shared pool of 8 CPUs can hold a limit of 9
}

TEST(Edges, ANodesBindPolicyBindsWhereTheConfigurationHasNone) {
  sched::Options options;
  options.default_bind = PodBind::kDefault;
  Cluster cluster(options);
  const uint32_t id = add_node(cluster, "n");
  EXPECT_EQ(reserve(cluster, pod_of("shares", Qos::kLsr, 2000), id).cpus(), "");
  NodeObject node = node_of("n");
  node.bind = NodeBind::kFullPcpusOnly;
  cluster.set_node(node);
  EXPECT_EQ(explain(cluster, pod_of("odd", Qos::kLsr, 3000), id).reason, Reason::kSmtAlignment);
  EXPECT_EQ(reserve(cluster, pod_of("owns", Qos::kLsr, 2000), id).cpus(), "0,8");
  EXPECT_EQ(reserve(cluster, pod_of("ls", Qos::kLs, 2000), id).cpus(), "");
}

TEST(Edges, RequestsBeyondTheCapacityAreUnresolvable) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  reserve(cluster, pod_of("holder", Qos::kLs, 12000), 0);
  EXPECT_EQ(evaluate(cluster, pod_of("u", Qos::kLs, 8000))[0].flags, 0u);
  EXPECT_EQ(evaluate(cluster, pod_of("u", Qos::kLs, 17000))[0].flags, sched::kUnresolvable);
}

TEST(Edges, ANodeThatTakesNoPodsTakesNone) {
  Cluster cluster{sched::Options{}};
  NodeObject node = node_of("n");
  for (Amount &amount : node.allocatable)
    if (amount.resource == "pods") amount.value = 0;
  cluster.set_node(node);
  EXPECT_EQ(explain(cluster, pod_of("u", Qos::kLs, 100), 0).reason, Reason::kInsufficientResource);
  std::erase_if(node.allocatable, [](const Amount &amount) { return amount.resource == "pods"; });
  cluster.set_node(node);
  EXPECT_EQ(explain(cluster, pod_of("u", Qos::kLs, 100), 0).reason, Reason::kNone);
}

// Only the last two of 18 NUMA nodes have room, and together they suffice.
TEST(Edges, SeveralNumaNodesAreFoundWhereverTheyAre) {
  const Machine machine{2, 9, 2};
  Cluster cluster{sched::Options{}};
  NodeObject node = node_of("n", machine);
  node.numa_policy = NumaPolicy::kRestricted;
  const uint32_t id = cluster.set_node(node);
  NodeTopology topology = topology_of("n", machine);
  for (const auto &place : topology.machine->cpu_nodes())
    if (place.id < 16) topology.node_reserved_cpus |= place.cpus;
  cluster.set_topology(topology);
  const Answer answer = reserve(cluster, pod_of("u", Qos::kLsr, 8000, 100 * kGi), id);
  ASSERT_FALSE(answer.refusal.refused()) << to_sentence(answer.refusal);
  ASSERT_EQ(answer.allocation.status.numa.size(), 2u);
  EXPECT_EQ(answer.allocation.status.numa[0].node, 16);
  EXPECT_EQ(answer.allocation.status.numa[1].node, 17);
  EXPECT_EQ(explain(cluster, pod_of("more", Qos::kLsr, 2000), id).reason, Reason::kNumaUnsatisfied);
}

}  // namespace
}  // namespace koord::testing
