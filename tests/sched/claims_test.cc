// Claims of bound pods, and the parts that are accepted.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <tuple>

#include "sched/draw.h"
#include "sched/gpu_pods.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

PodObject claiming(const std::string &uid, const std::string &cpus, Qos qos = Qos::kLsr,
                   int64_t milli = -1) {
  const CpuSet set = CpuSet::parse(cpus);
  PodObject pod = pod_of(uid, qos, milli < 0 ? int64_t{1000} * set.count() : milli);
  pod.node = "n";
  pod.status.emplace().cpus = set;
  pod.carries_status = true;
  return pod;
}

std::string cpus_of(const Cluster &cluster, const std::string &uid) {
  uint32_t node = 0;
  CpuSet cpus;
  EXPECT_EQ(cluster.pod_cpus(uid, node, cpus), Outcome::kDone);
  return cpus.to_string();
}

TEST(Claims, OfCpusAreForLseAndLsr) {
  for (const Qos qos : {Qos::kNone, Qos::kLs, Qos::kBe, Qos::kSystem}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    const sched::Conflicts conflicts = set(cluster, claiming("a", "0-15", qos, 100));
    EXPECT_EQ(conflicts.claims_refused, 1);
    EXPECT_EQ(to_sentence(conflicts.cpus),
              "claims exclusive CPUs, which only pods with QoS LSE or LSR can have");
    EXPECT_EQ(cpus_of(cluster, "a"), "");
    EXPECT_EQ(reserve(cluster, pod_of("b", Qos::kLsr, 8000), 0).cpus(), "0-3,8-11");
  }
}

TEST(Claims, OfMoreCpusThanAskedAreNone) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  const sched::Conflicts conflicts = set(cluster, claiming("a", "0-15", Qos::kLsr, 2000));
  EXPECT_EQ(to_sentence(conflicts.cpus), "claims 16 CPUs but requests 2");
  EXPECT_EQ(cpus_of(cluster, "a"), "");
}

// Kubelet has finished a shrink while no scheduler ran. The agent has left the pod its CPUs.
TEST(Claims, OfMoreCpusThanAskedCountWhileTheAgentReportsThem) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  const auto report = [&](const std::string &uid, const std::string &cpus, bool by_kubelet) {
    NodeTopology topology = topology_of("n");
    topology.held = {{uid, "default", uid, CpuSet::parse(cpus), by_kubelet}};
    cluster.set_topology(topology);
  };
  set(cluster, claiming("a", "0-3", Qos::kLsr, 2000));
  EXPECT_EQ(cpus_of(cluster, "a"), "");
  report("a", "0-3", false);
  EXPECT_EQ(cpus_of(cluster, "a"), "0-3");
  EXPECT_FALSE(set(cluster, claiming("a", "0-3", Qos::kLsr, 2000)).any());
  EXPECT_EQ(set(cluster, claiming("b", "3-4")).cpus.reason, Reason::kCpuTaken);
  // The pod gets no other CPUs by a claim above the request, and none by other reports.
  const sched::Conflicts conflicts = set(cluster, claiming("a", "0-3,99", Qos::kLsr, 2000));
  EXPECT_EQ(to_sentence(conflicts.cpus), "claims 5 CPUs but requests 2");
  EXPECT_EQ(conflicts.claims_refused, 0);
  EXPECT_EQ(cpus_of(cluster, "a"), "0-3");
  EXPECT_FALSE(set(cluster, claiming("a", "0-2", Qos::kLsr, 2000)).any());
  EXPECT_EQ(cpus_of(cluster, "a"), "0-2");
  EXPECT_EQ(set(cluster, claiming("a", "8-11", Qos::kLsr, 2000)).cpus.reason,
            Reason::kMoreCpusThanAsked);
  EXPECT_EQ(cpus_of(cluster, "a"), "");
  EXPECT_EQ(set(cluster, claiming("a", "0-3", Qos::kLs, 2000)).cpus.reason,
            Reason::kClaimNotAllowed);
  set(cluster, claiming("a", "0-3", Qos::kLsr, 2000));
  for (const auto &[uid, cpus, by_kubelet] :
       {std::tuple("a", "4-7", false), std::tuple("b", "0-3", false),
        std::tuple("a", "0-3", true)}) {
    report("a", "0-4", false);
    EXPECT_EQ(cpus_of(cluster, "a"), "0-3");
    report(uid, cpus, by_kubelet);
    EXPECT_EQ(cpus_of(cluster, "a"), "") << uid << ' ' << cpus;
  }
}

