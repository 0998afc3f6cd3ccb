// Nodes and their topologies are added, changed and removed.
#include "capi/cluster_support.h"

namespace koord::testing {
namespace {

koord_status make(const koord_cluster_options *options, std::string_view args, koord_error *err) {
  auto *cluster = reinterpret_cast<koord_cluster *>(0x10);
  const koord_status status =
      koord_cluster_new(nullptr, options, args.data(), args.size(), &cluster, err);
  EXPECT_EQ(cluster == nullptr, status != KOORD_OK);
  if (status == KOORD_OK) koord_cluster_free(cluster);
  return status;
}

TEST(ClusterNew, TakesDefaultsAndEveryArgument) {
  EXPECT_EQ(make(nullptr, "", nullptr), KOORD_OK);
  EXPECT_EQ(make(nullptr, R"({"kind":"NodeNUMAResourceArgs","defaultCPUBindPolicy":"SpreadByPCPUs",
      "numaTopologyAlignmentPolicy":"Restricted",
      "scoringStrategy":{"type":"LeastAllocated","resources":[{"name":"cpu","weight":100}]},
      "numaScoringStrategy":{"type":"BalancedAllocation"}})",
                 nullptr),
            KOORD_OK);
  koord_cluster_free(nullptr);
}

TEST(ClusterNew, NamesTheFieldOfArgumentsItCannotTake) {
  EXPECT_FAILS(make(nullptr, "[]", &err), KOORD_E_INVALID, "NodeNUMAResourceArgs");
  EXPECT_FAILS(make(nullptr, "{", &err), KOORD_E_INVALID, "NodeNUMAResourceArgs");
  EXPECT_FAILS(make(nullptr, R"({"kind":"Pod"})", &err), KOORD_E_INVALID, "kind");
  EXPECT_FAILS(make(nullptr, R"({"defaultCPUBindPolicy":"Half"})", &err), KOORD_E_INVALID,
               "defaultCPUBindPolicy: found \"Half\"");
  EXPECT_FAILS(make(nullptr, R"({"numaTopologyAlignmentPolicy":1})", &err), KOORD_E_INVALID,
               "numaTopologyAlignmentPolicy");
  EXPECT_FAILS(make(nullptr, R"({"scoringStrategy":{"type":"Most"}})", &err), KOORD_E_INVALID,
               "scoringStrategy.type");
  for (const char *weight : {"0", "-1", "101", "1e99", "\"1\""})
    EXPECT_FAILS(make(nullptr,
                      std::string(R"({"scoringStrategy":{"resources":[{"name":"cpu","weight":)") +
                          weight + "}]}}",
                      &err),
                 KOORD_E_INVALID, "scoringStrategy.resources[0].weight");
  EXPECT_FAILS(
      make(nullptr, R"({"scoringStrategy":{"resources":[{"name":"a"},{"name":"a"}]}})", &err),
      KOORD_E_INVALID, "scoringStrategy.resources[1].name");
  std::string many = R"({"scoringStrategy":{"resources":[{"name":"a"})";
  for (int i = 0; i < 64; ++i) many += R"(,{"name":"r)" + std::to_string(i) + "\"}";
  EXPECT_FAILS(make(nullptr, many + "]}}", &err), KOORD_E_LIMIT, "scoringStrategy.resources");
  EXPECT_FAILS(make(nullptr, std::string((1 << 20) + 1, ' '), &err), KOORD_E_LIMIT, "");
}

