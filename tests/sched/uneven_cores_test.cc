// Whole cores on nodes whose cores differ in width.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sched/clusters.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

// Cores of a machine, each on a NUMA node of its own socket, and pods that hold some CPUs.
struct Hybrid {
  struct Core {
    int node;
    CpuSet cpus;
    bool free = true;
  };
  std::vector<Core> cores;
  CpuSet held;
  NodeTopology topology;
  NodeObject node = node_of("n");

  void add(int numa, int width, CpuSet taken = {}) {
    Core core{numa, {}};
    for (int i = 0; i < width; ++i) core.cpus.add(cpus_++);
    core.free = !core.cpus.intersects(taken);
    held |= core.cpus & taken;
    cores.push_back(core);
  }
  void build(NumaPolicy policy) {
    TopologySpec spec;
    for (size_t i = 0; i < cores.size(); ++i)
      cores[i].cpus.for_each([&](int id) {
        TopologySpec::Cpu row;
        row.id = id;
        row.core = static_cast<int>(i);
        row.node = row.socket = row.l3 = cores[i].node;
        spec.cpus.push_back(row);
      });
    topology.node = "n";
    topology.machine = Topology::build(std::move(spec));
    for (int i = 0; i <= cores.back().node; ++i) {
      int64_t cpus = 0;
      for (const Core &core : cores) cpus += core.node == i ? core.cpus.count() : 0;
      topology.allocatable.push_back({i, {{"cpu", 1000 * cpus}, {"memory", 64 * kGi}}});
    }
    node.numa_policy = policy;
    node.allocatable = {{"cpu", 1000 * cpus_}, {"memory", 256 * kGi}, {"pods", 110}};
  }
  uint32_t set_in(Cluster &cluster) const {
    const uint32_t id = cluster.set_node(node);
    EXPECT_EQ(cluster.set_topology(topology), id);
    if (held.empty()) return id;
    PodObject pod = pod_of("held", Qos::kLsr, int64_t{1000} * held.count());
    pod.node = "n";
    pod.status.emplace().cpus = held;
    EXPECT_EQ(set(cluster, pod).claims_refused, 0);
    return id;
  }
  // Returns true if free whole cores of one NUMA node, or of all, add up to `cpus` CPUs.
  bool sum_up_to(int cpus, bool one_node) const {
    for (uint32_t set = 1; set < uint32_t{1} << cores.size(); ++set) {
      int sum = 0;
      uint64_t nodes = 0;
      bool free = true;
      for (size_t i = 0; i < cores.size(); ++i)
        if ((set >> i & 1) != 0) {
          sum += cores[i].cpus.count();
          nodes |= uint64_t{1} << cores[i].node;
          free &= cores[i].free;
        }
      if (free && sum == cpus && (!one_node || (nodes & (nodes - 1)) == 0)) return true;
    }
    return false;
  }

 private:
  int cpus_ = 0;
};

RC_GTEST_PROP(UnevenCores, AVerdictPromisesWholeCoresWhereTheySumUp, ()) {
  Hybrid hybrid;
  const int nodes = *rc::gen::inRange(1, 3);
  hybrid.add(0, 1);
  hybrid.add(0, 2);
  int cpus = 3;
  for (int node = 0; node < nodes; ++node)
    for (int core = *rc::gen::inRange(1, 5); core > 0; --core) {
      const int width = *rc::gen::element(1, 2, 2, 3, 4);
      CpuSet taken;
      if (*rc::gen::inRange(0, 3) == 0) taken.add(cpus + *rc::gen::inRange(0, width));
      hybrid.add(node, width, taken);
      cpus += width;
    }
  const auto policy = *rc::gen::element(NumaPolicy::kNone, NumaPolicy::kBestEffort,
                                        NumaPolicy::kRestricted, NumaPolicy::kSingleNode);
  hybrid.build(policy);
  sched::Options options;
  options.profile = *rc::gen::element(Profile::kSpec, Profile::kSpec, Profile::kUpstream);
  Cluster cluster(options);
  const uint32_t id = hybrid.set_in(cluster);
  const int wanted = *rc::gen::inRange(1, cpus - hybrid.held.count() + 1);
  PodObject pod = pod_of("p", Qos::kLsr, int64_t{1000} * wanted);
  if (*rc::gen::arbitrary<bool>())
    pod.required_bind = PodBind::kFullPcpus;
  else
    hybrid.node.bind = NodeBind::kFullPcpusOnly;
  cluster.set_node(hybrid.node);

  const Refusal verdict = explain(cluster, pod, id);
  const Answer answer = reserve(cluster, pod, id);
  RC_LOG() << "wanted " << wanted << " verdict " << to_sentence(verdict) << " reserve "
           << to_sentence(answer.refusal) << " policy " << static_cast<int>(policy) << '\n';
  RC_ASSERT(verdict.refused() == answer.refusal.refused());
  if (options.profile == Profile::kUpstream) return;
  RC_ASSERT(verdict.refused() || hybrid.sum_up_to(wanted, policy == NumaPolicy::kSingleNode));
  // Restricted admits only as many NUMA nodes as an empty machine would need.
  if (policy != NumaPolicy::kRestricted)
    RC_ASSERT(verdict.refused() != hybrid.sum_up_to(wanted, policy == NumaPolicy::kSingleNode));
  if (!verdict.refused() || policy != NumaPolicy::kNone) return;
  RC_ASSERT(verdict.best < verdict.needed);
}

TEST(UnevenCores, TheSiblingOfACoreIsOffline) {
  for (const NumaPolicy policy :
       {NumaPolicy::kNone, NumaPolicy::kRestricted, NumaPolicy::kSingleNode}) {
    Hybrid hybrid;
    hybrid.add(0, 2);
    hybrid.add(0, 1, CpuSet{2});
    hybrid.build(policy);
    Cluster cluster{sched::Options{}};
    const uint32_t id = hybrid.set_in(cluster);
    PodObject pod = pod_of("p", Qos::kLsr, 1000);
    pod.required_bind = PodBind::kFullPcpus;
    const Refusal refusal = explain(cluster, pod, id);
    EXPECT_TRUE(refusal.refused());
    EXPECT_EQ(refusal.best, 0);
    EXPECT_TRUE(reserve(cluster, pod, id).refusal.refused());
    EXPECT_EQ(reserve(cluster, pod_of("q", Qos::kLsr, 1000), id).cpus(), "0");
  }
}

}  // namespace
}  // namespace koord::testing
