// Device settings in a scheduler configuration, through the C interface.
#include "capi/cluster_devices_support.h"

namespace koord::testing {
namespace {

ClusterPtr with_args(const std::string &members) {
  return new_cluster(R"({"kind":"DeviceShareArgs",)" + members + "}");
}

ClusterPtr one_node(const std::string &args) {
  ClusterPtr cluster = new_cluster(args);
  add_node(cluster, "n");
  EXPECT_EQ(set_devices(cluster, device_json("n")), KOORD_OK);
  return cluster;
}

std::string get(const ClusterPtr &cluster, std::string_view uid, std::string_view requests,
                std::string_view annotations = "", std::string_view cpu = "1") {
  const Reserved reserved = reserve(cluster, device_pod(uid, requests, "", annotations, cpu), 0);
  if (reserved.reason != KOORD_REASON_NONE) return std::to_string(reserved.reason);
  return minors_in(devices_of(cluster, uid));
}

// Adds a pod that holds amounts of one GPU.
void hold(const ClusterPtr &cluster, const char *uid, const char *minor, const char *core,
          const char *ratio) {
  const std::string held = R"({"gpu":[{"minor":)" + std::string(minor) +
                           R"(,"resources":{"koordinator.sh/gpu-core":")" + core +
                           R"(","koordinator.sh/gpu-memory-ratio":")" + ratio + R"("}}]})";
  const std::string asked = R"("koordinator.sh/gpu-core":")" + std::string(core) +
                            R"(","koordinator.sh/gpu-memory-ratio":")" + ratio + "\"";
  const PodPtr pod = device_pod(
      uid, asked, "n", R"("scheduling.koordinator.sh/device-allocated":)" + quote_json(held));
  EXPECT_EQ(koord_cluster_set_pod(cluster.get(), pod.get(), nullptr, nullptr), KOORD_OK);
}

// Scores two nodes. On the first, most of the GPUs' compute and little of their memory is in use.
std::vector<int32_t> scores(const std::string &members) {
  const ClusterPtr cluster = with_args(members);
  for (const char *name : {"n", "m"}) {
    add_node(cluster, name);
    EXPECT_EQ(set_devices(cluster, device_json(name)), KOORD_OK);
  }
  for (int i = 0; i < 8; ++i) {
    const std::string minor = std::to_string(i);
    hold(cluster, ("core-" + minor).c_str(), minor.c_str(), "80", "10");
  }
  std::vector<int32_t> out;
  for (const koord_verdict &row :
       evaluate(cluster, device_pod("a", R"("koordinator.sh/gpu":"10")")).rows)
    out.push_back(row.score);
  return out;
}

TEST(DeviceArgs, WeightsAndStrategyMakeTheScore) {
  const auto device_scores = [](const std::string &type, const std::string &weights) {
    const std::string strategy = R"("scoringStrategy":{"type":")" + type + R"(","resources":[)";
    const std::vector<int32_t> all = scores(strategy + weights + "]}");
    const std::vector<int32_t> others = scores(strategy + "]}");  // scores of CPU and memory only
    return std::to_string(all[0] - others[0]) + ' ' + std::to_string(all[1] - others[1]);
  };
  const std::string ratio = R"({"name":"koordinator.sh/gpu-memory-ratio"})";
  const std::string core = R"({"name":"koordinator.sh/gpu-core","weight":3})";
  // The first node uses 80 of 800 of memory and 640 of compute; the pod adds 10.
  EXPECT_EQ(device_scores("LeastAllocated", ratio), "88 98");
  EXPECT_EQ(device_scores("MostAllocated", ratio), "11 1");
  EXPECT_EQ(device_scores("LeastAllocated", core), "18 98");
  EXPECT_EQ(device_scores("LeastAllocated", core + "," + ratio), "35 98");
}