TEST(ClusterNew, RefusesUnknownOptions) {
  koord_cluster_options options = KOORD_INIT(koord_cluster_options);
  options.flags = 4;
  EXPECT_FAILS(make(&options, "", &err), KOORD_E_INVALID, "options.flags");
  options.flags = KOORD_CLUSTER_UPSTREAM_SCORE | KOORD_CLUSTER_IGNORE_KUBELET;
  EXPECT_EQ(make(&options, "", nullptr), KOORD_OK);
  options.reserved = 1;
  EXPECT_FAILS(make(&options, "", &err), KOORD_E_INVALID, "options.reserved");
  options.reserved = 0;
  options.profile = KOORD_PROFILE_KUBELET;
  EXPECT_FAILS(make(&options, "", &err), KOORD_E_UNSUPPORTED, "koord_kubelet_judge");
  options.profile = KOORD_PROFILE_NRT_MATCH;
  EXPECT_FAILS(make(&options, "", &err), KOORD_E_UNSUPPORTED, "koord_nrt_node_filter");
  options.profile = 99;
  EXPECT_FAILS(make(&options, "", &err), KOORD_E_INVALID, "options.profile");
  options.profile = KOORD_PROFILE_UPSTREAM;
  EXPECT_FAILS(make(&options, R"({"scoringStrategy":{"type":"BalancedAllocation"}})", &err),
               KOORD_E_INVALID, "BalancedAllocation");
  EXPECT_FAILS(koord_cluster_new(nullptr, nullptr, nullptr, 0, nullptr, &err), KOORD_E_INVALID,
               "out");
  EXPECT_FAILS(make(nullptr, std::string_view(nullptr, 3), &err), KOORD_E_INVALID, "args");
  options.struct_size = 7;
  EXPECT_FAILS(make(&options, "", &err), KOORD_E_INVALID, "options.struct_size");
}

TEST(ClusterNodes, NumbersCountUpAndAreNeverUsedAgain) {
  const ClusterPtr cluster = new_cluster();
  EXPECT_EQ(info_of(cluster).generation, 1u);
  EXPECT_EQ(add_node(cluster, "a"), 0u);
  EXPECT_EQ(add_node(cluster, "b"), 1u);
  EXPECT_EQ(add_node(cluster, "a"), 0u);  // replaced
  ASSERT_EQ(koord_cluster_remove_node(cluster.get(), "a", 1, nullptr), KOORD_OK);
  uint32_t id = 7;
  EXPECT_FAILS_UNCHANGED(cluster, koord_cluster_get_node_id(cluster.get(), "a", 1, &id, &err),
                         KOORD_E_NOT_FOUND, "\"a\"");
  EXPECT_FAILS_UNCHANGED(cluster, koord_cluster_remove_node(cluster.get(), "a", 1, &err),
                         KOORD_E_NOT_FOUND, "no such node");
  EXPECT_EQ(add_node(cluster, "a"), 2u);
  const koord_cluster_info info = info_of(cluster);
  EXPECT_EQ(info.nodes, 2u);
  EXPECT_EQ(info.ids, 3u);
  EXPECT_EQ(info.pods, 0u);
  ASSERT_EQ(koord_cluster_get_node_id(cluster.get(), "a", KOORD_NUL, &id, nullptr), KOORD_OK);
  EXPECT_EQ(id, 2u);
}

TEST(ClusterNodes, ANodeThatIsGoneKeepsItsNameAndNothingElse) {
  const ClusterPtr cluster = new_cluster();
  const uint32_t node = add_node(cluster, "gone");
  EXPECT_EQ(reserve(cluster, pod_of(Ask{}), node).reason, KOORD_REASON_NONE);
  ASSERT_EQ(koord_cluster_remove_node(cluster.get(), "gone", 4, nullptr), KOORD_OK);
  char text[8] = "";
  size_t needed = 0;
  ASSERT_EQ(koord_cluster_get_node_name(cluster.get(), node, text, sizeof text, &needed, nullptr),
            KOORD_OK);
  EXPECT_STREQ(text, "gone");
  EXPECT_EQ(needed, 4u);
  uint64_t word = 0;
  koord_topology *topology = nullptr;
  koord_buffer *buffer = nullptr;
  EXPECT_FAILS(
      koord_cluster_get_node_cpus(cluster.get(), node, KOORD_CLUSTER_CPUSET_FREE, &word, 1, &err),
      KOORD_E_NOT_FOUND, "node 0: there is no such node");
  EXPECT_FAILS(koord_cluster_get_node_topology(cluster.get(), node, &topology, &err),
               KOORD_E_NOT_FOUND, "no such node");
  EXPECT_FAILS(koord_cluster_get_pods(cluster.get(), node, &buffer, &err), KOORD_E_NOT_FOUND,
               "no such node");
  EXPECT_EQ(info_of(cluster).pods, 0u);
  EXPECT_FAILS(remove_pod(cluster, "uid", &err), KOORD_E_NOT_FOUND, "\"uid\"");
  EXPECT_TRUE(evaluate(cluster, pod_of(Ask{})).rows.empty());
  // After it is added again, the node is empty.
  EXPECT_EQ(cpus_of(cluster, add_node(cluster, "gone"), KOORD_CLUSTER_CPUSET_FREE), "0-15");
}

