#include "wire/kubelet/kubelet_config.h"

#include <gtest/gtest.h>

#include "support/captured_log.h"
#include "support/expect_error.h"

namespace koord::wire {
namespace {

KubeletConfig config_of(std::string_view json) { return parse_kubelet_config(json, Log{}); }

TEST(KubeletConfig, DefaultsAreKubelets) {
  for (const char *text : {"{}", R"({"kubeletconfig":{}})",
                           R"({"cpuManagerPolicy":"","topologyManagerScope":null})"}) {
    const KubeletConfig config = config_of(text);
    EXPECT_EQ(config.cpu_manager_policy, CpuManagerPolicy::kNone);
    EXPECT_EQ(config.topology_manager_policy, TopologyManagerPolicy::kNone);
    EXPECT_EQ(config.topology_manager_scope, TopologyManagerScope::kContainer);
    EXPECT_EQ(config.memory_manager_policy, MemoryManagerPolicy::kNone);
    EXPECT_EQ(config.max_allowable_numa_nodes, 8);
    EXPECT_FALSE(config.prefer_closest_numa_nodes);
    EXPECT_EQ(config.eviction_hard.bytes, 100 << 20);
    EXPECT_TRUE(config.reserved_cpus.empty());
    EXPECT_TRUE(config.reserved_memory.empty());
    EXPECT_EQ(reserved_cpu_count(config), 0);
  }
}

constexpr const char *kFull = R"({
  "kind":"KubeletConfiguration","apiVersion":"kubelet.config.k8s.io/v1beta1",
  "cpuManagerPolicy":"static","cpuManagerReconcilePeriod":"10s",
  "cpuManagerPolicyOptions":{"full-pcpus-only":"true","align-by-socket":"false"},
  "reservedSystemCPUs":"0,32-33",
  "kubeReserved":{"cpu":"500m","memory":"1Gi","pid":"100"},
  "systemReserved":{"cpu":1.2,"memory":"512Mi"},
  "evictionHard":{"memory.available":"10%","nodefs.available":"5%"},
  "topologyManagerPolicy":"single-numa-node","topologyManagerScope":"pod",
  "topologyManagerPolicyOptions":{"prefer-closest-numa-nodes":"1","max-allowable-numa-nodes":"16"},
  "memoryManagerPolicy":"Static",
  "reservedMemory":[{"numaNode":0,"limits":{"memory":"1100Mi"}},
                    {"numaNode":1,"limits":{"memory":"1Gi","hugepages-2Mi":"4Mi"}}],
  "featureGates":{"PodLevelResources":true,"PodLevelResourceManagers":false},
  "logging":{"format":"text","options":[{}]}})";

void expect_full(const KubeletConfig &config) {
  EXPECT_EQ(config.cpu_manager_policy, CpuManagerPolicy::kStatic);
  EXPECT_TRUE(config.cpu_option("full-pcpus-only"));
  EXPECT_FALSE(config.cpu_option("align-by-socket"));
  EXPECT_FALSE(config.cpu_option("strict-cpu-reservation"));
  EXPECT_EQ(config.reserved_cpus.to_string(), "0,32-33");
  EXPECT_EQ(config.kube_reserved.cpu_milli, 500);
  EXPECT_EQ(config.kube_reserved.memory_bytes, 1 << 30);
  EXPECT_EQ(config.system_reserved.cpu_milli, 1200);
  EXPECT_EQ(config.eviction_hard.bytes, 0);
  EXPECT_EQ(config.eviction_hard.percent, 10);
  EXPECT_EQ(config.topology_manager_policy, TopologyManagerPolicy::kSingleNumaNode);
  EXPECT_EQ(config.topology_manager_scope, TopologyManagerScope::kPod);
  EXPECT_TRUE(config.prefer_closest_numa_nodes);
  EXPECT_EQ(config.max_allowable_numa_nodes, 16);
  EXPECT_EQ(config.memory_manager_policy, MemoryManagerPolicy::kStatic);
  ASSERT_EQ(config.reserved_memory.size(), 3u);
  EXPECT_EQ(config.reserved_memory[0].bytes, int64_t{1100} << 20);
  EXPECT_EQ(config.reserved_memory[1].numa_node, 1);
  EXPECT_EQ(config.reserved_memory[1].page_bytes, 2u << 20);
  EXPECT_EQ(config.reserved_memory[1].bytes, 4 << 20);
  EXPECT_EQ(config.reserved_memory[2].page_bytes, 0u);
  EXPECT_TRUE(config.feature_gates.at("PodLevelResources"));
  EXPECT_EQ(reserved_cpu_count(config), 3);
}

