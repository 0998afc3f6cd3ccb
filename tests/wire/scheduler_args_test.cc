// Arguments of Koordinator's plugins in scheduler configurations.
#include "wire/args/scheduler_args.h"

#include <gtest/gtest.h>

#include "support/expect_error.h"

namespace koord::wire {
namespace {

SchedulerArgs args_of(const std::string &json) { return read_scheduler_args(json); }
DeviceShareArgs devices(const std::string &members) {
  return args_of(R"({"kind":"DeviceShareArgs")" + (members.empty() ? "" : "," + members) + "}")
      .devices;
}
std::string configuration(const std::string &plugins) {
  return R"({"apiVersion":"kubescheduler.config.k8s.io/v1","kind":"KubeSchedulerConfiguration","profiles":[)" +
         plugins + "]}";
}

TEST(SchedulerArgs, AreThoseOfOnePlugin) {
  EXPECT_EQ(args_of("").numa.default_bind, object::PodBind::kFullPcpus);
  const std::string bind = R"("defaultCPUBindPolicy":"SpreadByPCPUs"})";
  for (const char *kind :
       {"", R"("kind":"NodeNUMAResourceArgs",)", R"("kind":"CPUOrchestrationPluginArgs",)"})
    EXPECT_EQ(args_of(std::string("{") + kind + bind).numa.default_bind,
              object::PodBind::kSpreadByPcpus);
  const DeviceShareArgs args = devices("");
  EXPECT_FALSE(args.strategy || args.settings.weights || args.settings.split_by_size);
  EXPECT_FALSE(args.settings.ignores_numa || args.settings.requires_object);
  EXPECT_EQ(args.settings.withhold_unreported, object::WithholdUnreported::kWhereReported);
  EXPECT_ERROR(args_of(R"({"kind":"CoschedulingArgs"})"), Status::kInvalid,
               R"(NodeNUMAResourceArgs.kind: found "CoschedulingArgs", expected )"
               "NodeNUMAResourceArgs, DeviceShareArgs or KubeSchedulerConfiguration");
  EXPECT_ERROR(args_of("[]"), Status::kInvalid, "NodeNUMAResourceArgs: found an array");
}

TEST(SchedulerArgs, OfDevices) {
  const DeviceShareArgs args = devices(R"(
      "apiVersion": "kubescheduler.config.k8s.io/v1", "allocator": "default", "enableQueueHint": true,
      "disableDeviceNUMATopologyAlignment": true,
      "requireDeviceObject": true,
      "withholdUnreportedDevices": "Always",
      "scoringStrategy": {"type": "MostAllocated",
                          "resources": [{"name": "koordinator.sh/gpu-core", "weight": 5},
                                        {"name": "koordinator.sh/rdma"}]},
      "gpuSharedResourceTemplatesConfig": {"configMapName": "x", "matchedResources": ["a/b", "c/d"]},
      "gpuShareUnsupportedModels": [{"vendor": "v", "model": "m"}],
      "gpuSharedResourceTemplates": {
        "huawei-Y": {},
        "huawei-X": {"vir02": {"huawei.com/npu-core": "2", "koordinator.sh/gpu-memory": "6Gi"},
                     "vir01": {"huawei.com/npu-core": 1, "huawei.com/npu-dvpp": "0"}}})");
  EXPECT_EQ(args.strategy, ScoringType::kMostAllocated);
  const object::DeviceSettings &settings = args.settings;
  using Weights = std::vector<std::pair<std::string, int32_t>>;
  EXPECT_EQ(settings.weights,
            (Weights{{"koordinator.sh/gpu-core", 5}, {"koordinator.sh/rdma", 1}}));
  EXPECT_TRUE(settings.ignores_numa && settings.requires_object);
  EXPECT_EQ(settings.withhold_unreported, object::WithholdUnreported::kAlways);
  EXPECT_EQ(devices(R"("withholdUnreportedDevices": "Never")").settings.withhold_unreported,
            object::WithholdUnreported::kNever);
  EXPECT_ERROR(
      devices(R"("withholdUnreportedDevices": "never")"), Status::kInvalid,
      "DeviceShareArgs.withholdUnreportedDevices: found \"never\", expected WhereReported, "
      "Always or Never");
  EXPECT_EQ(settings.split_by_size, (std::vector<std::string>{"a/b", "c/d"}));
  ASSERT_EQ(settings.unshared.size(), 1u);
  EXPECT_EQ(settings.unshared[0].vendor + settings.unshared[0].model, "vm");
  ASSERT_EQ(settings.shares.size(), 2u);
  EXPECT_EQ(settings.shares[0].model, "huawei-X");
  ASSERT_EQ(settings.shares[0].shares.size(), 2u);
  EXPECT_EQ(settings.shares[0].shares[0].name, "vir01");
  EXPECT_EQ(settings.shares[0].shares[0].amounts.size(), 1u);
  EXPECT_EQ(settings.shares[0].shares[1].amounts.size(), 2u);
  EXPECT_TRUE(settings.shares[1].shares.empty());
}

TEST(SchedulerArgs, OfBothPluginsInAConfiguration) {
  const SchedulerArgs args = args_of(configuration(R"({"schedulerName": "default-scheduler"},
      {"schedulerName": "koord-scheduler", "plugins": {}, "pluginConfig": [
        {"name": "Coscheduling", "args": {"kind": "CoschedulingArgs"}},
        {"name": "NodeNUMAResource", "args": {"defaultCPUBindPolicy": "SpreadByPCPUs"}},
        {"name": "DeviceShare", "args": {"kind": "DeviceShareArgs",
                                         "scoringStrategy": {"type": "MostAllocated"}}}]})"));
  EXPECT_EQ(args.numa.default_bind, object::PodBind::kSpreadByPcpus);
  EXPECT_EQ(args.devices.strategy, ScoringType::kMostAllocated);
  EXPECT_EQ(args_of(configuration("")).numa.default_bind, object::PodBind::kFullPcpus);
  const std::string one = R"({"pluginConfig": [{"name": "DeviceShare", "args": {}}]})";
  EXPECT_ERROR(args_of(configuration(one + "," + one)), Status::kInvalid,
               "KubeSchedulerConfiguration.profiles[1].pluginConfig[0]: found arguments of "
               "DeviceShare again, after those in "
               "KubeSchedulerConfiguration.profiles[0].pluginConfig[0]");
  EXPECT_ERROR(args_of(configuration(
                   R"({"pluginConfig": [{"name": "DeviceShare", "args": {"kind": "X"}}]})")),
               Status::kInvalid, "profiles[0].pluginConfig[0].args.kind: found \"X\"");
  EXPECT_ERROR(args_of(configuration(R"({"pluginConfig": [{"name": "DeviceShare", "args": []}]})")),
               Status::kInvalid, "args: found an array, expected an object");
}

TEST(SchedulerArgs, KindsIdentifyArgumentsUnderAnyPluginName) {
  const auto given = [](const std::string &name, const std::string &args) {
    return R"({"pluginConfig": [{"name": ")" + name + R"(", "args": )" + args + "}]}";
  };
  const std::string numa =
      R"({"kind": "CPUOrchestrationPluginArgs", "defaultCPUBindPolicy": "SpreadByPCPUs"})";
  EXPECT_EQ(args_of(configuration(given("CPUOrchestration", numa))).numa.default_bind,
            object::PodBind::kSpreadByPcpus);
  const std::string devices =
      R"({"kind": "DeviceShareArgs", "scoringStrategy": {"type": "MostAllocated"}})";
  EXPECT_EQ(args_of(configuration(given("Koord", devices))).devices.strategy,
            ScoringType::kMostAllocated);
  EXPECT_ERROR(args_of(configuration(given("CPUOrchestration", numa) + "," +
                                     given("NodeNUMAResource", "{}"))),
               Status::kInvalid,
               "profiles[1].pluginConfig[0]: found arguments of NodeNUMAResource again");
  EXPECT_ERROR(args_of(configuration(given(
                   "X", R"({"kind": "CPUOrchestrationPluginArgs", "defaultCPUBindPolicy": "Y"})"))),
               Status::kInvalid, "profiles[0].pluginConfig[0].args.defaultCPUBindPolicy");
  EXPECT_ERROR(args_of(configuration(given("NodeNUMAResource", devices))), Status::kInvalid,
               "args.kind: found \"DeviceShareArgs\", expected NodeNUMAResourceArgs");
  // Arguments of other plugins are not checked.
  EXPECT_NO_THROW(args_of(configuration(given("X", "[]") + "," + given("Y", R"({"kind": 7})") +
                                        "," + given("Z", R"({"kind": "a\u0000"})"))));
}

TEST(SchedulerArgs, ErrorsNameTheField) {
  EXPECT_ERROR(args_of(R"({"kind":"CPUOrchestrationPluginArgs","defaultCPUBindPolicy":"X"})"),
               Status::kInvalid, "CPUOrchestrationPluginArgs.defaultCPUBindPolicy: found \"X\"");

  EXPECT_ERROR(devices(R"("scoringStrategy":{"type":"BalancedAllocation"})"), Status::kInvalid,
               "DeviceShareArgs.scoringStrategy.type: found \"BalancedAllocation\", expected "
               "MostAllocated or LeastAllocated");
  EXPECT_ERROR(devices(R"("scoringStrategy":{"resources":[{"name":"a","weight":101}]})"),
               Status::kInvalid, "DeviceShareArgs.scoringStrategy.resources[0].weight");
  EXPECT_ERROR(devices(R"("gpuSharedResourceTemplates":{"m":{"s":{"a":"1GiB"}}})"),
               Status::kInvalid, "gpuSharedResourceTemplates.m.s.a");
  EXPECT_ERROR(devices(R"("gpuSharedResourceTemplates":{"m":[]})"), Status::kInvalid,
               "gpuSharedResourceTemplates.m: found an array");
  EXPECT_ERROR(devices(R"("gpuSharedResourceTemplatesConfig":{"matchedResources":[7]})"),
               Status::kInvalid, "matchedResources[0]");
}

TEST(SchedulerArgs, SizesAreLimited) {
  const auto entries = [](int n, const std::string &value) {
    std::string out;
    for (int i = 0; i < n; ++i)
      out += (i == 0 ? "" : ",") + ('"' + std::to_string(i) + "\":") + value;
    return "{" + out + "}";
  };
  const auto templates = [&](const std::string &models) {
    return devices(R"("gpuSharedResourceTemplates":)" + models);
  };
  EXPECT_EQ(templates(entries(1024, "{}")).settings.shares.size(), 1024u);
  EXPECT_ERROR(templates(entries(1025, "{}")), Status::kLimit, "1025 entries, at most 1024");
  EXPECT_ERROR(templates(entries(2, entries(513, "{}"))), Status::kLimit, "at most 1024");
  EXPECT_ERROR(templates(R"({"m":{"s":)" + entries(17, "1") + "}}"), Status::kLimit, "at most 16");
  EXPECT_ERROR(args_of(R"({"x":")" + std::string(size_t{1} << 20, 'x') + "\"}"), Status::kLimit,
               "NodeNUMAResourceArgs");
}

}  // namespace
}  // namespace koord::wire
