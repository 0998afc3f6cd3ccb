// CPUs that go offline, or that kubelet or the node reserves while pods own them. The owners lose
// exactly these CPUs, and the scheduler and the node's agent agree on all assignments.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "agent/decide.h"
#include "agent/local_node.h"
#include "sched/draw.h"

namespace koord::testing {
namespace {

// Returns the machine reduced to these online CPUs.
std::shared_ptr<const Topology> with_cpus(const Topology &machine, const CpuSet &online) {
  TopologySpec spec;
  for (const Topology::Cpu &cpu : machine.cpus()) {
    if (!online.contains(cpu.id)) continue;
    TopologySpec::Cpu row;
    row.id = cpu.id;
    row.core = machine.cores()[static_cast<size_t>(cpu.core)].id;
    row.node = row.socket = row.l3 = cpu.node;
    spec.cpus.push_back(row);
  }
  return Topology::build(std::move(spec));
}

CpuSet draw_cpus(const CpuSet &from, int one_in) {
  CpuSet out;
  from.for_each([&](int cpu) {
    if (*rc::gen::inRange(0, one_in) == 0) out.add(cpu);
  });
  return out;
}

// A node in the scheduler and in the agent.
class Both {
 public:
  Both(std::shared_ptr<const Topology> machine, Profile profile)
      : whole_(std::move(machine)),
        cluster_(options_of(profile)),
        agent_(whole_, {.profile = profile}) {
    tell();
  }

  // Changes the state of kubelet and the machine.
  void change(const CpuSet &online, const CpuSet &kubelets, const CpuSet &nodes,
              bool static_policy) {
    online_ = online;
    kubelets_ = kubelets;
    nodes_ = nodes & online;
    static_policy_ = static_policy;
    tell();
  }
  void place(const PodObject &pod) {
    const Answer answer = reserve(cluster_, pod, id_);
    if (answer.refusal.refused() || !answer.allocation.status.cpus) return;
    const CpuSet cpus = *answer.allocation.status.cpus;
    RC_ASSERT(!cpus.intersects(kubelets_ | nodes_));
    RC_ASSERT(cpus.is_subset_of(online_));
    for (const auto &[uid, other] : stated_) RC_ASSERT(!cpus.intersects(other));
    PodObject bound = pod;
    bound.node = "node-1";
    bound.status.emplace().cpus = cpus;
    stated_[pod.uid] = cpus;
    sched::Conflicts conflicts;
    RC_ASSERT(cluster_.set_pod(bound, conflicts) == Outcome::kDone);
    agent_.set_pod(bound);
  }
  void remove(const std::string &uid) {
    if (stated_.erase(uid) == 0) return;
    cluster_.remove_pod(uid);
    agent_.remove_pod(uid);
  }

  void check() const {
    CpuSet all_own;
    for (const auto &[uid, stated] : stated_) {
      const CpuSet own = (stated & online_) - kubelets_ - nodes_;
      all_own |= own;
      uint32_t node = 0;
      CpuSet in_cluster;
      RC_ASSERT(cluster_.pod_cpus(uid, node, in_cluster) == Outcome::kDone);
      RC_ASSERT(in_cluster == own);
      const agent::PodState state = agent::decide(agent_, *agent_.find_pod(uid));
      RC_ASSERT((state.place == agent::Place::kOwn) == !own.empty());
      RC_ASSERT(own.empty() || state.cpus == own);
      RC_ASSERT(state.refused.refused() == (own != stated));
    }
    const auto agrees = [&](const sched::Node &node) {
      RC_ASSERT(node.held() == all_own);
      RC_ASSERT(node.pool() == online_ - all_own - nodes_);
      RC_ASSERT(node.free() == online_ - all_own - kubelets_ - nodes_);
    };
    RC_ASSERT(cluster_.look_at(id_, agrees) == Outcome::kDone);
    RC_ASSERT(agent_.pools().exclusive == all_own);
    RC_ASSERT(agent_.pools().shared == online_ - all_own - nodes_);
  }

  const CpuSet &all() const { return whole_->all_cpus(); }

 private:
  static sched::Options options_of(Profile profile) {
    sched::Options options;
    options.profile = profile;
    return options;
  }
  void tell() {
    if (online_.empty()) online_ = whole_->all_cpus();
    NodeObject node = node_of("node-1", {});
    node.allocatable = {{"cpu", 1000000}, {"memory", 1000 * kGi}, {"pods", 110}};
    node.reserved_cpus = nodes_;
    id_ = cluster_.set_node(node);
    NodeTopology topology;
    topology.node = "node-1";
    topology.machine = with_cpus(*whole_, online_);
    topology.kubelet_static = static_policy_;
    topology.kubelet_reserved = kubelets_;
    cluster_.set_topology(topology);
    agent_.set_machine(topology.machine);
    agent_.set_node(node);
    agent::KubeletState kubelet;
    kubelet.static_policy = static_policy_;
    kubelet.reserved = kubelets_;
    agent_.set_kubelet(kubelet);
  }

