// NodeResourceTopology objects for schedulers. tests/wire/nrt_reader_test.cc tests the machine and
// the report, which are read by the same code.
#include <gtest/gtest.h>

#include "object/pods.h"
#include "support/captured_log.h"
#include "support/expect_error.h"
#include "wire/node/nrt_reader.h"

namespace koord::wire {
namespace {

using object::NodeTopology;
using object::NumaPolicy;
using object::text;

NodeTopology read_annotations(const std::string &json) { return read_node_topology(json, Log{}); }

// An object "n1" with these annotations (' in place of ") and members.
std::string nrt(std::string annotations, const std::string &members = "") {
  for (size_t at = 0; (at = annotations.find('\'', at)) != std::string::npos; at += 2)
    annotations.replace(at, 1, "\\\"");
  return R"({"metadata":{"name":"n1","annotations":{)" + annotations + "}}" + members + "}";
}

TEST(NodeTopology, ReadsEveryField) {
  const NodeTopology got = read_annotations(nrt(
      R"("node.koordinator.sh/cpu-topology":"{'detail':[{'id':0},{'id':1,'core':1,'socket':1,'node':1}]}",
         "kubelet.koordinator.sh/cpu-manager-policy":
           "{'policy':'static','options':{'full-pcpus-only':'true','distribute-cpus-across-numa':'1'},'reservedCPUs':'0'}",
         "node.koordinator.sh/pod-cpu-allocs":
           "[{'namespace':'d','name':'p','uid':'u','cpuset':'1','managedByKubelet':true}]",
         "node.koordinator.sh/reservation":"{'reservedCPUs':'1'}",
         "node.koordinator.sh/system-qos-resource":"{'cpuset':'0','cpusetExclusive':false}",
         "node.koordinator.sh/resource-amplification-ratio":"{'cpu':2}")",
      R"(,"topologyPolicies":["RestrictedPodLevel"],"zones":[
        {"name":"node-1","type":"Node","resources":[
          {"name":"x/nic","capacity":3,"allocatable":2,"available":1},
          {"name":"cpu","capacity":"20","allocatable":"15500m","available":"10"},
          {"name":"memory","capacity":"4Gi","allocatable":"3Gi"}]},
        {"name":"node-0","type":"Node","resources":[{"name":"hugepages-2Mi","allocatable":"4Mi"}]}])"));
  EXPECT_EQ(got.node, "n1");
  ASSERT_NE(got.machine, nullptr);
  EXPECT_EQ(got.machine->all_cpus().to_string(), "0-1");
  EXPECT_EQ(got.machine->nodes()[1].memory_bytes, uint64_t{4} << 30);
  ASSERT_EQ(got.capacity.size(), 2u);
  ASSERT_EQ(got.allocatable.size(), 2u);
  ASSERT_EQ(got.available.size(), 2u);
  EXPECT_EQ(got.allocatable[0].node, 0);
  EXPECT_EQ(text(got.allocatable[0].amounts), "hugepages-2Mi=4194304");
  EXPECT_EQ(text(got.capacity[0].amounts), "");
  EXPECT_EQ(got.capacity[1].node, 1);
  EXPECT_EQ(text(got.capacity[1].amounts), "cpu=20000 memory=4294967296 x/nic=3");
  EXPECT_EQ(text(got.allocatable[1].amounts), "cpu=15500 memory=3221225472 x/nic=2");
  EXPECT_EQ(text(got.available[1].amounts), "cpu=10000 x/nic=1");
  EXPECT_TRUE(got.kubelet_static && got.kubelet_full_pcpus_only && got.kubelet_distribute_numa);
  EXPECT_EQ(got.kubelet_reserved.to_string(), "0");
  EXPECT_EQ(got.numa_policy, NumaPolicy::kRestricted);
  EXPECT_TRUE(got.pod_scope);
  ASSERT_EQ(got.held.size(), 1u);
  EXPECT_EQ(got.held[0].uid, "u");
  EXPECT_EQ(got.held[0].cpus.to_string(), "1");
  EXPECT_EQ(got.node_reserved_cpus.to_string(), "1");
  EXPECT_EQ(got.system_qos_cpus.to_string(), "0");
  EXPECT_FALSE(got.system_qos_exclusive);
  EXPECT_EQ(got.cpu_amplification, 2);
}

TEST(NodeTopology, AnEmptyObjectHasDefaults) {
  const NodeTopology got = read_annotations(R"({"metadata":{"name":"n1"}})");
  EXPECT_EQ(got.machine, nullptr);
  EXPECT_TRUE(got.capacity.empty() && got.held.empty() && got.kubelet_reserved.empty());
  EXPECT_FALSE(got.kubelet_static || got.kubelet_full_pcpus_only || got.pod_scope);
  EXPECT_EQ(got.numa_policy, NumaPolicy::kAbsent);
  EXPECT_TRUE(got.system_qos_exclusive);
  EXPECT_EQ(got.cpu_amplification, 0);
}

TEST(NodeTopology, OptionsOfAnotherPolicyThanStaticHaveNoEffect) {
  const NodeTopology got = read_annotations(nrt(
      R"("kubelet.koordinator.sh/cpu-manger-policy":"{'policy':'none','options':{'full-pcpus-only':'true'}}")"));
  EXPECT_FALSE(got.kubelet_static || got.kubelet_full_pcpus_only);
  EXPECT_FALSE(
      read_annotations(
          nrt(R"("kubelet.koordinator.sh/cpu-manager-policy":"{'policy':'static','options':{'full-pcpus-only':'false'}}")"))
          .kubelet_full_pcpus_only);
}

// SingleNUMANodePodLevel and SingleNUMANodeContainerLevel both mean SingleNUMANode.
TEST(NodeTopology, R49_EverySpellingOfTopologyPolicies) {
  const auto expect = [](const std::string &name, NumaPolicy policy, bool pod_scope) {
    const NodeTopology got = read_annotations(nrt("", R"(,"topologyPolicies":[")" + name + "\"]"));
    EXPECT_EQ(got.numa_policy, policy) << name;
    EXPECT_EQ(got.pod_scope, pod_scope) << name;
  };
  expect("None", NumaPolicy::kNone, false);
  expect("BestEffort", NumaPolicy::kBestEffort, false);
  expect("BestEffortPodLevel", NumaPolicy::kBestEffort, true);
  expect("BestEffortContainerLevel", NumaPolicy::kBestEffort, false);
  expect("Restricted", NumaPolicy::kRestricted, false);
  expect("RestrictedPodLevel", NumaPolicy::kRestricted, true);
  expect("RestrictedContainerLevel", NumaPolicy::kRestricted, false);
  expect("SingleNUMANode", NumaPolicy::kSingleNode, false);
  expect("SingleNUMANodePodLevel", NumaPolicy::kSingleNode, true);
  expect("SingleNUMANodeContainerLevel", NumaPolicy::kSingleNode, false);
}

