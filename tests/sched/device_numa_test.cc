// Devices that state no NUMA node, for pods that are restricted to some.
#include <gtest/gtest.h>

#include <algorithm>

#include "sched/clusters.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

// Ways in which a device fails to state its NUMA node.
enum class Silence { kNoTopology, kMinusOne };

struct Kind {
  std::string type;
  Amounts resources;  // of each device
  Amount asked;       // two of them
};

const std::vector<Kind> kKinds{
    {"gpu",
     {{"koordinator.sh/gpu-core", 100},
      {"koordinator.sh/gpu-memory", 80 * kGi},
      {"koordinator.sh/gpu-memory-ratio", 100}},
     {"nvidia.com/gpu", 2}},
    {"rdma", {{"koordinator.sh/rdma", 100}}, {"koordinator.sh/rdma", 200}},
    {"fpga", {{"koordinator.sh/fpga", 100}}, {"koordinator.sh/fpga", 200}},
    {"xpu", {{"example.com/xpu", 100}}, {"example.com/xpu", 200}},
};

DeviceObject devices_of(const Kind &kind, int count, Silence silence) {
  DeviceObject out;
  out.node = "n";
  for (int minor = 0; minor < count; ++minor) {
    DeviceInfo info;
    info.type = kind.type;
    info.id = kind.type + "-" + std::to_string(minor);
    info.minor = minor;
    info.healthy = true;
    info.resources = kind.resources;
    info.placed = silence == Silence::kMinusOne;
    out.devices.push_back(std::move(info));
  }
  return out;
}

PodObject pod_with(const Kind &kind, const std::string &uid) {
  PodObject pod = pod_of(uid, Qos::kLs, 2000);
  Amounts &requests = pod.containers[0].requests;
  requests.push_back(kind.asked);
  std::sort(requests.begin(), requests.end(),
            [](const Amount &a, const Amount &b) { return a.resource < b.resource; });
  pod.containers[0].limits = requests;
  return pod;
}

class DeviceNuma : public ::testing::TestWithParam<std::tuple<size_t, Silence>> {
 protected:
  const Kind &kind() const { return kKinds[std::get<0>(GetParam())]; }
  // Returns the refusal of the pod on a node with two NUMA nodes and four such devices.
  Refusal refusal_of(Profile profile, NumaPolicy policy, PodObject pod) {
    sched::Options options;
    options.profile = profile;
    Cluster cluster(options);
    add_node(cluster, "n", {}, policy);
    cluster.set_devices(devices_of(kind(), 4, std::get<1>(GetParam())));
    const Refusal refusal = explain(cluster, pod, 0);
    if (refusal.refused()) return refusal;
    const Answer answer = reserve(cluster, pod, 0);
    EXPECT_EQ(answer.allocation.devices.size(), 2u);
    return answer.refusal;
  }
};

constexpr NumaPolicy kPolicies[] = {NumaPolicy::kNone, NumaPolicy::kBestEffort,
                                    NumaPolicy::kRestricted, NumaPolicy::kSingleNode};

TEST_P(DeviceNuma, S22_ThatIsNotStatedIsAny) {
  for (const NumaPolicy policy : kPolicies) {
    const Refusal refusal = refusal_of(Profile::kSpec, policy, pod_with(kind(), "p"));
    EXPECT_FALSE(refusal.refused()) << static_cast<int>(policy) << ": " << to_sentence(refusal);
  }
}

TEST_P(DeviceNuma, ThatIsNotStatedIsAnyForThePodsOwnPolicy) {
  for (const NumaPolicy policy : kPolicies) {
    PodObject pod = pod_with(kind(), "p");
    pod.numa_policy = policy;
    const Refusal refusal = refusal_of(Profile::kSpec, NumaPolicy::kAbsent, pod);
    EXPECT_FALSE(refusal.refused()) << static_cast<int>(policy) << ": " << to_sentence(refusal);
  }
}

TEST_P(DeviceNuma, ThatIsNotStatedIsAnyForConstrainedBurst) {
  for (const NumaPolicy policy : kPolicies) {
    PodObject pod = pod_with(kind(), "p");
    pod.required_bind = PodBind::kConstrainedBurst;
    const Refusal refusal = refusal_of(Profile::kSpec, policy, pod);
    EXPECT_FALSE(refusal.refused()) << static_cast<int>(policy) << ": " << to_sentence(refusal);
  }
}

// Koordinator requires a topology for each device, with any contents.
TEST_P(DeviceNuma, UnderUpstreamMustHaveATopology) {
  for (const NumaPolicy policy : {NumaPolicy::kRestricted, NumaPolicy::kSingleNode}) {
    const Refusal refusal = refusal_of(Profile::kUpstream, policy, pod_with(kind(), "p"));
    EXPECT_EQ(refusal.refused(), std::get<1>(GetParam()) == Silence::kNoTopology);
    if (refusal.refused()) {
      EXPECT_EQ(refusal.reason, Reason::kDeviceNuma);
      EXPECT_TRUE(to_sentence(refusal).starts_with("Insufficient ")) << to_sentence(refusal);
      EXPECT_TRUE(to_sentence(refusal).ends_with(" devices")) << to_sentence(refusal);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, DeviceNuma,
                         ::testing::Combine(::testing::Range(size_t{0}, kKinds.size()),
                                            ::testing::Values(Silence::kNoTopology,
                                                              Silence::kMinusOne)),
                         [](const auto &of) {
                           return kKinds[std::get<0>(of.param)].type +
                                  (std::get<1>(of.param) == Silence::kMinusOne ? "MinusOne"
                                                                               : "NoTopology");
                         });

// Devices that state a NUMA node restrict the pod to it; the others may be added.
TEST(DeviceNumaMixed, SomeStateIt) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n", {}, NumaPolicy::kSingleNode);
  DeviceObject devices = devices_of(kKinds[0], 4, Silence::kNoTopology);
  for (const int32_t minor : {0, 1}) {
    DeviceInfo &device = devices.devices[static_cast<size_t>(minor)];
    device.placed = true;
    device.place.node = minor;
  }
  cluster.set_devices(devices);
  PodObject pod = pod_with(kKinds[0], "p");
  for (Amounts *amounts : {&pod.containers[0].requests, &pod.containers[0].limits})
    for (Amount &amount : *amounts)
      if (amount.resource == "nvidia.com/gpu") amount.value = 3;
  const Answer answer = reserve(cluster, pod, 0);
  ASSERT_FALSE(answer.refusal.refused()) << to_sentence(answer.refusal);
  EXPECT_EQ(answer.allocation.devices.size(), 3u);
  PodObject more = pod;
  more.uid = "q";
  for (Amounts *amounts : {&more.containers[0].requests, &more.containers[0].limits})
    for (Amount &amount : *amounts)
      if (amount.resource == "nvidia.com/gpu") amount.value = 4;
  Cluster other{sched::Options{}};
  add_node(other, "n", {}, NumaPolicy::kSingleNode);
  other.set_devices(devices);
  EXPECT_TRUE(explain(other, more, 0).refused()) << "one of the four is on another NUMA node";
}

}  // namespace
}  // namespace koord::testing