TEST(ClusterNodes, NamesAreWrittenByTheSnprintfRule) {
  const ClusterPtr cluster = new_cluster();
  const uint32_t node = add_node(cluster, "n1");
  char text[3] = "#";
  size_t needed = 0;
  EXPECT_FAILS(koord_cluster_get_node_name(cluster.get(), node, text, 2, &needed, &err),
               KOORD_E_NO_SPACE, "");
  EXPECT_EQ(needed, 2u);
  EXPECT_FAILS(koord_cluster_get_node_name(cluster.get(), 1, text, 3, &needed, &err),
               KOORD_E_NOT_FOUND, "node 1: there is no such node");
  ASSERT_EQ(koord_cluster_get_node_name(cluster.get(), node, text, 3, nullptr, nullptr), KOORD_OK);
  EXPECT_STREQ(text, "n1");
}

TEST(ClusterNodes, TopologyMayComeFirstAndAfterPods) {
  const ClusterPtr cluster = new_cluster();
  const std::string nrt = nrt_json("n", two_sockets().get());
  uint32_t id = 9;
  ASSERT_EQ(set_topology(cluster, nrt, &id, nullptr), KOORD_OK);
  EXPECT_EQ(id, 0u);
  const PodPtr pod = pod_of(Ask{});
  EXPECT_EQ(evaluate(cluster, pod).rows[0].reason, KOORD_REASON_NODE_UNKNOWN);
  ASSERT_EQ(set_node(cluster, node_json("n"), &id, nullptr), KOORD_OK);
  EXPECT_EQ(id, 0u);
  EXPECT_EQ(evaluate(cluster, pod).rows[0].reason, KOORD_REASON_NONE);

  const PodPtr held = pod_of({.uid = "u", .node = "later", .status = R"({"cpuset":"0-3"})"});
  koord_pod_conflicts conflicts = KOORD_INIT(koord_pod_conflicts);
  ASSERT_EQ(koord_cluster_set_pod(cluster.get(), held.get(), &conflicts, nullptr), KOORD_OK);
  EXPECT_EQ(conflicts.cpus_unknown, 4u);
  EXPECT_EQ(add_node(cluster, "later"), 1u);
  EXPECT_EQ(cpus_of(cluster, 1, KOORD_CLUSTER_CPUSET_ALLOCATED), "0-3");
  EXPECT_EQ(cpus_of(cluster, 1, KOORD_CLUSTER_CPUSET_FREE), "4-15");
}

