// Devices over the life of nodes and pods: R105, R106, R110, R111, R115, R116, R118.
#include "device/container.h"
#include "spec/cluster_support.h"
#include "wire/device/device_object.h"
#include "wire/kubelet/device_checkpoint.h"
#include "wire/kubelet/kubelet_devices.h"
#include "wire/pod/device_annotations.h"

namespace koord::testing {
namespace {

json device(const char *type, int minor, const std::string &id = "") {
  json resources = {{std::string("koordinator.sh/") + type, "100"}};
  if (type == std::string("gpu"))
    resources = {{"koordinator.sh/gpu-core", "100"},
                 {"koordinator.sh/gpu-memory", "8Gi"},
                 {"koordinator.sh/gpu-memory-ratio", "100"}};
  return {{"type", type},
          {"id", id.empty() ? "GPU-" + std::to_string(minor) : id},
          {"minor", minor},
          {"health", true},
          {"resources", resources}};
}
json device_object(const json &devices, const std::string &node = "node-0") {
  return {{"apiVersion", "scheduling.koordinator.sh/v1alpha1"},
          {"kind", "Device"},
          {"metadata", {{"name", node}}},
          {"spec", {{"devices", devices}}}};
}
json gpus(int count) {
  json out = json::array();
  for (int minor = 0; minor < count; ++minor) out.push_back(device("gpu", minor));
  return out;
}
// Returns the minors by type that PreBind writes, as in {"gpu":[0,1]}.
json minors_of(const PlacedPod &got) {
  json out = json::object();
  const std::string key = "scheduling.koordinator.sh/device-allocated";
  if (!got.patch.contains(key)) return out;
  const json annotation = json::parse(got.patch[key].get<std::string>());
  for (const auto &[type, entries] : annotation.items())
    for (const json &entry : entries) out[type].push_back(entry.at("minor"));
  return out;
}
const json kWhole = {{"nvidia.com/gpu", "1"}};
const json kHalf = {{"koordinator.sh/gpu", "50"}};

TEST(SpecDevices, R105_ReserveTakesUnreserveGivesBackPreBindWrites) {
  ClusterSession session;
  session.set({});
  session.set_devices(device_object(gpus(2)));
  const PlacedPod first = session.place(device_pod("first", kHalf));
  ASSERT_EQ(first.reason, KOORD_REASON_NONE) << first.sentence;
  EXPECT_EQ(
      json::parse(first.patch.at("scheduling.koordinator.sh/device-allocated").get<std::string>()),
      R"({"gpu":[{"minor":0,"id":"GPU-0","resources":{"koordinator.sh/gpu-core":"50",
                "koordinator.sh/gpu-memory":"4Gi","koordinator.sh/gpu-memory-ratio":"50"}}]})"_json);
  EXPECT_EQ(minors_of(session.place(device_pod("second", kWhole))), R"({"gpu":[1]})"_json);
  EXPECT_EQ(session.place(device_pod("third", kWhole)).reason, KOORD_REASON_NOT_ENOUGH_DEVICES);
  EXPECT_EQ(minors_of(session.place(device_pod("fourth", kHalf))), R"({"gpu":[0]})"_json);
  session.remove("first");
  EXPECT_EQ(session.place(device_pod("third", kWhole)).reason, KOORD_REASON_NOT_ENOUGH_DEVICES)
      << "half of GPU 0 is still taken";
  session.remove("fourth");
  EXPECT_EQ(minors_of(session.place(device_pod("third", kWhole))), R"({"gpu":[0]})"_json);
}

// A restarted scheduler receives nodes, devices and pods in any order.
TEST(SpecDevices, R106_AccountsAreRestored) {
  PodGiven running = device_pod("running", kHalf);
  running.on = "node-0";
  running.device_allocated = R"({"gpu":[{"minor":1,"resources":{"koordinator.sh/gpu-core":"50",
      "koordinator.sh/gpu-memory":"4Gi","koordinator.sh/gpu-memory-ratio":"50"}}]})"_json;
  for (int order = 0; order < 3; ++order) {
    ClusterSession session;
    if (order == 0) session.see(running);
    if (order == 2) session.set_devices(device_object(gpus(2)));
    session.set({});
    if (order != 0) session.see(running);
    if (order != 2) session.set_devices(device_object(gpus(2)));
    EXPECT_EQ(minors_of(session.place(device_pod("whole", kWhole))), R"({"gpu":[0]})"_json)
        << order;
    EXPECT_EQ(session.judge(device_pod("next", kWhole)).reason, KOORD_REASON_NOT_ENOUGH_DEVICES);
    EXPECT_EQ(minors_of(session.place(device_pod("half", kHalf))), R"({"gpu":[1]})"_json) << order;
  }
}

