// BestEffort for pods that share CPUs: devices of several types, and several devices of a type
// without links, come from as few NUMA nodes as possible.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "sched/draw_devices.h"

namespace koord::testing {
namespace {

struct DevicePlace {
  const char *type;
  int minor;
  int numa;
};

DeviceObject devices_at(const std::vector<DevicePlace> &places) {
  DeviceObject out;
  out.node = "n";
  for (const DevicePlace &place : places) {
    DeviceInfo info;
    info.type = place.type;
    info.id = info.type + std::to_string(place.minor);
    info.minor = place.minor;
    info.healthy = true;
    info.resources =
        info.type == "gpu" ? gpu_amounts() : Amounts{{"koordinator.sh/" + info.type, 100}};
    info.placed = true;
    info.place.node = place.numa;
    out.devices.push_back(std::move(info));
  }
  return out;
}

PodObject sharing_pod(Qos qos, int64_t milli, const Amounts &devices) {
  PodObject pod = pod_of("p", qos, milli);
  Amounts &requests = pod.containers[0].requests;
  requests.insert(requests.end(), devices.begin(), devices.end());
  std::sort(requests.begin(), requests.end(),
            [](const Amount &a, const Amount &b) { return a.resource < b.resource; });
  pod.containers[0].limits = requests;
  return pod;
}

// Returns the devices of the pod: "gpu 4, rdma 2".
std::string granted_to(const Answer &answer) {
  std::string out;
  for (const AllocatedDevice &device : answer.allocation.devices)
    out += (out.empty() ? "" : ", ") + device.type + " " + std::to_string(device.minor);
  return out;
}

const std::vector<DevicePlace> kDevicePlaces = {{"gpu", 0, 0},  {"gpu", 1, 1},  {"gpu", 2, 1},
                                                {"rdma", 0, 0}, {"rdma", 1, 1}, {"rdma", 2, 1},
                                                {"fpga", 0, 1}};

Answer place_pod(NumaPolicy policy, const PodObject &pod,
                 const std::vector<DevicePlace> &places = kDevicePlaces) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n", {}, policy);
  cluster.set_devices(devices_at(places));
  return reserve(cluster, pod, 0);
}

TEST(GatheredDevices, R48_BestEffortPrefersDevicesOfOneNumaNode) {
  for (const NumaPolicy policy : {NumaPolicy::kBestEffort, NumaPolicy::kAbsent})
    for (const auto &[qos, milli] : std::initializer_list<std::pair<Qos, int64_t>>{
             {Qos::kLs, 1000}, {Qos::kLs, 500}, {Qos::kNone, 1000}, {Qos::kBe, 0}}) {
      const auto got = [&](const Amounts &devices) {
        return granted_to(place_pod(policy, sharing_pod(qos, milli, devices)));
      };
      EXPECT_EQ(got({{"nvidia.com/gpu", 2}, {"koordinator.sh/rdma", 100}}), "gpu 1, gpu 2, rdma 1");
      EXPECT_EQ(got({{"nvidia.com/gpu", 1}, {"koordinator.sh/fpga", 100}}), "gpu 1, fpga 0");
      EXPECT_EQ(got({{"koordinator.sh/gpu", 50}, {"koordinator.sh/fpga", 100}}), "gpu 1, fpga 0");
      EXPECT_EQ(got({{"koordinator.sh/rdma", 200}}), "rdma 1, rdma 2");
    }
}

TEST(GatheredDevices, TheyAreNotRequiredToBeThere) {
  // Three GPUs are on two NUMA nodes, and the NIC may be on either.
  const Answer three =
      place_pod(NumaPolicy::kBestEffort, sharing_pod(Qos::kLs, 1000, {{"nvidia.com/gpu", 3}}));
  EXPECT_EQ(granted_to(three), "gpu 0, gpu 1, gpu 2");
  // The only GPU is far from the only FPGA.
  const std::vector<DevicePlace> apart = {{"gpu", 0, 0}, {"fpga", 0, 1}};
  const PodObject pod =
      sharing_pod(Qos::kLs, 1000, {{"nvidia.com/gpu", 1}, {"koordinator.sh/fpga", 100}});
  EXPECT_EQ(granted_to(place_pod(NumaPolicy::kBestEffort, pod, apart)), "gpu 0, fpga 0");
  EXPECT_TRUE(place_pod(NumaPolicy::kSingleNode, pod, apart).refusal.refused());
}

TEST(GatheredDevices, NoneDoesNotAlign) {
  sched::Options options;
  options.default_numa = NumaPolicy::kNone;
  Cluster cluster(options);
  add_node(cluster, "n", {}, NumaPolicy::kAbsent);
  cluster.set_devices(devices_at(kDevicePlaces));
  const PodObject pod =
      sharing_pod(Qos::kLs, 1000, {{"nvidia.com/gpu", 1}, {"koordinator.sh/fpga", 100}});
  EXPECT_EQ(granted_to(reserve(cluster, pod, 0)), "gpu 0, fpga 0");
}

TEST(GatheredDevices, PodsThatShareCpusGetNoNumaNodes) {
  const Answer answer =
      place_pod(NumaPolicy::kBestEffort,
                sharing_pod(Qos::kLs, 1000, {{"nvidia.com/gpu", 1}, {"koordinator.sh/fpga", 100}}));
  EXPECT_TRUE(answer.allocation.status.numa.empty());
  EXPECT_TRUE(answer.allocation.status.pools.empty());
}

// Returns the smallest number of NUMA nodes that have so many free GPUs and NICs.
int fewest_numa_nodes(const std::vector<std::array<int, 2>> &free, int gpus, int nics) {
  int least = 0;
  for (unsigned set = 1; set < 1u << free.size(); ++set) {
    int have[2] = {0, 0};
    int width = 0;
    for (size_t i = 0; i < free.size(); ++i)
      if ((set >> i & 1) != 0) {
        ++width;
        have[0] += free[i][0];
        have[1] += free[i][1];
      }
    if (have[0] >= gpus && have[1] >= nics && (least == 0 || width < least)) least = width;
  }
  return least;
}

RC_GTEST_PROP(GatheredDevicesProperties, AreOnTheFewestNumaNodes, ()) {
  const int nodes = *rc::gen::inRange(2, 5);
  std::vector<std::array<int, 2>> free(static_cast<size_t>(nodes));
  std::vector<DevicePlace> places;
  for (const auto &[type, kind] : {std::pair{"gpu", 0}, std::pair{"rdma", 1}}) {
    const int count = *rc::gen::inRange(1, 8);
    for (int minor = 0; minor < count; ++minor) {
      const int numa = *rc::gen::inRange(0, nodes);
      places.push_back({type, minor, numa});
      ++free[static_cast<size_t>(numa)][static_cast<size_t>(kind)];
    }
  }
  const int gpus = *rc::gen::inRange(1, 5);
  const int nics = *rc::gen::inRange(1, 4);
  const int least = fewest_numa_nodes(free, gpus, nics);
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n", {nodes, 1, 2}, NumaPolicy::kBestEffort);
  cluster.set_devices(devices_at(places));
  const Answer answer =
      reserve(cluster,
              sharing_pod(Qos::kLs, 500,
                          {{"nvidia.com/gpu", gpus}, {"koordinator.sh/rdma", int64_t{100} * nics}}),
              0);
  RC_ASSERT(answer.refusal.refused() == (least == 0));
  std::set<int> used;
  for (const AllocatedDevice &device : answer.allocation.devices)
    used.insert(std::ranges::find_if(places, [&](const DevicePlace &place) {
                  return place.type == device.type && place.minor == device.minor;
                })->numa);
  RC_ASSERT(static_cast<int>(used.size()) == least);
}

}  // namespace
}  // namespace koord::testing
