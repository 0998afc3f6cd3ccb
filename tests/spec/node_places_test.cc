// Placement of pods on a node: R04, R08, R12, R13, R16, R24 to R27, R29.
#include <gtest/gtest.h>

#include "capi/node_support.h"

namespace koord::testing {
namespace {

std::string cpuset(const char *list) { return std::string(R"({"cpuset":")") + list + "\"}"; }

void set_burstable(const NodeUnderTest &node, const char *uid) {
  const PodPtr pod = pod_from(
      std::string(R"({"metadata":{"name":"p","uid":")") + uid +
      R"("},"spec":{"containers":[{"name":"app","resources":{"requests":{"cpu":"500m"}}}]}})");
  ASSERT_EQ(koord_agent_set_pod(node.get(), pod.get(), nullptr), KOORD_OK);
}

void set_best_effort(const NodeUnderTest &node, const char *uid) {
  const PodPtr pod = pod_from(std::string(R"({"metadata":{"name":"p","uid":")") + uid +
                              R"("},"spec":{"containers":[{"name":"app"}]}})");
  ASSERT_EQ(koord_agent_set_pod(node.get(), pod.get(), nullptr), KOORD_OK);
}

// Containers of Burstable and LS pods, and of Guaranteed pods with fractional CPU requests, run on
// the shared pool.
TEST(SpecNodePlaces, R04_WhoRunsOnTheSharedPool) {
  NodeUnderTest node;
  node.set("e", "LSE", "2", cpuset("2-3"));
  set_burstable(node, "burstable");
  node.set("frac", "", "1500m");
  node.set("ls", "LS", "2");
  EXPECT_EQ(
      node.pods(),
      "burstable: shared 0-1,4-15\ne: exclusive 2-3\nfrac: shared 0-1,4-15\nls: shared 0-1,4-15\n");
}

// BestEffort and BE pods run on the BE pool.
TEST(SpecNodePlaces, R08_WhoRunsOnTheBePool) {
  NodeUnderTest node;
  node.set("e", "LSE", "2", cpuset("2-3"));
  set_best_effort(node, "best-effort");
  node.set("koord-be", "BE", "2");
  EXPECT_EQ(node.pods(),
            "best-effort: bestEffort 0-1,4-15\ne: exclusive 2-3\nkoord-be: bestEffort 0-1,4-15\n");
}

// LS pods are bound to the shared pool, without LSE/LSR CPUs. BE pods are bound to all CPUs without
// LSE CPUs.
TEST(SpecNodePlaces, R12_R13_LsAvoidsLseAndLsrBeAvoidsLse) {
  NodeUnderTest node;
  node.set("e", "LSE", "2", cpuset("0-1"));
  node.set("r", "LSR", "2", cpuset("2-3"));
  node.set("ls", "LS", "2");
  node.set("be", "BE", "2");
  EXPECT_EQ(node.pods(),
            "be: bestEffort 2-15\ne: exclusive 0-1\nls: shared 4-15\nr: exclusive 2-3\n");
}

// A new Guaranteed pod without a Koordinator QoS is treated as LS.
TEST(SpecNodePlaces, R16_NewGuaranteedPodsAreLs) {
  NodeUnderTest node;
  node.kubelet(kStatic);
  node.set("g", "", "2");
  EXPECT_EQ(node.pods(), "g: shared 0-15\n");
}

// (up) Upstream leaves pods without a label to a static kubelet.
TEST(SpecNodePlaces, R16_UpstreamLeavesThemToKubelet) {
  NodeUnderTest node(KOORD_PROFILE_UPSTREAM);
  node.kubelet(kStatic);
  node.set("g", "", "2");
  EXPECT_EQ(node.pods(), "g: untouched\n");
}

