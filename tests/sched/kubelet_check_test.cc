// Pods that a node's kubelet would refuse are refused by the scheduler for the same reason. Filter
// is compared with kubelet's own admission on the same node.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "kubelet/cpu/policy.h"
#include "kubelet/kubelet.h"
#include "sched/draw.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

using kubelet::Option;

struct DrawnKubelet {
  std::shared_ptr<const Topology> machine;
  kubelet::RunningKubelet config;
  bool report_first = false;  // the report arrives before the node object, which has the version
};

// Draws cores of one width, or with offline threads.
std::shared_ptr<const Topology> draw_machine(bool even) {
  const int sockets = *rc::gen::inRange(1, 3);
  const int nodes = *rc::gen::inRange(1, 4);
  const int cores = *rc::gen::inRange(1, 5);
  const int threads = *rc::gen::inRange(1, 3);
  TopologySpec spec;
  const int all = sockets * nodes * cores;
  for (int cpu = 0; cpu < all * threads; ++cpu) {
    TopologySpec::Cpu row;
    row.id = cpu;
    row.core = cpu % all;
    row.node = row.core / cores;
    row.socket = row.node / nodes;
    row.l3 = row.node;
    if (even || cpu == 0 || *rc::gen::inRange(0, 20) != 0) spec.cpus.push_back(row);
  }
  return Topology::build(std::move(spec));
}

DrawnKubelet draw_kubelet(bool even) {
  DrawnKubelet out{draw_machine(even), {}, *rc::gen::inRange(0, 2) == 0};
  out.config.numa_policy = *rc::gen::element(NumaPolicy::kNone, NumaPolicy::kBestEffort,
                                             NumaPolicy::kRestricted, NumaPolicy::kSingleNode);
  out.config.pod_scope = *rc::gen::inRange(0, 2) == 0;
  out.config.version = *rc::gen::element(KubeletVersion::k135, KubeletVersion::k136,
                                         KubeletVersion::k137, KubeletVersion::k138);
  out.config.pod_level_managers =
      out.config.version > KubeletVersion::k135 && *rc::gen::inRange(0, 2) == 0;
  if (*rc::gen::inRange(0, 2) == 0) out.config.cpu_options |= Option::kFullPcpusOnly;
  out.config.cpu_options |= *rc::gen::element<uint32_t>(
      0, Option::kDistributeNuma, Option::kDistributeNuma, Option::kStrictReservation);
  const bool splits = out.machine->sockets().size() <= out.machine->nodes().size();
  if (splits && out.config.numa_policy != NumaPolicy::kSingleNode && *rc::gen::inRange(0, 3) == 0)
    out.config.cpu_options |= Option::kAlignBySocket;
  const CpuSet &all = out.machine->all_cpus();
  all.for_each([&](int cpu) {
    if (*rc::gen::inRange(0, 8) == 0) out.config.reserved.add(cpu);
  });
  if (out.config.reserved.empty()) out.config.reserved.add(all.first());
  return out;
}

NodeTopology report_of(const DrawnKubelet &drawn) {
  NodeTopology out;
  out.node = "node-1";
  out.machine = drawn.machine;
  out.kubelet_static = true;
  out.kubelet_full_pcpus_only = (drawn.config.cpu_options & Option::kFullPcpusOnly) != 0;
  out.kubelet_distribute_numa = (drawn.config.cpu_options & Option::kDistributeNuma) != 0;
  out.kubelet_further_options = drawn.config.cpu_options;
  out.kubelet_reserved = drawn.config.reserved;
  out.numa_policy = drawn.config.numa_policy;
  out.pod_scope = drawn.config.pod_scope;
  out.kubelet_pod_level_managers = drawn.config.pod_level_managers;
  return out;
}

// Returns the configuration of the drawn kubelet.
kubelet::Config config_of(const DrawnKubelet &drawn) {
  kubelet::Config config;
  config.version = drawn.config.version;
  config.static_cpus = true;
  config.alpha_cpu_options = true;
  const auto add = [&](Option option, const char *name) {
    if ((drawn.config.cpu_options & option) != 0) config.cpu_options[name] = "true";
  };
  add(Option::kFullPcpusOnly, "full-pcpus-only");
  add(Option::kDistributeNuma, "distribute-cpus-across-numa");
  add(Option::kAlignBySocket, "align-by-socket");
  add(Option::kStrictReservation, "strict-cpu-reservation");
  config.reserved_cpus = drawn.config.reserved;
  config.reserved_cpu_count = config.reserved_cpus.count();
  config.numa_policy = drawn.config.numa_policy;
  config.pod_scope = drawn.config.pod_scope;
  config.pod_level_managers = drawn.config.pod_level_managers;
  return config;
}