TEST(ClusterNodes, TopologyGoesAndComesBackUnderPods) {
  const ClusterPtr cluster = new_cluster();
  const uint32_t node = add_node(cluster, "n");
  ASSERT_EQ(reserve(cluster, pod_of(Ask{}), node).cpus, "0-1,8-9");
  koord_topology *machine = nullptr;
  ASSERT_EQ(koord_cluster_get_node_topology(cluster.get(), node, &machine, nullptr), KOORD_OK);
  EXPECT_NE(machine, nullptr);
  koord_topology_unref(machine);
  ASSERT_EQ(koord_cluster_remove_topology(cluster.get(), "n", 1, nullptr), KOORD_OK);
  EXPECT_FAILS_UNCHANGED(cluster, koord_cluster_remove_topology(cluster.get(), "n", 1, &err),
                         KOORD_E_NOT_FOUND, "has no NodeResourceTopology");
  EXPECT_FAILS(koord_cluster_remove_topology(cluster.get(), "?", 1, &err), KOORD_E_NOT_FOUND,
               "has no NodeResourceTopology");
  ASSERT_EQ(koord_cluster_get_node_topology(cluster.get(), node, &machine, nullptr), KOORD_OK);
  EXPECT_EQ(machine, nullptr);
  EXPECT_EQ(cpus_of(cluster, node, KOORD_CLUSTER_CPUSET_FREE), "");
  EXPECT_EQ(evaluate(cluster, pod_of(Ask{})).rows[0].reason, KOORD_REASON_NO_TOPOLOGY);
  uint64_t word = 0;
  ASSERT_EQ(koord_cluster_get_pod_cpus(cluster.get(), "uid", 3, &word, 1, nullptr), KOORD_OK);
  EXPECT_EQ(list_of(&word, 1), "0-1,8-9");

  // If the node returns with fewer CPUs, the pod keeps those that are left,
  // and has all of them again once they are back.
  ASSERT_EQ(set_topology(cluster, nrt_json("n", from_rows(machine_rows(1, 4, 2)).get()), nullptr,
                         nullptr),
            KOORD_OK);
  ASSERT_EQ(koord_cluster_get_pod_cpus(cluster.get(), "uid", 3, &word, 1, nullptr), KOORD_OK);
  EXPECT_EQ(list_of(&word, 1), "0-1");
  EXPECT_EQ(cpus_of(cluster, node, KOORD_CLUSTER_CPUSET_FREE), "2-7");
  ASSERT_EQ(set_topology(cluster, nrt_json("n", from_rows(machine_rows(2, 4, 2)).get()), nullptr,
                         nullptr),
            KOORD_OK);
  ASSERT_EQ(koord_cluster_get_pod_cpus(cluster.get(), "uid", 3, &word, 1, nullptr), KOORD_OK);
  EXPECT_EQ(list_of(&word, 1), "0-1,8-9");
  ASSERT_EQ(remove_pod(cluster, "uid"), KOORD_OK);
  EXPECT_EQ(cpus_of(cluster, node, KOORD_CLUSTER_CPUSET_FREE), "0-15");
}

TEST(ClusterNodes, CpuSetsFollowTheNodeObject) {
  const ClusterPtr cluster = new_cluster();
  const uint32_t node =
      add_node(cluster, "n",
               R"("annotations":{"node.koordinator.sh/reservation":"{\"reservedCPUs\":\"0\"}"},)");
  EXPECT_EQ(cpus_of(cluster, node, KOORD_CLUSTER_CPUSET_RESERVED), "0");
  EXPECT_EQ(cpus_of(cluster, node, KOORD_CLUSTER_CPUSET_FREE), "1-15");
  const Reserved got = reserve(cluster, pod_of(Ask{}), node);
  EXPECT_EQ(got.cpus, cpus_of(cluster, node, KOORD_CLUSTER_CPUSET_ALLOCATED));
  EXPECT_EQ(got.cpus, "1-2,9-10");
  EXPECT_EQ(cpus_of(cluster, node, KOORD_CLUSTER_CPUSET_SHARED_POOL), "3-8,11-15");
  uint64_t word = 77;
  EXPECT_FAILS(koord_cluster_get_node_cpus(cluster.get(), node, 4, &word, 1, &err), KOORD_E_INVALID,
               "which");
  EXPECT_FAILS(koord_cluster_get_node_cpus(cluster.get(), node, -1, &word, 1, &err),
               KOORD_E_INVALID, "which");
  EXPECT_FAILS(
      koord_cluster_get_node_cpus(cluster.get(), node, KOORD_CLUSTER_CPUSET_FREE, &word, 0, &err),
      KOORD_E_NO_SPACE, "words");
  EXPECT_FAILS(
      koord_cluster_get_node_cpus(cluster.get(), node, KOORD_CLUSTER_CPUSET_FREE, nullptr, 1, &err),
      KOORD_E_INVALID, "words");
  EXPECT_FAILS(
      koord_cluster_get_node_cpus(cluster.get(), 9, KOORD_CLUSTER_CPUSET_FREE, &word, 1, &err),
      KOORD_E_NOT_FOUND, "node 9: there is no such node");
  EXPECT_EQ(word, 77u);
}

