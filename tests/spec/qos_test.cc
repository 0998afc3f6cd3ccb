// Exclusive and shared CPUs by QoS, as far as the scheduler decides them: R09 to R17.
#include "spec/cluster_support.h"

namespace koord::testing {
namespace {

// Returns a session with one node.
ClusterSession with(const NodeGiven &node) {
  ClusterSession cluster;
  cluster.set(node);
  return cluster;
}

// LSE and LSR: request equals limit, and the CPU value is a multiple of 1000 milli; else refused
// with the reason.
TEST(SpecQos, R09_RequestIsLimitAndWholeCpus) {
  ClusterSession cluster = with({});
  for (const char *qos : {"LSE", "LSR"}) {
    SCOPED_TRACE(qos);
    EXPECT_EQ(cluster.judge(pod("p", qos, "4")).reason, KOORD_REASON_NONE);
    EXPECT_EQ(cluster.judge(pod("p", qos, "4000m")).reason, KOORD_REASON_NONE);

    const NodeVerdict unlimited = cluster.judge(burstable("p", qos, "2", "none"));
    EXPECT_EQ(unlimited.reason, KOORD_REASON_REQUEST_IS_NOT_LIMIT);
    const NodeVerdict above = cluster.judge(burstable("p", qos, "2", "4"));
    EXPECT_EQ(above.reason, KOORD_REASON_REQUEST_IS_NOT_LIMIT);
    EXPECT_EQ(above.sentence,
              "the cpu limit is not equal to the request, as QoS LSE and LSR require");
    PodGiven memory = pod("p", qos, "2");
    memory.memory_limit = "2Gi";
    EXPECT_EQ(cluster.judge(memory).reason, KOORD_REASON_REQUEST_IS_NOT_LIMIT);

    const NodeVerdict fraction = cluster.judge(pod("p", qos, "1500m"));
    EXPECT_EQ(fraction.reason, KOORD_REASON_CPUS_NOT_WHOLE);
    EXPECT_EQ(fraction.sentence, "requests 1500 milli-CPU; exclusive CPUs must be a whole number");
  }
  // Other pods may have any request.
  EXPECT_EQ(cluster.judge(burstable("p", "LS", "1500m", "4")).reason, KOORD_REASON_NONE);
  EXPECT_EQ(cluster.judge(burstable("p", "", "1500m", "none")).reason, KOORD_REASON_NONE);
}

TEST(SpecQos, R09_UpstreamLooksAtTheRequestOnly) {
  ClusterSession cluster = upstream_session();
  cluster.set({});
  EXPECT_EQ(cluster.judge(burstable("p", "LSR", "2", "4")).reason, KOORD_REASON_NONE);
  const NodeVerdict fraction = cluster.judge(pod("p", "LSR", "1500m"));
  EXPECT_EQ(fraction.reason, KOORD_REASON_CPUS_NOT_WHOLE);
  EXPECT_EQ(fraction.sentence, "the requested CPUs must be integer");
}

// CPUs of an LSE pod are shared with no other pod. This concerns logical CPUs; siblings may go to
// others unless FullPCPUs was used.
TEST(SpecQos, R10_LseCpusAreSharedWithNobody) {
  NodeGiven two_cores;  // 0,2 and 1,3
  two_cores.sockets = 1;
  two_cores.cores = 2;
  const json spread = R"({"preferredCPUBindPolicy":"SpreadByPCPUs"})"_json;
  const json full = R"({"preferredCPUBindPolicy":"FullPCPUs"})"_json;
  {
    ClusterSession cluster = with(two_cores);
    EXPECT_EQ(cluster.place(with_spec(pod("lse", "LSE", "2"), spread)).cpus, "0-1");
    EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_SHARED_POOL), "2-3") << "not with LS";
    EXPECT_EQ(cluster.place(with_spec(pod("other", "LSE", "2"), spread)).cpus, "2-3")
        << "siblings may go to others";
    EXPECT_EQ(cluster.judge(pod("third", "LSE", "1")).reason, KOORD_REASON_INSUFFICIENT_RESOURCE);
  }
  {
    ClusterSession cluster = with(two_cores);
    EXPECT_EQ(cluster.place(with_spec(pod("lse", "LSE", "2"), full)).cpus, "0,2");
    EXPECT_EQ(cluster.place(with_spec(pod("other", "LSR", "2"), spread)).cpus, "1,3")
        << "whole cores leave no sibling over";
  }
}

// CPUs of an LSR pod are shared with BE pods only.
TEST(SpecQos, R11_LsrCpusAreSharedWithBePodsOnly) {
  ClusterSession cluster = with({});
  const std::string own = cluster.place(pod("lsr", "LSR", "4")).cpus;
  EXPECT_EQ(own, "0-1,8-9");
  EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_SHARED_POOL), "2-7,10-15") << "not with LS";
  EXPECT_FALSE(overlap(own, cluster.place(pod("lsr-2", "LSR", "4")).cpus));
  EXPECT_FALSE(overlap(own, cluster.place(pod("lse", "LSE", "4")).cpus));
  cluster.place(pod("lsr-3", "LSR", "4"));
  EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_SHARED_POOL), "");
  EXPECT_EQ(cluster.judge(pod("be", "BE", "", "")).reason, KOORD_REASON_NONE)
      << "BE pods run where every CPU is an LSR or LSE pod's";
}