// Draws a mostly Guaranteed pod with one or more containers, including
// containers with shared CPUs and init containers.
PodObject draw_guaranteed(const std::string &uid) {
  PodObject pod = pod_of(uid, Qos::kNone, 1000);
  const Container like = pod.containers[0];
  pod.containers.clear();
  const int count = *rc::gen::element(1, 1, 1, 2, 3);
  for (int i = 0; i < count; ++i) {
    Container container = like;
    container.name = "c" + std::to_string(i);
    const int64_t milli = *rc::gen::inRange(0, 8) == 0 ? 1500 : 1000 * *rc::gen::inRange(1, 9);
    container.requests = {{"cpu", milli}, {"memory", kGi}};
    container.limits = container.requests;
    if (*rc::gen::inRange(0, 12) == 0) container.limits[0].value += 1000;
    container.init = i + 1 < count && *rc::gen::inRange(0, 2) == 0;
    container.restartable = container.init && *rc::gen::inRange(0, 3) == 0;
    pod.containers.push_back(container);
  }
  // Init containers come first.
  std::stable_partition(pod.containers.begin(), pod.containers.end(),
                        [](const Container &container) { return container.init; });
  return pod;
}

// Draws the same with pod-level resources in some pods: in these, containers may request nothing.
PodObject draw_pod_level(const std::string &uid) {
  PodObject pod = draw_guaranteed(uid);
  if (*rc::gen::inRange(0, 3) == 0) return pod;
  pod.pod_level = true;
  const int64_t milli = *rc::gen::inRange(0, 8) == 0 ? 2500 : 1000 * *rc::gen::inRange(1, 17);
  pod.pod_requests = {{"cpu", milli}, {"memory", 16 * kGi}};
  pod.pod_limits = pod.pod_requests;
  if (*rc::gen::inRange(0, 12) == 0) pod.pod_limits[0].value += 1000;
  for (Container &container : pod.containers) {
    if (*rc::gen::inRange(0, 2) == 0) continue;
    container.requests.clear();
    container.limits.clear();
  }
  return pod;
}

// A cluster of one node, and its kubelet.
class Node {
 public:
  explicit Node(const DrawnKubelet &drawn)
      : report_(report_of(drawn)),
        kubelet_(std::make_shared<const kubelet::NodeSetup>(drawn.machine, config_of(drawn))) {
    NodeObject node = node_of("node-1");
    node.allocatable = {{"cpu", 1000000}, {"memory", 10000 * kGi}, {"pods", 1000}};
    node.kubelet_version = drawn.config.version;
    if (drawn.report_first) cluster_.set_topology(report_);
    id_ = cluster_.set_node(node);
    if (!drawn.report_first) cluster_.set_topology(report_);
  }

  // Admits the pod in kubelet, which reports it if it was admitted. CPUs of whole pods that kubelet
  // before 1.38 cannot divide among containers stay with the refused pod, and are reported, too.
  bool admit(const PodObject &pod, bool reports, bool known) {
    HeldCpus held;
    held.uid = pod.uid;
    held.cpus = kubelet_.shared();
    const bool refused = kubelet_.admit(request_of(pod)).admission.refusal.refused();
    held.cpus -= kubelet_.shared();
    if ((reports || refused) && !held.cpus.empty()) report_.held.push_back(held);
    if (reports || refused) cluster_.set_topology(report_);
    if (refused) return false;
    PodObject bound = pod;
    bound.node = "node-1";
    sched::Conflicts conflicts;
    if (known) cluster_.set_pod(bound, conflicts);
    return true;
  }
  Refusal kubelets(const PodObject &pod) const {
    return kubelet_.judge(request_of(pod)).admission.refusal;
  }
  Refusal filters(const PodObject &pod) const { return explain(cluster_, pod, id_); }
  Cluster &cluster() { return cluster_; }
  uint32_t id() const { return id_; }

 private:
  kubelet::PodRequest request_of(const PodObject &pod) const {
    return kubelet::request_of(pod, kubelet_.setup().request_rules());
  }

