// ConstrainedBurst, and resource-status written by the scheduler: R33, R39, R40.
#include "spec/cluster_support.h"

namespace koord::testing {
namespace {

const json kConstrainedBurst = {{"preferredCPUBindPolicy", "ConstrainedBurst"}};
const json kPool0 = R"([{"socket":0,"node":0}])"_json;
const json kPool1 = R"([{"socket":1,"node":1}])"_json;

PodGiven bursting(const char *name, const char *request, const char *limit) {
  return with_spec(burstable(name, "LS", request, limit), kConstrainedBurst);
}

// 2 NUMA nodes of 8 CPUs; an LSR pod has 6 of NUMA node 0, which leaves pools of 2 and of 8 CPUs.
ClusterSession pools_of_2_and_8() {
  ClusterSession cluster;
  cluster.set({});
  EXPECT_EQ(cluster.place(pod("lsr", "LSR", "6")).cpus, "0-2,8-10");
  return cluster;
}

// ConstrainedBurst: only nodes with a NUMA node whose shared pool suits the pod's limit pass; the
// chosen pool is recorded in resource-status.
TEST(SpecSharedPool, R33_ThePoolThatSuitsTheLimitIsChosen) {
  ClusterSession cluster = pools_of_2_and_8();
  const PlacedPod large = cluster.place(bursting("large", "1", "4"));
  EXPECT_EQ(large.pools(), kPool1) << "the pool of NUMA node 0 is too small for 4";
  EXPECT_EQ(large.cpus, "");
  const PlacedPod small = cluster.place(bursting("small", "1", "2"));
  EXPECT_EQ(small.pools(), kPool0) << "2 of 2 suits better than 2 of 8";
  const NodeVerdict too_large = cluster.judge(bursting("too-large", "1", "9"));
  EXPECT_EQ(too_large.reason, KOORD_REASON_SHARED_POOL_TOO_SMALL);
  EXPECT_EQ(too_large.sentence,
            "needs 9 CPUs in one NUMA node's shared pool; the largest, NUMA node 1, has 8");
}

TEST(SpecSharedPool, R33_OnlySuchNodesPass) {
  ClusterSession cluster = pools_of_2_and_8();
  NodeGiven small;  // pools of 4
  small.name = "small";
  small.cores = 2;
  cluster.set(small);
  NodeGiven unreported;
  unreported.name = "unreported";
  unreported.reported = false;
  cluster.set(unreported);
  EXPECT_EQ(cluster.filter(bursting("p", "1", "4")), (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(cluster.filter(bursting("p", "1", "6")), (std::vector<uint32_t>{0}));
  EXPECT_EQ(cluster.filter(burstable("p", "LS", "1", "6")), (std::vector<uint32_t>{0, 1, 2}))
      << "the same pod without the policy";
}

TEST(SpecSharedPool, R33_S09_WithoutALimitTheRequestCounts) {
  ClusterSession cluster = pools_of_2_and_8();
  EXPECT_EQ(cluster.place(bursting("p", "2", "none")).pools(), kPool0);
  EXPECT_EQ(cluster.place(bursting("q", "3", "none")).pools(), kPool1);
}

// The pool has all CPUs without an owner: it excludes those of kubelet's static
// pods, and includes those that kubelet reserves.
TEST(SpecSharedPool, R33_ThePoolIsWhatR03SaysItIs) {
  NodeGiven node;
  node.kubelet = {{"policy", "static"}, {"reservedCPUs", "4,12"}};
  node.pod_cpu_allocs =
      json::array({{{"uid", "static"}, {"cpuset", "0-1,8-9"}, {"managedByKubelet", true}}});
  ClusterSession cluster;
  cluster.set(node);
  EXPECT_EQ(cluster.place(bursting("four", "1", "4")).pools(), kPool0);
  EXPECT_EQ(cluster.place(bursting("five", "1", "5")).pools(), kPool1);
  EXPECT_EQ(cluster.place(bursting("eight", "1", "8")).pools(), kPool1);
}

TEST(SpecSharedPool, R33_K8sBurstableAsWellAsLs) {
  ClusterSession cluster = pools_of_2_and_8();
  PodGiven unlabelled = bursting("p", "1", "2");
  unlabelled.qos = "";
  EXPECT_EQ(cluster.place(unlabelled).pools(), kPool0);
  PodGiven required = burstable("q", "LS", "1", "4");
  required.resource_spec = {{"requiredCPUBindPolicy", "ConstrainedBurst"}};
  EXPECT_EQ(cluster.place(required).pools(), kPool1);
}

// The pool is recorded even for a pod without requests.
TEST(SpecSharedPool, R33_R40_ThePoolIsRecordedWhateverIsAsked) {
  ClusterSession cluster = pools_of_2_and_8();
  PodGiven idle = with_spec(pod("p", "LS", "", ""), kConstrainedBurst);
  const PlacedPod got = cluster.place(idle);
  EXPECT_EQ(got.pools(), kPool0);
  EXPECT_EQ(got.patch.at("scheduling.koordinator.sh/resource-status"),
            R"({"cpuSharedPools":[{"socket":0,"node":0}]})");
}

// The policy concerns shared CPUs: LSE and LSR pods get exclusive CPUs
// nevertheless, and BE pods are not confined.
TEST(SpecSharedPool, R33_R39_WhoDoesNotShareIsNotConstrained) {
  for (const json &args : {json(), json{{"defaultCPUBindPolicy", "ConstrainedBurst"}}}) {
    ClusterSession cluster(args);
    cluster.set({});
    EXPECT_EQ(cluster.place(with_spec(pod("a", "LSR", "2"), kConstrainedBurst)).cpus, "0,8");
    EXPECT_EQ(
        cluster
            .place(with_spec(pod("b", "LSE", "2"), {{"requiredCPUBindPolicy", "ConstrainedBurst"}}))
            .cpus,
        "1,9");
    const PlacedPod be = cluster.place(with_spec(pod("c", "BE", "", ""), kConstrainedBurst));
    EXPECT_EQ(be.status, json::object());
  }
  // A policy in the configuration applies to pods with shared CPUs that state no other.
  ClusterSession cluster(json{{"defaultCPUBindPolicy", "ConstrainedBurst"}});
  cluster.set({});
  EXPECT_EQ(cluster.place(burstable("p", "LS", "1", "6")).pools(), kPool0);
  EXPECT_EQ(cluster.judge(burstable("q", "LS", "1", "9")).reason,
            KOORD_REASON_SHARED_POOL_TOO_SMALL);
}

TEST(SpecSharedPool, R33_UpstreamKnowsTheNameOnly) {
  ClusterSession cluster = upstream_session();
  cluster.set({});
  const PlacedPod got = cluster.place(bursting("p", "1", "9"));
  EXPECT_EQ(got.reason, KOORD_REASON_NONE);
  EXPECT_EQ(got.status, json::object());
}

// resource-status.cpuset is a Linux CPU list, set for LSE/LSR.
TEST(SpecSharedPool, R39_CpusetIsSetForLseAndLsr) {
  ClusterSession cluster;
  cluster.set({});
  for (const char *qos : {"LSE", "LSR", "LS", "BE", ""}) {
    SCOPED_TRACE(qos);
    const std::string name = std::string("p-") + qos;
    const PlacedPod got = cluster.place(pod(name, qos, "3"));
    const bool own = std::string(qos) == "LSE" || std::string(qos) == "LSR";
    EXPECT_EQ(got.status.contains("cpuset"), own);
    if (own) {
      EXPECT_EQ(got.status.at("cpuset"), "0-1,8");  // whole cores first, then half of one
    }
    cluster.remove(name);
  }
}

// cpuSharedPools names socket and node only, without cpuset. It is set for LS pods under an
// effective Restricted or SingleNUMANode policy.
TEST(SpecSharedPool, R40_LsPodsUnderAStrictPolicyAreToldTheirPool) {
  for (const char *policy : {"Restricted", "SingleNUMANode"})
    for (const char *stated_by : {"label", "kubelet", "configuration", "pod"}) {
      SCOPED_TRACE(std::string(policy) + " by the " + stated_by);
      const std::string by = stated_by;
      NodeGiven node;
      if (by == "label") node.labels = {{"numa-topology-policy", policy}};
      if (by == "kubelet") node.topology_policies = {std::string(policy) + "PodLevel"};
      ClusterSession cluster(by == "configuration" ? json{{"numaTopologyAlignmentPolicy", policy}}
                                                   : json());
      cluster.set(node);
      const auto ask = [&](const char *name, const char *qos, const char *cpu) {
        PodGiven out = pod(name, qos, cpu);
        if (by == "pod") out.numa_topology_spec = {{"numaTopologyPolicy", policy}};
        return out;
      };
      const PlacedPod ls = cluster.place(ask("ls", "LS", "6"));
      EXPECT_EQ(ls.pools(), kPool0);
      EXPECT_FALSE(ls.status.contains("cpuset"));
      EXPECT_EQ(cluster.place(ask("unlabelled", "", "6")).pools(), kPool1) << "6 of 8 are taken";
      const PlacedPod lsr = cluster.place(ask("lsr", "LSR", "2"));
      EXPECT_TRUE(lsr.pools().is_null());
      EXPECT_EQ(lsr.cpus, "0,8");
      const PlacedPod be = cluster.place(ask("be", "BE", ""));
      EXPECT_EQ(be.status, json::object());
    }
}

TEST(SpecSharedPool, R40_OtherPoliciesNameNoPool) {
  for (const char *policy : {"None", "BestEffort"}) {
    NodeGiven node;
    node.labels = {{"numa-topology-policy", policy}};
    ClusterSession cluster;
    cluster.set(node);
    EXPECT_TRUE(cluster.place(pod("ls", "LS", "4")).pools().is_null()) << policy;
  }
}

// A pod on two NUMA nodes under Restricted gets two pools.
TEST(SpecSharedPool, R40_SeveralPoolsWhereOneCannotDo) {
  NodeGiven node;
  node.labels = {{"numa-topology-policy", "Restricted"}};
  ClusterSession cluster;
  cluster.set(node);
  const PodGiven large = pod("ls", "LS", "12", "80Gi");
  EXPECT_EQ(cluster.place(large).pools(), R"([{"socket":0,"node":0},{"socket":1,"node":1}])"_json);
  // The proposal's form has only the pools.
  EXPECT_EQ(cluster.prebind(large, KOORD_PREBIND_PROPOSAL)
                .at("scheduling.koordinator.sh/resource-status"),
            R"({"cpuSharedPools":[{"socket":0,"node":0},{"socket":1,"node":1}]})");
}

// A running pod is restored from the recorded pool, in either form.
TEST(SpecSharedPool, R40_APoolOutlivesARestart) {
  NodeGiven node;
  node.labels = {{"numa-topology-policy", "SingleNUMANode"}};
  for (const uint32_t shape : {0u, static_cast<uint32_t>(KOORD_PREBIND_PROPOSAL)}) {
    ClusterSession before;
    before.set(node);
    PodGiven ls = pod("ls", "LS", "6");
    const json patch = (before.place(ls), before.prebind(ls, shape));
    ls.resource_status =
        json::parse(patch.at("scheduling.koordinator.sh/resource-status").get<std::string>());
    ls.on = "node-0";
    ClusterSession after;
    after.set(node);
    after.see(ls);
    EXPECT_EQ(after.status_of("ls").value("cpuSharedPools", json()), kPool0) << shape;
    // Its request still counts on its NUMA node.
    EXPECT_EQ(after.place(pod("next", "LS", "6")).pools(), kPool1) << shape;
  }
}

TEST(SpecSharedPool, R40_UpstreamWritesAmountsInstead) {
  NodeGiven node;
  node.labels = {{"numa-topology-policy", "SingleNUMANode"}};
  ClusterSession cluster = upstream_session();
  cluster.set(node);
  const PlacedPod got = cluster.place(pod("ls", "LS", "4"));
  EXPECT_EQ(got.status,
            R"({"numaNodeResources":[{"node":0,"resources":{"cpu":"4","memory":"1Gi"}}]})"_json);
}

}  // namespace
}  // namespace koord::testing
