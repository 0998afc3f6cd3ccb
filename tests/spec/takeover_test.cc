// Coexistence with kubelet, and taking over from it: R20 to R23.
#include "spec/cluster_support.h"

namespace koord::testing {
namespace {

NodeGiven kubelet_node(const json &options) {
  NodeGiven node;
  node.kubelet = {{"policy", "static"}, {"options", options}};
  return node;
}
const json kFull = {{"full-pcpus-only", "true"}};
const json kDistribute = {{"distribute-cpus-across-numa", "true"}};

// kubelet's full-pcpus-only=true is followed if the node has no bind policy of Koordinator.
TEST(SpecTakeover, R20_FullPcpusOnlyOfKubeletIsFollowed) {
  ClusterSession cluster;
  cluster.set(kubelet_node(kFull));
  const NodeVerdict odd = cluster.judge(pod("p", "LSR", "3"));
  EXPECT_EQ(odd.reason, KOORD_REASON_SMT_ALIGNMENT);
  EXPECT_EQ(odd.sentence, "requests 3 CPUs, which is not a multiple of the 2 threads per core");
  EXPECT_EQ(cluster.place(pod("even", "LSR", "4")).cpus, "0-1,8-9");
  const json spread = R"({"preferredCPUBindPolicy":"SpreadByPCPUs"})"_json;
  EXPECT_EQ(cluster.judge(with_spec(pod("p", "LSR", "4"), spread)).reason,
            KOORD_REASON_BIND_POLICY_CONFLICT);
}

TEST(SpecTakeover, R20_TheNodesOwnBindPolicyBeatsKubelets) {
  ClusterSession cluster;
  NodeGiven node = kubelet_node(kFull);
  node.labels = {{"cpu-bind-policy", "SpreadByPCPUs"}};
  cluster.set(node);
  EXPECT_EQ(cluster.place(pod("p", "LSR", "3")).cpus, "0-2");
  // None states no policy, so kubelet would refuse the pod.
  NodeGiven none = kubelet_node(kFull);
  none.name = "none";
  none.labels = {{"cpu-bind-policy", "None"}};
  const uint32_t id = cluster.set(none);
  EXPECT_EQ(cluster.judge(pod("p", "LSR", "3"), id).reason, KOORD_REASON_SMT_ALIGNMENT);
}

TEST(SpecTakeover, R20_OptionsOfAnotherPolicyAreNone) {
  ClusterSession cluster;
  NodeGiven node = kubelet_node(kFull);
  node.kubelet["policy"] = "none";
  cluster.set(node);
  EXPECT_EQ(cluster.place(pod("p", "LSR", "3")).reason, KOORD_REASON_NONE);
}

// distribute-cpus-across-numa=true spreads evenly if one NUMA node does not suffice.
TEST(SpecTakeover, R20_DistributeAcrossNumaOfKubeletIsFollowed) {
  for (const char *alignment : {"None", "BestEffort"}) {
    SCOPED_TRACE(alignment);
    ClusterSession cluster;
    NodeGiven node = kubelet_node(kDistribute);
    node.labels = {{"numa-topology-policy", alignment}};
    cluster.set(node);
    EXPECT_EQ(cluster.place(pod("fits", "LSR", "8")).cpus, "0-3,8-11") << "one NUMA node suffices";
    cluster.remove("fits");
    EXPECT_EQ(cluster.place(pod("large", "LSR", "12")).cpus, "0-2,4-6,8-10,12-14");
  }
  // The fewest sufficient NUMA nodes are used.
  NodeGiven four = kubelet_node(kDistribute);
  four.numa_per_socket = 2;
  for (const char *alignment : {"None", "BestEffort"}) {
    SCOPED_TRACE(alignment);
    four.labels = {{"numa-topology-policy", alignment}};
    ClusterSession cluster;
    cluster.set(four);
    const PlacedPod got = cluster.place(pod("p", "LSR", "12"));
    // 4 cores per NUMA node, siblings 16 apart.
    EXPECT_EQ(got.cpus, "0-2,4-6,16-18,20-22");
  }
}

TEST(SpecTakeover, R20_UpstreamFollowsTheFirstOnlyAndLetsItBeatTheLabel) {
  ClusterSession cluster = upstream_session();
  NodeGiven node = kubelet_node(kFull);
  node.labels = {{"cpu-bind-policy", "SpreadByPCPUs"}};
  cluster.set(node);
  EXPECT_EQ(cluster.judge(pod("p", "LSR", "3")).reason, KOORD_REASON_SMT_ALIGNMENT);
  NodeGiven distribute = kubelet_node(kDistribute);
  distribute.name = "distribute";
  const uint32_t id = cluster.set(distribute);
  const PlacedPod got = cluster.place(pod("large", "LSR", "12"), id);
  EXPECT_EQ(got.cpus, "0-5,8-13") << "8 and 4, not 6 and 6";
}

// Kubelet's topology manager policy is followed if the node has no alignment policy of Koordinator.
TEST(SpecTakeover, R21_KubeletsTopologyManagerPolicyIsFollowed) {
  ClusterSession cluster;
  NodeGiven node;
  node.topology_policies = {"SingleNUMANodePodLevel"};
  cluster.set(node);
  EXPECT_EQ(cluster.judge(pod("p", "LSR", "8")).reason, KOORD_REASON_NONE);
  EXPECT_EQ(cluster.judge(pod("p", "LSR", "12")).reason, KOORD_REASON_NUMA_UNALIGNED);
  EXPECT_EQ(cluster.judge(pod("p", "LS", "12")).reason, KOORD_REASON_NUMA_UNALIGNED);
  node.labels = {{"numa-topology-policy", "BestEffort"}};
  cluster.set(node);
  EXPECT_EQ(cluster.judge(pod("p", "LSR", "12")).reason, KOORD_REASON_NONE);
}

TEST(SpecTakeover, R21_UpstreamDropsMostOfThem) {
  ClusterSession cluster = upstream_session();
  const auto refused = [&](const char *policy) {
    NodeGiven node;
    node.name = policy;
    node.topology_policies = {policy};
    const uint32_t id = cluster.set(node);
    return cluster.judge(pod("p", "LSR", "12"), id).reason != KOORD_REASON_NONE;
  };
  EXPECT_TRUE(refused("SingleNUMANodePodLevel"));
  EXPECT_FALSE(refused("SingleNUMANodeContainerLevel"));
}

// A node that kubelet's static policy has managed so far.
NodeGiven managed_by_kubelet() {
  NodeGiven node;
  node.kubelet = {{"policy", "static"}, {"reservedCPUs", "0,8"}};
  node.pod_cpu_allocs = json::array({{{"namespace", "default"},
                                      {"name", "static"},
                                      {"uid", "static"},
                                      {"cpuset", "4-7,12-15"},
                                      {"managedByKubelet", true}}});
  return node;
}

// Stage 1: kubelet's state is ignored, so the scheduler may allocate kubelet-managed CPUs.
TEST(SpecTakeover, R22_InTheFirstStageKubeletsStateIsIgnored) {
  ClusterSession cluster(nullptr, KOORD_PROFILE_SPEC, KOORD_CLUSTER_IGNORE_KUBELET);
  cluster.set(managed_by_kubelet());
  EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_FREE), "0-15");
  EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_SHARED_POOL), "0-15");
  EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_RESERVED), "");
  EXPECT_EQ(cluster.place(pod("all", "LSR", "16")).cpus, "0-15");
}

