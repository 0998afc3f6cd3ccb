// A pod that Filter accepts is admitted by the node's kubelet, whose CPU, memory and topology
// managers have static policies, and Filter refuses no pod for kubelet that kubelet would admit.
// The kubelet is played with random pods; its report is late, and it restarts.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>

#include "agent/local_node.h"
#include "agent/report.h"
#include "capi/agent/memory_report.h"
#include "capi/kubelet/setup.h"
#include "kubelet/cpu/policy.h"
#include "kubelet/cpu_options.h"
#include "kubelet/kubelet.h"
#include "sched/clusters.h"
#include "sched/played_machines.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

struct Counts {
  int admitted = 0;
  int refused = 0;          // by both
  int unaligned = 0;        // of these, by the topology manager
  int short_of_memory = 0;  // and by the memory manager
  int others = 0;           // refused by the scheduler's own rules
  int pending = 0;          // decisions while the report lacked pods
  int wrongly_accepted = 0;
  int wrongly_refused = 0;
  int cautious = 0;  // pending, refused for another order of pods that are not reported yet
};

kubelet::Config config_of(const Topology &machine, Dice &dice, bool static_memory) {
  constexpr NumaPolicy kPolicies[] = {NumaPolicy::kNone, NumaPolicy::kBestEffort,
                                      NumaPolicy::kRestricted, NumaPolicy::kSingleNode};
  constexpr KubeletVersion kVersions[] = {KubeletVersion::k135, KubeletVersion::k136,
                                          KubeletVersion::k137, KubeletVersion::k138};
  kubelet::Config config;
  config.version = kVersions[dice.upto(3)];
  config.static_cpus = !dice.one_in(4) || !static_memory;
  config.reserved_cpu_count = 1;
  config.numa_policy = kPolicies[dice.upto(3)];
  config.pod_scope = dice.one_in(2);
  config.prefer_closest = dice.one_in(3);
  config.pod_level_managers = config.version > KubeletVersion::k135 && dice.one_in(3);
  if (config.static_cpus && dice.one_in(3)) {
    config.cpu_options["full-pcpus-only"] = "true";
    config.reserved_cpu_count = 2;
  }
  if (config.static_cpus && dice.one_in(4))
    config.cpu_options["distribute-cpus-across-numa"] = "true";
  config.static_memory = static_memory;
  if (!static_memory) return config;
  for (const Topology::NumaNode &node : machine.nodes())
    config.reserved_memory.push_back({node.id, "memory", static_cast<uint64_t>(kGi)});
  config.node_reserved_memory = machine.nodes().size() * static_cast<uint64_t>(kGi);
  return config;
}

// A node with a kubelet, and a cluster that knows it by its reports.
class PlayedNode {
 public:
  PlayedNode(uint32_t seed, bool static_memory)
      : dice_(seed),
        machine_(machine_of(dice_)),
        config_(config_of(*machine_, dice_, static_memory)) {
    kubelet_.emplace(std::make_shared<const kubelet::NodeSetup>(machine_, config_));
    NodeObject node;
    node.name = "node-1";
    node.allocatable = {
        {"cpu", 1000000}, {"hugepages-1Gi", 1000 * kGi}, {"memory", 10000 * kGi}, {"pods", 1000}};
    node.kubelet_version = config_.version;
    id_ = cluster_.set_node(node);
    report();
  }

  void play(int steps, Counts &counts) {
    for (int i = 0; i < steps; ++i) {
      const int what = dice_.upto(9);
      if (what < 2)
        end_a_pod();
      else if (what < 5)
        report();
      else if (what == 5 && dice_.one_in(3))
        restart();
      else
        arrive(draw_pod("pod-" + std::to_string(i)), counts);
    }
  }

 private:
  kubelet::PodRequest request_of(const PodObject &pod) const {
    return kubelet::request_of(pod, kubelet_->setup().request_rules());
  }

  Container draw_container(const std::string &name) {
    Container out;
    out.name = name;
    const int64_t milli = dice_.one_in(4) ? 1500 : 1000 * (1 + dice_.upto(dice_.one_in(6) ? 9 : 3));
    out.requests = {{"cpu", milli}};
    if (dice_.one_in(4)) out.requests.push_back({"hugepages-1Gi", (1 + dice_.upto(1)) * kGi});
    out.requests.push_back({"memory", (1 + dice_.upto(dice_.one_in(5) ? 20 : 4)) * kGi});
    out.limits = out.requests;
    return out;
  }

