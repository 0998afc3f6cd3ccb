// Invalid, huge or numerous documents and numbers: the call returns a status that names object and
// field, and the cluster is unchanged.
#include "capi/cluster_support.h"

namespace koord::testing {
namespace {

class HostileCluster : public ::testing::Test {
 protected:
  HostileCluster() : cluster_(new_cluster()) {
    for (const char *name : {"a", "b"}) add_node(cluster_, name, policy_label("BestEffort"));
    EXPECT_EQ(reserve(cluster_, pod_of({.uid = "held"}), 0).reason, KOORD_REASON_NONE);
  }
  void expect_node_fails(const std::string &json, koord_status status, const char *fragment) {
    EXPECT_FAILS_UNCHANGED(cluster_, set_node(cluster_, json, nullptr, &err), status, fragment);
  }
  void expect_topology_fails(const std::string &json, koord_status status, const char *fragment) {
    EXPECT_FAILS_UNCHANGED(cluster_, set_topology(cluster_, json, nullptr, &err), status, fragment);
  }
  // The pod loses only its claim, and no other pod is affected.
  void expect_refused(const PodPtr &pod) {
    const auto all = [&] {
      const std::string text = everything(cluster_);
      return text.substr(text.find(' '));  // except for the generation
    };
    const std::string before = all();
    koord_pod_conflicts conflicts = KOORD_INIT(koord_pod_conflicts);
    koord_error err{};
    ASSERT_EQ(koord_cluster_set_pod(cluster_.get(), pod.get(), &conflicts, &err), KOORD_OK)
        << err.message;
    EXPECT_EQ(conflicts.claims_refused, 1u);
    char uid[64];
    ASSERT_EQ(koord_pod_get_text(pod.get(), KOORD_POD_TEXT_UID, uid, sizeof uid, nullptr, nullptr),
              KOORD_OK);
    ASSERT_EQ(remove_pod(cluster_, uid), KOORD_OK);
    EXPECT_EQ(all(), before);
  }
  ClusterPtr cluster_;
};

std::string labelled(std::string_view key, std::string_view value) {
  return node_json("a", R"("labels":{"node.koordinator.sh/)" + std::string(key) + "\":\"" +
                            std::string(value) + "\"},");
}
std::string annotated(std::string_view key, std::string_view value) {
  return node_json("a", R"("annotations":{"node.koordinator.sh/)" + std::string(key) +
                            "\":" + quote_json(value) + "},");
}
std::string allocatable(std::string_view amounts) {
  return R"({"metadata":{"name":"a"},"status":{"allocatable":{)" + std::string(amounts) + "}}}";
}

TEST_F(HostileCluster, MalformedNodesNameNodeAndField) {
  for (const char *text : {"", "{", "[]", "null", "{}", R"({"metadata":{}})", "\xff",
                           R"({"metadata":{"name":""}})", R"({"metadata":{"name":7}})"})
    EXPECT_FAILS_UNCHANGED(cluster_, set_node(cluster_, text, nullptr, &err), KOORD_E_INVALID, "");
  expect_node_fails(R"({"kind":"Pod","metadata":{"name":"a"}})", KOORD_E_INVALID, "kind");
  expect_node_fails(labelled("cpu-bind-policy", "Whole"), KOORD_E_INVALID, "cpu-bind-policy");
  expect_node_fails(labelled("numa-topology-policy", "restricted?"), KOORD_E_INVALID,
                    "numa-topology-policy");
  expect_node_fails(labelled("numa-allocate-strategy", "Most"), KOORD_E_INVALID,
                    "numa-allocate-strategy");
  expect_node_fails(annotated("reservation", "{"), KOORD_E_INVALID, "reservation");
  expect_node_fails(annotated("reservation", R"({"reservedCPUs":"0-99999"})"), KOORD_E_INVALID,
                    "reservedCPUs");
  expect_node_fails(annotated("resource-amplification-ratio", R"({"cpu":-1})"), KOORD_E_INVALID,
                    "resource-amplification-ratio");
  expect_node_fails(annotated("resource-amplification-ratio", R"({"cpu":1e300})"), KOORD_E_INVALID,
                    "0..1000");
  expect_node_fails(annotated("system-qos-resource", R"({"cpuset":"x"})"), KOORD_E_INVALID,
                    "system-qos-resource");
  for (const char *amount : {R"("-1")", R"("-1e99")", R"("x")", "true"})
    expect_node_fails(allocatable(R"("memory":)" + std::string(amount)), KOORD_E_INVALID,
                      "allocatable");
  expect_node_fails(allocatable(R"("cpu":"-1m")"), KOORD_E_INVALID, "Node a");
}

