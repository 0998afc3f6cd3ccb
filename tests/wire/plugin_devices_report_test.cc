#include "wire/node/plugin_devices_report.h"

#include <gtest/gtest.h>

#include <string>

#include "support/expect_error.h"

namespace koord::wire {
namespace {

using object::KubeletPluginDevices;

const std::string kReport =
    R"({"devices":[{"resource":"a.com/x","unhealthy":2},)"
    R"({"resource":"nvidia.com/gpu","nodes":[0],"healthy":4,"unhealthy":1},)"
    R"({"resource":"nvidia.com/gpu","nodes":[0,2],"healthy":1}],)"
    R"("pods":[{"uid":"a","devices":[{"resource":"nvidia.com/gpu","nodes":[0],"healthy":2}]},)"
    R"({"uid":"b","ended":true,"devices":[]}],"preferClosestNUMANodes":true})";

TEST(PluginDevicesReport, RoundTrips) {
  const KubeletPluginDevices devices = read_device_manager_state(kReport, "x");
  ASSERT_EQ(devices.groups.size(), 3u);
  EXPECT_EQ(devices.groups[0].resource, "a.com/x");
  EXPECT_TRUE(devices.groups[0].nodes.empty());
  EXPECT_EQ(devices.groups[0].unhealthy, 2u);
  EXPECT_EQ(devices.groups[1].healthy, 4u);
  EXPECT_EQ(devices.groups[2].nodes, (std::vector<int>{0, 2}));
  ASSERT_EQ(devices.pods.size(), 2u);
  EXPECT_EQ(devices.pods[0].devices[0].healthy, 2u);
  EXPECT_TRUE(devices.pods[1].ended);
  EXPECT_TRUE(devices.prefer_closest);
  EXPECT_EQ(to_annotation(devices), kReport);
}

TEST(PluginDevicesReport, AbsentMembersAreEmpty) {
  const KubeletPluginDevices devices = read_device_manager_state("{}", "x");
  EXPECT_EQ(devices, KubeletPluginDevices{});
  EXPECT_EQ(to_annotation(devices), R"({"devices":[],"pods":[]})");
}

TEST(PluginDevicesReport, ErrorsNameTheField) {
  const auto fails = [](const std::string &text, const std::string &message) {
    EXPECT_ERROR(read_device_manager_state(text, "x"), Status::kInvalid, message) << text;
  };
  fails(R"({"devices":[{"nodes":[0]}]})", "x.devices[0]");
  fails(R"({"devices":[{"resource":"cpu"}]})", "x.devices[0].resource");
  fails(R"({"devices":[{"resource":"a.com/)" + std::string(400, 'x') + R"("}]})",
        "x.devices[0].resource");
  fails(R"({"devices":[{"resource":"a.com/x","nodes":[1024]}]})", "x.devices[0].nodes[0]");
  fails(R"({"devices":[{"resource":"a.com/x","nodes":[1,0]}]})", "x.devices[0].nodes[1]");
  fails(R"({"devices":[{"resource":"a.com/x","healthy":-1}]})", "x.devices[0].healthy");
  fails(R"({"devices":[{"resource":"a.com/x","healthy":4097}]})", "x.devices[0].healthy");
  fails(R"({"devices":[{"resource":"a.com/x"},{"resource":"a.com/x"}]})", "x.devices[1].resource");
  fails(R"({"devices":[{"resource":"b.com/x"},{"resource":"a.com/x"}]})", "x.devices[1].resource");
  fails(R"({"pods":[{"uid":""}]})", "x.pods[0].uid");
  fails(R"({"pods":[{"uid":"b"},{"uid":"a"}]})", "x.pods[1].uid");
  fails(R"({"pods":[{"uid":"a","devices":[{"resource":"cpu"}]}]})",
        "x.pods[0].devices[0].resource");
}

TEST(PluginDevicesReport, SizesAreLimited) {
  const auto list = [](const std::string &entry, size_t count) {
    std::string out;
    for (size_t i = 0; i < count; ++i) out += (i > 0 ? "," : "") + entry;
    return out;
  };
  std::string resources;
  for (size_t i = 0; i <= KubeletPluginDevices::kMaxResources; ++i)
    resources += (i > 0 ? R"(,{"resource":"a.com/)" : R"({"resource":"a.com/)") +
                 std::to_string(1000 + i) + R"("})";
  for (const std::string &text :
       {R"({"devices":[)" + list("{}", KubeletPluginDevices::kMaxGroups + 1) + "]}",
        R"({"devices":[)" + resources + "]}",
        R"({"pods":[)" + list("{}", KubeletPluginDevices::kMaxPods + 1) + "]}"})
    EXPECT_ERROR(read_device_manager_state(text, "x"), Status::kLimit, "at most");
  EXPECT_ERROR(read_device_manager_state(
                   R"({"devices":[{"resource":"a.com/x","healthy":4096,"unhealthy":1}]})", "x"),
               Status::kLimit, "x.devices: more than 4096 devices");
}

}  // namespace
}  // namespace koord::wire
