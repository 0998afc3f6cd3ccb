// Pools of a node and owners of its CPUs: R02, R03, R05 to R07, R10, R11, R14, R17, R22, R23.
#include <gtest/gtest.h>

#include "capi/node_support.h"

namespace koord::testing {
namespace {

std::string status_of(const char *list) { return std::string(R"({"cpuset":")") + list + "\"}"; }

// CPUs of a node are divided into the CPU shared pool, statically exclusive CPUs and the BE shared
// pool.
TEST(SpecNodePools, R02_EveryCpuIsInAPool) {
  NodeUnderTest node;
  node.kubelet(kStatic, kServesOne);
  node.set("e", "LSE", "2", status_of("2-3"));
  node.set("r", "LSR", "2", status_of("4-5"));
  EXPECT_EQ(node.set_of(KOORD_AGENT_CPUSET_SHARED), "0,6-8,10-15");
  EXPECT_EQ(node.set_of(KOORD_AGENT_CPUSET_EXCLUSIVE), "1-5,9");
  EXPECT_EQ(node.set_of(KOORD_AGENT_CPUSET_BEST_EFFORT), "0,4-8,10-15");
}

// The shared pool holds all unallocated CPUs: all CPUs except those allocated to Guaranteed
// (static), LSE and LSR pods.
TEST(SpecNodePools, R03_TheSharedPoolIsWhatIsNotAllocated) {
  NodeUnderTest node;
  EXPECT_EQ(node.set_of(KOORD_AGENT_CPUSET_SHARED), "0-15");
  node.kubelet(kStatic, kServesOne);
  EXPECT_EQ(node.set_of(KOORD_AGENT_CPUSET_SHARED), "0,2-8,10-15");
  node.set("e", "LSE", "2", status_of("2-3"));
  node.set("r", "LSR", "2", status_of("4-5"));
  EXPECT_EQ(node.set_of(KOORD_AGENT_CPUSET_SHARED), "0,6-8,10-15");
  ASSERT_EQ(koord_agent_remove_pod(node.get(), "e", 1, nullptr, nullptr), KOORD_OK);
  EXPECT_EQ(node.set_of(KOORD_AGENT_CPUSET_SHARED), "0,2-3,6-8,10-15");
}

// CPUs reserved by kubelet belong to the shared pool.
TEST(SpecNodePools, R05_CpusThatKubeletReservesAreShared) {
  NodeUnderTest node;
  node.kubelet(kStatic);
  EXPECT_EQ(node.set_of(KOORD_AGENT_CPUSET_KUBELET_RESERVED), "0,8");
  EXPECT_EQ(node.set_of(KOORD_AGENT_CPUSET_SHARED), "0-15");
}

// LSE and LSR pods get their exclusive CPUs from the shared pool without kubelet's reserved CPUs,
// under every kubelet policy. A pod that claims a reserved CPU keeps its other CPUs.
TEST(SpecNodePools, R06_R17_ExclusiveCpusLeaveTheSharedPoolAndAreNotKubelets) {
  const std::string_view none = R"({"cpuManagerPolicy":"none","reservedSystemCPUs":"0,8"})";
  for (const std::string_view kubelet : {kStatic, none}) {
    NodeUnderTest node;
    node.kubelet(kubelet);
    node.set("r", "LSR", "2", status_of("1,9"));
    node.set("e", "LSE", "2", status_of("0,2"));
    EXPECT_EQ(node.set_of(KOORD_AGENT_CPUSET_SHARED), "0,3-8,10-15");
    EXPECT_EQ(node.pods(), "e: exclusive 2 (CPUReserved)\nr: exclusive 1,9\n");
  }
}

// The BE pool holds all CPUs except those of Guaranteed (static) and LSE pods; LSR CPUs stay in it.
TEST(SpecNodePools, R07_TheBePoolLeavesOutLseAndStaticPods) {
  NodeUnderTest node;
  node.kubelet(kStatic, kServesOne);
  node.set("e", "LSE", "2", status_of("2-3"));
  node.set("r", "LSR", "2", status_of("4-5"));
  EXPECT_EQ(node.set_of(KOORD_AGENT_CPUSET_BEST_EFFORT), "0,4-8,10-15");
}

// CPUs of an LSE pod are shared with no other pod. This concerns
// logical CPUs; siblings may go to others.
TEST(SpecNodePools, R10_LseSharesItsCpusWithNobody) {
  NodeUnderTest node;
  node.set("e", "LSE", "2", status_of("2-3"));
  node.set("other", "LSR", "2", status_of("3-4"));
  node.set("sibling", "LSR", "1", status_of("10"));
  node.set("be", "BE", "1");
  node.set("ls", "LS", "1");
  EXPECT_EQ(node.pods(),
            "be: bestEffort 0-1,4-15\n"
            "e: exclusive 2-3\n"
            "ls: shared 0-1,4-9,11-15\n"
            "other: shared 0-1,4-9,11-15 (CPUTaken)\n"
            "sibling: exclusive 10\n");
}

// CPUs of an LSR pod are shared with BE pods only.
TEST(SpecNodePools, R11_LsrSharesItsCpusWithBeOnly) {
  NodeUnderTest node;
  node.set("r", "LSR", "2", status_of("2-3"));
  node.set("be", "BE", "1");
  node.set("ls", "LS", "1");
  EXPECT_EQ(node.pods(), "be: bestEffort 0-15\nls: shared 0-1,4-15\nr: exclusive 2-3\n");
}

// Running Guaranteed pods with an entry in kubelet's static state count as LSR towards LS pods, and
// their CPUs are excluded from BE as well.
TEST(SpecNodePools, R14_StaticPodsCountAsLsrAndKeepBeOff) {
  NodeUnderTest node;
  node.kubelet(kStatic, kServesOne);
  node.set("k", "", "2");
  EXPECT_EQ(node.pods(), "k: shared 0,2-8,10-15\nk/app: kubelet 1,9\n");
  EXPECT_EQ(node.set_of(KOORD_AGENT_CPUSET_BEST_EFFORT), "0,2-8,10-15");
  koord_agent_pod rows[2];
  size_t count = 0;
  ASSERT_EQ(koord_agent_state_get_pods(node.snapshot().get(), 0, rows, sizeof rows[0], 2, &count,
                                       nullptr),
            KOORD_OK);
  EXPECT_EQ(rows[0].qos, KOORD_QOS_LSR);
}

// Running Guaranteed pods count as LS when kubelet's policy is none.
TEST(SpecNodePools, R15_WithoutTheStaticPolicyGuaranteedPodsAreLs) {
  NodeUnderTest node;
  node.kubelet(R"({"cpuManagerPolicy":"none"})", kServesOne);
  node.set("k", "", "2");
  EXPECT_EQ(node.pods(), "k: shared 0-15\n");
}

// Takeover stage 1: kubelet's state is ignored (not reported, cgroups left to kubelet). Allocations
// of the scheduler are reported, so that it does not allocate them again.
TEST(SpecNodePools, R22_KubeletsStateIsIgnored) {
  NodeUnderTest node(KOORD_PROFILE_SPEC, KOORD_AGENT_IGNORE_KUBELET);
  node.kubelet(kStatic, kServesOne);
  node.set("k", "", "2");
  node.set("ls", "LS", "1");
  node.set("r", "LSR", "2", status_of("0-1"));
  EXPECT_EQ(node.pods(), "k: untouched\nls: untouched\nr: untouched\n");
  EXPECT_EQ(node.set_of(KOORD_AGENT_CPUSET_SHARED), "2-15");
  EXPECT_EQ(node.annotation(KOORD_AGENT_ANNOTATION_POD_CPU_ALLOCS),
            R"([{"namespace":"default","name":"pod-r","uid":"r","cpuset":"0-1"}])");
}

// Takeover stage 2: CPUs of existing static pods are reported and excluded; new pods follow their
// annotations; after the last static pod ends, all CPUs are managed.
TEST(SpecNodePools, R23_StaticPodsKeepTheirsUntilTheyEnd) {
  NodeUnderTest node;
  node.kubelet(kStatic, kServesOne);
  node.set("k", "", "2");
  node.set("new", "LSR", "2", status_of("1,10"));
  EXPECT_EQ(node.pods(),
            "k: shared 0,2-8,10-15\nk/app: kubelet 1,9\nnew: shared 0,2-8,10-15 (CPUTaken)\n");
  ASSERT_EQ(koord_agent_remove_pod(node.get(), "k", 1, nullptr, nullptr), KOORD_OK);
  EXPECT_EQ(node.set_of(KOORD_AGENT_CPUSET_SHARED), "0,2-8,10-15") << "until kubelet drops it";
  node.kubelet(kStatic,
               R"({"policyName":"static","defaultCpuSet":"0-15","entries":{},"checksum":0})");
  EXPECT_EQ(node.pods(), "new: exclusive 1,10\n");
  EXPECT_EQ(node.set_of(KOORD_AGENT_CPUSET_SHARED), "0,2-9,11-15");
}

}  // namespace
}  // namespace koord::testing