TEST_F(HostileCluster, MalformedTopologiesNameTheField) {
  expect_topology_fails("{}", KOORD_E_INVALID, "metadata");
  const std::string head = R"({"metadata":{"name":"a","annotations":{"node.koordinator.sh/)";
  expect_topology_fails(head + R"(cpu-topology":"{\"detail\":[{\"id\":-1}]}"}}})", KOORD_E_INVALID,
                        "cpu-topology");
  expect_topology_fails(head + R"(cpu-topology":"["}}})", KOORD_E_INVALID, "cpu-topology");
  expect_topology_fails(head + R"(pod-cpu-allocs":"[{\"cpuset\":\"9-1\"}]"}}})", KOORD_E_INVALID,
                        "pod-cpu-allocs");
  expect_topology_fails(
      R"({"metadata":{"name":"a"},"zones":[{"name":"node-0","type":"Node","resources":[
        {"name":"cpu","capacity":"-4","allocatable":"-4","available":"-4"}]}]})",
      KOORD_E_INVALID, "zones[0]");
}

TEST_F(HostileCluster, DocumentsHaveSizes) {
  expect_node_fails(std::string((size_t{4} << 20) + 1, ' '), KOORD_E_LIMIT, "");
  expect_topology_fails(std::string((size_t{16} << 20) + 1, ' '), KOORD_E_LIMIT, "");
  expect_node_fails(std::string(100000, '['), KOORD_E_LIMIT, "");
}

// Returns `count` members of an object with invented names.
std::string invented(const std::string &prefix, int count) {
  std::string out;
  for (int i = 0; i < count; ++i)
    out += (i == 0 ? "\"" : ",\"") + prefix + std::to_string(i) + R"(":"1")";
  return out;
}

TEST_F(HostileCluster, TooManyResourcesOfANodeAreRefused) {
  expect_node_fails(allocatable(R"("cpu":"1",)" + invented("x/", 1024)), KOORD_E_LIMIT,
                    "1024 names");
  koord_error error{};
  EXPECT_EQ(
      set_node(cluster_, allocatable(R"("cpu":"1",)" + invented("x/", 1023)), nullptr, &error),
      KOORD_OK)
      << error.message;
}

// Pods invent names of resources that they request, and of
// resources and device types that they claim.
TEST(HostileClusterNames, OfPodsDoNotAffectOthers) {
  for (const koord_profile profile : {KOORD_PROFILE_SPEC, KOORD_PROFILE_UPSTREAM}) {
    const ClusterPtr cluster = new_cluster("", profile);
    add_node(cluster, "a", policy_label("BestEffort"));
    koord_error error{};
    const auto set = [&](const PodPtr &pod) {
      koord_pod_conflicts conflicts = KOORD_INIT(koord_pod_conflicts);
      EXPECT_EQ(koord_cluster_set_pod(cluster.get(), pod.get(), &conflicts, &error), KOORD_OK)
          << error.message;
      return conflicts;
    };
    set(pod_from(R"({"metadata":{"name":"p","uid":"p"},"spec":{"nodeName":"a",
        "containers":[{"resources":{"limits":{)" +
                 invented("y/", 1005) + "}}}]}}"));
    const std::string status =
        R"({"numaNodeResources":[{"node":0,"resources":{)" + invented("w/", 1005) + "}}]}";
    const koord_pod_conflicts grants = set(pod_of({.uid = "g", .node = "a", .status = status}));
    const bool is_believed = profile == KOORD_PROFILE_UPSTREAM;
    EXPECT_EQ(grants.amounts_unknown, is_believed ? 1005u : 0u);
    EXPECT_EQ(grants.claims_refused, is_believed ? 0u : 1u);
    EXPECT_EQ(grants.amounts.reason,
              is_believed ? KOORD_REASON_NONE : KOORD_REASON_MORE_ON_NUMA_THAN_ASKED);
    std::string types;
    for (int i = 0; i < 61; ++i)
      types += (i > 0 ? "," : "") + std::string(R"("t)") + std::to_string(i) +
               R"(":[{"minor":0,"resources":{"t.io/r)" + std::to_string(i) + R"(":"1"}}])";
    const koord_pod_conflicts devices =
        set(pod_from(R"({"metadata":{"name":"d","uid":"d","annotations":{
        "scheduling.koordinator.sh/device-allocated":)" +
                     quote_json("{" + types + "}") + R"(}},"spec":{"nodeName":"a"}})"));
    EXPECT_EQ(devices.devices_unknown, is_believed ? 61u : 0u);
    EXPECT_EQ(devices.devices.reason,
              is_believed ? KOORD_REASON_NONE : KOORD_REASON_DEVICES_NOT_ASKED);
    // A node adds its own names beside them, and again after they are removed.
    for (int round = 0; round < 2; ++round) {
      const std::string prefix = "z" + std::to_string(round) + "/";
      EXPECT_EQ(set_node(cluster, allocatable(invented(prefix, 1024)), nullptr, &error), KOORD_OK)
          << error.message;
      std::string listed;
      for (int i = 0; i < 64; ++i)
        listed += (i > 0 ? "," : "") + std::string(R"({"type":"d)") + std::to_string(round) + "-" +
                  std::to_string(i) + R"(","id":"x","minor":0,"health":true})";
      const std::string object = R"({"metadata":{"name":"a"},"spec":{"devices":[)" + listed + "]}}";
      EXPECT_EQ(
          koord_cluster_set_devices(cluster.get(), object.data(), object.size(), nullptr, &error),
          KOORD_OK)
          << error.message;
      for (const char *uid : {"p", "g", "d"})
        koord_cluster_remove_pod(cluster.get(), uid, 1, nullptr);
    }
  }
}

