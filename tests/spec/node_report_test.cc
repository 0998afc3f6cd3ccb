// Reports of a node: R55 to R58, R60.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "capi/node_support.h"

namespace koord::testing {
namespace {

using nlohmann::json;

constexpr std::string_view kNode =
    R"({"metadata":{"name":"node-0","annotations":{)"
    R"("node.koordinator.sh/reservation":"{\"reservedCPUs\":\"7\"}",)"
    R"("node.koordinator.sh/system-qos-resource":"{\"cpuset\":\"6\",\"cpusetExclusive\":false}"}}})";

void fill(NodeUnderTest &node) {
  node.kubelet(
      R"({"kubeletconfig":{"cpuManagerPolicy":"static","cpuManagerPolicyOptions":{"full-pcpus-only":"true"},)"
      R"("reservedSystemCPUs":"0,8","topologyManagerPolicy":"single-numa-node","topologyManagerScope":"pod"}})",
      kServesOne);
  node.object(kNode);
  node.set("k", "", "2");
  node.set("e", "LSE", "2", R"({"cpuset":"2,10"})");
  node.set("r", "LSR", "1", R"({"cpuset":"3"})");
  node.set("ls", "LS", "1");
  node.set("be", "BE", "1");
}

json annotation(const json &nrt, const char *name) {
  return json::parse(nrt["metadata"]["annotations"][name].get<std::string>());
}

// Reserved CPUs must be known under every policy of kubelet,
// because exclusive pods must not get them.
TEST(SpecNodeReport, R55_ReservedCpusAreReportedUnderEveryPolicy) {
  for (const char *policy : {"none", "static"}) {
    NodeUnderTest node;
    node.object(kNode);
    node.kubelet(json{{"cpuManagerPolicy", policy}, {"reservedSystemCPUs", "0,8"}}.dump());
    EXPECT_EQ(annotation(json::parse(node.nrt()), "kubelet.koordinator.sh/cpu-manager-policy"),
              (json{{"policy", policy}, {"reservedCPUs", "0,8"}}));
  }
}

// The report has NUMA resources, ids, topology manager, CPU manager policy
// and options with reserved CPUs, the CPUs of Guaranteed, LSE and LSR pods
// but not of LS and BE pods, and the shared pools.
TEST(SpecNodeReport, R55_TheWholeReport) {
  NodeUnderTest node;
  fill(node);
  const json nrt = json::parse(node.nrt());
  EXPECT_EQ(nrt["topologyPolicies"], json({"SingleNUMANodePodLevel"}));
  EXPECT_EQ(
      annotation(nrt, "kubelet.koordinator.sh/cpu-manager-policy"),
      json::parse(
          R"({"policy":"static","options":{"full-pcpus-only":"true"},"reservedCPUs":"0,8"})"));
  EXPECT_EQ(annotation(nrt, "node.koordinator.sh/pod-cpu-allocs"), json::parse(R"([
      {"namespace":"default","name":"pod-e","uid":"e","cpuset":"2,10"},
      {"namespace":"default","name":"pod-k","uid":"k","cpuset":"1,9","managedByKubelet":true},
      {"namespace":"default","name":"pod-r","uid":"r","cpuset":"3"}])"));
  EXPECT_EQ(annotation(nrt, "node.koordinator.sh/cpu-shared-pools"), json::parse(R"([
      {"socket":0,"node":0,"cpuset":"0,8,11"},{"socket":1,"node":1,"cpuset":"4-6,12-15"}])"));
  EXPECT_EQ(annotation(nrt, "node.koordinator.sh/be-cpu-shared-pools"), json::parse(R"([
      {"socket":0,"node":0,"cpuset":"0,3,8,11"},{"socket":1,"node":1,"cpuset":"4-6,12-15"}])"));
  EXPECT_EQ(annotation(nrt, "node.koordinator.sh/reservation"),
            json::parse(R"({"reservedCPUs":"7"})"));
  EXPECT_EQ(annotation(nrt, "node.koordinator.sh/system-qos-resource"),
            json::parse(R"({"cpuset":"6","cpusetExclusive":false})"));
  ASSERT_EQ(nrt["zones"].size(), 2u);
  EXPECT_EQ(nrt["zones"][0]["resources"][0], json::parse(R"({"name":"cpu","capacity":"8",
      "allocatable":"6","available":"1"})"));
}