  PodObject draw_pod(const std::string &uid) {
    PodObject pod;
    pod.uid = pod.name = uid;
    constexpr Qos kQos[] = {Qos::kNone, Qos::kLs, Qos::kLsr};
    pod.qos = kQos[dice_.upto(2)];
    if (dice_.one_in(4)) {
      pod.containers.push_back(draw_container("init"));
      pod.containers.back().init = true;
      pod.containers.back().restartable = dice_.one_in(2);
    }
    const int containers = 1 + (dice_.one_in(3) ? dice_.upto(2) : 0);
    for (int i = 0; i < containers; ++i)
      pod.containers.push_back(draw_container("main-" + std::to_string(i)));
    if (dice_.one_in(8)) pod.containers.back().limits.clear();  // Burstable
    return pod;
  }

  void end_a_pod() {
    if (pods_.empty()) return;
    auto at = pods_.begin();
    std::advance(at, dice_.upto(static_cast<int>(pods_.size()) - 1));
    EXPECT_EQ(cluster_.remove_pod(at->first), Outcome::kDone);
    ended_.push_back(at->first);
    pods_.erase(at);
  }

  // Releases pods that have ended, which kubelet does before it admits the next one.
  void sweep() {
    for (const std::string &uid : ended_) kubelet_->remove(uid);
    ended_.clear();
  }

  void restart() {
    sweep();
    // Kubelet does not start with some of its own files, because its
    // accounts depend on the order in which pods came and went.
    try {
      kubelet::Kubelet restarted(std::make_shared<const kubelet::NodeSetup>(machine_, config_),
                                 kubelet_->cpu_state(), kubelet_->memory_state());
      kubelet_.emplace(std::move(restarted));
    } catch (const Error &error) {
      EXPECT_NE(std::string_view(error.what()).find("machine state"), std::string_view::npos);
    }
  }

  // Publishes what the node's agent reads from kubelet's files.
  void report() {
    NodeTopology out;
    out.node = "node-1";
    out.machine = machine_;
    out.kubelet_static = config_.static_cpus;
    out.kubelet_further_options = kubelet_->setup().cpu_options();
    out.kubelet_reserved = kubelet_->setup().reserved();
    out.numa_policy = config_.numa_policy;
    out.pod_scope = config_.pod_scope;
    out.kubelet_pod_level_managers = config_.pod_level_managers;
    out.kubelet_static_memory = config_.static_memory;
    wire::KubeletConfig settings;
    if (config_.static_memory) settings.memory_manager_policy = wire::MemoryManagerPolicy::kStatic;
    if (config_.numa_policy != NumaPolicy::kNone)
      settings.topology_manager_policy = wire::TopologyManagerPolicy::kRestricted;
    settings.prefer_closest_numa_nodes = config_.prefer_closest;
    settings.feature_gates["PodLevelResourceManagers"] = config_.pod_level_managers;
    const std::string file = capi::write_memory_state(kubelet_->memory_state(), kubelet_->setup());
    auto memory = capi::memory_report(file, settings, config_.version, Log());
    ASSERT_EQ(memory.has_value(), config_.static_memory) << file;
    agent::KubeletState cpus;
    cpus.static_policy = config_.static_cpus;
    cpus.reserved = out.kubelet_reserved;
    cpus.containers = kubelet_->cpu_state().entries;
    cpus.pods = kubelet_->cpu_state().pods;
    agent::LocalNode agent(machine_, {});
    agent.set_kubelet(cpus);
    for (const auto &[uid, pod] : pods_) agent.set_pod(pod);
    if (memory)
      capi::add_pods(agent, *memory);
    else
      memory = capi::cpu_report(agent, settings);
    if (memory) out.kubelet_memory = std::make_shared<const KubeletMemory>(*memory);
    out.held = agent::held_cpus(agent);
    EXPECT_EQ(cluster_.set_topology(out), id_);
    unreported_ = 0;
  }

  void arrive(const PodObject &pod, Counts &counts) {
    sweep();
    const Refusal filters = explain(cluster_, pod, id_);
    const Refusal kubelets = kubelet_->judge(request_of(pod)).admission.refusal;
    counts.pending += unreported_ > 0;
    if (filters.refused() && filters.profile != Profile::kKubelet) {
      ++counts.others;
      return;
    }
    if (filters.refused() || kubelets.refused()) {
      count_refusal(filters, kubelets, counts);
      return;
    }
    const Answer given = reserve(cluster_, pod, id_);
    if (given.refusal.refused()) {
      ++counts.others;
      return;
    }
    ++counts.admitted;
    ++unreported_;
    EXPECT_FALSE(kubelet_->admit(request_of(pod)).admission.refusal.refused());
    PodObject bound = pod;
    bound.node = "node-1";
    bound.carries_status = given.allocation.status.cpus.has_value();
    if (bound.carries_status) bound.status = given.allocation.status;
    pods_.emplace(pod.uid, std::move(bound));
  }