TEST_F(HostileCluster, AmountsOfAnySizeAddUp) {
  // The largest amounts that can be stated, amplified, and scored under every strategy.
  for (const char *type : {"MostAllocated", "LeastAllocated", "BalancedAllocation"}) {
    const ClusterPtr cluster =
        new_cluster(std::string(R"({"scoringStrategy":{"type":")") + type +
                    R"(","resources":[{"name":"cpu","weight":100},{"name":"memory","weight":100},
                    {"name":"x/y","weight":100}]}})");
    const std::string node =
        R"({"metadata":{"name":"n","labels":{"node.koordinator.sh/numa-topology-policy":"SingleNUMANode"},
        "annotations":{"node.koordinator.sh/resource-amplification-ratio":"{\"cpu\":1000}"}},
        "status":{"allocatable":{"cpu":"9223372036854775","memory":"9223372036854775807",
        "x/y":"9223372036854775807","pods":"9223372036854775807"}}})";
    koord_error err{};
    ASSERT_EQ(set_node(cluster, node, nullptr, &err), KOORD_OK) << err.message;
    koord_nrt_builder *nrt = nullptr;
    ASSERT_EQ(koord_nrt_builder_new(&nrt, nullptr), KOORD_OK);
    koord_nrt_builder_set_name(nrt, "n", 1, nullptr);
    koord_nrt_builder_set_topology(nrt, two_sockets().get(), nullptr);
    for (int32_t zone = 0; zone < 2; ++zone) {
      koord_nrt_builder_add_zone(nrt, zone == 0 ? "node-0" : "node-1", 6, nullptr, 0, nullptr,
                                 nullptr);
      for (const char *name : {"cpu", "memory"})
        koord_nrt_builder_add_resource(nrt, zone, name, KOORD_NUL, INT64_MAX, INT64_MAX, INT64_MAX,
                                       nullptr);
    }
    ASSERT_EQ(koord_cluster_set_topology_from_builder(cluster.get(), nrt, nullptr, &err), KOORD_OK)
        << err.message;
    koord_nrt_builder_free(nrt);
    for (const char *cpu : {"2", "4"}) {
      const PodPtr pod =
          pod_of({.uid = cpu, .cpu = cpu, .memory = std::to_string(int64_t{1} << 50)});
      const Rows rows = evaluate(cluster, pod);
      EXPECT_GE(rows.rows[0].score, 0);
      EXPECT_LE(rows.rows[0].score, 200);
      reserve(cluster, pod, 0);
    }
  }
}

TEST_F(HostileCluster, PodsThatAskForMoreThanCountsAreNamed) {
  const std::string over = std::to_string((int64_t{1} << 50) + 1);
  const PodPtr pod = pod_of({.uid = "u", .memory = over, .node = "a"});
  koord_verdict row;
  koord_evaluation evaluation{};
  koord_refusal refusal{};
  const char *says = "Pod default/pod: requests of \"memory\": found 1125899906842625";
  EXPECT_FAILS_UNCHANGED(cluster_,
                         koord_cluster_evaluate(cluster_.get(), pod.get(), nullptr, &row,
                                                sizeof row, 1, &evaluation, &err),
                         KOORD_E_LIMIT, says);
  EXPECT_FAILS_UNCHANGED(
      cluster_,
      koord_cluster_reserve(cluster_.get(), pod.get(), nullptr, 0, nullptr, 0, &refusal, &err),
      KOORD_E_LIMIT, says);
  // A bound pod is running, so its holdings are kept.
  EXPECT_EQ(koord_cluster_set_pod(cluster_.get(), pod.get(), nullptr, nullptr), KOORD_OK);
  EXPECT_EQ(koord_cluster_remove_pod(cluster_.get(), "u", KOORD_NUL, nullptr), KOORD_OK);
  const PodPtr cpus = pod_of({.uid = "u", .cpu = "4398046512"});
  EXPECT_FAILS_UNCHANGED(
      cluster_,
      koord_cluster_reserve(cluster_.get(), cpus.get(), nullptr, 0, nullptr, 0, &refusal, &err),
      KOORD_E_LIMIT, "requests of \"cpu\"");
  expect_refused(pod_of({.uid = "u",
                         .node = "a",
                         .status = R"({"numaNodeResources":[{"node":1,"resources":{"memory":")" +
                                   over + R"("}}]})"}));
}

