#include "wire/node/node_reader.h"

#include <gtest/gtest.h>

#include "object/pods.h"
#include "support/captured_log.h"
#include "support/expect_error.h"

namespace koord::wire {
namespace {

using object::NodeBind;
using object::NodeObject;
using object::NodeStrategy;
using object::NumaPolicy;
using object::text;

NodeObject node_of(const std::string &json) { return read_node(json, Log{}); }

std::string labelled(const std::string &labels) {
  return R"({"metadata":{"name":"n1","labels":{)" + labels + "}}}";
}
std::string label(const std::string &name, const std::string &value) {
  return labelled("\"node.koordinator.sh/" + name + "\":\"" + value + "\"");
}
// An annotation of that domain whose value is JSON text, with ' in place of ".
std::string annotated(const std::string &name, std::string value) {
  for (size_t at = 0; (at = value.find('\'', at)) != std::string::npos; at += 2)
    value.replace(at, 1, "\\\"");
  return R"({"metadata":{"name":"n1","annotations":{"node.koordinator.sh/)" + name + R"(":")" +
         value + "\"}}}";
}

TEST(NodeReader, ReadsEveryField) {
  const NodeObject got = node_of(R"({
    "apiVersion": "v1", "kind": "Node",
    "metadata": {"name": "node-1",
      "labels": {"node.koordinator.sh/cpu-bind-policy": "FullPCPUsOnly",
                 "node.koordinator.sh/numa-allocate-strategy": "DistributeEvenly",
                 "node.koordinator.sh/numa-topology-policy": "Restricted", "kubernetes.io/arch": "other"},
      "annotations": {
        "node.koordinator.sh/reservation":
          "{\"resources\":{\"cpu\":\"9\",\"memory\":\"1Gi\"},\"reservedCPUs\":\"0-1,8\",\"applyPolicy\":\"Default\"}",
        "node.koordinator.sh/system-qos-resource": "{\"cpuset\":\"2-3\",\"cpusetExclusive\":false}",
        "node.koordinator.sh/resource-amplification-ratio": "{\"cpu\":1.5,\"memory\":2}",
        "node.koordinator.sh/raw-allocatable": "this is not read"}},
    "spec": {"unschedulable": true},
    "status": {"allocatable": {"cpu": "15500m", "memory": "32Gi", "x/gpu": 2},
               "capacity": {"cpu": "nonsense"},
               "nodeInfo": {"architecture": "arm64"}}})");
  EXPECT_EQ(got.name, "node-1");
  EXPECT_EQ(got.architecture, "arm64");
  EXPECT_TRUE(got.unschedulable);
  EXPECT_EQ(text(got.allocatable), "cpu=15500 memory=34359738368 x/gpu=2");
  EXPECT_EQ(got.bind, NodeBind::kFullPcpusOnly);
  EXPECT_EQ(got.strategy, NodeStrategy::kDistributeEvenly);
  EXPECT_EQ(got.numa_policy, NumaPolicy::kRestricted);
  EXPECT_EQ(got.reserved_cpus.to_string(), "0-1,8");
  EXPECT_EQ(text(got.reserved), "cpu=3000 memory=1073741824");
  EXPECT_EQ(got.system_qos_cpus.to_string(), "2-3");
  EXPECT_FALSE(got.system_qos_exclusive);
  EXPECT_EQ(got.cpu_amplification, 1.5);
}

TEST(NodeReader, AnEmptyNodeHasDefaults) {
  const NodeObject got = node_of(R"({"metadata":{"name":"n1"}})");
  EXPECT_EQ(got.architecture, "");
  EXPECT_FALSE(got.unschedulable);
  EXPECT_TRUE(got.allocatable.empty() && got.reserved.empty() && got.reserved_cpus.empty());
  EXPECT_EQ(got.bind, NodeBind::kAbsent);
  EXPECT_EQ(got.strategy, NodeStrategy::kAbsent);
  EXPECT_EQ(got.numa_policy, NumaPolicy::kAbsent);
  EXPECT_TRUE(got.system_qos_exclusive);
  EXPECT_EQ(got.cpu_amplification, 1);
}

// None and an empty value mean no restriction, which differs from a missing label.
TEST(NodeReader, R45_EverySpellingOfTheBindPolicy) {
  const auto bind = [](const std::string &value) {
    return node_of(label("cpu-bind-policy", value)).bind;
  };
  EXPECT_EQ(bind(""), NodeBind::kNone);
  EXPECT_EQ(bind("None"), NodeBind::kNone);
  EXPECT_EQ(bind("FullPCPUsOnly"), NodeBind::kFullPcpusOnly);
  EXPECT_EQ(bind("PCPUOnly"), NodeBind::kFullPcpusOnly);
  EXPECT_EQ(bind("SpreadByPCPUs"), NodeBind::kSpreadByPcpus);
}

TEST(NodeReader, R46_S17_EverySpellingOfTheStrategy) {
  for (const char *name : {"numa-allocate-strategy", "numa-allocate-policy"}) {
    const auto strategy = [&](const std::string &value) {
      return node_of(label(name, value)).strategy;
    };
    EXPECT_EQ(strategy(""), NodeStrategy::kAbsent);
    EXPECT_EQ(strategy("MostAllocated"), NodeStrategy::kMostAllocated);
    EXPECT_EQ(strategy("LeastAllocated"), NodeStrategy::kLeastAllocated);
    EXPECT_EQ(strategy("DistributeEvenly"), NodeStrategy::kDistributeEvenly);
  }
}