TEST(KubeletConfig, ReadsEveryFieldFromTheObjectAndFromConfigz) {
  koord::testing::CapturedLog log;
  expect_full(parse_kubelet_config(kFull, log.log()));
  expect_full(parse_kubelet_config("{\"kubeletconfig\":" + std::string(kFull) + '}', log.log()));
  EXPECT_TRUE(log.messages.empty());
}

TEST(KubeletConfig, ReservedCpusAreCountedOnlyUnderTheStaticPolicy) {
  const auto count = [](const std::string &rest) {
    return reserved_cpu_count(config_of("{\"cpuManagerPolicy\":\"static\"," + rest + '}'));
  };
  EXPECT_EQ(count(R"("kubeReserved":{"cpu":"500m"},"systemReserved":{"cpu":"500m"})"), 1);
  EXPECT_EQ(count(R"("kubeReserved":{"cpu":"500m"},"systemReserved":{"cpu":"501m"})"), 2);
  EXPECT_EQ(count(R"("kubeReserved":{"cpu":"1u"})"), 1);
  EXPECT_EQ(count(R"("kubeReserved":{"memory":"1Gi"})"), 0);
  EXPECT_EQ(count(R"("kubeReserved":{"cpu":"8"},"reservedSystemCPUs":"3")"), 1);
  EXPECT_EQ(count(R"("kubeReserved":{"cpu":"9P"},"systemReserved":{"cpu":"9P"})"), INT32_MAX);
  EXPECT_EQ(reserved_cpu_count(config_of(R"({"kubeReserved":{"cpu":"2"}})")), 0);
}

TEST(KubeletConfig, EvictionThresholds) {
  const auto hard = [](const std::string &value, const std::string &rest = "") {
    return config_of("{\"evictionHard\":{" + value + "}" + rest + "}").eviction_hard;
  };
  EXPECT_EQ(hard(R"("memory.available":"1Gi")").bytes, 1 << 30);
  EXPECT_EQ(hard(R"("memory.available":"12.5%")").percent, 12.5);
  EXPECT_EQ(hard(R"("memory.available":"100%")").percent, 0);
  EXPECT_EQ(hard("").bytes, 0);
  EXPECT_EQ(hard(R"("nodefs.available":"5%")").bytes, 0);
  EXPECT_EQ(hard(R"("nodefs.available":"5%")", R"(,"mergeDefaultEvictionSettings":true)").bytes,
            100 << 20);
  for (const char *bad : {"101%", "-1%", "%", "x%", "inf%", "nan%", "1e1%", "0x1%", " 5%"})
    EXPECT_ERROR(hard("\"memory.available\":\"" + std::string(bad) + '"'), Status::kInvalid,
                 "KubeletConfiguration.evictionHard[\"memory.available\"]: found")
        << bad;
}

