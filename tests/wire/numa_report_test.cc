// Parts of a NodeResourceTopology that NodeResourceTopologyMatch
// reads, and the plugin's own arguments.
#include "wire/node/numa_report.h"

#include <gtest/gtest.h>

#include "support/captured_log.h"
#include "support/expect_error.h"
#include "wire/args/nrt_match_args.h"
#include "wire/node/nrt_reader.h"

namespace koord::wire {
namespace {

object::NumaReport read_report(const std::string &members, const Log &log = {}) {
  return read_node_topology(R"({"metadata":{"name":"n"},)" + members + "}", log).report;
}

std::string zone(const std::string &name, const std::string &more = "") {
  return R"({"name":")" + name + R"(","type":"Node")" + more + "}";
}

TEST(NumaReport, KeepsTheOrderOfZonesAndAvailableAmounts) {
  const auto report = read_report(
      R"("zones":[)" +
      zone("node-7", R"(,"resources":[{"name":"memory","capacity":"8Gi","available":"4Gi"},
                             {"name":"cpu","capacity":8,"allocatable":7,"available":"1500m"},
                             {"name":"vendor/nic","capacity":"3"}])") +
      "," + zone("node-2") + "]");
  ASSERT_EQ(report.zones.size(), 2U);
  EXPECT_EQ(report.zones[0].node, 7);
  EXPECT_EQ(report.zones[1].node, 2);
  const object::Amounts &available = report.zones[0].available;
  ASSERT_EQ(available.size(), 3U);
  EXPECT_EQ(available[0].resource, "cpu");
  EXPECT_EQ(available[0].value, 1500);
  EXPECT_EQ(available[1].value, int64_t{4} << 30);
  EXPECT_EQ(available[2].resource, "vendor/nic");  // listed, with nothing available
  EXPECT_EQ(available[2].value, 0);
}

TEST(NumaReport, KeepsCostsAsWritten) {
  const auto report = read_report(R"("zones":[)" + zone("node-0", R"(,"costs":[
    {"name":"node-1","value":20},{"name":"node-0","value":0},{"name":"node-64","value":1},
    {"name":"socket-1","value":1},{"name":"node-3","value":4294967295}])") +
                                  "]");
  ASSERT_EQ(report.zones[0].costs.size(), 3U);
  EXPECT_EQ(report.zones[0].costs[0].node, 1);
  EXPECT_EQ(report.zones[0].costs[0].value, 20);
  EXPECT_EQ(report.zones[0].costs[1].value, 0);
  EXPECT_EQ(report.zones[0].costs[2].value, (int64_t{1} << 32) - 1);
}

TEST(NumaReport, ZonesAreNumaNodes0To63) {
  testing::CapturedLog log;
  const auto report = read_report(R"("zones":[)" + zone("node-63") + "," + zone("node-64") + "," +
                                      zone("node-x") + R"(,{"name":"node-1","type":"Core"}])",
                                  log.log());
  ASSERT_EQ(report.zones.size(), 1U);
  EXPECT_EQ(report.zones[0].node, 63);
  EXPECT_TRUE(std::any_of(log.messages.begin(), log.messages.end(), [](const std::string &text) {
    return text.find(
               "zones[1].name: NodeResourceTopologyMatch supports only NUMA nodes below 64") !=
           std::string::npos;
  }));
}

TEST(NumaReport, PoliciesAndAttributesAreKeptAsWritten) {
  const auto report =
      read_report(R"("topologyPolicies":["foobar","SingleNUMANodePodLevel"],"attributes":[
    {"name":"topologyManagerScope","value":"Pod"},{"name":"x","value":3},{"value":"y"},
    {"name":"nodeTopologyPodsFingerprint","value":"pfp0v001"}])");
  EXPECT_EQ(report.policies, std::vector<std::string>({"foobar", "SingleNUMANodePodLevel"}));
  ASSERT_EQ(report.attributes.size(), 2U);
  EXPECT_EQ(report.attributes[0].name, "topologyManagerScope");
  EXPECT_EQ(report.attributes[0].value, "Pod");
}

TEST(NumaReport, MalformedZonesAreNamed) {
  EXPECT_ERROR(read_report(R"("zones":[)" + zone("node-0") + "," + zone("node-0") + "]"),
               Status::kInvalid, "zones[1].name");
  EXPECT_ERROR(
      read_report(R"("zones":[)" +
                  zone("node-0", R"(,"resources":[{"name":"cpu","available":"-1"}])") + "]"),
      Status::kInvalid, "zones[0].resources[0].available");
  EXPECT_ERROR(read_report(R"("zones":[)" +
                           zone("node-0", R"(,"costs":[{"name":"node-0","value":-1}])") + "]"),
               Status::kInvalid, "zones[0].costs[0]");
  EXPECT_ERROR(read_report(R"("topologyPolicies":[3])"), Status::kInvalid, "topologyPolicies[0]");
}

TEST(NrtMatchArgs, AreThePluginsOwn) {
  const NrtMatchArgs args = read_nrt_match_args(R"({
    "apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "NodeResourceTopologyMatchArgs",
    "cacheResyncPeriodSeconds": 5, "scoringStrategy": {"type": "MostAllocated",
      "resources": [{"name": "cpu", "weight": 3}, {"name": "memory"}]}})");
  EXPECT_EQ(args.strategy, "MostAllocated");
  const std::vector<std::pair<std::string, int32_t>> weights = {{"cpu", 3}, {"memory", 1}};
  EXPECT_EQ(args.weights, weights);
}

TEST(NrtMatchArgs, DefaultToLeastAllocated) {
  for (const char *text : {"", "{}", R"({"scoringStrategy":{}})", R"({"scoringStrategy":null})"}) {
    EXPECT_EQ(read_nrt_match_args(text).strategy, "LeastAllocated") << text;
    EXPECT_TRUE(read_nrt_match_args(text).weights.empty()) << text;
  }
}

TEST(NrtMatchArgs, ErrorsNameTheField) {
  const auto fails = [](const char *text, const char *field) {
    EXPECT_ERROR(read_nrt_match_args(text), Status::kInvalid, field) << text;
  };
  fails("[]", "expected an object");
  fails("nonsense", "NodeResourceTopologyMatchArgs");
  fails(R"({"kind":"NodeResourcesFitArgs"})", "kind");
  fails(R"({"scoringStrategy":{"type":3}})", "scoringStrategy.type");
  fails(R"({"scoringStrategy":{"resources":[{"weight":1}]}})", "scoringStrategy.resources[0]");
  fails(R"({"scoringStrategy":{"resources":[{"name":"cpu","weight":2147483648}]}})", "weight");
  EXPECT_ERROR(read_nrt_match_args(std::string((1 << 20) + 1, ' ')), Status::kLimit, "bytes");
}

}  // namespace
}  // namespace koord::wire