// The file of the proposal's example. A pod placed by the
// scheduler is identified by its own annotation.
TEST(SpecDevices, R110_WhatKubeletGaveIsNotGivenAgain) {
  wire::DeviceCheckpoint file;
  file.entries->push_back({"by-kubelet", "cuda", "nvidia.com/gpu", {{{0, {{"GPU-0"}}}}}, {}});
  file.entries->push_back({"by-koordinator", "cuda", "nvidia.com/gpu", {{{0, {{"GPU-2"}}}}}, {}});
  json object = device_object(gpus(3));
  object::DeviceObject reported = wire::read_device_object(object.dump(), {});
  object::PodObject ours;
  ours.uid = "by-koordinator";
  ours.devices.allocated.push_back({"gpu", 1, "GPU-1", {}, {}, {}});
  const auto given =
      wire::kubelet_devices(wire::read_device_checkpoint(wire::encode(file)), reported, {&ours, 1});
  ASSERT_EQ(given.size(), 1u);
  EXPECT_EQ(given[0].pod_uid, "by-kubelet");
  object["metadata"]["annotations"]["node.koordinator.sh/devices-checkpoints"] =
      json::array({{{"podUID", given[0].pod_uid},
                    {"containerName", given[0].container},
                    {"resourceName", given[0].resource},
                    {"deviceIDs", given[0].ids}}})
          .dump();

  ClusterSession session;
  session.set({});
  session.set_devices(object);
  EXPECT_EQ(minors_of(session.place(device_pod("two", {{"nvidia.com/gpu", "2"}}))),
            R"({"gpu":[1,2]})"_json);
  EXPECT_EQ(session.judge(device_pod("next", kHalf)).reason, KOORD_REASON_NOT_ENOUGH_DEVICES);
}

// GPUs in MIG mode are not whole GPUs. Kubelet's record of an instance identifies the owner of its
// parent GPU, whether or not the GPU is marked.
TEST(SpecDevices, R110_S32_GpusInMigModeAreNotWholeGpus) {
  for (const bool is_marked : {false, true})
    for (const char *instance : {"", "MIG-1111", "MIG-GPU-1/3/0"}) {
      if (!is_marked && *instance == '\0') continue;
      json object = device_object(gpus(4));
      json &labels = object["spec"]["devices"][1]["labels"];
      if (is_marked) labels["node.koordinator.sh/gpu-mig"] = "enabled";
      labels["node.koordinator.sh/gpu-mig-instances"] = "MIG-0000,MIG-1111";
      if (*instance != '\0')
        object["metadata"]["annotations"]["node.koordinator.sh/devices-checkpoints"] =
            json::array({{{"podUID", "m"},
                          {"containerName", "main"},
                          {"resourceName", "nvidia.com/mig-1g.5gb"},
                          {"deviceIDs", {instance}}}})
                .dump();
      ClusterSession session;
      session.set({});
      session.set_devices(object);
      EXPECT_EQ(session.judge(device_pod("all", {{"nvidia.com/gpu", "4"}})).reason,
                KOORD_REASON_NOT_ENOUGH_DEVICES)
          << instance;
      EXPECT_EQ(minors_of(session.place(device_pod("rest", {{"nvidia.com/gpu", "3"}}))),
                R"({"gpu":[0,2,3]})"_json)
          << instance;
      EXPECT_NE(session.judge(device_pod("share", kHalf)).reason, KOORD_REASON_NONE) << instance;
    }
}

// The scheduler starts before the reporter: a pod that was bound by counting has the devices that
// kubelet assigned, and a restart changes nothing.
TEST(SpecDevices, R110_TheDeviceObjectMayComeAfterThePod) {
  NodeGiven gpu_node;
  gpu_node.allocatable = {{"nvidia.com/gpu", "8"}};
  json reported = device_object(gpus(8));
  reported["metadata"]["annotations"]["node.koordinator.sh/devices-checkpoints"] =
      json::array({{{"podUID", "first"},
                    {"containerName", "main"},
                    {"resourceName", "nvidia.com/gpu"},
                    {"deviceIDs", {"GPU-3"}}}})
          .dump();
  for (const bool restarts : {false, true}) {
    ClusterSession session;
    session.set(gpu_node);
    PodGiven first = device_pod("first", kWhole);
    const PlacedPod got = session.place(first);
    ASSERT_EQ(got.reason, KOORD_REASON_NONE) << got.sentence;
    EXPECT_EQ(minors_of(got), json::object());
    first.on = "node-0";
    session.see(first);
    ClusterSession after;
    if (restarts) {
      after.set(gpu_node);
      after.see(first);
    }
    ClusterSession &now = restarts ? after : session;
    now.set_devices(reported);
    EXPECT_EQ(now.judge(device_pod("all", {{"nvidia.com/gpu", "8"}})).reason,
              KOORD_REASON_NOT_ENOUGH_DEVICES);
    EXPECT_EQ(minors_of(now.place(device_pod("rest", {{"nvidia.com/gpu", "7"}}))),
              R"({"gpu":[0,1,2,4,5,6,7]})"_json);
  }
}