// Sums end at 2^62, and are exact again once pods have left.
TEST_F(HostileCluster, PodsMayHoldMoreThanCanBeCounted) {
  const PodPtr asked = pod_of({.uid = ""});
  constexpr int held = 4200;
  for (int i = 0; i < held; ++i) {
    const PodPtr pod = pod_of({.uid = "large-" + std::to_string(i),
                               .memory = std::to_string(int64_t{1} << 50),
                               .node = "a"});
    ASSERT_EQ(koord_cluster_set_pod(cluster_.get(), pod.get(), nullptr, nullptr), KOORD_OK);
  }
  EXPECT_EQ(info_of(cluster_).pods, 1u + static_cast<uint64_t>(held));
  EXPECT_EQ(evaluate(cluster_, asked).rows[0].reason, KOORD_REASON_INSUFFICIENT_RESOURCE);
  const QueryPtr query = new_query();
  const PodPtr large = pod_of({.uid = "", .memory = std::to_string(int64_t{1} << 50)});
  for (int i = 0; i < 5000; ++i) koord_query_add_pod(query.get(), large.get(), 1, nullptr);
  koord_refusal refusal{};
  EXPECT_EQ(
      koord_cluster_judge(cluster_.get(), asked.get(), query.get(), 1, &refusal, nullptr, nullptr),
      KOORD_OK);
  EXPECT_EQ(refusal.reason, KOORD_REASON_INSUFFICIENT_RESOURCE);
  for (int i = 0; i < held; ++i)
    ASSERT_EQ(remove_pod(cluster_, "large-" + std::to_string(i)), KOORD_OK);
  EXPECT_EQ(evaluate(cluster_, asked).rows[0].reason, KOORD_REASON_NONE);
}

TEST_F(HostileCluster, AnnotationsOfAHundredThousandEntries) {
  std::string zones = R"({"numaNodeResources":[)";
  std::string amounts = R"({"numaNodeResources":[{"node":0,"resources":{"cpu":"1")";
  std::string pods = "[";
  std::string cpus = "0";
  for (int i = 0; i < 100000; ++i) {
    zones += (i == 0 ? "" : ",") + (R"({"node":)" + std::to_string(i)) + "}";
    amounts += R"(,"r)" + std::to_string(i) + R"(":"1")";
    pods += (i == 0 ? "" : ",") + (R"({"uid":"u)" + std::to_string(i)) + R"(","cpuset":"1"})";
    cpus += ",0";
  }
  const std::string statuses[] = {zones + "]}", amounts + "}}]}",
                                  R"({"cpuset":")" + cpus + ",x\"}"};
  for (const std::string &status : statuses) {
    const std::string json = pod_json({.uid = "u", .node = "a", .status = status});
    expect_refused(pod_from(json));
  }
  koord_error error{};
  const koord_status status = set_topology(
      cluster_,
      R"({"metadata":{"name":"b","annotations":{"node.koordinator.sh/pod-cpu-allocs":)" +
          quote_json(pods + "]") + "}}}",
      nullptr, &error);
  EXPECT_TRUE(status == KOORD_OK || status == KOORD_E_LIMIT) << error.message;
  EXPECT_NE(everything(cluster_), "");
}

TEST_F(HostileCluster, AMachineThatKeepsChangingCostsNothingThatStays) {
  const std::string wide = nrt_json("b", from_rows(machine_rows(8, 1, 2)).get());
  const std::string narrow = nrt_json("b", two_sockets().get());
  const std::string before = format_rows(evaluate(cluster_, pod_of({.uid = ""})).rows);
  for (int i = 0; i < 2000; ++i)
    ASSERT_EQ(set_topology(cluster_, i % 2 == 0 ? wide : narrow, nullptr, nullptr), KOORD_OK);
  EXPECT_EQ(format_rows(evaluate(cluster_, pod_of({.uid = ""})).rows), before);
}

}  // namespace
}  // namespace koord::testing