  std::shared_ptr<const Topology> whole_;
  Cluster cluster_;
  agent::LocalNode agent_;
  uint32_t id_ = 0;
  CpuSet online_;
  CpuSet kubelets_;  // reserved by kubelet
  CpuSet nodes_;     // reserved by the node
  bool static_policy_ = false;
  std::map<std::string, CpuSet> stated_;
};

RC_GTEST_PROP(LostCpus, S19_TheirOwnersLoseTheseAndNoOthersInBothHalves, ()) {
  const Machine machine = kMachines[*rc::gen::inRange(0, 4)];
  Both both(topology_of("node-1", machine).machine, Profile::kSpec);
  for (int step = 0; step < 20; ++step) {
    const int what = *rc::gen::inRange(0, 5);
    const std::string uid = std::to_string(*rc::gen::inRange(0, 12));
    if (what < 3) {
      both.remove(uid);
      both.place(
          pod_of(uid, *rc::gen::element(Qos::kLse, Qos::kLsr), 1000 * *rc::gen::inRange(1, 7)));
    } else if (what == 3) {
      both.remove(uid);
    } else {
      CpuSet online = both.all() - draw_cpus(both.all(), 5);
      online.add(both.all().first());
      both.change(online, draw_cpus(both.all(), 6), draw_cpus(both.all(), 6),
                  *rc::gen::inRange(0, 2) == 0);
    }
    both.check();
  }
}

// This also holds after a restart, and the owner gets its CPU back.
TEST(LostCpus, ARestartKeepsReservedCpusForTheirOwner) {
  for (const char *by : {"kubelet", "Node", "report"}) {
    Cluster lived{sched::Options{}};
    Cluster restarted{sched::Options{}};
    const uint32_t id = add_node(lived, "node-1");
    PodObject pod = pod_of("a", Qos::kLsr, 4000);
    const Answer answer = reserve(lived, pod, id);
    ASSERT_EQ(answer.cpus(), "0-1,8-9");
    pod.node = "node-1";
    pod.status = answer.allocation.status;
    set(lived, pod);
    for (const bool is_reserved : {true, false}) {
      NodeObject node = node_of("node-1");
      NodeTopology topology = topology_of("node-1");
      if (is_reserved)
        (*by == 'k'   ? topology.kubelet_reserved
         : *by == 'N' ? node.reserved_cpus
                      : topology.node_reserved_cpus) = CpuSet{8};
      for (Cluster *cluster : {&lived, &restarted}) {
        cluster->set_node(node);
        cluster->set_topology(topology);
      }
      set(restarted, pod);
      for (const Cluster *cluster : {&lived, &restarted}) {
        uint32_t node_id = 0;
        CpuSet cpus;
        ASSERT_EQ(cluster->pod_cpus("a", node_id, cpus), Outcome::kDone);
        EXPECT_EQ(cpus.to_string(), is_reserved ? "0-1,9" : "0-1,8-9") << by;
      }
      EXPECT_TRUE(restarted.same_state(lived)) << by;
    }
  }
}

// Amounts of the NUMA node follow: a lost CPU no longer counts against pods that would fit.
TEST(LostCpus, LostCpusDoNotCountAgainstTheNumaNode) {
  Cluster cluster{sched::Options{}};
  const uint32_t id = add_node(cluster, "node-1", {2, 1, 4}, NumaPolicy::kSingleNode);
  const Answer first = reserve(cluster, pod_of("a", Qos::kLsr, 4000), id);
  ASSERT_EQ(first.cpus(), "0-1,8-9");
  NodeTopology topology = topology_of("node-1");
  for (const bool offline : {true, false}) {
    NodeTopology now = topology;
    now.allocatable.clear();
    if (offline)
      now.machine = with_cpus(*topology.machine, topology.machine->all_cpus() - CpuSet{0});
    if (!offline) now.kubelet_reserved = CpuSet{0};
    cluster.set_topology(now);
    EXPECT_FALSE(explain(cluster, pod_of("b", Qos::kLsr, 4000), id).refused());
    const Answer answer = reserve(cluster, pod_of("b", Qos::kLsr, 4000), id);
    EXPECT_EQ(answer.cpus(), "2-3,10-11");
    cluster.remove_pod("b");
  }
}

// Reports may or may not subtract kubelet's reserved CPUs from the allocatable amounts of a zone.
TEST(LostCpus, ReservedCpusAreTakenOffANumaNodeOnce) {
  for (const int64_t cpu : {8000, 7000, 6000}) {
    Cluster cluster{sched::Options{}};
    const uint32_t id = add_node(cluster, "node-1", {2, 1, 4}, NumaPolicy::kSingleNode);
    NodeTopology topology = topology_of("node-1");
    topology.kubelet_reserved = CpuSet{0, 8};
    topology.allocatable = {{0, {{"cpu", cpu}}}};
    cluster.set_topology(topology);
    EXPECT_FALSE(explain(cluster, pod_of("a", Qos::kLsr, 6000), id).refused()) << cpu;
    EXPECT_EQ(reserve(cluster, pod_of("a", Qos::kLsr, 6000), id).cpus(), "1-3,9-11") << cpu;
  }
}

// Koordinator never assigns them, either.
TEST(LostCpus, ReservedCpusAreNotAssignedUnderAnyPolicyAndProfile) {
  for (const Profile profile : {Profile::kSpec, Profile::kUpstream})
    for (const bool static_policy : {true, false}) {
      sched::Options options;
      options.profile = profile;
      Cluster cluster(options);
      const uint32_t id = add_node(cluster, "node-1");
      NodeTopology topology = topology_of("node-1");
      topology.kubelet_static = static_policy;
      topology.kubelet_reserved = CpuSet{0, 8};
      cluster.set_topology(topology);
      const auto pool_is_whole = [](const sched::Node &node) {
        EXPECT_EQ(node.pool().to_string(), "0-15");
      };
      ASSERT_EQ(cluster.look_at(id, pool_is_whole), Outcome::kDone);
      PodObject pod = pod_of("a", Qos::kLse, 14000);
      pod.priority_class = PriorityClass::kProd;
      EXPECT_EQ(reserve(cluster, pod, id).cpus(), "1-7,9-15");
      EXPECT_TRUE(explain(cluster, pod_of("b", Qos::kLse, 1000), id).refused());
    }
}

}  // namespace
}  // namespace koord::testing