TEST(ClusterNodes, NullsAreNamed) {
  const ClusterPtr cluster = new_cluster();
  add_node(cluster, "n");
  uint32_t id = 0;
  size_t needed = 0;
  koord_topology *topology = nullptr;
  koord_cluster_info info = KOORD_INIT(koord_cluster_info);
  koord_cluster *c = cluster.get();
  const std::string node = node_json("x");
  EXPECT_FAILS(koord_cluster_set_node(nullptr, "{}", 2, &id, &err), KOORD_E_INVALID, "cluster");
  EXPECT_FAILS_UNCHANGED(cluster, koord_cluster_set_node(c, nullptr, 2, &id, &err), KOORD_E_INVALID,
                         "json");
  EXPECT_EQ(koord_cluster_set_node(c, node.data(), node.size(), nullptr, nullptr), KOORD_OK);
  EXPECT_FAILS(koord_cluster_set_topology(nullptr, "{}", 2, &id, &err), KOORD_E_INVALID, "cluster");
  EXPECT_FAILS_UNCHANGED(cluster, koord_cluster_set_topology(c, nullptr, 2, &id, &err),
                         KOORD_E_INVALID, "json");
  EXPECT_FAILS(koord_cluster_remove_node(nullptr, "n", 1, &err), KOORD_E_INVALID, "cluster");
  EXPECT_FAILS(koord_cluster_remove_node(c, nullptr, 1, &err), KOORD_E_INVALID, "name");
  EXPECT_FAILS(koord_cluster_remove_node(c, "\xff", 1, &err), KOORD_E_INVALID, "name");
  EXPECT_FAILS(koord_cluster_remove_topology(nullptr, "n", 1, &err), KOORD_E_INVALID, "cluster");
  EXPECT_FAILS(koord_cluster_get_node_id(nullptr, "n", 1, &id, &err), KOORD_E_INVALID, "cluster");
  EXPECT_FAILS(koord_cluster_get_node_id(c, "n", 1, nullptr, &err), KOORD_E_INVALID, "id");
  EXPECT_FAILS(koord_cluster_get_node_name(nullptr, 0, nullptr, 0, &needed, &err), KOORD_E_INVALID,
               "cluster");
  EXPECT_FAILS(koord_cluster_get_node_topology(nullptr, 0, &topology, &err), KOORD_E_INVALID,
               "cluster");
  EXPECT_FAILS(koord_cluster_get_node_topology(c, 0, nullptr, &err), KOORD_E_INVALID, "out");
  EXPECT_FAILS(koord_cluster_get_info(nullptr, &info, &err), KOORD_E_INVALID, "cluster");
  EXPECT_FAILS(koord_cluster_get_info(c, nullptr, &err), KOORD_E_INVALID, "info");
  info.struct_size = 3;
  EXPECT_FAILS(koord_cluster_get_info(c, &info, &err), KOORD_E_INVALID, "info.struct_size");
}

TEST(ClusterNodes, OlderCallersGetTheCountsTheyKnow) {
  const ClusterPtr cluster = new_cluster();
  add_node(cluster, "n");
  koord_cluster_info info = KOORD_INIT(koord_cluster_info);
  info.struct_size = 16;  // as far as `generation`
  info.nodes = 77;
  ASSERT_EQ(koord_cluster_get_info(cluster.get(), &info, nullptr), KOORD_OK);
  EXPECT_GT(info.generation, 1u);
  EXPECT_EQ(info.nodes, 77u);
}

}  // namespace
}  // namespace koord::testing