// An agent in the first stage of a takeover reports the stage.
TEST(SpecNodeReport, R22_S29_TheFirstStageIsReported) {
  for (const bool ignores : {false, true}) {
    NodeUnderTest node(KOORD_PROFILE_SPEC, ignores ? KOORD_AGENT_IGNORE_KUBELET : 0);
    fill(node);
    const json annotations = json::parse(node.nrt())["metadata"]["annotations"];
    EXPECT_EQ(annotations.value("node.koordinator.sh/takeover-stage", ""), ignores ? "1" : "");
  }
}

// (up) Upstream reports kubelet's pods only.
TEST(SpecNodeReport, R55_UpstreamReportsKubeletsPodsOnly) {
  NodeUnderTest node(KOORD_PROFILE_UPSTREAM);
  fill(node);
  EXPECT_EQ(
      node.annotation(KOORD_AGENT_ANNOTATION_POD_CPU_ALLOCS),
      R"([{"namespace":"default","name":"pod-k","uid":"k","cpuset":"1,9","managedByKubelet":true}])");
}

// The object is named after the node and labelled app.kubernetes.io/managed-by=Koordinator.
TEST(SpecNodeReport, R56_NamedAfterTheNode) {
  NodeUnderTest node;
  fill(node);
  const json nrt = json::parse(node.nrt());
  EXPECT_EQ(nrt["metadata"]["name"], "node-0");
  EXPECT_EQ(nrt["metadata"]["labels"]["app.kubernetes.io/managed-by"], "Koordinator");
}

// The annotations use Linux lists and are read back unchanged.
TEST(SpecNodeReport, R57_WhatIsReportedIsReadBack) {
  NodeUnderTest node;
  fill(node);
  const std::string nrt = node.nrt();
  koord_topology *topology = nullptr;
  koord_error err{};
  ASSERT_EQ(koord_topology_from_nrt(nullptr, nrt.data(), nrt.size(), &topology, &err), KOORD_OK)
      << err.message;
  const TopologyPtr read(topology);
  koord_topology_info info = KOORD_INIT(koord_topology_info);
  ASSERT_EQ(koord_topology_get_info(topology, &info, nullptr), KOORD_OK);
  EXPECT_EQ(info.cpus, 16u);
  EXPECT_EQ(info.numa_nodes, 2u);
  const json details = annotation(json::parse(nrt), "node.koordinator.sh/cpu-topology")["detail"];
  EXPECT_EQ(details[0], json::parse(R"({"id":0,"core":0,"socket":0,"node":0})")) << "zeros written";
}

// Empty values are reported explicitly.
TEST(SpecNodeReport, R57_ANodeWithoutAnything) {
  NodeUnderTest node;
  node.object(R"({"metadata":{"name":"n"}})");
  const json nrt = json::parse(node.nrt());
  EXPECT_EQ(annotation(nrt, "node.koordinator.sh/pod-cpu-allocs"), json::array());
  EXPECT_EQ(annotation(nrt, "node.koordinator.sh/reservation"), json::object());
  EXPECT_EQ(annotation(nrt, "node.koordinator.sh/system-qos-resource"), json::object());
  EXPECT_EQ(annotation(nrt, "kubelet.koordinator.sh/cpu-manager-policy"),
            json::parse(R"({"policy":"none"})"));
}

// Allocations of existing Guaranteed pods come from the CPU state checkpoint.
TEST(SpecNodeReport, R58_AllocationsComeFromKubeletsCheckpoint) {
  NodeUnderTest node;
  node.kubelet(kStatic, kServesOne);
  EXPECT_EQ(node.annotation(KOORD_AGENT_ANNOTATION_POD_CPU_ALLOCS),
            R"([{"uid":"k","cpuset":"1,9","managedByKubelet":true}])");
}

// Policies come from KubeletConfiguration or configz, with kubelet's defaults.
TEST(SpecNodeReport, R60_KubeletsDefaults) {
  NodeUnderTest node;
  node.object(R"({"metadata":{"name":"n"}})");
  for (const char *config : {"", "{}", R"({"kubeletconfig":{}})"}) {
    node.kubelet(config);
    EXPECT_EQ(json::parse(node.nrt())["topologyPolicies"], json({"None"}));
  }
}

}  // namespace
}  // namespace koord::testing
