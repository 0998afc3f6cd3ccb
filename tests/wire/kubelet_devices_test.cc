// Fields of kubelet's device record that a Device object publishes.
#include "wire/kubelet/kubelet_devices.h"

#include <gtest/gtest.h>

namespace koord::wire {
namespace {

using Ids = std::vector<std::string>;

Ids published(const Ids &recorded, const std::string &reported_type) {
  DeviceCheckpoint file;
  file.entries->push_back({"pod", "c", "nvidia.com/mig-3g.40gb", {{{0, {recorded}}}}, {}});
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
            (Ids{"MIG-1", "MIG-2", "MIG-GPU-0/3/0"}));
  EXPECT_EQ(published({"MIG-1", "GPU-0"}, "rdma"), Ids{"GPU-0"});
}

}  // namespace
}  // namespace koord::wire