TEST(SpecDevices, R111_S16_TheContainerSeesWhatTheAnnotationSays) {
  const auto allocated = wire::read_device_allocated(
      R"({"gpu":[{"minor":3,"id":"GPU-36b27e44-b086-46f7-f2dc-73c36dc65991"},{"minor":1,)"
      R"("id":"GPU-98583a5c-c155-9cf6-f955-03c189d3dbfb"}],"rdma":[{"minor":0}]})",
      "device-allocated");
  EXPECT_EQ(device::visible_devices(allocated, device::GpuNames::kUuids),
            "GPU-36b27e44-b086-46f7-f2dc-73c36dc65991,GPU-98583a5c-c155-9cf6-f955-03c189d3dbfb");
  EXPECT_EQ(device::visible_devices(allocated, device::GpuNames::kMinors), "3,1");
  EXPECT_EQ(device::visible_devices({}, device::GpuNames::kUuids), std::nullopt)
      << "what a device plugin set stays";
}

TEST(SpecDevices, R115_TheModelIsALabelOfTheNode) {
  json object = device_object(gpus(1));
  object["metadata"]["labels"] = {{"node.koordinator.sh/gpu-model", "A100-SXM4-80GB"},
                                  {"node.koordinator.sh/gpu-vendor", "nvidia"},
                                  {"team", "blue"}};
  const std::string text = object.dump();
  koord_buffer *out = nullptr;
  ASSERT_EQ(koord_device_get_node_resources(nullptr, text.data(), text.size(), 0, &out, nullptr),
            KOORD_OK);
  const BufferPtr owner(out);
  EXPECT_EQ(json::parse(text_of(out)).at("labels"),
            R"({"node.koordinator.sh/gpu-model":"A100-SXM4-80GB",
                "node.koordinator.sh/gpu-vendor":"nvidia"})"_json);
}

// A device plugin may make kubelet offer nvidia.com/gpu, Koordinator's node agent may offer
// percentages, or neither offers anything yet. The Device object decides.
TEST(SpecDevices, R116_WithAndWithoutTheDevicePlugin) {
  for (const json &offers :
       {json::object(), R"({"nvidia.com/gpu":"2"})"_json, R"({"nvidia.com/gpu":"0"})"_json,
        R"({"koordinator.sh/gpu-core":"200","koordinator.sh/gpu-memory-ratio":"200",
            "koordinator.sh/gpu-memory":"16Gi"})"_json}) {
    ClusterSession session;
    NodeGiven node;
    node.allocatable = offers;
    session.set(node);
    session.set_devices(device_object(gpus(2)));
    EXPECT_EQ(minors_of(session.place(device_pod("a", kHalf))), R"({"gpu":[0]})"_json) << offers;
    EXPECT_EQ(minors_of(session.place(device_pod("b", kWhole))), R"({"gpu":[1]})"_json) << offers;
    EXPECT_EQ(session.judge(device_pod("c", kWhole)).reason, KOORD_REASON_NOT_ENOUGH_DEVICES);
  }
}

TEST(SpecDevices, R118_EventsUpdateTheAccounts) {
  ClusterSession session;
  session.set({});
  NodeGiven second;
  second.name = "node-1";
  session.set(second);
  session.set_devices(device_object(gpus(1), "node-1"));
  EXPECT_EQ(session.filter(device_pod("p", kWhole)), (std::vector<uint32_t>{1}))
      << "the object is its node's by name";
  session.set_devices(device_object(gpus(2), "node-0"));
  EXPECT_EQ(session.filter(device_pod("p", {{"nvidia.com/gpu", "2"}})), (std::vector<uint32_t>{0}));
  json sick = gpus(2);
  sick[1]["health"] = false;
  session.set_devices(device_object(sick, "node-0"));
  EXPECT_EQ(session.filter(device_pod("p", {{"nvidia.com/gpu", "2"}})), std::vector<uint32_t>());
  PodGiven running = device_pod("running", kWhole);
  running.on = "node-1";
  running.device_allocated = R"({"gpu":[{"minor":0,"resources":{"koordinator.sh/gpu-core":"100",
      "koordinator.sh/gpu-memory":"8Gi","koordinator.sh/gpu-memory-ratio":"100"}}]})"_json;
  session.see(running);
  EXPECT_EQ(session.filter(device_pod("p", kWhole)), (std::vector<uint32_t>{0}));
  session.remove("running");
  EXPECT_EQ(session.filter(device_pod("p", kWhole)), (std::vector<uint32_t>{0, 1}));
  ASSERT_EQ(koord_cluster_remove_devices(session.get(), "node-1", KOORD_NUL, nullptr), KOORD_OK);
  EXPECT_EQ(session.filter(device_pod("p", kWhole)), (std::vector<uint32_t>{0}));
}

}  // namespace
}  // namespace koord::testing