// A pod grew, and its request was lowered again before the agent saw it. After a restart of the
// scheduler the CPUs that the agent has left the pod are not free, and it has precedence for them.
TEST(Claims, OfMoreCpusThanAskedKeepThoseThatTheAgentReports) {
  for (const bool kept_first : {false, true}) {
    Cluster cluster{sched::Options{}};
    NodeTopology topology = topology_of("n");
    topology.held = {{"a", "default", "a", CpuSet::parse("0-3"), false}};
    add_node(cluster, "n");
    cluster.set_topology(topology);
    const auto grown = [&] { return set(cluster, claiming("a", "0-5", Qos::kLsr, 4000)); };
    if (kept_first) grown();
    set(cluster, claiming("0", "3,8"));  // precedes by its uid
    EXPECT_EQ(to_sentence(grown().cpus), "claims 6 CPUs but requests 4");
    EXPECT_EQ(cpus_of(cluster, "a"), "0-3");
    EXPECT_EQ(cpus_of(cluster, "0"), "");
    EXPECT_FALSE(set(cluster, claiming("c", "4-15")).any());
  }
}

// The agent has left a shrinking pod its CPUs except one that is offline.
TEST(Claims, OfMoreCpusThanAskedKeepCpusBesideOneThatIsOffline) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  NodeTopology topology = topology_of("n");
  topology.held = {{"a", "default", "a", CpuSet::parse("0-2"), false}};
  cluster.set_topology(topology);
  set(cluster, claiming("a", "0-2,99", Qos::kLsr, 2000));
  EXPECT_EQ(cpus_of(cluster, "a"), "0-2");
  EXPECT_EQ(set(cluster, claiming("b", "2,8")).cpus.reason, Reason::kCpuTaken);
}

TEST(Claims, OfAmountsAreAtMostTheRequest) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n", {}, NumaPolicy::kSingleNode);
  PodObject pod = pod_of("a", Qos::kLs, 100);
  pod.node = "n";
  pod.status.emplace().numa = {{0, {{"cpu", 60}}}, {1, {{"cpu", 60}}}};
  EXPECT_EQ(to_sentence(set(cluster, pod).amounts),
            "claims 120 milli-CPU on NUMA nodes but requests 100");
  pod.status->numa[1].amounts[0].value = 40;
  EXPECT_FALSE(set(cluster, pod).any());
  pod.status->numa = {{0, {{"vendor/x", 1}}}};
  EXPECT_EQ(set(cluster, pod).amounts.reason, Reason::kMoreOnNumaThanAsked);
  pod.status->numa = {{0, {{"cpu", INT64_MAX}, {"memory", INT64_MAX}}}};
  EXPECT_EQ(set(cluster, pod).amounts.reason, Reason::kMoreOnNumaThanAsked);
  pod.qos = Qos::kBe;
  pod.status->numa = {{0, {{"cpu", 1}}}};
  EXPECT_EQ(to_sentence(set(cluster, pod).amounts),
            "claims amounts on NUMA nodes, which pods with QoS BE or SYSTEM cannot have");
}

// A pod that requires an exclusive NUMA node is not refused because
// of a pod that claims nothing on two nodes.
TEST(Claims, OfZeroOccupyNoNumaNode) {
  for (const int64_t milli : {0, 1}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n", {}, NumaPolicy::kSingleNode);
    PodObject pod = pod_of("a", Qos::kLs, 100);
    pod.node = "n";
    pod.status.emplace().numa = {{0, {{"cpu", milli}}}, {1, {{"cpu", milli}}}};
    EXPECT_FALSE(set(cluster, pod).any());
    PodObject alone = pod_of("b", Qos::kLsr, 4000);
    alone.numa_exclusive = object::NumaExclusive::kRequired;
    EXPECT_EQ(explain(cluster, alone, 0).refused(), milli > 0);
  }
}