// The first stage belongs to a node: its report states it, and the scheduler ignores kubelet's CPUs
// on this node only. Stage 2 and unknown stages equal a missing one.
TEST(SpecTakeover, R22_S29_TheFirstStageIsOfOneNode) {
  for (const bool is_upstream : {false, true}) {
    ClusterSession cluster = is_upstream ? upstream_session() : ClusterSession();
    NodeGiven first = managed_by_kubelet();
    first.takeover_stage = "1";
    const uint32_t id = cluster.set(first);
    std::vector<uint32_t> others;
    for (const char *stage : {"", "2", "first"}) {
      NodeGiven other = managed_by_kubelet();
      other.name = std::string("stage-") + stage;
      other.takeover_stage = stage;
      others.push_back(cluster.set(other));
    }
    const PodGiven all = pod("all", "LSR", "16");
    const PodGiven reserved = pod("reserved", "LSR", "8");
    EXPECT_EQ(cluster.judge(all, id).reason != KOORD_REASON_NONE, is_upstream)
        << "(up) Koordinator knows no such report";
    for (const uint32_t other : others) {
      EXPECT_NE(cluster.judge(all, other).reason, KOORD_REASON_NONE);
      EXPECT_NE(cluster.judge(reserved, other).reason, KOORD_REASON_NONE) << "6 are left";
      EXPECT_EQ(cluster.judge(pod("rest", "LSR", "6"), other).reason, KOORD_REASON_NONE);
    }
    if (is_upstream) continue;
    EXPECT_EQ(cluster.place(all, id).cpus, "0-15");
    cluster.remove("all");
    // In the second stage kubelet's CPUs count again.
    first.takeover_stage = "2";
    cluster.set(first);
    EXPECT_NE(cluster.judge(all, id).reason, KOORD_REASON_NONE);
  }
}