  void count_refusal(const Refusal &filters, const Refusal &kubelets, Counts &counts) const {
    counts.wrongly_accepted += !filters.refused();
    // In another order, pods that are not reported yet could take the room of this one.
    if (filters.refused() && !kubelets.refused() && unreported_ > 0) {
      ++counts.cautious;
      return;
    }
    counts.wrongly_refused += !kubelets.refused();
    if (!filters.refused() || !kubelets.refused()) {
      ADD_FAILURE() << "Filter: " << to_sentence(filters) << "; kubelet: " << to_sentence(kubelets)
                    << "; pods not reported: " << unreported_;
      return;
    }
    ++counts.refused;
    counts.unaligned += kubelets.reason == Reason::kNumaUnaligned;
    counts.short_of_memory += kubelets.object == Object::kBytes;
    EXPECT_EQ(to_sentence(filters), to_sentence(kubelets));
    EXPECT_EQ(filters.where, kubelets.where);
  }

  Dice dice_;
  std::shared_ptr<const Topology> machine_;
  kubelet::Config config_;
  std::optional<kubelet::Kubelet> kubelet_;
  Cluster cluster_{sched::Options{}};
  uint32_t id_ = 0;
  std::map<std::string, PodObject> pods_;  // on the node
  std::vector<std::string> ended_;
  int unreported_ = 0;
};

Counts play(bool static_memory) {
  Counts counts;
  for (uint32_t seed = 1; seed <= 400 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    PlayedNode(seed, static_memory).play(60, counts);
  }
  return counts;
}

// The memory manager has the policy None: the report has the CPUs of pods.
TEST(MemoryGate, FilterAndKubeletAgreeByTheCpusOfPods) {
  const Counts counts = play(false);
  EXPECT_EQ(counts.wrongly_accepted, 0);
  EXPECT_EQ(counts.wrongly_refused, 0);
  EXPECT_LT(counts.cautious, counts.pending / 20);
  EXPECT_GT(counts.admitted, 2000);
  EXPECT_GT(counts.unaligned, 500);
  EXPECT_GT(counts.pending, 1000);
  RecordProperty("cautious", counts.cautious);
}

TEST(MemoryGate, FilterAndKubeletAgree) {
  const Counts counts = play(true);
  EXPECT_EQ(counts.wrongly_accepted, 0);
  EXPECT_EQ(counts.wrongly_refused, 0);
  // The histories reach all of this.
  EXPECT_LT(counts.cautious, counts.pending / 20);
  EXPECT_GT(counts.admitted, 2000);
  EXPECT_GT(counts.unaligned, 500);
  EXPECT_GT(counts.short_of_memory, 100);
  EXPECT_GT(counts.pending, 1000);
  RecordProperty("cautious", counts.cautious);
  RecordProperty("others", counts.others);
}

// A node of two NUMA nodes of 8 CPUs and 8 GiB each, under single-numa-node. Pod "a" has 6 GiB of
// each by the report.
NodeTopology reported_node() {
  NodeTopology out = topology_of("node-1");
  TopologySpec spec;
  for (const Topology::Cpu &cpu : out.machine->cpus())
    spec.cpus.push_back({cpu.id, cpu.core / 4, cpu.core / 4, cpu.core, cpu.core / 4});
  for (const int id : {0, 1}) {
    TopologySpec::NumaNode node;
    node.id = id;
    node.memory_bytes = 8 * static_cast<uint64_t>(kGi);
    spec.nodes.push_back(node);
  }
  out.machine = Topology::build(std::move(spec));
  out.allocatable.clear();
  out.numa_policy = NumaPolicy::kSingleNode;
  out.kubelet_static_memory = true;
  KubeletMemory memory;
  for (const int id : {0, 1})
    memory.nodes.push_back({id, 1, {id}, {{"memory", 8 * uint64_t{kGi}, 2 * uint64_t{kGi}, 0}}});
  memory.pods.push_back(
      {"a", false, {{{0}, "memory", 6 * uint64_t{kGi}}, {{1}, "memory", 6 * uint64_t{kGi}}}});
  out.kubelet_memory = std::make_shared<const KubeletMemory>(memory);
  return out;
}