TEST(Claims, LoseCpusThatAreReserved) {
  Cluster cluster{sched::Options{}};
  NodeObject node = node_of("n");
  node.reserved_cpus = CpuSet{0, 1};
  cluster.set_node(node);
  cluster.set_topology(topology_of("n"));
  const sched::Conflicts conflicts = set(cluster, claiming("a", "0-3"));
  EXPECT_EQ(conflicts.cpus_reserved, 2);
  EXPECT_EQ(to_sentence(conflicts.cpus),
            "claims CPU 0, which the node reserves for the system; it keeps 2 of 4");
  EXPECT_EQ(cpus_of(cluster, "a"), "2-3");
  node.reserved_cpus = {};
  cluster.set_node(node);
  EXPECT_EQ(cpus_of(cluster, "a"), "0-3");
  EXPECT_FALSE(conflicts_of(cluster, "a").any());
}

TEST(Claims, OfKubeletsCpusAreNone) {
  Cluster cluster{sched::Options{}};
  cluster.set_node(node_of("n"));
  NodeTopology topology = topology_of("n");
  topology.kubelet_static = true;
  topology.held = {{"k", "default", "k", CpuSet{2, 3}, true}};
  cluster.set_topology(topology);
  EXPECT_EQ(set(cluster, claiming("a", "3-4")).cpus.reason, Reason::kCpuTaken);
  EXPECT_EQ(cpus_of(cluster, "a"), "");
  topology.held.clear();
  cluster.set_topology(topology);
  EXPECT_EQ(cpus_of(cluster, "a"), "3-4");
}

void expect_first(const PodObject &first, const PodObject &second,
                  const NodeTopology &topology = topology_of("n")) {
  for (const bool turned : {false, true}) {
    Cluster cluster{sched::Options{}};
    cluster.set_node(node_of("n"));
    if (!turned) cluster.set_topology(topology);
    set(cluster, turned ? second : first);
    set(cluster, turned ? first : second);
    if (turned) cluster.set_topology(topology);
    EXPECT_EQ(cpus_of(cluster, first.uid), "0-3");
    EXPECT_EQ(cpus_of(cluster, second.uid), "");
    const sched::Conflicts conflicts = conflicts_of(cluster, second.uid);
    EXPECT_EQ(conflicts.cpus_held, 1);
    EXPECT_EQ(to_sentence(conflicts.cpus), "claims CPU 3, which is assigned to another pod");
    EXPECT_FALSE(conflicts_of(cluster, first.uid).any());
    cluster.remove_pod(first.uid);
    EXPECT_EQ(cpus_of(cluster, second.uid), "3-4");
    EXPECT_FALSE(conflicts_of(cluster, second.uid).any());
  }
}

TEST(Claims, S20_TheFirstByReportTimeAndUidHasTheCpus) {
  PodObject first = claiming("b", "0-3");
  PodObject second = claiming("c", "3-4");
  expect_first(first, second);
  first.scheduled = second.scheduled = 10;
  expect_first(first, second);
  second.uid = second.name = "a";
  first.scheduled = 9;
  expect_first(first, second);
  second.scheduled = 8;
  NodeTopology topology = topology_of("n");
  topology.held = {{"b", "default", "b", CpuSet{0, 1, 2, 3}, false}};
  expect_first(first, second, topology);
}