TEST(NodeTopology, AttributesReplaceTopologyPolicies) {
  const std::string attributes =
      R"(,"attributes":[{"name":"other","value":"x"},{"name":"topologyManagerPolicy","value":"single-numa-node"},
                        {"name":"topologyManagerScope","value":"pod"}])";
  const NodeTopology alone = read_annotations(nrt("", attributes));
  EXPECT_EQ(alone.numa_policy, NumaPolicy::kSingleNode);
  EXPECT_TRUE(alone.pod_scope);

  koord::testing::CapturedLog log;
  const NodeTopology both = read_node_topology(
      nrt("", R"(,"topologyPolicies":["BestEffortContainerLevel"])" + attributes), log.log());
  EXPECT_EQ(both.numa_policy, NumaPolicy::kSingleNode);
  EXPECT_TRUE(both.pod_scope);
  ASSERT_EQ(log.messages.size(), 1u);
  EXPECT_EQ(log.messages[0],
            "NodeResourceTopology n1: topologyPolicies: differs from attributes, which are used");
  log.messages.clear();
  read_node_topology(nrt("", R"(,"topologyPolicies":["SingleNUMANodePodLevel"])" + attributes),
                     log.log());
  EXPECT_TRUE(log.messages.empty());

  EXPECT_EQ(
      read_node_topology(
          nrt("", R"(,"attributes":[{"name":"topologyManagerPolicy","value":"odd"}])"), log.log())
          .numa_policy,
      NumaPolicy::kAbsent);
  ASSERT_EQ(log.messages.size(), 1u);
  EXPECT_NE(log.messages[0].find("attributes[0].value: found \"odd\", expected one of "),
            std::string::npos)
      << log.messages[0];
}

TEST(NodeTopology, ErrorsNameTheObjectAndTheField) {
  const auto refuse = [](const std::string &json, const std::string &message) {
    EXPECT_ERROR(read_annotations(json), Status::kInvalid, message) << json;
  };
  const auto zone = [](const std::string &resources) {
    return nrt("", R"(,"zones":[{"name":"node-0","type":"Node","resources":[)" + resources + "]}]");
  };
  refuse(zone(R"({"name":"x/nic","available":"-1"})"),
         "NodeResourceTopology n1: zones[0].resources[0].available: found \"-1\"");
  refuse(zone(R"({"name":"x/nic"},{"name":"x/nic"})"), "zones[0].resources[1].name: listed twice");
  refuse(zone(R"({"name":"hugepages-2Mi"},{"name":"hugepages-2048Ki"})"),
         "zones[0].resources[1].name: listed twice");
  refuse(zone(R"({"name":"cpu","allocatable":"10E"})"), "resources[0].allocatable: found");
  refuse(nrt("", R"(,"attributes":[{"name":1}])"), "attributes[0].name: found 1");
  refuse(nrt("", R"(,"attributes":{})"), "attributes: found an object");
  refuse(nrt(R"("node.koordinator.sh/cpu-topology":"{'detail':[]}")"), "NodeResourceTopology n1: ");
  refuse(R"({"metadata":{}})", "NodeResourceTopology: metadata.name: missing");
}

// Many huge page sizes and resources take linear, not quadratic, time.
TEST(NodeTopology, ManyResourcesAreNoHarm) {
  std::string resources = R"({"name":"cpu","capacity":1})";
  for (int i = 1; i < 50000; ++i)
    resources += R"(,{"name":"hugepages-)" + std::to_string(i) + R"(","capacity":0})";
  const NodeTopology got = read_annotations(
      nrt("", R"(,"zones":[{"name":"node-0","type":"Node","resources":[)" + resources + "]}]"));
  EXPECT_EQ(got.capacity[0].amounts.size(), 50000u);
}

}  // namespace
}  // namespace koord::wire
