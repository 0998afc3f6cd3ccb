// The header's section "Nodes": rows, sets, generations and refusals.
#include <gtest/gtest.h>

#include "capi/node_support.h"

namespace koord::testing {
namespace {

constexpr const char *kOwn01 = R"({"cpuset":"0-1"})";

TEST(Node, RowsListTheCpusOfEveryPod) {
  NodeUnderTest node;
  node.kubelet(kStatic, kServesOne);
  node.set("k", "", "2");
  node.set("a", "LSE", "2", R"({"cpuset":"2-3"})");
  node.set("b", "LSR", "2", R"({"cpuset":"3-4"})");
  node.set("c", "BE", "1");
  EXPECT_EQ(node.pods(),
            "a: exclusive 2-3\n"
            "b: shared 0,4-8,10-15 (CPUTaken)\n"
            "c: bestEffort 0,4-8,10-15\n"
            "k: shared 0,4-8,10-15\n"
            "k/app: kubelet 1,9\n");
  EXPECT_EQ(node.set_of(KOORD_AGENT_CPUSET_SHARED), "0,4-8,10-15");
  EXPECT_EQ(node.set_of(KOORD_AGENT_CPUSET_EXCLUSIVE), "1-3,9");
  EXPECT_EQ(node.set_of(KOORD_AGENT_CPUSET_KUBELET_RESERVED), "0,8");
  EXPECT_EQ(node.set_of(KOORD_AGENT_CPUSET_ALL), "0-15");
}

TEST(Node, RowsSinceAGenerationAreTheChangedPods) {
  NodeUnderTest node;
  node.set("be", "BE", "1");
  node.set("ls", "LS", "1");
  const uint64_t before = node.generation();
  EXPECT_EQ(node.pods(before), "");
  node.set("a", "LSR", "2", kOwn01);
  EXPECT_EQ(node.pods(before), "a: exclusive 0-1\nls: shared 2-15\n");
  node.set("a", "LSR", "2", kOwn01);
  EXPECT_EQ(node.generation(), before + 1);
}

TEST(Node, PoolsComeBySocketAndNumaNode) {
  NodeUnderTest node;
  node.set("a", "LSR", "2", kOwn01);
  node.object(
      R"({"metadata":{"name":"n","annotations":{"node.koordinator.sh/reservation":"{\"reservedCPUs\":\"4\"}",)"
      R"("node.koordinator.sh/system-qos-resource":"{\"cpuset\":\"5\"}"}}})");
  koord_agent_pool rows[2];
  size_t count = 0;
  ASSERT_EQ(koord_agent_get_pools(node.get(), rows, sizeof rows[0], 2, &count, nullptr), KOORD_OK);
  ASSERT_EQ(count, 2u);
  EXPECT_EQ(rows[0].numa_node, 0);
  EXPECT_EQ(rows[1].socket, 1);
  EXPECT_EQ(rows[0].shared, 6u);
  EXPECT_EQ(rows[1].best_effort, 6u);
  const auto part = [&](uint32_t pool, koord_agent_cpuset which) {
    uint64_t word = 0;
    EXPECT_EQ(koord_agent_get_pool_cpus(node.get(), pool, which, &word, 1, nullptr), KOORD_OK);
    return list_of(&word, 1);
  };
  EXPECT_EQ(part(0, KOORD_AGENT_CPUSET_SHARED), "2-3,8-11");
  EXPECT_EQ(part(0, KOORD_AGENT_CPUSET_BEST_EFFORT), "0-3,8-11");
  EXPECT_EQ(part(1, KOORD_AGENT_CPUSET_SHARED), "6-7,12-15");
  EXPECT_EQ(part(0, KOORD_AGENT_CPUSET_EXCLUSIVE), "0-1");
  EXPECT_EQ(part(1, KOORD_AGENT_CPUSET_RESERVED), "4");
  EXPECT_EQ(node.set_of(KOORD_AGENT_CPUSET_RESERVED), "4");
  EXPECT_EQ(node.set_of(KOORD_AGENT_CPUSET_SYSTEM), "5");
  EXPECT_EQ(
      node.annotation(KOORD_AGENT_ANNOTATION_CPU_SHARED_POOLS),
      R"([{"socket":0,"node":0,"cpuset":"2-3,8-11"},{"socket":1,"node":1,"cpuset":"6-7,12-15"}])");
  EXPECT_EQ(
      node.annotation(KOORD_AGENT_ANNOTATION_BE_CPU_SHARED_POOLS),
      R"([{"socket":0,"node":0,"cpuset":"0-3,8-11"},{"socket":1,"node":1,"cpuset":"6-7,12-15"}])");
  EXPECT_EQ(koord_agent_get_pools(node.get(), rows, sizeof rows[0], 1, &count, nullptr),
            KOORD_E_NO_SPACE);
  EXPECT_EQ(count, 2u);
}