TEST(DeviceArgs, ComeWithThoseForCpusInAConfiguration) {
  const ClusterPtr cluster = new_cluster(
      R"({"kind":"KubeSchedulerConfiguration","profiles":[{"pluginConfig":[
          {"name":"NodeNUMAResource","args":{"defaultCPUBindPolicy":"SpreadByPCPUs"}},
          {"name":"DeviceShare","args":{"scoringStrategy":{"type":"MostAllocated"}}}]}]})");
  for (const char *name : {"n", "m"}) {
    add_node(cluster, name);
    ASSERT_EQ(set_devices(cluster, device_json(name)), KOORD_OK);
  }
  hold(cluster, "x", "0", "100", "100");
  const auto rows = evaluate(cluster, device_pod("a", R"("nvidia.com/gpu":"1")")).rows;
  EXPECT_GT(rows[0].score, rows[1].score);
  EXPECT_EQ(reserve(cluster, pod_of({.uid = "b", .cpu = "2"}), 0).cpus, "0-1");
  koord_cluster *none = nullptr;
  EXPECT_FAILS(
      koord_cluster_new(nullptr, nullptr, R"({"kind":"DeviceShareArgs","scoringStrategy":7})",
                        KOORD_NUL, &none, &err),
      KOORD_E_INVALID, "DeviceShareArgs.scoringStrategy");
}

// A part of a GPU goes to the GPU in use or to an unused one: a
// stated strategy decides, else the tighter fit.
TEST(DeviceArgs, AStatedStrategyDecidesWhichGpu) {
  const auto chosen = [](const std::string &args) {
    const ClusterPtr cluster = one_node(args);
    hold(cluster, "x", "1", "50", "50");
    return get(cluster, "a", R"("koordinator.sh/gpu":"10")", "", "1");
  };
  const std::string strategy = R"({"kind":"DeviceShareArgs","scoringStrategy":{)";
  EXPECT_EQ(chosen(""), "gpu 1");
  EXPECT_EQ(chosen(strategy + R"("type":"LeastAllocated"}})"), "gpu 0");
  EXPECT_EQ(chosen(strategy + R"("type":"MostAllocated"}})"), "gpu 1");
  EXPECT_EQ(chosen(strategy + R"("resources":[{"name":"koordinator.sh/gpu-core"}]}})"), "gpu 1")
      << "weights alone state no strategy";
}

TEST(DeviceArgs, DevicesMayBeOnAnyNumaNode) {
  const std::string single =
      R"("scheduling.koordinator.sh/numa-topology-spec":"{\"numaTopologyPolicy\":\"SingleNUMANode\"}")";
  for (const bool ignored : {false, true}) {
    const ClusterPtr cluster = one_node(
        ignored ? R"({"kind":"DeviceShareArgs","disableDeviceNUMATopologyAlignment":true})" : "");
    EXPECT_EQ(reserve(cluster, pod_of({.uid = "cpus", .cpu = "6"}), 0).reason, KOORD_REASON_NONE);
    EXPECT_EQ(get(cluster, "a", R"("nvidia.com/gpu":"2")", single, "4"),
              ignored ? "gpu 0 1" : "gpu 4 5");
    EXPECT_EQ(get(cluster, "b", R"("nvidia.com/gpu":"5")", single, "1"),
              ignored ? "gpu 2 4 5 6 7" : std::to_string(KOORD_REASON_NUMA_UNALIGNED));
  }
}

// Pods wait for a Device object for GPUs that a device plugin counts, if that is requested and the
// Node lists Koordinator's GPU resources. They always wait for other devices.
TEST(DeviceArgs, PodsMayWaitForADeviceObject) {
  for (const bool requires_object : {false, true})
    for (const bool lists : {false, true}) {
      const ClusterPtr cluster =
          requires_object ? with_args(R"("requireDeviceObject":true)") : new_cluster("");
      const std::string listed = lists ? R"(,"koordinator.sh/gpu":"800")" : "";
      ASSERT_EQ(set_node(cluster,
                         R"({"metadata":{"name":"n"},"status":{"allocatable":{"cpu":"8",)"
                         R"("memory":"64Gi","pods":"110","nvidia.com/gpu":"8")" +
                             listed + "}}}",
                         nullptr, nullptr),
                KOORD_OK);
      const bool waits = requires_object || lists;
      const std::string none = std::to_string(KOORD_REASON_NO_DEVICES);
      EXPECT_EQ(get(cluster, "a", R"("nvidia.com/gpu":"1")"), waits ? none : "");
      EXPECT_EQ(get(cluster, "b", R"("koordinator.sh/gpu":"50")"), none);
      ASSERT_EQ(set_devices(cluster, device_json("n")), KOORD_OK);
      EXPECT_EQ(get(cluster, "c", R"("koordinator.sh/gpu":"50")"), waits ? "gpu 0" : "gpu 1");
    }
}

