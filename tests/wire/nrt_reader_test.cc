#include "wire/node/nrt_reader.h"

#include <gtest/gtest.h>

#include "support/captured_log.h"
#include "support/expect_error.h"
#include "wire/node/cpu_topology.h"

namespace koord::wire {
namespace {

// The example at the end of the proposal's section on
// NodeResourceTopology, converted from YAML to JSON.
constexpr std::string_view kProposalExample = R"({
  "apiVersion": "topology.node.k8s.io/v1alpha1",
  "kind": "NodeResourceTopology",
  "metadata": {
    "annotations": {
      "kubelet.koordinator.sh/cpu-manager-policy": "{\n  \"policy\": \"static\",\n  \"options\": {\n    \"full-pcpus-only\": \"true\",\n    \"distribute-cpus-across-numa\": \"true\"\n  }\n}",
      "node.koordinator.sh/cpu-topology": "{\n  \"detail\": [\n    {\n      \"id\": 0,\n      \"core\": 0,\n      \"socket\": 0,\n      \"node\": 0\n    },\n    {\n      \"id\": 1,\n      \"core\": 1,\n      \"socket\": 1,\n      \"node\": 1\n    }\n  ]\n}",
      "node.koordinator.sh/cpu-shared-pools": "[\n  {\n    \"socket\": 0,\n    \"node\": 0, \n    \"cpuset\": \"0-3\"\n  }\n]",
      "node.koordinator.sh/pod-cpu-allocs": "[\n  {\n    \"namespace\": \"default\",\n    \"name\": \"static-guaranteed-pod\",\n    \"uid\": \"32b14702-2efe-4be9-a9da-f3b779175846\",\n    \"cpu\": \"4-8\",\n    \"managedByKubelet\": \"true\"\n  }\n]"
    },
    "labels": {"app.kubernetes.io/managed-by": "Koordinator"},
    "name": "node1"
  },
  "topologyPolicies": ["SingleNUMANodePodLevel"],
  "zones": [
    {"name": "node-0", "type": "Node", "resources": [
      {"name": "cpu", "capacity": 20, "allocatable": 15, "available": 10},
      {"name": "vendor/nic1", "capacity": 3, "allocatable": 3, "available": 3}]},
    {"name": "node-1", "type": "Node", "resources": [
      {"name": "cpu", "capacity": 30, "allocatable": 25, "available": 15},
      {"name": "vendor/nic2", "capacity": 6, "allocatable": 6, "available": 6}]},
    {"name": "node-2", "type": "Node", "resources": [
      {"name": "cpu", "capacity": 30, "allocatable": 25, "available": 15},
      {"name": "vendor/nic1", "capacity": 3, "allocatable": 3, "available": 3}]},
    {"name": "node-3", "type": "Node", "resources": [
      {"name": "cpu", "capacity": 30, "allocatable": 25, "available": 15},
      {"name": "vendor/nic1", "capacity": 3, "allocatable": 3, "available": 3}]}
  ]
})";

std::shared_ptr<const Topology> read_topology(std::string_view json) {
  return topology_from_nrt(json, Log{});
}

// An object for two CPUs on NUMA nodes 0 and 1, with these zones.
std::string object(const std::string &zones, const std::string &more_annotations = "") {
  return R"({"metadata":{"name":"n","annotations":{"node.koordinator.sh/cpu-topology":)"
         R"("{\"detail\":[{\"id\":0},{\"id\":1,\"core\":1,\"node\":1}]}")" +
         more_annotations + R"(}},"zones":[)" + zones + "]}";
}