uint32_t add_reported_node(Cluster &cluster, const NodeTopology &topology) {
  const uint32_t id = cluster.set_node(node_of("node-1"));
  EXPECT_EQ(cluster.set_topology(topology), id);
  return id;
}

TEST(MemoryGate, MemoryOfOneNumaNodeMustSuffice) {
  Cluster cluster{sched::Options{}};
  const uint32_t id = add_reported_node(cluster, reported_node());
  EXPECT_FALSE(explain(cluster, pod_of("new", Qos::kNone, 500, 2 * kGi), id).refused());
  const Refusal refusal = explain(cluster, pod_of("new", Qos::kNone, 500, 2 * kGi + 1), id);
  EXPECT_EQ(refusal.reason, Reason::kNoNumaMemory);
  EXPECT_EQ(refusal.profile, Profile::kKubelet);
  // Kubelet's managers ignore Burstable pods.
  PodObject burstable = pod_of("new", Qos::kNone, 500, 4 * kGi);
  burstable.containers[0].limits.clear();
  EXPECT_FALSE(explain(cluster, burstable, id).refused());
}

TEST(MemoryGate, PodsThatLeaveGiveTheirMemoryBack) {
  Cluster cluster{sched::Options{}};
  const uint32_t id = add_reported_node(cluster, reported_node());
  PodObject there = pod_of("a", Qos::kNone, 500, 6 * kGi);
  there.node = "node-1";
  set(cluster, there);
  const PodObject next = pod_of("new", Qos::kNone, 500, 5 * kGi);
  EXPECT_TRUE(explain(cluster, next, id).refused());
  sched::WhatIf what_if;
  what_if.removed = {"a"};
  Refusal refusal;
  int32_t score = 0;
  EXPECT_EQ(cluster.judge_one(ask(cluster, next), what_if, id, refusal, score), Outcome::kDone);
  EXPECT_FALSE(refusal.refused());
  EXPECT_TRUE(explain(cluster, next, id).refused());
  EXPECT_EQ(cluster.remove_pod("a"), Outcome::kDone);
  EXPECT_FALSE(explain(cluster, next, id).refused());
}

// The report has the static pod "a" under kubelet's uid, and its copy has another.
TEST(MemoryGate, StaticPodsCountOnce) {
  Cluster cluster{sched::Options{}};
  const uint32_t id = add_reported_node(cluster, reported_node());
  PodObject mirror = pod_of("mirror", Qos::kNone, 500, 2 * kGi);
  mirror.node = "node-1";
  mirror.is_mirror = true;
  set(cluster, mirror);
  for (const char *uid : {"b", "c"}) {
    const Answer given = reserve(cluster, pod_of(uid, Qos::kNone, 500, 2 * kGi), id);
    EXPECT_FALSE(given.refusal.refused()) << uid;
  }
  EXPECT_TRUE(explain(cluster, pod_of("d", Qos::kNone, 500, 2 * kGi), id).refused());
}

// Pods beyond the limits of kubelet's managers are held all the same, and are not evaluated.
TEST(MemoryGate, BoundPodsAreHeldWhateverTheyRequest) {
  Cluster cluster{sched::Options{}};
  const uint32_t id = add_reported_node(cluster, reported_node());
  PodObject pages = pod_of("pages", Qos::kNone, 500);
  for (int kind = 0; kind < 300; ++kind)
    pages.containers[0].requests.push_back({"hugepages-" + std::to_string(1000 + kind), 0});
  pages.containers[0].limits = pages.containers[0].requests;
  EXPECT_FALSE(explain(cluster, pages, id).refused());
  PodObject huge = pod_of("huge", Qos::kNone, 500, int64_t{4} << 60);
  huge.containers.push_back(huge.containers[0]);
  huge.containers[1].name = "second";
  for (PodObject *pod : {&pages, &huge}) {
    pod->node = "node-1";
    set(cluster, *pod);
    EXPECT_EQ(cluster.remove_pod(pod->uid), Outcome::kDone);
  }
}

TEST(MemoryGate, EndedPodsOfTheReportHoldNothing) {
  NodeTopology topology = reported_node();
  KubeletMemory memory = *topology.kubelet_memory;
  memory.pods[0].ended = true;
  topology.kubelet_memory = std::make_shared<const KubeletMemory>(memory);
  Cluster cluster{sched::Options{}};
  const uint32_t id = add_reported_node(cluster, topology);
  EXPECT_FALSE(explain(cluster, pod_of("new", Qos::kNone, 500, 8 * kGi), id).refused());
}

