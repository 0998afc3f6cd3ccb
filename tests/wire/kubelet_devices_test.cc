// Fields of kubelet's device record that a Device object publishes.
#include "wire/kubelet/kubelet_devices.h"

#include <gtest/gtest.h>

namespace koord::wire {
namespace {

using Ids = std::vector<std::string>;

Ids published(const Ids &recorded, const std::string &reported_type,
              const std::string &resource = "nvidia.com/mig-3g.40gb") {
  DeviceCheckpoint file;
  file.entries->push_back({"pod", "c", resource, {{{0, {recorded}}}}, {}});
  object::DeviceObject reported;
  object::DeviceInfo device;
  device.type = reported_type;
  device.id = "GPU-0";
  reported.devices.push_back(device);
  const auto given = kubelet_devices(file, reported, {});
  return given.empty() ? Ids() : given[0].ids;
}

TEST(KubeletDevices, NameMigInstancesOfAnyGpu) {
  EXPECT_EQ(published({"MIG-1", "GPU-9", "MIG-GPU-0/3/0", "MIG-2::1"}, "gpu"),
            (Ids{"MIG-1", "MIG-2::1", "MIG-GPU-0/3/0"}));
  EXPECT_EQ(published({"MIG-1", "GPU-0"}, "rdma"), Ids{"GPU-0"});
}

// Replicas are counted by their own ids, and a GPU that failed is still its pod's, whatever its
// plugin calls it.
TEST(KubeletDevices, NameReplicasAndGpusThatTheReportLacks) {
  const Ids recorded{"GPU-0::1", "GPU-0::0", "GPU-9"};
  for (const char *resource : {"nvidia.com/gpu", "nvidia.com/gpu.shared", "huawei.com/Ascend910"})
    EXPECT_EQ(published(recorded, "gpu", resource), (Ids{"GPU-0::0", "GPU-0::1", "GPU-9"}));
  EXPECT_EQ(published(recorded, "gpu", "example.com/any"), (Ids{"GPU-0::0", "GPU-0::1"}));
  EXPECT_EQ(published(recorded, "rdma", "nvidia.com/gpu"), (Ids{"GPU-0::0", "GPU-0::1"}));
}

// A pod's annotation states its devices of the types that it names.
TEST(KubeletDevices, OfAllocatedPodsAreThoseOfOtherTypes) {
  DeviceCheckpoint file;
  file.entries->push_back({"pod", "c", "nvidia.com/gpu", {{{0, Ids{"GPU-0"}}}}, {}});
  file.entries->push_back({"pod", "c", "example.com/nic", {{{0, Ids{"NIC-0"}}}}, {}});
  file.entries->push_back({"pod", "c", "nvidia.com/mig-1g.10gb", {{{0, Ids{"MIG-0"}}}}, {}});
  object::DeviceObject reported;
  for (const auto &[type, id] : {std::pair{"gpu", "GPU-0"}, std::pair{"rdma", "NIC-0"}}) {
    object::DeviceInfo device;
    device.type = type;
    device.id = id;
    reported.devices.push_back(device);
  }
  reported.devices[1].resources = {{"example.com/nic", 1}};
  reported.mig = {{1, 7, {{"MIG-0", "1g.10gb", 7, 0, {}}}}};
  const auto given = [&](const Ids &types, bool terminated = false) {
    object::PodObject pod;
    pod.uid = "pod";
    pod.terminated = terminated;
    for (const std::string &type : types)
      pod.devices.allocated.push_back({type, 0, "", {}, {}, {}, false});
    Ids out;
    for (const auto &entry : kubelet_devices(file, reported, {&pod, 1}))
      out.push_back(entry.resource);
    return out;
  };
  const std::string gpu = "nvidia.com/gpu", nic = "example.com/nic", mig = "nvidia.com/mig-1g.10gb";
  EXPECT_EQ(given({}), (Ids{gpu, nic, mig}));
  EXPECT_EQ(given({"gpu"}), (Ids{nic, mig}));
  EXPECT_EQ(given({"rdma"}), (Ids{gpu, mig}));
  EXPECT_EQ(given({"mig-1g.10gb"}), (Ids{gpu, nic}));
  EXPECT_EQ(given({"rdma", "gpu", "mig-1g.10gb"}), Ids{});
  EXPECT_EQ(given({}, true), Ids{});
}

}  // namespace
}  // namespace koord::wire