TEST(NrtReader, R57_TheProposalsExampleIsReadWhole) {
  koord::testing::CapturedLog log;
  const auto topology = topology_from_nrt(kProposalExample, log.log());
  EXPECT_EQ(topology->all_cpus().to_string(), "0-1");
  EXPECT_EQ(topology->sockets().size(), 2u);
  ASSERT_EQ(topology->nodes().size(), 4u);
  EXPECT_EQ(topology->nodes()[1].cpus.to_string(), "1");
  EXPECT_TRUE(topology->nodes()[3].cpus.empty());
  EXPECT_FALSE(topology->distances().known());

  const NrtReport report = report_from_nrt(kProposalExample, log.log());
  EXPECT_TRUE(log.messages.empty());
  EXPECT_EQ(report.name, "node1");
  ASSERT_TRUE(report.topology_manager);
  EXPECT_EQ(report.topology_manager->policy, TopologyManagerPolicy::kSingleNumaNode);
  EXPECT_EQ(report.topology_manager->scope, TopologyManagerScope::kPod);
  EXPECT_EQ(report.cpu_manager.policy, "static");
  EXPECT_EQ(report.cpu_manager.options.size(), 2u);
  ASSERT_EQ(report.pods.size(), 1u);
  EXPECT_EQ(report.pods[0].name, "static-guaranteed-pod");
  EXPECT_EQ(report.pods[0].cpus.to_string(), "4-8");
  EXPECT_TRUE(report.pods[0].managed_by_kubelet);
  ASSERT_EQ(report.shared_pools.size(), 1u);
  EXPECT_EQ(report.shared_pools[0].cpus.to_string(), "0-3");
}

TEST(NrtReader, R57_TheProposalsAnnotationsRoundTripInCanonicalSpelling) {
  const NrtReport report = report_from_nrt(kProposalExample, Log{});
  EXPECT_EQ(to_annotation(report.cpu_manager),
            R"({"policy":"static","options":{"distribute-cpus-across-numa":"true",)"
            R"("full-pcpus-only":"true"}})");
  EXPECT_EQ(to_annotation(*read_topology(kProposalExample)),
            R"({"detail":[{"id":0,"core":0,"socket":0,"node":0},)"
            R"({"id":1,"core":1,"socket":1,"node":1}]})");
  EXPECT_EQ(to_annotation(report.shared_pools), R"([{"socket":0,"node":0,"cpuset":"0-3"}])");
  EXPECT_EQ(to_annotation(report.pods),
            R"([{"namespace":"default","name":"static-guaranteed-pod",)"
            R"("uid":"32b14702-2efe-4be9-a9da-f3b779175846","cpuset":"4-8",)"
            R"("managedByKubelet":true}])");
  EXPECT_EQ(topology_policy_name(*report.topology_manager), "SingleNUMANodePodLevel");
}

