// Policies of a node from labels, kubelet and the configuration: R45 to R50.
#include <ostream>

#include "spec/cluster_support.h"

namespace koord::testing {
namespace {

// `value` is nullptr if the label is absent.
json labels_of(const char *label, const char *value) {
  return value == nullptr ? json::object() : json{{label, value}};
}
const char *shown(const char *value) { return value == nullptr ? "-" : value; }

// ---- Bind policy --------------------------------------------------------------------------------

// CPUs of a pod with 2 CPUs on an empty node: the whole core 0,8, or a CPU of two cores.
constexpr const char *kWholeCore = "0,8";
constexpr const char *kSpread = "0-1";

struct BindCase {
  const char *label;      // cpu-bind-policy
  const char *required;   // required by the pod
  const char *preferred;  // preferred by the pod
  const char *config;     // defaultCPUBindPolicy
  const char *cpus;       // nullptr if the node is avoided
};
void PrintTo(const BindCase &c, std::ostream *out) {
  *out << "label " << shown(c.label) << ", required " << shown(c.required) << ", preferred "
       << shown(c.preferred) << ", configuration " << shown(c.config);
}

class SpecBindPolicyLabel : public ::testing::TestWithParam<BindCase> {};

// None or an empty value is no constraint; FullPCPUsOnly allows whole cores only; SpreadByPCPUs
// requires spreading; without the label, the pod's or the configuration's policy applies.
TEST_P(SpecBindPolicyLabel, R30_R34_R45_S03_Precedence) {
  const BindCase &given = GetParam();
  NodeGiven node;
  node.labels = labels_of("cpu-bind-policy", given.label);
  ClusterSession cluster(labels_of("defaultCPUBindPolicy", given.config));
  cluster.set(node);
  json spec = labels_of("preferredCPUBindPolicy", given.preferred);
  if (given.required != nullptr) spec["requiredCPUBindPolicy"] = given.required;
  const PlacedPod got = cluster.place(with_spec(pod("p", "LSR", "2"), spec));
  if (given.cpus != nullptr) {
    EXPECT_EQ(got.cpus, given.cpus) << got.sentence;
  } else {
    EXPECT_EQ(got.reason, KOORD_REASON_BIND_POLICY_CONFLICT);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Table, SpecBindPolicyLabel,
    ::testing::Values(
        // Without a label: the pod, then the configuration, then its default.
        BindCase{nullptr, nullptr, nullptr, nullptr, kWholeCore},
        BindCase{nullptr, nullptr, nullptr, "SpreadByPCPUs", kSpread},
        BindCase{nullptr, nullptr, "FullPCPUs", "SpreadByPCPUs", kWholeCore},
        BindCase{nullptr, nullptr, "SpreadByPCPUs", "FullPCPUs", kSpread},
        BindCase{nullptr, nullptr, "Default", "SpreadByPCPUs", kSpread},
        BindCase{nullptr, "SpreadByPCPUs", "FullPCPUs", nullptr, kSpread},
        // None and an empty value are no constraint.
        BindCase{"None", nullptr, "SpreadByPCPUs", nullptr, kSpread},
        BindCase{"", nullptr, "SpreadByPCPUs", nullptr, kSpread},
        BindCase{"None", "SpreadByPCPUs", nullptr, nullptr, kSpread},
        BindCase{"", nullptr, nullptr, nullptr, kWholeCore},
        // Whole cores only: pods that must be spread avoid the node, whatever the configuration.
        BindCase{"FullPCPUsOnly", nullptr, nullptr, nullptr, kWholeCore},
        BindCase{"FullPCPUsOnly", nullptr, "FullPCPUs", "SpreadByPCPUs", kWholeCore},
        BindCase{"FullPCPUsOnly", "FullPCPUs", nullptr, nullptr, kWholeCore},
        BindCase{"FullPCPUsOnly", nullptr, nullptr, "SpreadByPCPUs", kWholeCore},
        BindCase{"FullPCPUsOnly", nullptr, "SpreadByPCPUs", nullptr, nullptr},
        BindCase{"FullPCPUsOnly", "SpreadByPCPUs", nullptr, nullptr, nullptr},
        BindCase{"FullPCPUsOnly", "FullPCPUs", "SpreadByPCPUs", nullptr, kWholeCore},
        BindCase{"PCPUOnly", nullptr, "SpreadByPCPUs", nullptr, nullptr},
        // Spreading is required: a preference of the pod yields, a requirement does not.
        BindCase{"SpreadByPCPUs", nullptr, nullptr, nullptr, kSpread},
        BindCase{"SpreadByPCPUs", nullptr, "FullPCPUs", nullptr, kSpread},
        BindCase{"SpreadByPCPUs", "SpreadByPCPUs", nullptr, nullptr, kSpread},
        BindCase{"SpreadByPCPUs", "FullPCPUs", nullptr, nullptr, nullptr}));

// A pod that holds the first thread of every core of node-0.
PodGiven half_of_every_core() {
  PodGiven out = pod("half", "LSR", "8");
  out.on = "node-0";
  out.resource_status = {{"cpuset", "0-7"}};
  return out;
}

// FullPCPUsOnly allows whole cores only, without the fallback of R31.
TEST(SpecNodePolicy, R45_S06_FullPcpusOnlyNeverFallsBack) {
  NodeGiven node;
  ClusterSession cluster;
  cluster.set(node);
  cluster.see(half_of_every_core());
  EXPECT_EQ(cluster.judge(pod("p", "LSR", "2")).reason, KOORD_REASON_NONE) << "R31 falls back";
  node.labels = {{"cpu-bind-policy", "FullPCPUsOnly"}};
  cluster.set(node);
  const NodeVerdict no = cluster.judge(pod("p", "LSR", "2"));
  EXPECT_EQ(no.reason, KOORD_REASON_REQUIRED_BIND_POLICY);
  EXPECT_EQ(no.sentence,
            "needs 2 CPUs under the required bind policy FullPCPUs; the machine can supply 0");
}

NodeGiven spreading_node(const char *alignment = nullptr) {
  NodeGiven node;
  node.labels = {{"cpu-bind-policy", "SpreadByPCPUs"}};
  if (alignment != nullptr) node.labels["numa-topology-policy"] = alignment;
  return node;
}

// SpreadByPCPUs: counts per core differ by at most one if the free CPUs allow it, on every shape of
// machine, for every number of CPUs, and also if another pod has the first CPUs.
TEST(SpecNodePolicy, R45_S27_SpreadByPcpusSpreadsEvenly) {
  constexpr int kShapes[][4] = {
      {2, 1, 4, 2}, {2, 1, 2, 3}, {2, 2, 2, 2}, {1, 2, 2, 4}, {1, 1, 3, 1}};
  for (const char *alignment : {"None", "BestEffort"})
    for (const auto &[sockets, numa, cores, threads] : kShapes)
      for (const int held : {0, 1, 3}) {
        NodeGiven node = spreading_node(alignment);
        node.sockets = sockets, node.numa_per_socket = numa;
        node.cores = cores, node.threads = threads;
        const TopologyPtr machine = spec_machine(sockets, numa, cores, threads);
        const std::string first = "0-" + std::to_string(held - 1);
        Places free;
        for (const auto &[core, count] :
             count_by(machine.get(), "0-" + std::to_string(node.cpus() - 1), &koord_cpu::core))
          free[core] = count;
        if (held > 0)
          for (const auto &[core, count] : count_by(machine.get(), first, &koord_cpu::core))
            free[core] -= count;
        for (int cpus = 1; cpus <= node.cpus() - held; ++cpus) {
          ClusterSession cluster;
          cluster.set(node);
          if (held > 0) {
            PodGiven resident = pod("there", "LSR", std::to_string(held));
            resident.on = "node-0";
            resident.resource_status = {{"cpuset", first}};
            cluster.see(resident);
          }
          const PlacedPod got = cluster.place(pod("p", "LSR", std::to_string(cpus)));
          ASSERT_EQ(got.reason, KOORD_REASON_NONE) << alignment << ' ' << got.sentence;
          Places taken = count_by(machine.get(), got.cpus, &koord_cpu::core);
          for (const auto &[core, count] : free)
            for (const auto &[other, most] : taken)
              EXPECT_TRUE(most <= taken[core] + 1 || taken[core] == count)
                  << alignment << ", " << held << " held, " << cpus << ": " << got.cpus;
        }
      }
  // The rule holds within one NUMA node if the NUMA policy demands a single one.
  ClusterSession cluster;
  cluster.set(spreading_node("SingleNUMANode"));
  EXPECT_EQ(cluster.place(pod("p", "LSR", "6")).cpus, "0-3,8-9");
  EXPECT_EQ(cluster.judge(pod("q", "LSR", "9")).reason, KOORD_REASON_NUMA_UNALIGNED);
}

// CPUs held by others count: of 4 cores with 1, 2, 2 and 2 free threads, 6 CPUs take 1, 2, 2, 1.
TEST(SpecNodePolicy, R45_SpreadByPcpusSpreadsWhatIsFree) {
  ClusterSession cluster;
  cluster.set(spreading_node("SingleNUMANode"));
  PodGiven resident = pod("there", "LSR", "1");
  resident.on = "node-0";
  resident.resource_status = {{"cpuset", "0"}};
  cluster.see(resident);
  PodGiven other = pod("other", "LSR", "8");
  other.on = "node-0";
  other.resource_status = {{"cpuset", "4-7,12-15"}};
  cluster.see(other);
  EXPECT_EQ(cluster.place(pod("p", "LSR", "6")).cpus, "1-3,8-10");
  EXPECT_EQ(cluster.judge(pod("q", "LSR", "2")).reason, KOORD_REASON_INSUFFICIENT_RESOURCE);
}

// (up) Upstream requires one CPU per core, and so does a pod that requires
// the policy itself on a node without the label.
TEST(SpecNodePolicy, R45_OnePerCoreOfUpstreamAndOfPods) {
  ClusterSession upstream = upstream_session();
  upstream.set(spreading_node());
  EXPECT_EQ(upstream.judge(pod("p", "LSR", "9")).reason, KOORD_REASON_NOT_ENOUGH_CPUS);
  EXPECT_EQ(upstream.place(pod("p", "LSR", "8")).cpus, "0-7");
  ClusterSession cluster;
  cluster.set(NodeGiven());
  const PodGiven required =
      with_spec(pod("p", "LSR", "9"), R"({"requiredCPUBindPolicy":"SpreadByPCPUs"})"_json);
  EXPECT_EQ(cluster.judge(required).reason, KOORD_REASON_REQUIRED_BIND_POLICY);
  cluster.set(spreading_node());
  EXPECT_EQ(cluster.judge(required).reason, KOORD_REASON_NONE) << "the label spreads evenly";
}

// ---- NUMA allocate strategy ---------------------------------------------------------------------

struct StrategyCase {
  const char *label;   // numa-allocate-strategy
  bool kubelet;        // distribute-cpus-across-numa
  const char *config;  // scoringStrategy
  Places small;        // 4 CPUs by NUMA node
  Places large;        // 10 CPUs
};
void PrintTo(const StrategyCase &c, std::ostream *out) {
  *out << "label " << shown(c.label) << ", kubelet distributes " << c.kubelet << ", configuration "
       << shown(c.config);
}

// Returns the NUMA nodes of the pod's CPUs: NUMA node 0 has 6 of 8 CPUs left, NUMA node 1 all 8.
Places placed(const StrategyCase &given, const char *cpus, koord_profile profile,
              const char *alignment) {
  NodeGiven node;
  node.labels = labels_of("numa-allocate-strategy", given.label);
  node.labels["numa-topology-policy"] = alignment;
  if (given.kubelet)
    node.kubelet = R"({"policy":"static","options":{"distribute-cpus-across-numa":"true"}})"_json;
  json args;
  if (given.config != nullptr) {
    args["scoringStrategy"]["type"] = given.config;
    args["numaScoringStrategy"]["type"] = given.config;
  }
  ClusterSession cluster(args, profile);
  cluster.set(node);
  PodGiven resident = pod("there", "LSR", "2");
  resident.on = "node-0";
  resident.resource_status = {{"cpuset", "0,8"}};
  cluster.see(resident);
  // Restricted requires memory to need as many NUMA nodes as CPUs.
  const bool restricted = alignment == std::string_view("Restricted");
  const PlacedPod got = cluster.place(pod("p", "LSR", cpus, restricted ? "80Gi" : "1Gi"));
  const TopologyPtr machine = spec_machine(2, 1, 4, 2);
  return count_by(machine.get(), got.cpus, &koord_cpu::numa_node);
}

class SpecStrategy : public ::testing::TestWithParam<StrategyCase> {};

// Strategy precedence: label, then kubelet distribute-cpus-across-numa, then configuration.
TEST_P(SpecStrategy, R46_R47_S05_Precedence) {
  const StrategyCase &given = GetParam();
  // Alignments that are only preferred let the strategy decide.
  for (const char *alignment : {"None", "BestEffort"}) {
    EXPECT_EQ(placed(given, "4", KOORD_PROFILE_SPEC, alignment), given.small) << alignment;
    EXPECT_EQ(placed(given, "10", KOORD_PROFILE_SPEC, alignment), given.large) << alignment;
  }
  // Under a strict alignment the strategy decides only if several NUMA nodes are needed.
  EXPECT_EQ(placed(given, "10", KOORD_PROFILE_SPEC, "Restricted"), given.large);
  EXPECT_EQ(placed(given, "10", KOORD_PROFILE_SPEC, "SingleNUMANode"), Places{});
}

INSTANTIATE_TEST_SUITE_P(
    Table, SpecStrategy,
    ::testing::Values(
        // MostAllocated or LeastAllocated from the configuration.
        StrategyCase{nullptr, false, nullptr, {{0, 4}}, {{0, 6}, {1, 4}}},
        StrategyCase{nullptr, false, "MostAllocated", {{0, 4}}, {{0, 6}, {1, 4}}},
        StrategyCase{nullptr, false, "BalancedAllocation", {{0, 4}}, {{0, 6}, {1, 4}}},
        StrategyCase{nullptr, false, "LeastAllocated", {{1, 4}}, {{0, 2}, {1, 8}}},
        // The label takes precedence.
        StrategyCase{"MostAllocated", false, "LeastAllocated", {{0, 4}}, {{0, 6}, {1, 4}}},
        StrategyCase{"MostAllocated", true, "LeastAllocated", {{0, 4}}, {{0, 6}, {1, 4}}},
        StrategyCase{"LeastAllocated", false, "MostAllocated", {{1, 4}}, {{0, 2}, {1, 8}}},
        StrategyCase{"LeastAllocated", true, "MostAllocated", {{1, 4}}, {{0, 2}, {1, 8}}},
        StrategyCase{
            "DistributeEvenly", false, "MostAllocated", {{0, 2}, {1, 2}}, {{0, 4}, {1, 6}}},
        StrategyCase{"DistributeEvenly", true, nullptr, {{0, 2}, {1, 2}}, {{0, 4}, {1, 6}}}));

// Without a label, kubelet's option comes before the configuration and has
// kubelet's semantics: even shares that leave the NUMA nodes as even as
// possible, or the lowest suitable nodes if kubelet aligns.
TEST(SpecNodePolicy, R20_R47_KubeletsOptionBeforeTheConfiguration) {
  for (const char *config : {"MostAllocated", "LeastAllocated"}) {
    const auto by_kubelet = [&](const char *cpus, const char *alignment) {
      return placed({nullptr, true, config, {}, {}}, cpus, KOORD_PROFILE_SPEC, alignment);
    };
    EXPECT_EQ(by_kubelet("4", "None"), (Places{{1, 4}})) << config;
    EXPECT_EQ(by_kubelet("4", "BestEffort"), (Places{{0, 4}})) << config;
    for (const char *alignment : {"None", "BestEffort", "Restricted"})
      EXPECT_EQ(by_kubelet("10", alignment), (Places{{0, 5}, {1, 5}})) << config << alignment;
    EXPECT_EQ(by_kubelet("10", "SingleNUMANode"), Places{});
  }
}

// Distribution respects the bind policies of label and pod.
TEST(SpecNodePolicy, R45_R46_DistributionKeepsToTheBindPolicy) {
  const auto placed_by = [](const char *bind, const char *cpus) {
    NodeGiven node;
    node.labels = {{"cpu-bind-policy", bind}, {"numa-allocate-strategy", "DistributeEvenly"}};
    ClusterSession cluster;
    cluster.set(node);
    return cluster.place(pod("p", "LSR", cpus)).cpus;
  };
  EXPECT_EQ(placed_by("None", "4"), "0,4,8,12");
  EXPECT_EQ(placed_by("FullPCPUsOnly", "6"), "0,4-5,8,12-13") << "a core and two cores";
  EXPECT_EQ(placed_by("SpreadByPCPUs", "6"), "0-2,4-6");
  EXPECT_EQ(placed_by("SpreadByPCPUs", "8"), "0-7");
}

// A policy that demands alignment takes precedence over a strategy that would violate it.
TEST(SpecNodePolicy, R46_StrictAlignmentComesBeforeDistribution) {
  for (const char *policy : {"Restricted", "SingleNUMANode"}) {
    NodeGiven node;
    node.labels = {{"numa-topology-policy", policy},
                   {"numa-allocate-strategy", "DistributeEvenly"}};
    ClusterSession cluster;
    cluster.set(node);
    EXPECT_EQ(cluster.place(pod("p", "LSR", "4")).cpus, "0-1,8-9") << policy;
  }
}

// (up) Upstream uses the label, then its second strategy; nothing is distributed.
TEST(SpecNodePolicy, R47_UpstreamHasLabelAndConfigurationOnly) {
  const auto on_upstream = [](const char *label, bool kubelet, const char *config) {
    return placed({label, kubelet, config, {}, {}}, "4", KOORD_PROFILE_UPSTREAM, "None");
  };
  EXPECT_EQ(on_upstream(nullptr, true, "MostAllocated"), (Places{{0, 4}}));
  EXPECT_EQ(on_upstream(nullptr, true, nullptr), (Places{{1, 4}})) << "its default: LeastAllocated";
  EXPECT_EQ(on_upstream("DistributeEvenly", true, "MostAllocated"), (Places{{1, 4}}))
      << "as LeastAllocated";
}

// ---- Alignment policy ---------------------------------------------------------------------------

// Detects the policy on two NUMA nodes of 8 CPUs; on `full`, every NUMA node has 4 CPUs left.
//   SingleNUMANode refuses 12 CPUs and 80 GiB on an empty node, Restricted does not: both resources
//   need two NUMA nodes.
//   Restricted refuses 6 CPUs if 4 + 4 are left, because one NUMA node would suffice on an empty
//   node.
//   BestEffort refuses neither and scores LS pods; None does not score them.
std::string policy_in_force(ClusterSession &cluster, NodeGiven node) {
  node.name = "empty";
  const uint32_t empty = cluster.set(node);
  node.name = "full";
  const uint32_t full = cluster.set(node);
  PodGiven resident = pod("there", "LSR", "8");
  resident.on = "full";
  resident.resource_status = {{"cpuset", "0-1,4-5,8-9,12-13"}};
  cluster.see(resident);
  if (cluster.judge(pod("p", "LSR", "12", "80Gi"), empty).reason == KOORD_REASON_NUMA_UNALIGNED)
    return "SingleNUMANode";
  if (cluster.judge(pod("p", "LSR", "6"), full).reason == KOORD_REASON_NUMA_UNALIGNED)
    return "Restricted";
  return cluster.judge(pod("p", "LS", "4"), empty).score > 0 ? "BestEffort" : "None";
}

struct AlignmentCase {
  const char *label;      // numa-topology-policy
  const char *kubelet;    // topologyPolicies
  const char *config;     // numaTopologyAlignmentPolicy
  const char *effective;  //
};
void PrintTo(const AlignmentCase &c, std::ostream *out) {
  *out << "label " << shown(c.label) << ", kubelet " << shown(c.kubelet) << ", configuration "
       << shown(c.config);
}

class SpecAlignment : public ::testing::TestWithParam<AlignmentCase> {};

// Alignment precedence: label, then NodeResourceTopology's policy (None counts as absent), then
// configuration. R48 describes each policy.
TEST_P(SpecAlignment, R48_R50_S04_Precedence) {
  const AlignmentCase &given = GetParam();
  for (const char *spelling : {"numa-topology-policy", "numa-topology-alignment-policy"}) {
    NodeGiven node;
    node.labels = labels_of(spelling, given.label);
    if (given.kubelet != nullptr) node.topology_policies = {given.kubelet};
    ClusterSession cluster(labels_of("numaTopologyAlignmentPolicy", given.config));
    EXPECT_EQ(policy_in_force(cluster, node), given.effective) << spelling;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Table, SpecAlignment,
    ::testing::Values(
        AlignmentCase{nullptr, nullptr, nullptr, "BestEffort"},
        AlignmentCase{nullptr, nullptr, "None", "None"},
        AlignmentCase{nullptr, nullptr, "BestEffort", "BestEffort"},
        AlignmentCase{nullptr, nullptr, "Restricted", "Restricted"},
        AlignmentCase{nullptr, nullptr, "SingleNUMANode", "SingleNUMANode"},
        // Kubelet's None counts as absent.
        AlignmentCase{nullptr, "None", nullptr, "BestEffort"},
        AlignmentCase{nullptr, "None", "Restricted", "Restricted"},
        // Kubelet's policy precedes the configuration.
        AlignmentCase{nullptr, "BestEffortPodLevel", "SingleNUMANode", "BestEffort"},
        AlignmentCase{nullptr, "BestEffortContainerLevel", "None", "BestEffort"},
        AlignmentCase{nullptr, "RestrictedPodLevel", "None", "Restricted"},
        AlignmentCase{nullptr, "RestrictedContainerLevel", nullptr, "Restricted"},
        AlignmentCase{nullptr, "SingleNUMANodePodLevel", nullptr, "SingleNUMANode"},
        AlignmentCase{nullptr, "SingleNUMANodeContainerLevel", nullptr, "SingleNUMANode"},
        AlignmentCase{nullptr, "SingleNUMANode", "None", "SingleNUMANode"},
        AlignmentCase{nullptr, "Restricted", "None", "Restricted"},
        AlignmentCase{nullptr, "BestEffort", "None", "BestEffort"},
        // The label precedes both; None is a policy there.
        AlignmentCase{"None", "SingleNUMANodePodLevel", "Restricted", "None"},
        AlignmentCase{"BestEffort", "SingleNUMANodePodLevel", "Restricted", "BestEffort"},
        AlignmentCase{"Restricted", "None", "SingleNUMANode", "Restricted"},
        AlignmentCase{"Restricted", "SingleNUMANodePodLevel", nullptr, "Restricted"},
        AlignmentCase{"SingleNUMANode", "BestEffortPodLevel", "None", "SingleNUMANode"},
        // An empty label counts as absent.
        AlignmentCase{"", "RestrictedPodLevel", nullptr, "Restricted"}));

// Pods may state a policy; it must agree with the node's if the node states one, too.
TEST(SpecNodePolicy, R50_S04_ThePodsPolicyAndTheNodesMustAgree) {
  const auto reason = [](json labels, const char *kubelet, const char *policy) {
    NodeGiven node;
    node.labels = std::move(labels);
    if (kubelet != nullptr) node.topology_policies = {kubelet};
    ClusterSession cluster;
    cluster.set(node);
    PodGiven asking = pod("p", "LSR", "12", "80Gi");
    asking.numa_topology_spec = {{"numaTopologyPolicy", policy}};
    return cluster.judge(asking).reason;
  };
  const json restricted = {{"numa-topology-policy", "Restricted"}};
  const json none = {{"numa-topology-policy", "None"}};
  EXPECT_EQ(reason({}, nullptr, "SingleNUMANode"), KOORD_REASON_NUMA_UNALIGNED)
      << "the configuration's BestEffort yields";
  EXPECT_EQ(reason(restricted, nullptr, "Restricted"), KOORD_REASON_NONE);
  EXPECT_EQ(reason(restricted, nullptr, "SingleNUMANode"), KOORD_REASON_NUMA_POLICY_CONFLICT);
  EXPECT_EQ(reason({}, "RestrictedPodLevel", "SingleNUMANode"), KOORD_REASON_NUMA_POLICY_CONFLICT);
  EXPECT_EQ(reason(none, nullptr, "SingleNUMANode"), KOORD_REASON_NUMA_UNALIGNED)
      << "the node aligns nothing, the pod does";
  EXPECT_EQ(reason(none, "RestrictedPodLevel", "SingleNUMANode"), KOORD_REASON_NUMA_UNALIGNED)
      << "the label decides what the node states";
}

TEST(SpecNodePolicy, R50_UpstreamHasNoConfiguration) {
  ClusterSession cluster = upstream_session({{"numaTopologyAlignmentPolicy", "SingleNUMANode"}});
  cluster.set({});
  EXPECT_EQ(cluster.judge(pod("p", "LSR", "12")).reason, KOORD_REASON_NONE);
}

// Restricted skips the node unless all resources prefer the same number of
// NUMA nodes, like kubelet's topology manager. SingleNUMANode needs all
// resources on one NUMA node. Memory counts as CPU does.
TEST(SpecNodePolicy, R48_EveryResourceIsAligned) {
  for (const char *qos : {"LSR", "LS"}) {
    SCOPED_TRACE(qos);
    NodeGiven node;
    ClusterSession cluster;
    const auto reason = [&](const char *policy, const char *cpu, const char *memory) {
      node.labels = {{"numa-topology-policy", policy}};
      cluster.set(node);
      return cluster.judge(pod("p", qos, cpu, memory)).reason;
    };
    for (const char *cpu : {"4", "12"})
      for (const char *memory : {"32Gi", "96Gi"}) {
        SCOPED_TRACE(std::string(cpu) + " CPUs, " + memory);
        const bool fits_one = cpu[0] == '4' && memory[0] == '3';
        EXPECT_EQ(reason("None", cpu, memory), KOORD_REASON_NONE);
        EXPECT_EQ(reason("BestEffort", cpu, memory), KOORD_REASON_NONE);
        const bool agree = (cpu[0] == '4') == (memory[0] == '3');
        EXPECT_EQ(reason("Restricted", cpu, memory),
                  agree ? KOORD_REASON_NONE : KOORD_REASON_NUMA_UNALIGNED)
            << "one resource prefers one NUMA node, the other two";
        EXPECT_EQ(reason("SingleNUMANode", cpu, memory),
                  fits_one ? KOORD_REASON_NONE : KOORD_REASON_NUMA_UNALIGNED);
      }
    EXPECT_EQ(reason("Restricted", "4", "32Gi"), KOORD_REASON_NONE);
  }
}

// BestEffort prefers aligned CPUs.
TEST(SpecNodePolicy, R48_BestEffortPrefersAlignedAndGoesOn) {
  ClusterSession cluster;
  cluster.set({});
  PodGiven resident = pod("there", "LSR", "6");
  resident.on = "node-0";
  resident.resource_status = {{"cpuset", "0-2,8-10"}};
  cluster.see(resident);
  EXPECT_EQ(cluster.place(pod("aligned", "LSR", "4")).cpus, "4-5,12-13") << "node 0 has 2 left";
  EXPECT_EQ(cluster.place(pod("split", "LSR", "6")).cpus, "3,6-7,11,14-15") << "2 and 4";
}

// SingleNUMANodePodLevel and SingleNUMANodeContainerLevel mean SingleNUMANode.
TEST(SpecNodePolicy, R49_BothLevelsKeepAPodOnOneNumaNode) {
  for (const char *level : {"SingleNUMANodePodLevel", "SingleNUMANodeContainerLevel"}) {
    NodeGiven node;
    node.topology_policies = {level};
    ClusterSession cluster;
    cluster.set(node);
    EXPECT_EQ(cluster.judge(pod("p", "LSR", "12")).reason, KOORD_REASON_NUMA_UNALIGNED) << level;
  }
}

TEST(SpecNodePolicy, R49_UpstreamLosesTheContainerLevel) {
  const auto refused = [](const char *level) {
    NodeGiven node;
    node.topology_policies = {level};
    ClusterSession cluster = upstream_session();
    cluster.set(node);
    return cluster.judge(pod("p", "LSR", "12")).reason != KOORD_REASON_NONE;
  };
  EXPECT_TRUE(refused("SingleNUMANodePodLevel"));
  EXPECT_FALSE(refused("SingleNUMANodeContainerLevel"));
}

}  // namespace
}  // namespace koord::testing