// LS pods are bound to the shared pool, without LSE/LSR CPUs.
TEST(SpecQos, R12_LsPodsShareWhatIsNobodysOwn) {
  ClusterSession cluster = with({});
  EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_SHARED_POOL), "0-15");
  const PlacedPod ls = cluster.place(pod("ls", "LS", "4"));
  EXPECT_EQ(ls.cpus, "") << "the pool, not CPUs of its own";
  EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_SHARED_POOL), "0-15")
      << "LS pods leave the pool as it is";
  cluster.place(pod("lsr", "LSR", "2"));
  cluster.place(pod("lse", "LSE", "2"));
  EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_SHARED_POOL),
            without("0-15", cluster.cpus(KOORD_CLUSTER_CPUSET_ALLOCATED)));
  EXPECT_EQ(count(cluster.cpus(KOORD_CLUSTER_CPUSET_SHARED_POOL)), 12);
  cluster.remove("lse");
  cluster.remove("lsr");
  EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_SHARED_POOL), "0-15");
}

// BE pods are bound to all CPUs without LSE CPUs: the scheduler does not
// confine them, for any policies of node and pod.
TEST(SpecQos, R13_BePodsAreConfinedToNothing) {
  NodeGiven node;
  node.labels = {{"numa-topology-policy", "SingleNUMANode"}, {"cpu-bind-policy", "FullPCPUsOnly"}};
  ClusterSession cluster = with(node);
  for (const char *policy : {"Default", "FullPCPUs", "SpreadByPCPUs", "ConstrainedBurst"}) {
    SCOPED_TRACE(policy);
    const PlacedPod be =
        cluster.place(with_spec(pod(policy, "BE", "", ""), {{"preferredCPUBindPolicy", policy}}));
    EXPECT_EQ(be.reason, KOORD_REASON_NONE) << be.sentence;
    EXPECT_EQ(be.status, json::object());
    EXPECT_EQ(be.patch, json::object());
  }
}

// A node with a static kubelet: node-0 has a static pod on 0-1,8-9.
NodeGiven with_static_pod() {
  NodeGiven node;
  node.kubelet = {{"policy", "static"}};
  node.pod_cpu_allocs = json::array({{{"namespace", "default"},
                                      {"name", "guaranteed"},
                                      {"uid", "guaranteed"},
                                      {"cpuset", "0-1,8-9"},
                                      {"managedByKubelet", true}}});
  return node;
}

// Running Guaranteed pods that have an entry in kubelet's static state count as LSR towards LS
// pods.
TEST(SpecQos, R14_StaticPodsKeepTheirCpus) {
  ClusterSession cluster = with(with_static_pod());
  EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_SHARED_POOL), "2-7,10-15")
      << "not in the pool of LS pods";
  EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_FREE), "2-7,10-15") << "not for LSE and LSR pods";
  EXPECT_EQ(cluster.place(pod("lsr", "LSR", "12")).cpus, "2-7,10-15");
  EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_SHARED_POOL), "");
}

// Running Guaranteed pods count as LS when kubelet's policy is none.
TEST(SpecQos, R15_WithoutStaticPolicyGuaranteedPodsShare) {
  NodeGiven node;
  node.kubelet = {{"policy", "none"}};
  ClusterSession cluster = with(node);
  PodGiven running = pod("guaranteed", "", "4");
  running.on = "node-0";
  cluster.see(running);
  EXPECT_EQ(cluster.status_of("guaranteed"), json::object());
  EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_SHARED_POOL), "0-15");
  EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_FREE), "0-15");
  EXPECT_EQ(cluster.place(pod("lsr", "LSR", "12")).reason, KOORD_REASON_NONE);
  EXPECT_EQ(cluster.judge(pod("more", "LSR", "1")).reason, KOORD_REASON_INSUFFICIENT_RESOURCE)
      << "but its request counts";
}

// A new Guaranteed pod without a Koordinator QoS is treated as LS.
TEST(SpecQos, R16_S01_NewGuaranteedPodsAreLs) {
  NodeGiven aligned;
  aligned.name = "aligned";
  aligned.labels = {{"numa-topology-policy", "SingleNUMANode"}};
  ClusterSession cluster = with({});
  cluster.set(aligned);
  const PlacedPod guaranteed = cluster.place(pod("a", "", "4"));
  EXPECT_EQ(guaranteed.status, json::object());
  EXPECT_EQ(guaranteed.patch, json::object());
  EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_SHARED_POOL), "0-15");
  for (const char *qos : {"", "LS"}) {
    const PlacedPod got = cluster.place(pod(std::string("b") + qos, qos, "2"), 1);
    EXPECT_EQ(got.cpus, "");
    EXPECT_EQ(got.pools(), R"([{"socket":0,"node":0}])"_json) << "as an LS pod";
  }
}

// LSE and LSR pods are never given CPUs that kubelet reserves, which stay in the shared pool.
TEST(SpecQos, R17_ReservedCpusAreNeverGiven) {
  NodeGiven node;
  node.kubelet = {{"policy", "static"}, {"reservedCPUs", "0,8"}};
  ClusterSession cluster = with(node);
  EXPECT_EQ(cluster.cpus(KOORD_CLUSTER_CPUSET_SHARED_POOL), "0-15");
  for (const char *qos : {"LSE", "LSR"}) {
    SCOPED_TRACE(qos);
    const NodeVerdict all = cluster.judge(pod("all", qos, "16"));
    EXPECT_EQ(all.reason, KOORD_REASON_NOT_ENOUGH_CPUS);
    EXPECT_EQ(all.sentence, "needs 16 CPUs; the machine has 14 available");
    EXPECT_EQ(cluster.place(pod("most", qos, "14")).cpus, "1-7,9-15");
    cluster.remove("most");
  }
}

}  // namespace
}  // namespace koord::testing
