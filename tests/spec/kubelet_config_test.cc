// Settings read from KubeletConfiguration or configz: R60.
#include "wire/kubelet/kubelet_config.h"

#include "spec/spec_support.h"
#include "support/captured_log.h"

namespace koord::testing {
namespace {

using wire::CpuManagerPolicy;
using wire::KubeletConfig;
using wire::MemoryManagerPolicy;
using wire::TopologyManagerPolicy;
using wire::TopologyManagerScope;

KubeletConfig read(std::string_view json) {
  CapturedLog captured;
  return wire::parse_kubelet_config(json, captured.log());
}

// The file in the kubelet notes as JSON, with the other fields that they name.
constexpr std::string_view kNotes = R"({
  "kind": "KubeletConfiguration",
  "apiVersion": "kubelet.config.k8s.io/v1beta1",
  "featureGates": {"LocalStorageCapacityIsolationFSQuotaMonitoring": true, "CSIMigration": true,
                   "TopologyManager": false, "MemoryManager": false},
  "nodeStatusUpdateFrequency": "15s",
  "evictionHard": {"memory.available": "958Mi", "nodefs.available": "10%"},
  "systemReserved": {"memory": "2876Mi"},
  "cpuManagerPolicy": "static",
  "cpuManagerPolicyOptions": {"full-pcpus-only": "true"},
  "reservedSystemCPUs": "0-1",
  "topologyManagerPolicy": "single-numa-node",
  "topologyManagerScope": "pod",
  "memoryManagerPolicy": "Static",
  "reservedMemory": [{"numaNode": 0, "limits": {"memory": "1Gi"}},
                     {"numaNode": 1, "limits": {"memory": "512Mi", "hugepages-2Mi": "64Mi"}}]
})";

void expect_notes(const KubeletConfig &config) {
  EXPECT_EQ(config.cpu_manager_policy, CpuManagerPolicy::kStatic);
  EXPECT_TRUE(config.cpu_option("full-pcpus-only"));
  EXPECT_FALSE(config.cpu_option("distribute-cpus-across-numa"));
  EXPECT_EQ(config.reserved_cpus.to_string(), "0-1");
  EXPECT_EQ(config.topology_manager_policy, TopologyManagerPolicy::kSingleNumaNode);
  EXPECT_EQ(config.topology_manager_scope, TopologyManagerScope::kPod);
  EXPECT_EQ(config.memory_manager_policy, MemoryManagerPolicy::kStatic);
  ASSERT_EQ(config.reserved_memory.size(), 3u);
  EXPECT_EQ(config.reserved_memory[0].numa_node, 0);
  EXPECT_EQ(config.reserved_memory[0].bytes, int64_t{1} << 30);
  int64_t memory_of_node_1 = 0;
  int64_t huge_of_node_1 = 0;
  for (const wire::ReservedMemory &reserved : config.reserved_memory)
    if (reserved.numa_node == 1)
      (reserved.page_bytes == 0 ? memory_of_node_1 : huge_of_node_1) += reserved.bytes;
  EXPECT_EQ(memory_of_node_1, int64_t{512} << 20);
  EXPECT_EQ(huge_of_node_1, int64_t{64} << 20);
  EXPECT_EQ(config.feature_gates.size(), 4u);
  EXPECT_TRUE(config.feature_gates.at("CSIMigration"));
  EXPECT_FALSE(config.feature_gates.at("TopologyManager"));
  EXPECT_EQ(config.system_reserved.memory_bytes, int64_t{2876} << 20);
  EXPECT_EQ(config.eviction_hard.bytes, int64_t{958} << 20);
}

// Policies, options, scope, reserved CPUs and memory and feature gates come from
// KubeletConfiguration.
TEST(SpecKubeletConfig, R60_ReadFromKubeletConfiguration) { expect_notes(read(kNotes)); }

// The answer of configz wraps an equal configuration.
TEST(SpecKubeletConfig, R60_ReadFromConfigz) {
  expect_notes(read(R"({"kubeletconfig":)" + std::string(kNotes) + "}"));
}

// Absent fields have kubelet's defaults: policies none, scope container, nothing reserved.
TEST(SpecKubeletConfig, R60_AbsentFieldsHaveKubeletsDefaults) {
  for (const char *json :
       {"{}", R"({"kubeletconfig":{}})", R"({"cpuManagerPolicy":"","topologyManagerScope":""})"}) {
    const KubeletConfig config = read(json);
    EXPECT_EQ(config.cpu_manager_policy, CpuManagerPolicy::kNone) << json;
    EXPECT_EQ(config.topology_manager_policy, TopologyManagerPolicy::kNone) << json;
    EXPECT_EQ(config.topology_manager_scope, TopologyManagerScope::kContainer) << json;
    EXPECT_EQ(config.memory_manager_policy, MemoryManagerPolicy::kNone) << json;
    EXPECT_TRUE(config.cpu_manager_options.empty()) << json;
    EXPECT_TRUE(config.reserved_cpus.empty()) << json;
    EXPECT_TRUE(config.reserved_memory.empty()) << json;
    EXPECT_TRUE(config.feature_gates.empty()) << json;
  }
}

// Every policy of the topology manager is known under kubelet's name.
TEST(SpecKubeletConfig, R60_EveryTopologyManagerPolicyIsKnown) {
  const auto policy = [](const std::string &name) {
    return read(R"({"topologyManagerPolicy":")" + name + "\"}").topology_manager_policy;
  };
  EXPECT_EQ(policy("none"), TopologyManagerPolicy::kNone);
  EXPECT_EQ(policy("best-effort"), TopologyManagerPolicy::kBestEffort);
  EXPECT_EQ(policy("restricted"), TopologyManagerPolicy::kRestricted);
  EXPECT_EQ(policy("single-numa-node"), TopologyManagerPolicy::kSingleNumaNode);
}

// The node's report has CPU manager policy, options and reserved CPUs in its annotation, and the
// topology manager's policy and scope in topologyPolicies.
TEST(SpecKubeletConfig, R60_TheReportCarriesThem) {
  const auto machine = notes_machine();
  const auto report = report_of(
      machine.get(),
      R"({"kubeletconfig":{"cpuManagerPolicy":"static","reservedSystemCPUs":"0-1",)"
      R"("cpuManagerPolicyOptions":{"full-pcpus-only":"true","distribute-cpus-across-numa":"true"},)"
      R"("topologyManagerPolicy":"single-numa-node","topologyManagerScope":"pod"}})",
      "");
  const auto manager = annotation_of(report, "kubelet.koordinator.sh/cpu-manager-policy");
  EXPECT_EQ(manager,
            (nlohmann::json{
                {"policy", "static"},
                {"options", {{"full-pcpus-only", "true"}, {"distribute-cpus-across-numa", "true"}}},
                {"reservedCPUs", "0-1"}}));
  EXPECT_EQ(report.at("topologyPolicies"), nlohmann::json({"SingleNUMANodePodLevel"}));
}

// Without a configuration the report has kubelet's defaults.
TEST(SpecKubeletConfig, R60_TheReportCarriesTheDefaults) {
  const auto machine = notes_machine();
  const auto report = report_of(machine.get(), "", "");
  const auto manager = annotation_of(report, "kubelet.koordinator.sh/cpu-manager-policy");
  EXPECT_EQ(manager.at("policy"), "none");
  EXPECT_FALSE(manager.contains("options"));
  EXPECT_FALSE(manager.contains("reservedCPUs"));
  EXPECT_EQ(report.at("topologyPolicies"), nlohmann::json({"None"}));
}

}  // namespace
}  // namespace koord::testing