// Ways in which a report cannot be true, each with a part of the fault's text.
struct Untruth {
  const char *says;
  void (*make)(NodeTopology &, KubeletMemory &);
};
constexpr Untruth kUntruths[] = {
    {"memory-manager-state: numaNodes: found 0, expected 0-1",
     [](NodeTopology &, KubeletMemory &memory) { memory.nodes.pop_back(); }},
    {"memory-manager-state: numaNodes: found 0,2, expected 0-1",
     [](NodeTopology &, KubeletMemory &memory) { memory.nodes[1].id = 2; }},
    {"memory-manager-state: numaNodes: found no memory",
     [](NodeTopology &, KubeletMemory &memory) {
       for (KubeletMemory::NumaNode &node : memory.nodes) node.amounts.clear();
       memory.pods.clear();
     }},
    {"memory-manager-state: pods: pod \"a\" has \"hugepages-1Gi\", which no NUMA node has",
     [](NodeTopology &, KubeletMemory &memory) {
       memory.pods[0].blocks[0].kind = "hugepages-1Gi";
     }},
    {"memory-manager-state: cannot discover NUMA topology",
     [](NodeTopology &, KubeletMemory &memory) {
       memory.prefer_closest = true;  // needs distances
     }},
    {"memory-manager-state: found no cpu-topology",
     [](NodeTopology &topology, KubeletMemory &) { topology.machine = nullptr; }},
};

NodeTopology untrue_node(const Untruth &untruth) {
  NodeTopology out = reported_node();
  KubeletMemory memory = *out.kubelet_memory;
  untruth.make(out, memory);
  out.kubelet_memory = std::make_shared<const KubeletMemory>(memory);
  return out;
}

// Filter answers as if the node did not report its memory manager, for pods of every size.
TEST(MemoryGate, ReportsThatCannotBeTrueCountAsAbsent) {
  for (const Untruth &untruth : kUntruths) {
    SCOPED_TRACE(untruth.says);
    NodeTopology untrue = untrue_node(untruth);
    NodeTopology absent = untrue;
    absent.kubelet_memory = nullptr;
    untrue.kubelet_static = absent.kubelet_static = true;
    Cluster clusters[2] = {Cluster(sched::Options{}), Cluster(sched::Options{})};
    const uint32_t id = add_reported_node(clusters[0], untrue);
    EXPECT_EQ(add_reported_node(clusters[1], absent), id);
    for (const int64_t milli : {500, 2000, 6000, 9000, 20000})
      for (const int64_t memory : {kGi, 4 * kGi, 12 * kGi, 200 * kGi}) {
        const PodObject pod = pod_of("new", Qos::kNone, milli, memory);
        const Refusal with = explain(clusters[0], pod, id);
        EXPECT_EQ(with.reason, explain(clusters[1], pod, id).reason) << milli << ' ' << memory;
      }
  }
}

// Every fault is returned when it appears, and again only after another report.
TEST(MemoryGate, NewFaultsOfReportsAreReturnedOnce) {
  Cluster cluster{sched::Options{}};
  cluster.set_node(node_of("node-1"));
  const auto faults_of = [&](const NodeTopology &topology) {
    std::vector<std::string> out;
    cluster.set_topology(topology, &out);
    return out;
  };
  for (const Untruth &untruth : kUntruths) {
    SCOPED_TRACE(untruth.says);
    const NodeTopology untrue = untrue_node(untruth);
    const std::vector<std::string> faults = faults_of(untrue);
    ASSERT_EQ(faults.size(), 1u);
    EXPECT_TRUE(faults[0].starts_with("NodeResourceTopology node-1: kubelet.koordinator.sh/"));
    EXPECT_NE(faults[0].find(untruth.says), std::string::npos) << faults[0];
    EXPECT_TRUE(faults_of(untrue).empty());
    cluster.set_node(node_of("node-1"));
    EXPECT_TRUE(faults_of(untrue).empty());
    if (&untruth == &kUntruths[0]) continue;
    EXPECT_TRUE(faults_of(reported_node()).empty());
    EXPECT_EQ(faults_of(untrue), faults);
  }
  NodeTopology cpus = reported_node();
  cpus.kubelet_static = cpus.kubelet_full_pcpus_only = true;
  cpus.kubelet_further_options = kubelet::kDistributeCores;
  const std::vector<std::string> faults = faults_of(cpus);
  ASSERT_EQ(faults.size(), 2u);
  EXPECT_NE(faults[0].find("cpu-manager-policy: "), std::string::npos) << faults[0];
}

}  // namespace
}  // namespace koord::testing
