// The plugin's filter: R70 to R72.
#include "spec/cluster_support.h"

namespace koord::testing {
namespace {

NodeGiven without_report(json labels = json::object()) {
  NodeGiven node;
  node.reported = false;
  node.labels = std::move(labels);
  return node;
}

// Filter skips nodes without NodeResourceTopology for pods that bind CPUs or need alignment.
TEST(SpecFilter, R70_NodesWithoutTopologyAreSkipped) {
  ClusterSession cluster;
  cluster.set({});
  NodeGiven unknown = without_report();
  unknown.name = "unknown";
  const uint32_t id = cluster.set(unknown);
  for (const char *qos : {"LSE", "LSR"}) {
    EXPECT_EQ(cluster.filter(pod("p", qos, "4")), std::vector<uint32_t>{0}) << qos;
    const NodeVerdict no = cluster.judge(pod("p", qos, "4"), id);
    EXPECT_EQ(no.reason, KOORD_REASON_NO_TOPOLOGY);
    EXPECT_EQ(no.sentence, "the node reports no CPU topology");
  }
  for (const char *qos : {"LS", "BE", ""})
    EXPECT_EQ(cluster.filter(pod("p", qos, "4")), (std::vector<uint32_t>{0, 1})) << qos;
  // Evicting other pods gives the node no topology.
  EXPECT_EQ(cluster.evaluate(pod("p", "LSR", "4"))[id].flags, KOORD_VERDICT_UNRESOLVABLE);
}

TEST(SpecFilter, R70_S02_WhoNeedsAlignmentNeedsATopology) {
  for (const char *policy : {"Restricted", "SingleNUMANode"}) {
    SCOPED_TRACE(policy);
    ClusterSession by_label;
    by_label.set(without_report({{"numa-topology-policy", policy}}));
    EXPECT_EQ(by_label.judge(pod("p", "LS", "4")).reason, KOORD_REASON_NO_TOPOLOGY);
    EXPECT_EQ(by_label.judge(pod("p", "BE", "", "")).reason, KOORD_REASON_NONE);
    ClusterSession by_configuration(json{{"numaTopologyAlignmentPolicy", policy}});
    by_configuration.set(without_report());
    EXPECT_EQ(by_configuration.judge(pod("p", "LS", "4")).reason, KOORD_REASON_NO_TOPOLOGY);
    ClusterSession by_pod;
    by_pod.set(without_report());
    PodGiven asking = pod("p", "LS", "4");
    asking.numa_topology_spec = {{"numaTopologyPolicy", policy}};
    EXPECT_EQ(by_pod.judge(asking).reason, KOORD_REASON_NO_TOPOLOGY);
  }
}

TEST(SpecFilter, R70_ATopologyMayComeAndGo) {
  ClusterSession cluster;
  NodeGiven node;
  cluster.set(without_report());
  EXPECT_EQ(cluster.judge(pod("p", "LSR", "4")).reason, KOORD_REASON_NO_TOPOLOGY);
  cluster.set(node);
  EXPECT_EQ(cluster.judge(pod("p", "LSR", "4")).reason, KOORD_REASON_NONE);
  EXPECT_EQ(koord_cluster_remove_topology(cluster.get(), "node-0", KOORD_NUL, nullptr), KOORD_OK);
  EXPECT_EQ(cluster.judge(pod("p", "LSR", "4")).reason, KOORD_REASON_NO_TOPOLOGY);
}

TEST(SpecFilter, R70_UpstreamSkipsForBoundPodsOnly) {
  ClusterSession cluster = upstream_session();
  cluster.set(without_report());
  const NodeVerdict no = cluster.judge(pod("p", "LSR", "4"));
  EXPECT_EQ(no.reason, KOORD_REASON_NO_TOPOLOGY);
  EXPECT_EQ(no.sentence, "node(s) invalid CPU Topology");
  EXPECT_EQ(cluster.judge(pod("p", "LS", "4")).reason, KOORD_REASON_NONE);
}

// On FullPCPUsOnly nodes (label or kubelet option) the checks apply to pods that bind CPUs: the
// request equals the limit, and CPU is a multiple of 1000 and of the threads per core. LS and BE
// pods pass unless kubelet pins them.
TEST(SpecFilter, R71_FullPcpusOnlyNodesCheckWhoBindsCpus) {
  NodeGiven by_label;
  by_label.labels = {{"cpu-bind-policy", "FullPCPUsOnly"}};
  NodeGiven by_kubelet;
  by_kubelet.kubelet = R"({"policy":"static","options":{"full-pcpus-only":"true"}})"_json;
  for (const NodeGiven &node : {by_label, by_kubelet}) {
    ClusterSession cluster;
    cluster.set(node);
    const auto reason = [&](const PodGiven &given) { return cluster.judge(given).reason; };
    for (const char *qos : {"LSE", "LSR"}) {
      EXPECT_EQ(reason(pod("p", qos, "4")), KOORD_REASON_NONE);
      EXPECT_EQ(reason(burstable("p", qos, "4", "6")), KOORD_REASON_REQUEST_IS_NOT_LIMIT);
      EXPECT_EQ(reason(burstable("p", qos, "4", "none")), KOORD_REASON_REQUEST_IS_NOT_LIMIT);
      EXPECT_EQ(reason(pod("p", qos, "4500m")), KOORD_REASON_CPUS_NOT_WHOLE);
      EXPECT_EQ(reason(pod("p", qos, "3")), KOORD_REASON_SMT_ALIGNMENT);
    }
    EXPECT_EQ(reason(burstable("p", "LS", "1500m", "4")), KOORD_REASON_NONE);
    EXPECT_EQ(reason(burstable("p", "", "1500m", "none")), KOORD_REASON_NONE);
    EXPECT_EQ(reason(pod("p", "", "3500m")), KOORD_REASON_NONE) << "Guaranteed without a QoS is LS";
    const koord_reason pinned =
        node.kubelet.is_null() ? KOORD_REASON_NONE : KOORD_REASON_SMT_ALIGNMENT;
    EXPECT_EQ(reason(pod("p", "", "3")), pinned) << "whole CPUs: kubelet's static policy pins it";
    EXPECT_EQ(reason(pod("p", "BE", "", "")), KOORD_REASON_NONE);
    EXPECT_EQ(cluster.place(pod("ls", "LS", "3500m")).cpus, "");
    EXPECT_EQ(cluster.place(pod("lsr", "LSR", "4")).cpus, "0-1,8-9");
  }
}

// Pods that kubelet's own managers would refuse are refused with kubelet's reason, for every QoS.
TEST(SpecFilter, R71_S01_WhatKubeletWillRefuseIsRefusedWithItsReason) {
  NodeGiven node;
  node.kubelet =
      R"({"policy":"static","options":{"full-pcpus-only":"true"},"reservedCPUs":"0"})"_json;
  node.topology_policies = {"SingleNUMANodePodLevel"};
  node.pod_cpu_allocs =
      json::array({{{"uid", "static"}, {"cpuset", "4-5,12-13"}, {"managedByKubelet", true}}});
  ClusterSession cluster;
  cluster.set(node);
  const auto explanation_of = [&](const PodGiven &given) {
    const NodeVerdict no = cluster.judge(given);
    return std::string(koord_reason_get_name(no.reason, no.refusal.profile)) + ": " + no.sentence;
  };
  for (const char *qos : {"", "LS"}) {
    EXPECT_EQ(cluster.judge(pod("p", qos, "6")).reason, KOORD_REASON_NONE);
    EXPECT_EQ(
        explanation_of(pod("p", qos, "3")),
        "SMTAlignmentError: SMT Alignment Error: requested 3 cpus not multiple cpus per core = 2");
    EXPECT_EQ(explanation_of(pod("p", qos, "8")),
              "TopologyAffinityError: Resources cannot be allocated with Topology locality");
    EXPECT_EQ(cluster.judge(pod("p", qos, "3500m")).reason, KOORD_REASON_NONE) << "it shares";
    EXPECT_EQ(cluster.judge(burstable("p", qos, "3", "4")).reason, KOORD_REASON_NONE)
        << "it shares";
  }
  // Siblings of reserved CPUs count as in use.
  node.topology_policies = {"None"};
  cluster.set(node);
  EXPECT_EQ(cluster.judge(pod("p", "", "10")).reason, KOORD_REASON_NONE);
  EXPECT_EQ(
      explanation_of(pod("p", "", "12")),
      "SMTAlignmentError: SMT Alignment Error: not enough free physical CPUs: available physical "
      "CPUs = 10, requested CPUs = 12, CPUs per core = 2");
  EXPECT_EQ(cluster.evaluate(pod("p", "", "12"))[0].reason, KOORD_REASON_NOT_ENOUGH_PHYSICAL_CORES);
  // Pods that have not reached kubelet yet count, too.
  EXPECT_EQ(cluster.place(pod("first", "", "14")).reason, KOORD_REASON_NOT_ENOUGH_PHYSICAL_CORES);
  node.pod_cpu_allocs = nullptr;
  cluster.set(node);
  EXPECT_EQ(cluster.place(pod("first", "", "8")).reason, KOORD_REASON_NONE);
  EXPECT_EQ(cluster.place(pod("second", "", "8")).reason, KOORD_REASON_NOT_ENOUGH_PHYSICAL_CORES);
  EXPECT_EQ(cluster.place(pod("second", "", "6")).reason, KOORD_REASON_NONE);

  ClusterSession upstream = upstream_session();
  upstream.set(node);
  EXPECT_NE(upstream.judge(pod("p", "", "3")).refusal.profile, KOORD_PROFILE_KUBELET);
}

TEST(SpecFilter, R71_UpstreamBindsWhoeverAsksForCpusThere) {
  NodeGiven node;
  node.labels = {{"cpu-bind-policy", "FullPCPUsOnly"}};
  ClusterSession cluster = upstream_session();
  cluster.set(node);
  EXPECT_EQ(cluster.judge(burstable("p", "LS", "1500m", "4")).reason, KOORD_REASON_CPUS_NOT_WHOLE);
  EXPECT_EQ(cluster.judge(burstable("p", "LSR", "4", "6")).reason, KOORD_REASON_NONE);
  EXPECT_EQ(count(cluster.place(pod("ls", "LS", "4")).cpus), 4);
}

// Under Restricted or SingleNUMANode (label or topologyPolicies) the satisfying NUMA nodes are
// found; without any, the pod is unschedulable.
TEST(SpecFilter, R72_SatisfyingNumaNodesAreFound) {
  NodeGiven by_label;
  by_label.labels = {{"numa-topology-policy", "SingleNUMANode"}};
  NodeGiven by_kubelet;
  by_kubelet.topology_policies = {"SingleNUMANodeContainerLevel"};
  for (const NodeGiven &node : {by_label, by_kubelet}) {
    ClusterSession cluster;
    cluster.set(node);
    // Only NUMA node 1 has CPUs left, and only NUMA node 0 has much memory left.
    EXPECT_EQ(cluster.place(pod("cpus", "LSR", "6", "1Gi")).cpus, "0-2,8-10");
    EXPECT_EQ(cluster.place(pod("memory", "LSR", "4", "40Gi")).cpus, "4-5,12-13");
    for (const char *qos : {"LSR", "LS"}) {
      SCOPED_TRACE(qos);
      EXPECT_EQ(cluster.judge(pod("p", qos, "4", "8Gi")).reason, KOORD_REASON_NONE);
      EXPECT_EQ(cluster.judge(pod("p", qos, "2", "40Gi")).reason, KOORD_REASON_NONE);
      const NodeVerdict no = cluster.judge(pod("p", qos, "4", "40Gi"));
      EXPECT_EQ(no.reason, KOORD_REASON_NUMA_UNALIGNED) << "no NUMA node has both";
      EXPECT_EQ(no.sentence,
                "no set of NUMA nodes suits all requested resources under the NUMA policy");
    }
    EXPECT_EQ(cluster.place(pod("p", "LSR", "4", "8Gi")).cpus, "6-7,14-15");
    EXPECT_EQ(cluster.place(pod("q", "LSR", "2", "40Gi")).cpus, "3,11");
  }
}

TEST(SpecFilter, R72_RestrictedTakesAsManyNumaNodesAsItMust) {
  NodeGiven node;
  node.labels = {{"numa-topology-policy", "Restricted"},
                 {"numa-allocate-strategy", "DistributeEvenly"}};
  ClusterSession cluster;
  cluster.set(node);
  EXPECT_EQ(cluster.place(pod("large", "LSR", "10", "80Gi")).reason, KOORD_REASON_NONE)
      << "more than one NUMA node has, were it empty";
  const NodeVerdict no = cluster.judge(pod("p", "LSR", "5"));
  EXPECT_EQ(no.reason, KOORD_REASON_NUMA_UNALIGNED) << "4 and 2 are left: " << no.sentence;
  // Evicting pods may change this.
  EXPECT_EQ(cluster.evaluate(pod("p", "LSR", "5"))[0].flags, 0u);
  koord_query *query = nullptr;
  ASSERT_EQ(koord_query_new(&query, nullptr), KOORD_OK);
  EXPECT_EQ(koord_query_remove_pod(query, "large", KOORD_NUL, nullptr), KOORD_OK);
  EXPECT_EQ(cluster.judge(pod("p", "LSR", "5"), 0, query).reason, KOORD_REASON_NONE);
  koord_query_free(query);
}

}  // namespace
}  // namespace koord::testing