TEST(Claims, DoNotReplaceReservedCpus) {
  Cluster cluster{sched::Options{}};
  const uint32_t id = add_node(cluster, "n");
  const PodObject ours = pod_of("z", Qos::kLsr, 4000);
  ASSERT_EQ(reserve(cluster, ours, id).cpus(), "0-1,8-9");
  PodObject other = claiming("a", "1-2");
  other.scheduled = 1;
  EXPECT_EQ(set(cluster, other).cpus.reason, Reason::kCpuTaken);
  // The pod is bound; later annotations do not change its CPUs.
  PodObject bound = ours;
  bound.node = "n";
  for (const char *stated : {"0-1,8-9", "2-5", "0-15"}) {
    bound.status.emplace().cpus = CpuSet::parse(stated);
    const sched::Conflicts conflicts = set(cluster, bound);
    EXPECT_EQ(cpus_of(cluster, "z"), "0-1,8-9");
    EXPECT_EQ(conflicts.any(), std::string(stated) != "0-1,8-9");
    if (conflicts.any()) {
      EXPECT_EQ(to_sentence(conflicts.cpus),
                "claims CPUs or NUMA nodes other than those allocated to it");
    }
  }
  bound.status.reset();
  EXPECT_FALSE(set(cluster, bound).any());
  EXPECT_EQ(cpus_of(cluster, "z"), "0-1,8-9");
  // The request may change; the pod keeps its CPUs.
  bound.containers[0].requests[0].value = bound.containers[0].limits[0].value = 2000;
  set(cluster, bound);
  EXPECT_EQ(cpus_of(cluster, "z"), "0-1,8-9");
  // The reservation was for this node; on another node the pod gets nothing.
  add_node(cluster, "m");
  bound.node = "m";
  set(cluster, bound);
  EXPECT_EQ(cpus_of(cluster, "z"), "");
  EXPECT_EQ(cpus_of(cluster, "a"), "1-2");
}

TEST(Claims, DoNotReplaceCpusOfACommittedPlan) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  const PodObject pod = claiming("a", "0-3");
  set(cluster, pod);
  sched::Changes changes;
  changes.steps.push_back(
      {sched::ChangeKind::kMove, 0, 0, "a", {cluster.shape_of(pod), CpuSet{4, 5, 6, 7}, {}, {}}});
  ASSERT_EQ(cluster.commit(changes), Outcome::kDone);
  set(cluster, pod);  // the object is older than the move's annotation
  cluster.set_topology(topology_of("n"));
  EXPECT_EQ(cpus_of(cluster, "a"), "4-7");
}

TEST(Claims, DoNotComeBackWhereAPodThatAPlanMovedBecomesAReservation) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  cluster.set_devices(visible_gpus_of("n", 1));
  PodObject first = stating("first", {0});
  first.scheduled = 1;
  set(cluster, first);
  PodObject pod = claiming("a", "0-3");
  pod.containers[0].requests.push_back({"nvidia.com/gpu", 1});
  pod.containers[0].limits = pod.containers[0].requests;
  pod.devices.allocated.push_back({"gpu", 0, "", {}, {}, {}});
  set(cluster, pod);
  ASSERT_EQ(conflicts_of(cluster, "a").devices.reason, Reason::kDeviceTaken);
  sched::Changes changes;
  changes.steps.push_back(
      {sched::ChangeKind::kMove, 0, 0, "a", {cluster.shape_of(pod), CpuSet{4, 5, 6, 7}, {}, {}}});
  ASSERT_EQ(cluster.commit(changes), Outcome::kDone);
  ASSERT_EQ(cpus_of(cluster, "a"), "4-7");
  ASSERT_EQ(cluster.set_reservation("a", sched::ReservationPolicy::kDefault), Outcome::kDone);
  EXPECT_EQ(cpus_of(cluster, "a"), "4-7");
}

TEST(Claims, S20_ThatCannotBeReadCostThePodTheClaimOnly) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  PodObject pod = pod_of("a", Qos::kLsr, 4000);
  pod.node = "n";
  pod.faults = {{PodFault::Costs::kCpus, "metadata.annotations: nonsense"}};
  const sched::Conflicts conflicts = set(cluster, pod);
  EXPECT_EQ(conflicts.claims_refused, 1);
  EXPECT_EQ(conflicts.cpus_unknown, 4);
  EXPECT_EQ(to_sentence(conflicts.cpus), "has a claim that cannot be read");
  EXPECT_TRUE(explain(cluster, pod_of("b", Qos::kLsr, 13000), 0).refused());
  EXPECT_FALSE(explain(cluster, pod_of("b", Qos::kLsr, 12000), 0).refused());
}