TEST(KubeletConfig, ErrorsNameTheField) {
  const auto refuse = [](const char *json, const char *message) {
    EXPECT_ERROR(config_of(json), Status::kInvalid, message) << json;
  };
  refuse(R"({"cpuManagerPolicy":"dynamic"})",
         "KubeletConfiguration.cpuManagerPolicy: found \"dynamic\", expected one of none, static");
  refuse(R"({"cpuManagerPolicy":1})", "cpuManagerPolicy: found 1, expected a string");
  refuse(R"({"kubeletconfig":{"topologyManagerPolicy":"Restricted"}})",
         "KubeletConfiguration.kubeletconfig.topologyManagerPolicy: found \"Restricted\"");
  refuse(R"({"topologyManagerScope":"node"})", "topologyManagerScope: found \"node\"");
  refuse(R"({"memoryManagerPolicy":"static"})", "memoryManagerPolicy: found \"static\"");
  refuse(R"({"cpuManagerPolicyOptions":{"full-pcpus-only":"yes"}})",
         "cpuManagerPolicyOptions.full-pcpus-only: bad value for option \"full-pcpus-only\": "
         "strconv.ParseBool: parsing \"yes\": invalid syntax");
  refuse(R"({"cpuManagerPolicyOptions":{"full-pcpus-only":true}})", "expected a string");
  refuse(R"({"cpuManagerPolicyOptions":[]})", "cpuManagerPolicyOptions: found an array");
  refuse(R"({"reservedSystemCPUs":"0-4294967295"})", "KubeletConfiguration.reservedSystemCPUs");
  refuse(R"({"reservedSystemCPUs":"3-1"})", "reservedSystemCPUs");
  refuse(R"({"reservedSystemCPUs":"1,,2"})", "reservedSystemCPUs");
  refuse(R"({"kubeReserved":{"cpu":"-1"}})", "kubeReserved.cpu: found \"-1\"");
  refuse(R"({"kubeReserved":{"cpu":"many"}})", "kubeReserved.cpu");
  refuse(R"({"systemReserved":{"memory":"10E"}})", "systemReserved.memory: found \"10E\"");
  refuse(R"({"systemReserved":{"cpu":"10P"}})", "systemReserved.cpu: found \"10P\"");
  refuse(R"({"topologyManagerPolicyOptions":{"max-allowable-numa-nodes":"7"}})",
         "max-allowable-numa-nodes: found \"7\", expected a whole number of at least 8");
  refuse(R"({"topologyManagerPolicyOptions":{"max-allowable-numa-nodes":"8x"}})", "at least 8");
  refuse(R"({"topologyManagerPolicyOptions":{"max-allowable-numa-nodes":"99999999999"}})",
         "at least 8");
  refuse(R"({"featureGates":{"X":"true"}})", "featureGates.X: found \"true\", expected true or");
  refuse(R"({"kind":"Pod"})", "KubeletConfiguration.kind: found \"Pod\"");
  refuse(R"({"apiVersion":"v1"})", "KubeletConfiguration.apiVersion: found \"v1\"");
  refuse("[]", "KubeletConfiguration: found an array, expected an object");
  refuse("", "KubeletConfiguration: is empty, expected JSON");
}

TEST(KubeletConfig, ReservedMemoryIsChecked) {
  const auto refuse = [](const char *list, const char *message) {
    EXPECT_ERROR(config_of("{\"reservedMemory\":" + std::string(list) + '}'), Status::kInvalid,
                 message)
        << list;
  };
  refuse(R"([{"numaNode":0,"limits":{"cpu":"1"}}])",
         "reservedMemory[0].limits.cpu: only memory and hugepages-*");
  refuse(R"([{"numaNode":0,"limits":{"memory":"0"}}])", "limits.memory: found 0");
  refuse(R"([{"numaNode":0,"limits":{"hugepages-":"1"}}])", "reservedMemory[0].limits.hugepages-");
  refuse(R"([{"numaNode":0,"limits":{"hugepages-0":"1"}}])", "a page size above 0");
  refuse(R"([{"limits":{"memory":"1"}},{"numaNode":0,"limits":{"memory":"1"}}])",
         "reservedMemory[1].limits.memory: reserved twice for NUMA node 0");
  refuse(R"([{"numaNode":0,"limits":{"hugepages-2Mi":"2Mi","hugepages-2048Ki":"2Mi"}}])",
         "reserved twice");
  refuse(R"([{"numaNode":-1,"limits":{"memory":"1"}}])", "reservedMemory[0].numaNode: found -1");
  refuse(R"([{"numaNode":0}])", "reservedMemory[0].limits: missing");
  refuse(R"({})", "reservedMemory: found an object, expected an array");
}

TEST(KubeletConfig, UnknownOptionsAreKeptAndRemarkedOn) {
  koord::testing::CapturedLog log;
  const auto config = parse_kubelet_config(
      R"({"cpuManagerPolicyOptions":{"new-one":"7"},"topologyManagerPolicyOptions":{"x":"y"}})",
      log.log());
  EXPECT_EQ(config.cpu_manager_options.at("new-one"), "7");
  EXPECT_FALSE(config.cpu_option("new-one"));
  ASSERT_EQ(log.messages.size(), 2u);
  EXPECT_NE(log.messages[0].find("cpuManagerPolicyOptions.new-one"), std::string::npos);
  EXPECT_NE(log.messages[1].find("topologyManagerPolicyOptions.x"), std::string::npos);
}

TEST(KubeletConfig, NamesAreKubelets) {
  EXPECT_EQ(name_of(CpuManagerPolicy::kStatic), "static");
  EXPECT_EQ(name_of(TopologyManagerPolicy::kBestEffort), "best-effort");
  EXPECT_EQ(name_of(TopologyManagerScope::kPod), "pod");
}

}  // namespace
}  // namespace koord::wire