  NodeTopology report_;
  kubelet::Kubelet kubelet_;
  Cluster cluster_{sched::Options{}};
  uint32_t id_ = 0;
};

void check_same(const Refusal &kubelets, const Refusal &filters) {
  RC_ASSERT(filters.reason == kubelets.reason);
  RC_ASSERT(filters.profile == Profile::kKubelet);
  RC_ASSERT(filters.needed == kubelets.needed);
  RC_ASSERT(filters.best == kubelets.best);
  RC_ASSERT(filters.where_object == kubelets.where_object);
  RC_ASSERT(filters.where == kubelets.where);
  RC_ASSERT(to_sentence(filters) == to_sentence(kubelets));
}

RC_GTEST_PROP(KubeletCheck, TheFilterAndKubeletAgree, ()) {
  const DrawnKubelet drawn = draw_kubelet(*rc::gen::inRange(0, 2) == 0);
  Node node(drawn);
  const int there = *rc::gen::inRange(0, 6);
  for (int i = 0; i < there; ++i)
    node.admit(draw_pod_level("there-" + std::to_string(i)), true, *rc::gen::inRange(0, 2) == 0);
  for (int i = 0; i < 4; ++i) {
    PodObject pod = draw_pod_level("new-" + std::to_string(i));
    pod.qos = *rc::gen::element(Qos::kNone, Qos::kNone, Qos::kLs, Qos::kLsr);
    const Refusal kubelets = node.kubelets(pod);
    const Refusal filters = node.filters(pod);
    if (!kubelets.refused()) {
      RC_ASSERT(!filters.refused() || filters.profile == Profile::kSpec);
      const bool aligns = drawn.config.numa_policy > NumaPolicy::kBestEffort;
      RC_ASSERT(aligns || pod.qos == Qos::kLsr || !filters.refused());
    } else if (pod.qos == Qos::kLsr) {
      RC_ASSERT(filters.refused());  // possibly for a reason of its own
    } else {
      check_same(kubelets, filters);
    }
  }
}

// Pods are placed one after the other, and none of them is in the report yet.
RC_GTEST_PROP(KubeletCheck, PodsThatAreNotReportedYetCountToo, ()) {
  DrawnKubelet drawn = draw_kubelet(true);
  drawn.config.numa_policy = NumaPolicy::kNone;
  drawn.config.cpu_options &= Option::kFullPcpusOnly;
  Node node(drawn);
  for (int i = 0; i < 12; ++i) {
    PodObject pod = pod_of("pod-" + std::to_string(i), Qos::kNone, 1000 * *rc::gen::inRange(1, 7));
    const Refusal filters = node.filters(pod);
    RC_ASSERT(node.kubelets(pod).reason == filters.reason);
    if (!filters.refused()) RC_ASSERT(node.admit(pod, *rc::gen::inRange(0, 3) == 0, true));
  }
}

// Checks that the shortage behind kubelet's refusal is exact: a pod with the CPUs that the roomiest
// NUMA node has is aligned, and a pod with one more is not.
RC_GTEST_PROP(KubeletCheck, TheShortageOfNumaNodesIsExact, ()) {
  DrawnKubelet drawn = draw_kubelet(true);
  drawn.config.numa_policy = *rc::gen::element(NumaPolicy::kRestricted, NumaPolicy::kSingleNode);
  drawn.config.cpu_options = 0;
  Node node(drawn);
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i)
    node.admit(draw_guaranteed("there-" + std::to_string(i)), true, false);
  const auto shortage_of = [&](int64_t cpus) {
    std::optional<sched::Misalignment> out;
    const sched::ShapePtr shape = node.cluster().shape_of(pod_of("new", Qos::kNone, 1000 * cpus));
    node.cluster().look_at(node.id(), [&](const sched::Node &at) {
      if (at.kubelet() != nullptr) out = at.kubelet()->misalignment(*shape->pinned);
    });
    return out;
  };
  const int64_t cpus = *rc::gen::inRange(1, 12);
  const Refusal refusal = node.filters(pod_of("new", Qos::kNone, 1000 * cpus));
  const auto found = shortage_of(cpus);
  RC_TAG(refusal.reason == Reason::kNumaUnaligned, found ? found->width : 0);
  RC_ASSERT(found.has_value() == (refusal.reason == Reason::kNumaUnaligned));
  if (!found) return;
  RC_ASSERT(found->needed == cpus);
  RC_ASSERT(found->best < found->needed);
  if (found->width > 1) return;
  if (found->best > 0) RC_ASSERT(!shortage_of(found->best));
  RC_ASSERT(shortage_of(found->best + 1).has_value());
}