TEST(Claims, OfPodsOfUpstreamAreAccepted) {
  sched::Options options;
  options.profile = Profile::kUpstream;
  Cluster cluster{options};
  add_node(cluster, "n");
  set(cluster, claiming("a", "0-15", Qos::kLs, 100));
  EXPECT_EQ(set(cluster, claiming("b", "3-4", Qos::kBe, 100)).cpus_held, 2);
  EXPECT_EQ(cpus_of(cluster, "b"), "3-4");
}

// Pods with overlapping and disjoint claims, on nodes that change: in any order of events the
// latest objects determine the assignment, and no resource is assigned twice.
RC_GTEST_PROP(Claims, S20_DoNotDependOnTheOrderOfEvents, ()) {
  const int count = *rc::gen::inRange(1, 8);
  std::vector<PodObject> pods;
  for (int i = 0; i < count; ++i) {
    const int first = *rc::gen::inRange(0, 16);
    CpuSet cpus;
    for (int cpu = first; cpu < first + *rc::gen::inRange(1, 6); ++cpu) cpus.add(cpu);
    PodObject pod = claiming("p" + std::to_string(i), cpus.to_string(),
                             *rc::gen::element(Qos::kLsr, Qos::kLse, Qos::kLsr, Qos::kLs));
    if (*rc::gen::inRange(0, 2) == 0) pod.scheduled = *rc::gen::inRange(0, 3);
    if (*rc::gen::inRange(0, 3) == 0) pod.status->numa = {{0, {{"memory", kGi / 2}}}};
    pods.push_back(pod);
  }
  NodeObject node = node_of("n");
  if (*rc::gen::inRange(0, 3) == 0) node.reserved_cpus = CpuSet{4, 5};
  NodeTopology topology = topology_of("n");
  for (const PodObject &pod : pods)
    if (*rc::gen::inRange(0, 4) == 0)
      topology.held.push_back({pod.uid, "", "", *pod.status->cpus, false});
  if (*rc::gen::inRange(0, 4) == 0) topology.held.push_back({"k", "", "", CpuSet{9}, true});

  const auto live = [&](Cluster &cluster) {
    std::vector<int> events;
    for (int i = 0; i < count + 2; ++i) events.push_back(i);
    // Some events are repeated.
    for (int i = *rc::gen::inRange(0, 4); i > 0; --i)
      events.push_back(*rc::gen::inRange(0, count + 2));
    for (size_t i = events.size(); i > 1; --i)
      std::swap(events[i - 1], events[*rc::gen::inRange<size_t>(0, i)]);
    for (const int event : events) {
      if (event == count) {
        cluster.set_node(node);
      } else if (event == count + 1) {
        cluster.set_topology(topology);
      } else {
        if (*rc::gen::inRange(0, 4) == 0) cluster.remove_pod(pods[static_cast<size_t>(event)].uid);
        if (*rc::gen::inRange(0, 4) == 0) {
          PodObject other = pods[static_cast<size_t>(event)];
          other.status->cpus = CpuSet{*rc::gen::inRange(0, 16)};
          set(cluster, other);
        }
        set(cluster, pods[static_cast<size_t>(event)]);
      }
    }
  };
  Cluster one{sched::Options{}};
  Cluster other{sched::Options{}};
  live(one);
  live(other);
  RC_ASSERT(one.same_state(other));
  CpuSet had;
  for (const PodObject &pod : pods) {
    const CpuSet cpus = CpuSet::parse(cpus_of(one, pod.uid));
    RC_ASSERT(cpus_of(other, pod.uid) == cpus.to_string());
    RC_ASSERT(!cpus.intersects(had));
    had |= cpus;
    const sched::Conflicts a = conflicts_of(one, pod.uid);
    const sched::Conflicts b = conflicts_of(other, pod.uid);
    RC_ASSERT(to_sentence(a.cpus) + to_sentence(a.amounts) ==
              to_sentence(b.cpus) + to_sentence(b.amounts));
  }
  for (const PodObject &pod : pods) RC_ASSERT(one.remove_pod(pod.uid) == Outcome::kDone);
  Cluster fresh{sched::Options{}};
  fresh.set_node(node);
  fresh.set_topology(topology);
  RC_ASSERT(one.same_state(fresh));
}

}  // namespace
}  // namespace koord::testing