constexpr const char *kTemplates = R"("gpuSharedResourceTemplates":{"huawei-Ascend-310P":{
    "vir01":{"huawei.com/npu-core":"1","huawei.com/npu-cpu":"1","koordinator.sh/gpu-memory":"3Gi"},
    "vir02":{"huawei.com/npu-core":"2","huawei.com/npu-cpu":"2","koordinator.sh/gpu-memory":"6Gi"}}})";

void add_npus(const ClusterPtr &cluster) {
  add_node(cluster, "n");
  const std::string json = R"({"metadata":{"name":"n","labels":{
      "node.koordinator.sh/gpu-vendor":"huawei","node.koordinator.sh/gpu-model":"Ascend-310P"}},
      "spec":{"devices":[{"type":"gpu","minor":0,"health":true,"resources":{
        "huawei.com/npu-core":"8","huawei.com/npu-cpu":"7","huawei.com/npu-dvpp":"100",
        "koordinator.sh/gpu-memory":"24Gi","koordinator.sh/gpu-memory-ratio":"100"}}]}})";
  EXPECT_EQ(set_devices(cluster, json), KOORD_OK);
}
std::string npu(const char *core, const char *cpu, const char *memory) {
  return R"("koordinator.sh/gpu.shared":"1","huawei.com/npu-core":")" + std::string(core) +
         R"(","huawei.com/npu-cpu":")" + cpu + R"(","koordinator.sh/gpu-memory":")" + memory + '"';
}

TEST(DeviceArgs, NpusAreSplitIntoTheSizesThatTheModelHas) {
  const ClusterPtr cluster = with_args(kTemplates);
  add_npus(cluster);
  EXPECT_EQ(get(cluster, "a", npu("2", "2", "6Gi")), "gpu 0");
  EXPECT_NE(devices_of(cluster, "a").find(R"("gpuSharedResourceTemplate":"vir02")"),
            std::string::npos);
  EXPECT_EQ(get(cluster, "b", npu("2", "1", "6Gi")),
            std::to_string(KOORD_REASON_NO_SHARE_TEMPLATE));
  EXPECT_EQ(get(cluster, "c", npu("1", "1", "3Gi")), "gpu 0");
  const ClusterPtr without = new_cluster();
  add_npus(without);
  EXPECT_EQ(get(without, "a", npu("2", "2", "6Gi")),
            std::to_string(KOORD_REASON_NO_SHARE_TEMPLATE));
  // An empty list means that no resource has fixed sizes.
  const ClusterPtr any = with_args(R"("gpuSharedResourceTemplatesConfig":{"matchedResources":[]})");
  add_npus(any);
  EXPECT_EQ(get(any, "a", npu("2", "1", "5Gi")), "gpu 0");
}

TEST(DeviceArgs, SomeModelsAreNotShared) {
  for (const char *model : {"A100", "H100"}) {
    const ClusterPtr cluster =
        with_args(R"("gpuShareUnsupportedModels":[{"vendor":"nvidia","model":"A100"}])");
    add_node(cluster, "n");
    std::string json = device_json("n");
    json.replace(json.find(R"("name":"n")"), 10,
                 R"("name":"n","labels":{"node.koordinator.sh/gpu-vendor":"nvidia",)"
                 R"("node.koordinator.sh/gpu-model":")" +
                     std::string(model) + R"("})");
    ASSERT_EQ(set_devices(cluster, json), KOORD_OK);
    const bool shared = std::string_view(model) == "H100";
    EXPECT_EQ(get(cluster, "a", R"("koordinator.sh/gpu":"50")"),
              shared ? "gpu 0" : std::to_string(KOORD_REASON_NO_SHARE_TEMPLATE));
    EXPECT_NE(get(cluster, "b", R"("nvidia.com/gpu":"1")").find("gpu"), std::string::npos);
  }
}

}  // namespace
}  // namespace koord::testing