// Neither NUMA node has three CPUs left, but their socket has. Without pods each would have them.
TEST(KubeletCheck, SetsOfASocketArePreferredOnlyByAlignBySocket) {
  TopologySpec spec;
  for (int cpu = 0; cpu < 8; ++cpu) spec.cpus.push_back({cpu, 0, cpu / 4, cpu, cpu / 4});
  const std::shared_ptr<const Topology> machine = Topology::build(std::move(spec));
  for (const uint32_t options : {uint32_t{0}, uint32_t{Option::kAlignBySocket}})
    for (const bool pod_scope : {false, true}) {
      DrawnKubelet drawn{machine, {}};
      drawn.config.numa_policy = NumaPolicy::kRestricted;
      drawn.config.pod_scope = pod_scope;
      drawn.config.cpu_options = options;
      drawn.config.reserved = CpuSet{0};
      Node node(drawn);
      for (const char *uid : {"a", "b"})
        ASSERT_TRUE(node.admit(pod_of(uid, Qos::kNone, 2000), true, true));
      const PodObject pod = pod_of("new", Qos::kNone, 3000);
      const Refusal refusal = node.filters(pod);
      EXPECT_EQ(refusal.reason, node.kubelets(pod).reason);
      EXPECT_EQ(refusal.refused(), options == 0);
      EXPECT_EQ(to_sentence(refusal), to_sentence(node.kubelets(pod)));
    }
}

// CPUs of evicted pods return to kubelet, although the report still names them.
TEST(KubeletCheck, VictimsLeaveTheirCpusToKubelet) {
  DrawnKubelet drawn{topology_of("node-1").machine, {}};
  drawn.config.cpu_options = Option::kFullPcpusOnly;
  drawn.config.reserved = CpuSet{0, 8};
  Node node(drawn);
  PodObject victim = pod_of("victim", Qos::kNone, 8000);
  ASSERT_TRUE(node.admit(victim, true, true));
  const PodObject pod = pod_of("new", Qos::kNone, 8000);
  EXPECT_EQ(node.filters(pod).reason, Reason::kNotEnoughPhysicalCores);
  sched::WhatIf what_if;
  what_if.removed = {"victim"};
  Refusal refusal;
  int32_t score = 0;
  ASSERT_EQ(node.cluster().judge_one(ask(node.cluster(), pod), what_if, node.id(), refusal, score),
            Outcome::kDone);
  EXPECT_FALSE(refusal.refused()) << to_sentence(refusal);
}

// The check follows the proposals; current Koordinator has none of it.
TEST(KubeletCheck, IsOfTheSpecificationAndOfAKubeletThatCounts) {
  const auto reason = [](sched::Options options, bool is_static, object::KubeQos qos) {
    Cluster cluster(options);
    const uint32_t id = add_node(cluster, "node-1");
    NodeTopology topology = topology_of("node-1");
    topology.kubelet_static = is_static;
    topology.kubelet_full_pcpus_only = is_static;
    cluster.set_topology(topology);
    PodObject pod = pod_of("pod", Qos::kNone, 3000);
    if (qos == object::KubeQos::kBurstable) pod.containers[0].limits.clear();
    return explain(cluster, pod, id).reason;
  };
  const auto kGuaranteed = object::KubeQos::kGuaranteed;
  sched::Options ignores;
  ignores.ignore_kubelet = true;
  EXPECT_EQ(reason({}, true, kGuaranteed), Reason::kSmtAlignment);
  EXPECT_EQ(reason({}, false, kGuaranteed), Reason::kNone);
  EXPECT_EQ(reason({}, true, object::KubeQos::kBurstable), Reason::kNone);
  EXPECT_EQ(reason(ignores, true, kGuaranteed), Reason::kNone);
}