// The shared pool is applied to every Burstable and LS pod, and again
// whenever LSE or LSR pods are added or removed.
TEST(SpecNodePlaces, R24_R29_WhoSharesFollowsThePool) {
  NodeUnderTest node;
  set_burstable(node, "burstable");
  node.set("ls", "LS", "2");
  set_best_effort(node, "be");
  EXPECT_EQ(node.pods(), "be: bestEffort 0-15\nburstable: shared 0-15\nls: shared 0-15\n");
  uint64_t seen = node.generation();
  node.set("r", "LSR", "2", cpuset("2-3"));
  EXPECT_EQ(node.pods(seen), "burstable: shared 0-1,4-15\nls: shared 0-1,4-15\nr: exclusive 2-3\n");
  seen = node.generation();
  ASSERT_EQ(koord_agent_remove_pod(node.get(), "r", 1, nullptr, nullptr), KOORD_OK);
  EXPECT_EQ(node.pods(seen), "burstable: shared 0-15\nls: shared 0-15\n");
}

// A pod whose resource-status names pools is bound only to those.
TEST(SpecNodePlaces, R29_NamedPoolsOnly) {
  NodeUnderTest node;
  node.set("named", "LS", "2", R"({"cpuSharedPools":[{"socket":0,"node":0}]})");
  node.set("amounts", "LS", "2", R"({"numaNodeResources":[{"node":1,"resources":{"cpu":"2"}}]})");
  node.set("r", "LSR", "2", cpuset("2-3"));
  EXPECT_EQ(node.pods(),
            "amounts: namedPools 4-7,12-15\nnamed: namedPools 0-1,8-11\nr: exclusive 2-3\n");
  const uint64_t seen = node.generation();
  node.set("s", "LSR", "1", cpuset("4"));
  EXPECT_EQ(node.pods(seen), "amounts: namedPools 5-7,12-15\ns: exclusive 4\n");
}

// Kubelet's binding of Burstable pods to its reserved CPUs is replaced by the shared pool.
TEST(SpecNodePlaces, R25_BurstablePodsAreOnTheSharedPoolNotOnReservedCpus) {
  NodeUnderTest node;
  node.kubelet(kStatic);
  set_burstable(node, "burstable");
  EXPECT_EQ(node.pods(), "burstable: shared 0-15\n");
}

koord_suppression suppress(const NodeUnderTest &node, int64_t used, uint64_t *cpus) {
  koord_suppress_usage usage = KOORD_INIT(koord_suppress_usage);
  usage.node_used = used;
  usage.pods_used = used;
  usage.non_be_pods_used = used;
  usage.reserved = 1;
  koord_suppression out = KOORD_INIT(koord_suppression);
  koord_error err{};
  EXPECT_EQ(koord_agent_suppress(node.get(), &usage, nullptr, cpus, 1, &out, &err), KOORD_OK)
      << err.message;
  return out;
}

// If BE is narrowed, BestEffort pods use CPUs reserved by kubelet first (S10).
TEST(SpecNodePlaces, R26_S10_BeIsNarrowedToReservedCpusFirst) {
  NodeUnderTest node;
  node.kubelet(R"({"cpuManagerPolicy":"static","reservedSystemCPUs":"6,14"})");
  uint64_t word = 0;
  // 65 % of 16000, minus 8400 and 1 for the system: 1999.
  const koord_suppression two = suppress(node, 8400, &word);
  EXPECT_EQ(two.allowance_milli, 1999);
  EXPECT_EQ(two.cpus, 2u);
  EXPECT_EQ(list_of(&word, 1), "6,14");
  suppress(node, 6400, &word);
  EXPECT_EQ(list_of(&word, 1), "0,6,8,14");
}

// BE may use all CPUs except those of LSE and static Guaranteed
// pods; CPU suppression stays within them.
TEST(SpecNodePlaces, R27_S10_SuppressionKeepsToTheBePool) {
  NodeUnderTest node;
  node.kubelet(R"({"cpuManagerPolicy":"static","reservedSystemCPUs":"8"})", kServesOne);
  node.set("e", "LSE", "2", cpuset("2-3"));
  uint64_t word = 0;
  const koord_suppression all = suppress(node, 0, &word);
  EXPECT_EQ(all.allowance_milli, 10399);
  EXPECT_EQ(word & set_words("1-3,9")[0], 0u);
  EXPECT_EQ(all.cpus, 11u);
  EXPECT_EQ(all.quota_us, 1039900);
}

}  // namespace
}  // namespace koord::testing