// Stage 2, the default: CPUs of existing static pods are excluded from allocation; new pods follow
// their annotations; after the last static pod ends, all CPUs are managed.
TEST(SpecTakeover, R23_InTheSecondStageStaticPodsKeepTheirs) {
  ClusterSession cluster;
  cluster.set(managed_by_kubelet());
  EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_FREE), "1-3,9-11");
  EXPECT_EQ(cluster.judge(pod("p", "LSR", "8")).reason, KOORD_REASON_NOT_ENOUGH_CPUS);
  const PlacedPod got = cluster.place(pod("new", "LSR", "4"));
  EXPECT_EQ(got.cpus, "1-2,9-10");

  // The next report lists the new pod beside the static one; it counts once.
  NodeGiven later = managed_by_kubelet();
  later.pod_cpu_allocs.push_back(
      {{"namespace", "default"}, {"name", "new"}, {"uid", "new"}, {"cpuset", "1-2,9-10"}});
  cluster.set(later);
  EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_FREE), "3,11");

  // The last static pod has ended, and kubelet's policy is none.
  later.kubelet = {{"policy", "none"}};
  later.pod_cpu_allocs.erase(0);
  cluster.set(later);
  EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_FREE), "0,3-8,11-15");
  EXPECT_EQ(cluster.place(pod("rest", "LSR", "12")).cpus, "0,3-8,11-15");
}

// LSE and LSR pods never get CPUs that kubelet reserves, under any
// policy of kubelet: a takeover ends with none.
TEST(SpecTakeover, R17_S18_ReservedCpusAreNoPodsOwnUnderAnyPolicyOfKubelet) {
  for (const koord_profile profile : {KOORD_PROFILE_SPEC, KOORD_PROFILE_UPSTREAM})
    for (const char *policy : {"none", "static", ""}) {
      ClusterSession cluster(nullptr, profile);
      NodeGiven node;
      node.kubelet = {{"policy", policy}, {"reservedCPUs", "0,8"}};
      cluster.set(node);
      EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_RESERVED), "0,8") << policy;
      EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_SHARED_POOL), "0-15") << policy;
      EXPECT_EQ(cluster.place(pod("all", "LSE", "14")).cpus, "1-7,9-15") << policy;
      EXPECT_NE(cluster.judge(pod("one", "LSR", "1")).reason, KOORD_REASON_NONE) << policy;
    }
}

}  // namespace
}  // namespace koord::testing
