// The plugin's score, with numbers computed by hand: R73 to R76, and the configuration: R82.
#include <array>

#include "spec/cluster_support.h"

namespace koord::testing {
namespace {

json scoring(const char *type, json resources = nullptr) {
  json out;
  out["scoringStrategy"]["type"] = type;
  if (!resources.is_null()) out["scoringStrategy"]["resources"] = std::move(resources);
  return out;
}

// 2 NUMA nodes of 8 CPUs and 64 GiB; an LSR pod holds 2 CPUs and 8 GiB of NUMA node 0.
ClusterSession with_a_pod(const json &args, json labels = json::object()) {
  ClusterSession cluster(args);
  NodeGiven node;
  node.labels = std::move(labels);
  cluster.set(node);
  PodGiven resident = pod("there", "LSR", "2", "8Gi");
  resident.on = "node-0";
  resident.resource_status =
      R"({"cpuset":"0,8","numaNodeResources":[{"node":0,"resources":{"cpu":"2","memory":"8Gi"}}]})"_json;
  cluster.see(resident);
  return cluster;
}

PodGiven asking(const char *qos) { return pod("p", qos, "4", "16Gi"); }

// The score is 0 without NodeResourceTopology.
TEST(SpecScore, R73_S02_NoTopologyNoScore) {
  ClusterSession cluster;
  cluster.set({});
  NodeGiven unknown;
  unknown.name = "unknown";
  unknown.reported = false;
  cluster.set(unknown);
  const auto rows = cluster.evaluate(asking("LS"));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_GT(rows[0].score, 0);
  EXPECT_EQ(rows[1].reason, KOORD_REASON_NONE);
  EXPECT_EQ(rows[1].score, 0);
}

// A = minimum over the satisfying NUMA nodes of the configured ScoringStrategy. 4 CPUs and 16 GiB:
//                     NUMA node 0                            NUMA node 1                    A
//   MostAllocated     (2+4)/8 = 75, (8+16)/64 = 37: 56       4/8 = 50, 16/64 = 25: 37       37
//   LeastAllocated    (8-6)/8 = 25, (64-24)/64 = 62: 43      50, 75: 62                     43
//   BalancedAllocation  .75 and .375 are .1875 from their mean: 81    .5 and .25, .125: 87      81
TEST(SpecScore, R74_AIsTheLeastOfTheNumaNodes) {
  EXPECT_EQ(with_a_pod(scoring("MostAllocated")).judge(asking("LS")).score, 37);
  EXPECT_EQ(with_a_pod(scoring("LeastAllocated")).judge(asking("LS")).score, 43);
  EXPECT_EQ(with_a_pod(scoring("BalancedAllocation")).judge(asking("LS")).score, 81);
}

// A NUMA node that cannot hold the pod does not count: with 6 CPUs of NUMA node 0 in use, 2 are
// left, and A is NUMA node 1's 62, not 0.
TEST(SpecScore, R74_OnlyNumaNodesThatSatisfyCount) {
  ClusterSession cluster = with_a_pod(scoring("LeastAllocated"));
  PodGiven more = pod("more", "LSR", "4", "8Gi");
  more.on = "node-0";
  more.resource_status = {{"cpuset", "1-2,9-10"}};
  cluster.see(more);
  EXPECT_EQ(cluster.judge(asking("LS")).score, 62);
  // If no NUMA node fits there is no A: 12 CPUs fit only on both NUMA nodes together.
  ClusterSession empty(scoring("LeastAllocated"));
  empty.set({});
  EXPECT_EQ(empty.judge(pod("p", "LS", "12")).reason, KOORD_REASON_NONE);
  EXPECT_EQ(empty.judge(pod("p", "LS", "12")).score, 0);
}

// A counts only if the alignment is BestEffort, Restricted or SingleNUMANode.
TEST(SpecScore, R74_OnlyUnderAnAlignmentPolicy) {
  for (const char *policy : {"BestEffort", "Restricted", "SingleNUMANode"})
    EXPECT_EQ(with_a_pod(nullptr, {{"numa-topology-policy", policy}}).judge(asking("LS")).score, 37)
        << policy;
  EXPECT_EQ(with_a_pod(nullptr, {{"numa-topology-policy", "None"}}).judge(asking("LS")).score, 0);
  EXPECT_EQ(with_a_pod({{"numaTopologyAlignmentPolicy", "None"}}).judge(asking("LS")).score, 0)
      << "the configuration counts, too";
}

// 8 NUMA nodes of 2 CPUs.
NodeGiven eight_numa_nodes() {
  NodeGiven node;
  node.numa_per_socket = 4;
  node.cores = 1;
  return node;
}

// B: requested = number of NUMA nodes involved, capacity = number of NUMA nodes of the node. The
// proposal's example: 8 NUMA nodes, 4 CPUs that need 2 of them, LeastAllocated: (8-2)*100/8. No
// NUMA node holds the pod, so there is no A.
TEST(SpecScore, R75_TheProposalsExample) {
  const auto score = [](const json &args) {
    ClusterSession cluster(args);
    cluster.set(eight_numa_nodes());
    return cluster.judge(pod("p", "LSR", "4")).score;
  };
  EXPECT_EQ(score(scoring("LeastAllocated")), 75);
  EXPECT_EQ(score(scoring("MostAllocated")), 25) << "2*100/8: more NUMA nodes are better";
  EXPECT_EQ(score(scoring("BalancedAllocation")), 75) << "as LeastAllocated";
}

// One of two NUMA nodes is involved, so B is 50 under either strategy.
TEST(SpecScore, R75_S08_BIsForPodsWithCpusOfTheirOwn) {
  const auto b = [](const PodGiven &given) {
    ClusterSession cluster = with_a_pod({{"numaTopologyAlignmentPolicy", "None"}});
    return cluster.judge(given).score;
  };
  EXPECT_EQ(b(asking("LSE")), 50);
  EXPECT_EQ(b(asking("LSR")), 50);
  EXPECT_EQ(b(asking("")), 50) << "K8s Guaranteed";
  EXPECT_EQ(b(burstable("p", "", "4", "6")), 0) << "K8s Burstable";
  EXPECT_EQ(b(pod("p", "", "1500m")), 0) << "Guaranteed with a fraction shares";
  EXPECT_EQ(b(asking("LS")), 0);
  EXPECT_EQ(b(asking("BE")), 0);
}

// The best NUMA nodes by alignment, with CPUs filtered by the bind policy: no NUMA node alone has 4
// CPUs on whole cores, so a required policy needs both.
TEST(SpecScore, R75_CpusAreFilteredByThePolicies) {
  ClusterSession cluster(scoring("LeastAllocated"));
  cluster.set({});
  PodGiven resident = pod("there", "LSR", "6");
  resident.on = "node-0";
  resident.resource_status = {
      {"cpuset", "0-2,4-6"}};  // NUMA nodes: one whole core and 3 halves each
  cluster.see(resident);
  const PodGiven preferred = pod("p", "LSR", "4");
  const PodGiven required =
      with_spec(pod("p", "LSR", "4"), R"({"requiredCPUBindPolicy":"FullPCPUs"})"_json);
  // A of either NUMA node is (8-7)/8 = 12, (64-1)/64 = 98: 55. With the
  // required policy no NUMA node fits, so there is no A.
  EXPECT_EQ(cluster.judge(preferred).score, 55 + 50);
  EXPECT_EQ(cluster.judge(required).score, 0 + 0) << "(2-2)*100/2";
  const PlacedPod got = cluster.place(required);
  EXPECT_EQ(got.cpus, "3,7,11,15") << got.sentence;
}

// Under the label DistributeEvenly several NUMA nodes are involved.
TEST(SpecScore, R75_DistributedPodsInvolveMoreNumaNodes) {
  ClusterSession cluster(scoring("LeastAllocated"));
  NodeGiven node = eight_numa_nodes();
  node.cores = 4;
  node.labels = {{"numa-topology-policy", "None"}, {"numa-allocate-strategy", "DistributeEvenly"}};
  cluster.set(node);
  EXPECT_EQ(cluster.judge(pod("p", "LSR", "16")).score, 0) << "a core of each of the 8";
  EXPECT_EQ(cluster.judge(pod("p", "LSR", "6")).score, 62) << "3 cores of 8 NUMA nodes: 5*100/8";
}

// The final score is A + B.
TEST(SpecScore, R76_ScoreIsAPlusB) {
  EXPECT_EQ(with_a_pod(scoring("MostAllocated")).judge(asking("LSR")).score, 37 + 50);
  EXPECT_EQ(with_a_pod(scoring("LeastAllocated")).judge(asking("LSR")).score, 43 + 50);
  EXPECT_EQ(with_a_pod(scoring("BalancedAllocation")).judge(asking("LSE")).score, 81 + 50);
  EXPECT_EQ(with_a_pod(scoring("LeastAllocated")).judge(asking("LS")).score, 43) << "LS: A only";
  EXPECT_EQ(with_a_pod(scoring("LeastAllocated")).judge(asking("BE")).score, 0);
}

// Scores are then normalised: 100 * score / highest, rounded down.
TEST(SpecScore, R76_S08_ScoresAreNormalised) {
  ClusterSession cluster;
  NodeGiven two;    // A 37, B 1*100/2 = 50
  NodeGiven eight;  // A 37, B 1*100/8 = 12
  eight.name = "eight";
  eight.numa_per_socket = 4;
  NodeGiven none;  // B 50
  none.name = "none";
  none.labels = {{"numa-topology-policy", "None"}};
  NodeGiven unknown;
  unknown.name = "unknown";
  unknown.reported = false;
  for (const NodeGiven &node : {two, eight, none, unknown}) cluster.set(node);
  const auto scores = [&](const PodGiven &given) {
    std::vector<koord_verdict> rows;
    for (const koord_verdict &row : cluster.evaluate(given))
      if (row.reason == KOORD_REASON_NONE) rows.push_back(row);
    std::vector<int32_t> out;
    for (const koord_verdict &row : rows) out.push_back(row.score);
    EXPECT_EQ(koord_verdicts_normalize(rows.data(), sizeof rows[0], rows.size(), nullptr),
              KOORD_OK);
    for (const koord_verdict &row : rows) out.push_back(row.score);
    return out;
  };
  using Scores = std::vector<int32_t>;
  // 100*49/87 = 56, 100*50/87 = 57
  EXPECT_EQ(scores(asking("LSR")), (Scores{87, 49, 50, 100, 56, 57}));
  EXPECT_EQ(scores(asking("LS")), (Scores{37, 37, 0, 0, 100, 100, 0, 0}));
  EXPECT_EQ(scores(pod("p", "BE", "", "")), Scores(8, 0)) << "all 0 stay 0";
  EXPECT_EQ(cluster.best(asking("LSR")), (std::vector<uint32_t>{0, 2, 1}));
  EXPECT_EQ(cluster.best(asking("LS")), (std::vector<uint32_t>{0, 1, 2, 3})) << "the smaller id";
}

// Koordinator's current formula, selected by an option: requested / allocatable, on the chosen NUMA
// node if the pod is aligned, else on the whole node. It has no normalisation and no B.
TEST(SpecScore, R74_R76_UpstreamsFormula) {
  const auto score = [](const json &args, koord_profile profile, uint32_t flags) {
    ClusterSession cluster(args, profile, flags);
    cluster.set({});
    return cluster.judge(asking("LSR")).score;
  };
  const json none = {{"numaTopologyAlignmentPolicy", "None"},
                     {"scoringStrategy", {{"type", "LeastAllocated"}}}};
  // On the whole node: (16-4)/16 = 75, (128-16)/128 = 87: 81.
  EXPECT_EQ(score(none, KOORD_PROFILE_SPEC, KOORD_CLUSTER_UPSTREAM_SCORE), 81);
  // On NUMA node 0, by numaScoringStrategy (LeastAllocated): (8-4)/8 = 50, (64-16)/64 = 75: 62.
  EXPECT_EQ(score(nullptr, KOORD_PROFILE_SPEC, KOORD_CLUSTER_UPSTREAM_SCORE), 62);
  // Upstream aligns only if configured, and spreads over nodes.
  EXPECT_EQ(score(nullptr, KOORD_PROFILE_UPSTREAM, 0), 81);
  EXPECT_EQ(score(nullptr, KOORD_PROFILE_SPEC, 0), 37 + 50);
}

// Configuration: defaultCPUBindPolicy (default FullPCPUs), numaTopologyAlignmentPolicy (default
// BestEffort), scoringStrategy (default MostAllocated; weighted resources).
TEST(SpecScore, R82_Defaults) {
  const json spelled_out = {
      {"defaultCPUBindPolicy", "FullPCPUs"},
      {"numaTopologyAlignmentPolicy", "BestEffort"},
      {"scoringStrategy",
       {{"type", "MostAllocated"},
        {"resources", {{{"name", "cpu"}, {"weight", 1}}, {{"name", "memory"}, {"weight", 1}}}}}}};
  for (const json &args : {json(), json::object(), spelled_out}) {
    ClusterSession cluster = with_a_pod(args);
    EXPECT_EQ(cluster.judge(asking("LSR")).score, 87);
    EXPECT_EQ(cluster.place(pod("p", "LSR", "4")).cpus, "1-2,9-10")
        << "whole cores of the NUMA node with least left";
    EXPECT_EQ(cluster.judge(pod("q", "LSR", "10")).reason, KOORD_REASON_NONE);
  }
}

TEST(SpecScore, R82_EveryFieldCounts) {
  EXPECT_EQ(
      with_a_pod({{"defaultCPUBindPolicy", "SpreadByPCPUs"}}).place(pod("p", "LSR", "3")).cpus,
      "1-3");
  EXPECT_EQ(with_a_pod({{"numaTopologyAlignmentPolicy", "SingleNUMANode"}})
                .judge(pod("p", "LSR", "10"))
                .reason,
            KOORD_REASON_NUMA_UNALIGNED);
  EXPECT_EQ(with_a_pod(scoring("LeastAllocated")).place(pod("p", "LSR", "4")).cpus, "4-5,12-13");
  // Weights: (3*50 + 25)/4 = 43 on NUMA node 1.
  EXPECT_EQ(with_a_pod(scoring("MostAllocated", {{{"name", "cpu"}, {"weight", 3}},
                                                 {{"name", "memory"}, {"weight", 1}}}))
                .judge(asking("LS"))
                .score,
            43);
  EXPECT_EQ(with_a_pod(scoring("MostAllocated", {{{"name", "cpu"}}})).judge(asking("LS")).score, 50)
      << "without a weight: 1";
}

std::string refused(const json &args, koord_profile profile = KOORD_PROFILE_SPEC) {
  koord_cluster_options options = KOORD_INIT(koord_cluster_options);
  options.profile = profile;
  const std::string text = args.dump();
  koord_cluster *cluster = nullptr;
  koord_error err{};
  if (koord_cluster_new(nullptr, &options, text.data(), text.size(), &cluster, &err) == KOORD_OK) {
    koord_cluster_free(cluster);
    return "";
  }
  EXPECT_EQ(err.code, KOORD_E_INVALID);
  return err.message;
}

TEST(SpecScore, R82_WrongConfigurationIsRefused) {
  const auto weight = [](int value) {
    return scoring("LeastAllocated", {{{"name", "cpu"}, {"weight", value}}});
  };
  EXPECT_EQ(refused(weight(1)), "");
  EXPECT_NE(refused(weight(0)).find("weight"), std::string::npos) << refused(weight(0));
  EXPECT_NE(refused(weight(-1)).find("weight"), std::string::npos);
  EXPECT_NE(refused(scoring("Random")).find("scoringStrategy.type"), std::string::npos);
  EXPECT_NE(refused({{"numaTopologyAlignmentPolicy", "Some"}}).find("numaTopologyAlignmentPolicy"),
            std::string::npos);
}

TEST(SpecScore, R82_UpstreamDefaultsToLeastAllocatedAndHasNoBalance) {
  ClusterSession cluster = upstream_session();
  cluster.set({});
  EXPECT_EQ(cluster.judge(asking("LS")).score, 81) << "R74_R76_UpstreamsFormula";
  EXPECT_NE(refused(scoring("BalancedAllocation"), KOORD_PROFILE_UPSTREAM), "");
}

}  // namespace
}  // namespace koord::testing