// A report of the first stage of a takeover affects only its own node.
TEST(KubeletCheck, IsLeftOutOnNodesInTheFirstStageOfATakeover) {
  for (const Profile profile : {Profile::kSpec, Profile::kUpstream}) {
    sched::Options options;
    options.profile = profile;
    Cluster cluster(options);
    for (const char *name : {"first", "second"}) {
      add_node(cluster, name);
      NodeTopology topology = topology_of(name);
      topology.kubelet_static = true;
      topology.kubelet_reserved = CpuSet{0};
      topology.held = {{"k", "default", "k", CpuSet{1, 2, 3}, true}};
      topology.ignores_kubelet = std::string_view(name) == "first";
      cluster.set_topology(topology);
    }
    PodObject all = pod_of("all", Qos::kLsr, 16000);
    all.priority_class = object::PriorityClass::kProd;
    const bool first = explain(cluster, all, 0).refused();
    EXPECT_EQ(first, profile == Profile::kUpstream) << "Koordinator knows no such report";
    EXPECT_TRUE(explain(cluster, all, 1).refused());
  }
}

// Kubelet serves pods with pod-level resources under its gate only, and by scope.
TEST(KubeletCheck, PodLevelResourcesArePinnedUnderTheGate) {
  PodObject pod = pod_of("pod", Qos::kNone, 3000);
  pod.pod_level = true;
  pod.pod_requests = pod.pod_limits = {{"cpu", 4000}, {"memory", 4 * kGi}};
  const auto refusal = [&](bool gate, bool pod_scope) {
    Cluster cluster{sched::Options{}};
    const uint32_t id = add_node(cluster, "node-1");
    NodeTopology topology = topology_of("node-1");
    topology.kubelet_static = topology.kubelet_full_pcpus_only = true;
    topology.numa_policy = NumaPolicy::kBestEffort;
    topology.pod_scope = pod_scope;
    topology.kubelet_pod_level_managers = gate;
    cluster.set_topology(topology);
    return explain(cluster, pod, id);
  };
  for (const bool pod_scope : {false, true}) EXPECT_FALSE(refusal(false, pod_scope).refused());
  EXPECT_EQ(refusal(true, false).reason, Reason::kSmtAlignment) << "3 CPUs of the container";
  EXPECT_FALSE(refusal(true, true).refused()) << "4 CPUs of the pod";
  pod.pod_requests[0].value = pod.pod_limits[0].value = 3000;
  pod.containers.push_back(pod.containers[0]);
  pod.containers[1].name = "shares";
  pod.containers[1].requests.clear();
  pod.containers[1].limits.clear();
  const Refusal nothing_left = refusal(true, true);
  EXPECT_EQ(nothing_left.reason, Reason::kPodPoolEmpty);
  EXPECT_EQ(reason_name(nothing_left.reason, nothing_left.profile), "EmptyPodSharedPoolError");
}

// Kubelet does not know reservations, even those made of a pod that it pins as a whole.
TEST(KubeletCheck, ReservationsOfPodsWithPodLevelResourcesPinNothing) {
  for (const bool gate : {false, true}) {
    Cluster cluster{sched::Options{}};
    const uint32_t id = add_node(cluster, "node-1");
    NodeTopology topology = topology_of("node-1");
    topology.kubelet_static = true;
    topology.kubelet_pod_level_managers = gate;
    cluster.set_topology(topology);
    PodObject reserved = pod_of("reserved", Qos::kNone, 2000);
    reserved.pod_level = true;
    reserved.pod_requests = reserved.pod_limits = {{"cpu", 16000}, {"memory", kGi}};
    reserved.node = "node-1";
    sched::Conflicts conflicts;
    cluster.set_pod(reserved, conflicts);
    const PodObject pod = pod_of("pod", Qos::kNone, 2000);
    EXPECT_TRUE(explain(cluster, pod, id).refused());
    ASSERT_EQ(cluster.set_reservation("reserved", sched::ReservationPolicy::kDefault),
              Outcome::kDone);
    EXPECT_TRUE(explain(cluster, pod, id).refused()) << "the amounts stay reserved";
    PodObject owner = reserved;
    owner.uid = owner.name = "owner";
    owner.node.clear();
    Refusal refusal;
    ASSERT_EQ(cluster.reserve_from(ask(cluster, owner), owner.uid, "reserved", {}, refusal),
              Outcome::kDone);
    EXPECT_FALSE(refusal.refused()) << to_sentence(refusal);
    EXPECT_EQ(cluster.remove_pod("owner"), Outcome::kDone);
    EXPECT_EQ(cluster.remove_pod("reserved"), Outcome::kDone);
    EXPECT_FALSE(explain(cluster, pod, id).refused());
  }
}