TEST(NrtReader, MemoryIsThatOfTheZoneAndItsHugePages) {
  const auto topology = read_topology(object(R"(
      {"name":"node-1","type":"Node","resources":[
        {"name":"hugepages-2Mi","capacity":"8Mi"},{"name":"hugepages-1Gi","capacity":2147483648},
        {"name":"memory","capacity":"1Gi"},{"name":"cpu","capacity":"1"}]},
      {"name":"node-7","type":"Node","resources":[{"name":"memory","capacity":"1500m"}]})"));
  ASSERT_EQ(topology->nodes().size(), 3u);
  EXPECT_EQ(topology->nodes()[0].memory_bytes, 0u);
  const auto &node = topology->nodes()[1];
  EXPECT_EQ(node.memory_bytes, (uint64_t{3} << 30) + (8 << 20));
  ASSERT_EQ(node.huge_pages.size(), 2u);
  EXPECT_EQ(node.huge_pages[0].page_bytes, 2u << 20);
  EXPECT_EQ(node.huge_pages[0].count, 4u);
  EXPECT_EQ(node.huge_pages[1].page_bytes, 1u << 30);
  EXPECT_EQ(node.huge_pages[1].count, 2u);
  EXPECT_EQ(topology->nodes()[2].id, 7);
  EXPECT_EQ(topology->nodes()[2].memory_bytes, 2u);
}

TEST(NrtReader, CostsAreDistances) {
  const auto topology = read_topology(object(R"(
      {"name":"node-3","costs":[{"name":"node-0","value":32},{"name":"node-3","value":10}]},
      {"name":"node-1","type":"Node"},
      {"name":"node-0","type":"Node","costs":[{"name":"node-3","value":31},{"name":"node-0","value":10}]})"));
  EXPECT_EQ(topology->distances().node_ids, (std::vector<int>{0, 1, 3}));
  EXPECT_EQ(topology->distances().values, (std::vector<uint32_t>{10, 0, 31, 0, 0, 0, 32, 0, 10}));
}

TEST(NrtReader, OtherZonesAndCostsAreIgnoredWithARemark) {
  koord::testing::CapturedLog log;
  const auto topology =
      topology_from_nrt(object(R"({"name":"node-0","type":"Core"},{"name":"socket-1","type":"Node"},
                {"name":"node-","type":"Node"},{"name":"node--1","type":"Node"},
                {"name":"node-1x","type":"Node"},
                {"name":"node-0","type":"Node","costs":[{"name":"pool","value":1}],
                 "resources":[{"name":"hugepages-2Mi","capacity":"3Mi"}]})"),
                        log.log());
  EXPECT_EQ(topology->nodes()[0].huge_pages[0].count, 1u);
  ASSERT_EQ(log.messages.size(), 7u);
  EXPECT_NE(log.messages[1].find("NodeResourceTopology n: zones[1]: not a NUMA node"),
            std::string::npos);
  EXPECT_NE(log.messages[5].find("zones[5].resources[0].capacity: not a multiple"),
            std::string::npos);
  EXPECT_NE(log.messages[6].find("zones[5].costs[0].name: there is no such zone"),
            std::string::npos);
}

TEST(NrtReader, ErrorsNameTheField) {
  const auto refuse = [](const std::string &json, const char *message) {
    EXPECT_ERROR(read_topology(json), Status::kInvalid, message) << json;
  };
  refuse("{}", "NodeResourceTopology: metadata: missing");
  refuse(R"({"metadata":{}})",
         "NodeResourceTopology: metadata: has no annotation node.koordinator.sh/cpu-topology");
  refuse(R"({"kind":"List"})", "NodeResourceTopology: kind: found \"List\", expected");
  refuse(R"({"apiVersion":"v1"})", "NodeResourceTopology: apiVersion: found \"v1\"");
  refuse("[]", "NodeResourceTopology: found an array, expected an object");
  refuse(R"({"metadata":{"annotations":{"node.koordinator.sh/cpu-topology":
            "{\"detail\":[{},{\"core\":-4}]}"}}})",
         "NodeResourceTopology: metadata.annotations[\"node.koordinator.sh/cpu-topology\"]: "
         "detail[1].core: found -4, expected a whole number in 0..2147483646");
  refuse(R"({"metadata":{"annotations":{"node.koordinator.sh/cpu-topology":{}}}})",
         "cpu-topology\"]: found an object, expected a string");
  refuse(object(R"({"name":"node-0","type":"Node"},{"name":"node-00","type":"Node"})"),
         "zones[1].name: NUMA node 0 has a zone already");
  refuse(object(R"({"name":"node-1024","type":"Node"})"), "zones[0].name: found \"node-1024\"");
  refuse(object(R"({"name":"node-99999999999999999999","type":"Node"})"), "zones[0].name");
  refuse(object(R"({"type":"Node"})"), "zones[0].name: missing");
  refuse(object("1"), "zones[0]: found 1, expected an object");
  const auto resource = [](const std::string &text) {
    return object(R"({"name":"node-0","type":"Node","resources":[)" + text + "]}");
  };
  refuse(resource(R"({"name":"memory","capacity":"-1"})"),
         "zones[0].resources[0].capacity: found \"-1\"");
  refuse(resource(R"({"name":"memory","capacity":"much"})"), "zones[0].resources[0].capacity");
  refuse(resource(R"({"name":"memory","capacity":[]})"),
         "capacity: found an array, expected a number or a string");
  refuse(resource(R"({"name":"memory"},{"name":"memory"})"), "resources[1].name: listed twice");
  refuse(resource(R"({"name":"hugepages-x"})"), "zones[0].resources[0].name");
  refuse(resource(R"({"name":"memory","capacity":"10E"})"), "expected an amount below 2^63");
  refuse(resource(R"({"name":"memory","capacity":"7E"},{"name":"hugepages-2Mi","capacity":"7E"},
                     {"name":"hugepages-1Gi","capacity":"7E"})"),
         "zones[0].resources[2]: the memory of the NUMA node");
  const auto cost = [](const std::string &text) {
    return object(R"({"name":"node-0","type":"Node","costs":[)" + text + "]}");
  };
  refuse(cost(R"({"name":"node-0","value":-1})"), "zones[0].costs[0].value: found -1");
  refuse(cost(R"({"name":"node-0","value":4294967296})"), "zones[0].costs[0].value");
  refuse(cost(R"({"name":"node-0","value":"10"})"), "costs[0].value: found \"10\"");
  refuse(cost(R"({"name":"node-0"})"), "costs[0].value: missing");
  refuse(cost(R"({"name":"node-0","value":1},{"name":"node-0","value":1})"),
         "costs[1].name: listed twice");
}

