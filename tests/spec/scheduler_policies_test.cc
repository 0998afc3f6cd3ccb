// Exclusive policies and ARM in the scheduler: R35 to R38.
#include "spec/cluster_support.h"

namespace koord::testing {
namespace {

PodGiven exclusive(const char *name, const char *cpus, const char *bind, const char *policy) {
  return with_spec(pod(name, "LSR", cpus),
                   {{"preferredCPUBindPolicy", bind}, {"preferredCPUExclusivePolicy", policy}});
}

// Returns the bound pod as represented by the API server.
PodGiven bound(PodGiven given, const PlacedPod &got) {
  given.resource_status = got.status;
  given.on = "node-0";
  return given;
}

// Default or an empty value means the configuration's policy, which is none.
TEST(SpecSchedulerPolicies, R35_S07_DefaultAndEmptyExcludeNothing) {
  for (const char *policy : {"", "Default", "None"}) {
    ClusterSession cluster;
    cluster.set({});
    EXPECT_EQ(cluster.place(exclusive("a", "4", "SpreadByPCPUs", policy)).cpus, "0-3");
    EXPECT_EQ(cluster.place(exclusive("b", "4", "SpreadByPCPUs", policy)).cpus, "8-11") << policy;
  }
}

// PCPULevel avoids physical cores held under PCPULevel if possible, also after a restart.
TEST(SpecSchedulerPolicies, R36_CoresHeldUnderTheSamePolicyAreAvoided) {
  ClusterSession before;
  before.set({});
  const PodGiven a = exclusive("a", "4", "SpreadByPCPUs", "PCPULevel");
  const PlacedPod got = before.place(a);
  EXPECT_EQ(got.cpus, "0-3");
  ClusterSession after;
  after.see(bound(a, got));
  after.set({});
  for (ClusterSession *cluster : {&before, &after}) {
    EXPECT_EQ(cluster->place(exclusive("b", "4", "SpreadByPCPUs", "PCPULevel")).cpus, "4-7");
    EXPECT_EQ(cluster->place(exclusive("c", "4", "SpreadByPCPUs", "PCPULevel")).cpus, "8-11")
        << "where every core is held it goes on";
  }
}

// NUMANodeLevel avoids NUMA nodes held under NUMANodeLevel; if
// none satisfies, it becomes PCPULevel.
TEST(SpecSchedulerPolicies, R37_NumaNodesHeldUnderTheSamePolicyAreAvoided) {
  ClusterSession before;
  before.set({});
  const PodGiven a = exclusive("a", "2", "SpreadByPCPUs", "NUMANodeLevel");
  const PlacedPod got = before.place(a);
  EXPECT_EQ(got.cpus, "0-1");
  ClusterSession after;
  after.set({});
  after.see(bound(a, got));
  for (ClusterSession *cluster : {&before, &after}) {
    EXPECT_EQ(cluster->place(exclusive("b", "2", "SpreadByPCPUs", "NUMANodeLevel")).cpus, "4-5");
    EXPECT_EQ(cluster->place(exclusive("c", "2", "SpreadByPCPUs", "NUMANodeLevel")).cpus, "2-3")
        << "cores of its own on a NUMA node that is held";
  }
}

// On ARM only FullPCPUs and NUMANodeLevel are supported; the node states its architecture.
TEST(SpecSchedulerPolicies, R38_S07_ArmNodesRefuseWhatTheyDoNotSupport) {
  NodeGiven arm;
  arm.architecture = "arm64";
  arm.threads = 1;
  ClusterSession cluster;
  cluster.set(arm);
  const NodeVerdict spread = cluster.judge(exclusive("p", "2", "SpreadByPCPUs", "None"));
  EXPECT_EQ(spread.reason, KOORD_REASON_BIND_POLICY_UNSUPPORTED);
  EXPECT_EQ(spread.sentence,
            "the bind policy SpreadByPCPUs is not supported on ARM; use FullPCPUs");
  const NodeVerdict core = cluster.judge(exclusive("p", "2", "FullPCPUs", "PCPULevel"));
  EXPECT_EQ(core.reason, KOORD_REASON_EXCLUSIVE_POLICY_UNSUPPORTED);
  EXPECT_EQ(core.sentence,
            "the exclusive policy PCPULevel is not supported on ARM; use NUMANodeLevel");
  EXPECT_EQ(cluster.place(exclusive("a", "2", "FullPCPUs", "NUMANodeLevel")).cpus, "0-1");
  EXPECT_EQ(cluster.place(exclusive("b", "2", "FullPCPUs", "NUMANodeLevel")).cpus, "4-5");
  EXPECT_EQ(cluster.place(pod("c", "LSR", "2")).reason, KOORD_REASON_NONE);

  ClusterSession upstream = upstream_session();
  upstream.set(arm);
  EXPECT_EQ(upstream.judge(exclusive("p", "2", "SpreadByPCPUs", "PCPULevel")).reason,
            KOORD_REASON_NONE);
}

// Pods with shared CPUs, and SpreadByPCPUs in a configuration, do not cause a refusal.
TEST(SpecSchedulerPolicies, R38_PodsThatShareRunOnArm) {
  NodeGiven arm;
  arm.architecture = "arm64";
  ClusterSession cluster;
  cluster.set(arm);
  EXPECT_EQ(cluster
                .judge(with_spec(pod("p", "LS", "2"),
                                 R"({"preferredCPUBindPolicy":"SpreadByPCPUs"})"_json))
                .reason,
            KOORD_REASON_NONE);
}

}  // namespace
}  // namespace koord::testing