// A pod with two equal containers differs from a pod with one container.
TEST(KubeletCheck, PodsThatDifferInTheirContainersAreDifferent) {
  Cluster cluster{sched::Options{}};
  const uint32_t id = add_node(cluster, "node-1");
  NodeTopology topology = topology_of("node-1");
  topology.kubelet_static = topology.kubelet_full_pcpus_only = true;
  cluster.set_topology(topology);
  const PodObject one = pod_of("one", Qos::kNone, 4000, 2 * kGi);
  PodObject two = pod_of("two", Qos::kNone, 3000);
  two.containers.push_back(two.containers[0]);
  two.containers[1].name = "second";
  two.containers[1].requests[0].value = two.containers[1].limits[0].value = 1000;
  EXPECT_FALSE(explain(cluster, one, id).refused());
  const Refusal refusal = explain(cluster, two, id);
  EXPECT_EQ(refusal.reason, Reason::kSmtAlignment);
  EXPECT_EQ(reason_name(refusal.reason, refusal.profile), "SMTAlignmentError");
  EXPECT_EQ(to_sentence(refusal),
            "SMT Alignment Error: requested 3 cpus not multiple cpus per core = 2");
  EXPECT_EQ(refusal.where, 0);
  std::swap(two.containers[0].requests, two.containers[1].requests);
  std::swap(two.containers[0].limits, two.containers[1].limits);
  EXPECT_EQ(explain(cluster, two, id).where, 0);
  two.containers[0].requests[0].value = two.containers[0].limits[0].value = 2000;
  EXPECT_EQ(explain(cluster, two, id).where, 1);
}

// For very many containers only the sum is judged, in the time of one container.
TEST(KubeletCheck, PodsOfVeryManyContainersAreJudgedBySum) {
  Cluster cluster{sched::Options{}};
  const uint32_t id = add_node(cluster, "node-1");
  NodeTopology topology = topology_of("node-1");
  topology.kubelet_static = topology.kubelet_full_pcpus_only = true;
  cluster.set_topology(topology);
  PodObject pod = pod_of("pod", Qos::kNone, 2000);
  for (int i = 0; i < 5000; ++i) {
    Container first = pod.containers.front();
    first.init = true;
    first.name = "init-" + std::to_string(i);
    pod.containers.insert(pod.containers.end() - 1, first);
  }
  EXPECT_FALSE(explain(cluster, pod, id).refused());
  pod.containers[7].requests[0].value = pod.containers[7].limits[0].value = 3000;
  EXPECT_EQ(explain(cluster, pod, id).reason, Reason::kSmtAlignment);
}

// A static memory manager cannot parse fractions; the scheduler knows the policy from the report.
TEST(KubeletCheck, FractionsOfAByteAreForNodesWithoutAStaticMemoryManager) {
  for (const Profile profile : {Profile::kSpec, Profile::kUpstream}) {
    sched::Options options;
    options.profile = profile;
    Cluster cluster(options);
    add_node(cluster, "none");
    NodeTopology topology = topology_of("static");
    topology.kubelet_static_memory = true;
    cluster.set_node(node_of("static"));
    cluster.set_topology(topology);
    const PodObject whole = pod_of("whole", Qos::kNone, 500);
    PodObject half = whole;
    half.uid = half.name = "half";
    half.containers.push_back(half.containers[0]);
    for (auto *amounts : {&half.containers[1].requests, &half.containers[1].limits})
      amounts->at(1).form = {500, false};
    for (const uint32_t node : {0u, 1u}) EXPECT_FALSE(explain(cluster, whole, node).refused());
    EXPECT_FALSE(explain(cluster, half, 0).refused());
    const Refusal refusal = explain(cluster, half, 1);
    EXPECT_EQ(refusal.reason, profile == Profile::kSpec ? Reason::kMemoryNotInt64 : Reason::kNone)
        << "Koordinator knows no such report";
    if (profile == Profile::kSpec) {
      EXPECT_EQ(refusal.where_object, Object::kContainer);
      EXPECT_EQ(refusal.where, 1);
      EXPECT_EQ(to_sentence(refusal),
                "Allocate failed due to [memorymanager] failed to represent quantity as int64, "
                "which is unexpected");
    }
    half.containers[1].limits.clear();
    EXPECT_FALSE(explain(cluster, half, 1).refused()) << "Burstable";
  }
}

}  // namespace
}  // namespace koord::testing