TEST(NodeReader, R48_R49_EverySpellingOfTheNumaPolicy) {
  for (const char *name : {"numa-topology-policy", "numa-topology-alignment-policy"}) {
    const auto policy = [&](const std::string &value) {
      return node_of(label(name, value)).numa_policy;
    };
    EXPECT_EQ(policy(""), NumaPolicy::kAbsent);
    EXPECT_EQ(policy("None"), NumaPolicy::kNone);
    EXPECT_EQ(policy("BestEffort"), NumaPolicy::kBestEffort);
    EXPECT_EQ(policy("Restricted"), NumaPolicy::kRestricted);
    EXPECT_EQ(policy("SingleNUMANode"), NumaPolicy::kSingleNode);
    EXPECT_EQ(policy("SingleNUMANodePodLevel"), NumaPolicy::kSingleNode);
    EXPECT_EQ(policy("SingleNUMANodeContainerLevel"), NumaPolicy::kSingleNode);
  }
}

TEST(NodeReader, TheCanonicalLabelWinsAndTheConflictIsReported) {
  koord::testing::CapturedLog log;
  const NodeObject got =
      read_node(labelled(R"("node.koordinator.sh/numa-topology-policy":"BestEffort",
                  "node.koordinator.sh/numa-topology-alignment-policy":"Restricted",
                  "node.koordinator.sh/numa-allocate-strategy":"MostAllocated",
                  "node.koordinator.sh/numa-allocate-policy":"MostAllocated")"),
                log.log());
  EXPECT_EQ(got.numa_policy, NumaPolicy::kBestEffort);
  ASSERT_EQ(log.messages.size(), 1u);
  EXPECT_EQ(
      log.messages[0],
      "Node n1: metadata.labels[\"node.koordinator.sh/numa-topology-alignment-policy\"]: differs "
      "from node.koordinator.sh/numa-topology-policy, which is used");
}

TEST(NodeReader, TheArchitectureIsAlsoReadFromKubeletsLabels) {
  EXPECT_EQ(node_of(labelled(R"("kubernetes.io/arch":"arm64")")).architecture, "arm64");
  EXPECT_EQ(node_of(labelled(R"("beta.kubernetes.io/arch":"amd64")")).architecture, "amd64");
}

TEST(NodeReader, ReservedCpusOnlyTakesNothingOffAllocatable) {
  const NodeObject only = node_of(annotated(
      "reservation",
      "{'resources':{'memory':'1Gi'},'reservedCPUs':'0-1','applyPolicy':'ReservedCPUsOnly'}"));
  EXPECT_EQ(only.reserved_cpus.to_string(), "0-1");
  EXPECT_TRUE(only.reserved.empty());
  EXPECT_EQ(text(node_of(annotated("reservation", "{'reservedCPUs':'0-1'}")).reserved), "cpu=2000");
  const NodeObject amount = node_of(annotated("reservation", "{'resources':{'cpu':'1500m'}}"));
  EXPECT_TRUE(amount.reserved_cpus.empty());
  EXPECT_EQ(text(amount.reserved), "cpu=1500");
}

TEST(NodeReader, ErrorsNameTheNodeAndTheField) {
  const auto refuse = [](const std::string &json, const std::string &message) {
    EXPECT_ERROR(node_of(json), Status::kInvalid, message) << json;
  };
  refuse(label("cpu-bind-policy", "FullPCPUs"),
         "Node n1: metadata.labels[\"node.koordinator.sh/cpu-bind-policy\"]: found \"FullPCPUs\", "
         "expected one of None, FullPCPUsOnly, SpreadByPCPUs");
  refuse(label("numa-allocate-strategy", "Most"), "expected one of MostAllocated, LeastAllocated");
  refuse(label("numa-topology-policy", "single-numa-node"), "expected one of None, BestEffort");
  refuse(labelled(R"("node.koordinator.sh/cpu-bind-policy":1)"), "found 1, expected a string");
  refuse(annotated("reservation", "{'applyPolicy':'Never'}"),
         "reservation\"].applyPolicy: found \"Never\", expected Default or ReservedCPUsOnly");
  refuse(annotated("reservation", "{'reservedCPUs':'a'}"), "reservation\"].reservedCPUs");
  refuse(annotated("reservation", "{'resources':{'cpu':'-1'},'applyPolicy':'ReservedCPUsOnly'}"),
         "reservation\"].resources.cpu: found \"-1\"");
  refuse(annotated("system-qos-resource", "{'cpuset':'1-'}"), "system-qos-resource\"].cpuset");
  refuse(annotated("system-qos-resource", "{'cpusetExclusive':'no'}"), "cpusetExclusive: found");
  for (const char *ratio : {"'1.5'", "-1", "1e300", "1001", "true"})
    refuse(annotated("resource-amplification-ratio", std::string("{'cpu':") + ratio + "}"),
           "resource-amplification-ratio\"].cpu: found");
  refuse(R"({"metadata":{"name":"n1"},"status":{"allocatable":{"cpu":"-1"}}})",
         "Node n1: status.allocatable.cpu: found \"-1\"");
  refuse(R"({"metadata":{"name":"n1"},"spec":{"unschedulable":"yes"}})", "spec.unschedulable");
  refuse("{}", "Node: metadata: missing");
  refuse(R"({"kind":"Pod"})", "Node: kind: found \"Pod\", expected Node");
}

TEST(NodeReader, CountsAmountsBeyond64BitsAsTheLargest) {
  const NodeObject node = node_of(R"({"metadata":{"name":"n1"},"status":{"allocatable":{
    "cpu":"1e16","ephemeral-storage":"10E","memory":"8Ei"}}})");
  ASSERT_EQ(node.allocatable.size(), 3u);
  for (const object::Amount &amount : node.allocatable)
    EXPECT_EQ(amount.value, INT64_MAX) << amount.resource;
}

}  // namespace
}  // namespace koord::wire
