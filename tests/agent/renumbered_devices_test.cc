// Claims to devices of a node whose devices have other minors than before.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "agent/node_support.h"

namespace koord::agent::testing {
namespace {

// After a reboot the GPUs have other minors than in the annotations.
TEST(RenumberedDevices, IdsTellDevicesWithTheSameMinorApart) {
  const auto pod_of = [](const char *uid, int32_t minor, const char *id) {
    PodMaker pod(uid);
    pod.burstable(500).asks("nvidia.com/gpu", 1).since(uid[0]);
    pod.pod.devices.allocated = {{"gpu", minor, id, {}, {}, {}}};
    return pod;
  };
  const auto devices_of = [](std::vector<std::string> ids) {
    object::DeviceObject out;
    for (size_t i = 0; i < ids.size(); ++i) {
      object::DeviceInfo &info = out.devices.emplace_back();
      info.type = "gpu";
      info.minor = static_cast<int32_t>(i);
      info.id = ids[i];
    }
    return out;
  };
  LocalNode node(machine(), {});
  node.set_pod(pod_of("a", 0, "GPU-a"));
  node.set_pod(pod_of("b", 0, "GPU-b"));
  node.set_pod(pod_of("c", 0, ""));
  EXPECT_EQ(state_of(node, "a").devices.at(0).id, "GPU-a");
  EXPECT_EQ(state_of(node, "b").devices.at(0).id, "GPU-b");
  EXPECT_EQ(state_of(node, "c").refused.reason, Reason::kDeviceTaken)
      << "it may be the card of a or b";
  node.set_devices(devices_of({"GPU-c", "GPU-a"}));
  EXPECT_FALSE(state_of(node, "c").refused.refused()) << "minor 0 is neither a's card nor b's";
  EXPECT_EQ(state_of(node, "c").devices.at(0).id, "GPU-c");
  EXPECT_EQ(state_of(node, "a").devices.at(0).id, "GPU-a");
  EXPECT_EQ(state_of(node, "b").devices.at(0).id, "GPU-b") << "the card is gone";
  node.set_pod(pod_of("d", 7, "GPU-a"));
  EXPECT_EQ(state_of(node, "d").refused.reason, Reason::kDeviceTaken);
  node.set_devices(devices_of({"GPU-a", "GPU-c"}));
  EXPECT_EQ(state_of(node, "c").refused.reason, Reason::kDeviceTaken) << "minor 0 is a's card";
}

}  // namespace
}  // namespace koord::agent::testing