TEST(Node, TheHashChangesWithTheReport) {
  NodeUnderTest node;
  node.object(R"({"metadata":{"name":"n"}})");
  const uint64_t empty = node.hash();
  const std::string report = node.nrt();
  node.set("ls", "LS", "1");
  EXPECT_EQ(node.hash(), empty);
  EXPECT_EQ(node.nrt(), report);
  node.set("a", "LSR", "2", kOwn01);
  EXPECT_NE(node.hash(), empty);
  EXPECT_NE(node.nrt(), report);
  EXPECT_EQ(koord_agent_remove_pod(node.get(), "a", 1, nullptr, nullptr), KOORD_OK);
  EXPECT_EQ(node.hash(), empty);
  for (const char *config :
       {R"({"topologyManagerPolicy":"restricted"})", R"({"cpuManagerPolicyOptions":{"a":"b"}})",
        R"({"topologyManagerPolicy":"restricted","topologyManagerScope":"pod"})",
        R"({"reservedMemory":[{"numaNode":0,"limits":{"memory":"1Gi"}}]})",
        R"({"reservedSystemCPUs":"0"})"}) {
    node.kubelet(config);
    EXPECT_NE(node.hash(), empty) << config;
  }
  node.kubelet("");
  EXPECT_EQ(node.hash(), empty);
  NodeUnderTest other;
  other.object(R"({"metadata":{"name":"n"}})");
  EXPECT_EQ(other.hash(), empty) << "of any process";
}

TEST(Node, AnotherMachine) {
  NodeUnderTest node;
  node.set("a", "LSR", "2", R"({"cpuset":"8-9"})");
  const uint64_t hash = node.hash();
  const TopologyPtr half = from_rows(machine_rows(2, 4, 1));
  ASSERT_EQ(koord_agent_set_topology(node.get(), half.get(), nullptr), KOORD_OK);
  EXPECT_EQ(node.pods(), "a: shared 0-7 (CPUNotOnMachine)\n");
  EXPECT_NE(node.hash(), hash);
}

