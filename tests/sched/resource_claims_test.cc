// Devices that ResourceClaims hold (the annotation claimed-devices of the node's Device object).
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "sched/gpu_pods.h"

namespace koord::testing {
namespace {

constexpr char kHolder[] = "resourceclaim:1";

PodObject next_pod(int gpus) { return seeing("new", "", {}, gpus); }

class ResourceClaims : public ::testing::TestWithParam<bool> {
 protected:
  ResourceClaims() {
    node_ = add_node(cluster_, "n");
    devices_.reports_kubelet = GetParam();
    DeviceInfo nic;
    nic.type = "rdma";
    nic.healthy = true;
    nic.resources = {{"koordinator.sh/rdma", 100}};
    devices_.devices.push_back(nic);
    cluster_.set_devices(devices_);
  }
  void claim(std::vector<KubeletDevices> claimed) {
    devices_.claimed = std::move(claimed);
    cluster_.set_devices(devices_);
  }
  Reason reason(int gpus) { return explain(cluster_, next_pod(gpus), node_).reason; }
  Reason reason_of_nic() {
    PodObject pod = seeing("new", "", {}, 0);
    pod.containers[0].requests.push_back({"koordinator.sh/rdma", 100});
    std::ranges::sort(pod.containers[0].requests, {}, &Amount::resource);
    pod.containers[0].limits = pod.containers[0].requests;
    return explain(cluster_, pod, node_).reason;
  }

  DeviceObject devices_ = visible_gpus_of("n", 4);
  Cluster cluster_{sched::Options{}};
  uint32_t node_ = 0;
};

INSTANTIATE_TEST_SUITE_P(WithAndWithoutAReport, ResourceClaims, ::testing::Bool());

TEST_P(ResourceClaims, HoldTheirDevices) {
  claim({{kHolder, "", "nvidia.com/gpu", {"GPU-0", "GPU-2"}}});
  EXPECT_EQ(reason(3), Reason::kNotEnoughDevices);
  ASSERT_FALSE(reserve(cluster_, next_pod(2), node_).refusal.refused());
  EXPECT_EQ(minors(cluster_, "new"), "1 3 ");
  cluster_.remove_pod("new");
  claim({});
  EXPECT_EQ(reason(4), Reason::kNone);
}

TEST_P(ResourceClaims, MayShareADevice) {
  claim({{kHolder, "", "nvidia.com/gpu", {"GPU-0"}},
         {"resourceclaim:2", "", "nvidia.com/gpu", {"GPU-0"}}});
  EXPECT_EQ(reason(4), Reason::kNotEnoughDevices);
  EXPECT_EQ(reason(3), Reason::kNone);
  claim({{"resourceclaim:2", "", "nvidia.com/gpu", {"GPU-0"}}});
  EXPECT_EQ(reason(4), Reason::kNotEnoughDevices);
  claim({});
  EXPECT_EQ(reason(4), Reason::kNone);
}

// Any device of the type may be the claim's. Devices of other types are allocated.
TEST_P(ResourceClaims, CloseTheTypeIfADeviceIsNotIdentified) {
  claim({{kHolder, "", "nvidia.com/gpu", {"GPU-0", "*"}}});
  EXPECT_EQ(reason(1), Reason::kDevicesNotReported);
  EXPECT_TRUE(reserve(cluster_, next_pod(1), node_).refusal.refused());
  EXPECT_EQ(reason_of_nic(), Reason::kNone);
  claim({{kHolder, "", "nvidia.com/gpu", {"GPU-0"}}});
  EXPECT_EQ(reason(3), Reason::kNone);
  claim({{kHolder, "", "koordinator.sh/rdma", {"*"}}});
  EXPECT_EQ(reason(4), Reason::kNone);
  EXPECT_EQ(reason_of_nic(), Reason::kDevicesNotReported);
  claim({{kHolder, "", "koordinator.sh/fpga", {"*"}}});
  EXPECT_EQ(reason_of_nic(), Reason::kNone);
}

// The pod requests an extended resource that a ResourceClaim of its own serves: kubelet's record
// never has the pod.
TEST_P(ResourceClaims, ServeExtendedResources) {
  claim({{"other", "main", "nvidia.com/gpu", {"GPU-3"}}});
  EXPECT_EQ(reason(4), Reason::kNotEnoughDevices) << "before the pod is known";
  EXPECT_EQ(reason(3), Reason::kNone);
  set(cluster_, seeing("other", "n", {}, 1));
  EXPECT_EQ(minors(cluster_, "other"), "3 ");
  EXPECT_FALSE(conflicts_of(cluster_, "other").any());
  EXPECT_EQ(reason(4), Reason::kNotEnoughDevices);
  EXPECT_EQ(reason(3), Reason::kNone);
  cluster_.remove_pod("other");
  EXPECT_EQ(reason(4), Reason::kNone);
}

// No order of events gives a pod a device of a claim.
RC_GTEST_PROP(ResourceClaimsProperty, NoPodGetsADeviceOfAClaim,
              (const std::vector<uint8_t> &steps)) {
  Cluster cluster{sched::Options{}};
  const uint32_t node = add_node(cluster, "n");
  DeviceObject devices = visible_gpus_of("n", 4);
  std::set<int32_t> held;  // by pods that were placed here
  cluster.set_devices(devices);
  for (size_t i = 0; i < steps.size(); ++i) {
    const std::string uid = "p" + std::to_string(i);
    if (steps[i] % 2 == 0) {
      std::vector<std::string> ids;
      for (int32_t minor = 0; minor < 4; ++minor)
        if ((steps[i] >> (minor + 1) & 1) != 0 && !held.contains(minor))
          ids.push_back("GPU-" + std::to_string(minor));
      if (steps[i] % 32 == 0) ids.emplace_back("*");
      devices.claimed = {{kHolder, "", "nvidia.com/gpu", ids}};
      cluster.set_devices(devices);
      continue;
    }
    if (reserve(cluster, seeing(uid, "", {}, 1 + steps[i] % 4 / 2), node).refusal.refused())
      continue;
    sched::Allocation allocation;
    RC_ASSERT(cluster.allocation(uid, allocation) == Outcome::kDone);
    for (const AllocatedDevice &device : allocation.devices) {
      RC_ASSERT(held.insert(device.minor).second);
      if (devices.claimed.empty()) continue;
      const auto &ids = devices.claimed[0].ids;
      RC_ASSERT(std::ranges::find(ids, "*") == ids.end());
      RC_ASSERT(std::ranges::find(ids, "GPU-" + std::to_string(device.minor)) == ids.end());
    }
  }
}

}  // namespace
}  // namespace koord::testing