TEST(NrtReader, SizeIsLimited) {
  EXPECT_ERROR(read_topology(std::string((16 << 20) + 1, ' ')), Status::kLimit, "at most 16777216");
}

TEST(NrtReader, TheMisspeltPolicyKeyIsReadAndTheCanonicalOneWins) {
  koord::testing::CapturedLog log;
  const std::string typo = R"(,"kubelet.koordinator.sh/cpu-manger-policy":"{\"policy\":\"none\"}")";
  EXPECT_EQ(report_from_nrt(object("", typo), log.log()).cpu_manager.policy, "none");
  EXPECT_TRUE(log.messages.empty());
  const std::string both =
      typo + R"(,"kubelet.koordinator.sh/cpu-manager-policy":"{\"policy\":\"static\"}")";
  EXPECT_EQ(report_from_nrt(object("", both), log.log()).cpu_manager.policy, "static");
  ASSERT_EQ(log.messages.size(), 1u);
  EXPECT_NE(log.messages[0].find("cpu-manger-policy"), std::string::npos);
}

TEST(NrtReader, ReportsNameBrokenAnnotations) {
  EXPECT_ERROR(
      report_from_nrt(object("", R"(,"node.koordinator.sh/pod-cpu-allocs":"[{\"cpuset\":\"x\"}]")"),
                      Log{}),
      Status::kInvalid, "annotations[\"node.koordinator.sh/pod-cpu-allocs\"][0].cpuset: ");
  koord::testing::CapturedLog log;
  EXPECT_FALSE(report_from_nrt(R"({"topologyPolicies":["Odd"]})", log.log()).topology_manager);
  EXPECT_EQ(log.messages.size(), 1u);
}

// Checks that a warning about a value that is not known states it, and what is.
TEST(NrtReader, WarningsStateTheValue) {
  const auto warning = [](const std::string &members) {
    koord::testing::CapturedLog log;
    EXPECT_FALSE(report_from_nrt("{" + members + "}", log.log()).topology_manager);
    return log.messages.size() == 1 ? log.messages[0] : std::to_string(log.messages.size());
  };
  EXPECT_EQ(
      warning(R"("topologyPolicies":["singleNumaNode"])"),
      "NodeResourceTopology: topologyPolicies[0]: found \"singleNumaNode\", expected one of None, "
      "BestEffortPodLevel, BestEffortContainerLevel, RestrictedPodLevel, "
      "RestrictedContainerLevel, SingleNUMANodePodLevel, SingleNUMANodeContainerLevel; "
      "ignored");
  EXPECT_EQ(warning(R"("attributes":[{"name":"topologyManagerPolicy","value":"strict"}])"),
            "NodeResourceTopology: attributes[0].value: found \"strict\", expected one of none, "
            "best-effort, restricted, "
            "single-numa-node; ignored");
  EXPECT_EQ(warning(R"("attributes":[{"name":"topologyManagerScope","value":"node"}])"),
            "NodeResourceTopology: attributes[0].value: found \"node\", expected one of container, "
            "pod; ignored");
}

}  // namespace
}  // namespace koord::wire