TEST(Node, BadArgumentsAreRefusedAndChangeNothing) {
  NodeUnderTest node;
  node.set("a", "LSR", "2", kOwn01);
  const std::string before = node.state();
  koord_agent *out = node.get();
  EXPECT_FAILS(koord_agent_new(nullptr, nullptr, nullptr, &out, &err), KOORD_E_INVALID, "topology");
  EXPECT_EQ(out, nullptr);
  const TopologyPtr topology = two_sockets();
  koord_agent_options options = KOORD_INIT(koord_agent_options);
  options.profile = KOORD_PROFILE_KUBELET;
  EXPECT_FAILS(koord_agent_new(nullptr, topology.get(), &options, &out, &err), KOORD_E_INVALID,
               "profile");
  options.profile = KOORD_PROFILE_SPEC;
  options.flags = 8;
  EXPECT_FAILS(koord_agent_new(nullptr, topology.get(), &options, &out, &err), KOORD_E_INVALID,
               "flags");
  EXPECT_EQ(koord_agent_new(nullptr, topology.get(), nullptr, &out, nullptr), KOORD_OK);
  koord_agent_free(out);

  EXPECT_FAILS(koord_agent_set_node(node.get(), "{}", 2, &err), KOORD_E_INVALID, "Node");
  EXPECT_FAILS(koord_agent_set_kubelet(nullptr, nullptr, &err), KOORD_E_INVALID, "agent");
  EXPECT_FAILS(koord_agent_set_kubelet(node.get(), setup_of("", "x").get(), &err), KOORD_E_INVALID,
               "cpu_manager_state");
  EXPECT_FAILS(koord_agent_set_devices(nullptr, "", 0, &err), KOORD_E_INVALID, "agent");
  EXPECT_FAILS(koord_agent_set_devices(node.get(), "{}", 2, &err), KOORD_E_INVALID, "Device");
  const std::string twice =
      R"({"metadata":{"name":"n"},"spec":{"devices":[{"type":"gpu"},{"type":"gpu"}]}})";
  EXPECT_FAILS(koord_agent_set_devices(node.get(), twice.data(), twice.size(), &err),
               KOORD_E_INVALID, "\"gpu\" 0 is listed twice");
  EXPECT_FAILS(koord_agent_set_pod(node.get(), nullptr, &err), KOORD_E_INVALID, "pod");
  const PodPtr nameless = pod_from(R"({"metadata":{"name":"p"},"spec":{"containers":[]}})");
  EXPECT_FAILS(koord_agent_set_pod(node.get(), nameless.get(), &err), KOORD_E_INVALID, "uid");
  uint64_t word = 0;
  EXPECT_FAILS(koord_agent_get_cpus(node.get(), 7, &word, 1, &err), KOORD_E_INVALID, "which");
  EXPECT_FAILS(koord_agent_get_cpus(node.get(), KOORD_AGENT_CPUSET_ALL, &word, 0, &err),
               KOORD_E_NO_SPACE, "words");
  EXPECT_FAILS(koord_agent_get_pool_cpus(node.get(), 0, 7, &word, 1, &err), KOORD_E_INVALID,
               "which");
  EXPECT_FAILS(koord_agent_get_pool_cpus(node.get(), 2, KOORD_AGENT_CPUSET_SHARED, &word, 1, &err),
               KOORD_E_INVALID, "pool: found 2, the node has 2");
  EXPECT_FAILS(koord_agent_get_pool_cpus(node.get(), 0, KOORD_AGENT_CPUSET_SHARED, &word, 0, &err),
               KOORD_E_NO_SPACE, "words");
  koord_buffer *buffer = nullptr;
  EXPECT_FAILS(koord_agent_to_annotation(node.get(), 3, &buffer, &err), KOORD_E_INVALID, "which");
  EXPECT_FAILS(koord_agent_to_nrt(node.get(), &buffer, &err), KOORD_E_INVALID, "node name");
  EXPECT_EQ(buffer, nullptr);
  EXPECT_EQ(node.state(), before);
  EXPECT_STREQ(koord_agent_place_get_name(99), "Unknown");
}

void collect_remark(void *user, int32_t, const char *message, size_t length) {
  static_cast<std::vector<std::string> *>(user)->emplace_back(message, length);
}

TEST(Node, SendsRemarksToTheLogUntilTheContextIsFreed) {
  koord_context *context = nullptr;
  ASSERT_EQ(koord_context_new(&context, nullptr), KOORD_OK);
  const TopologyPtr topology = two_sockets();
  koord_agent *made = nullptr;
  ASSERT_EQ(koord_agent_new(context, topology.get(), nullptr, &made, nullptr), KOORD_OK);
  const NodePtr node(made);
  const std::string odd =
      R"({"metadata":{"name":"n"},"spec":{"devices":[{"type":"gpu","resources":)"
      R"({"koordinator.sh/gpu-mem":"1Gi","koordinator.sh/gpu-memory":"2Gi"}}]}})";
  const auto set = [&] {
    EXPECT_EQ(koord_agent_set_devices(made, odd.data(), odd.size(), nullptr), KOORD_OK);
  };
  set();
  std::vector<std::string> remarks;
  koord_context_set_log(context, &collect_remark, &remarks);
  set();
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_NE(remarks[0].find("gpu-mem"), std::string::npos) << remarks[0];
  koord_context_free(context);
  set();
  EXPECT_EQ(remarks.size(), 1u);
}

}  // namespace
}  // namespace koord::testing
