// Kubelet chooses among equal devices at will: each way to choose is found, once.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kubelet/admission.h"
#include "kubelet/setup.h"
#include "topology/topology.h"

namespace koord::kubelet {
namespace {

std::shared_ptr<const Topology> two_nodes() {
  TopologySpec spec;
  for (int cpu = 0; cpu < 8; ++cpu) spec.cpus.push_back({cpu, cpu / 4, cpu / 4, cpu, cpu / 4});
  return Topology::build(std::move(spec));
}

class DeviceChoiceTest : public ::testing::Test {
 protected:
  DeviceChoiceTest(std::vector<DeviceSetup::Group> groups, object::NumaPolicy policy)
      : setup_(two_nodes(), kubelet_of(std::move(groups), policy)) {}

  static RunningKubelet kubelet_of(std::vector<DeviceSetup::Group> groups,
                                   object::NumaPolicy policy) {
    RunningKubelet out;
    out.numa_policy = policy;
    out.devices = DeviceSetup(groups);
    return out;
  }

  static PodRequest pod_of(const std::vector<int64_t> &units) {
    PodRequest out;
    for (const int64_t count : units) {
      ContainerRequest &container = out.containers.emplace_back();
      container.name = std::to_string(out.containers.size());
      container.extended = {{"a.com/x", count}};
    }
    return out;
  }

  // Returns the numbers of devices in use near each set of nodes, in a way.
  std::vector<int> play(const PodRequest &pod, DeviceChoice &choice) const {
    Attempt trial;
    trial.devices_in_use.resize(setup_.devices().size());
    trial.choice = &choice;
    EXPECT_FALSE(admit(setup_, pod, trial).refusal.refused());
    std::vector<int> out(4);
    for (uint32_t i = 0; i < setup_.devices().size(); ++i)
      out[setup_.devices().device(i).nodes] += trial.devices_in_use[i];
    return out;
  }

  std::set<std::vector<int>> all_ways(const PodRequest &pod, uint64_t expected) const {
    std::set<std::vector<int>> out;
    for (uint64_t way = 0; way < expected; ++way) {
      DeviceChoice choice{way};
      out.insert(play(pod, choice));
      EXPECT_EQ(choice.ways, expected);
    }
    return out;
  }

  NodeSetup setup_;
};

struct Unaligned : DeviceChoiceTest {
  Unaligned()
      : DeviceChoiceTest({{"a.com/x", 1, 2, 1},
                          {"a.com/x", 2, 3, 0},
                          {"a.com/x", 3, 1, 0},
                          {"b.com/y", 1, 1, 0}},
                         object::NumaPolicy::kNone) {}
};

// Two, three and one healthy devices.
TEST_F(Unaligned, EachWayIsFoundOnce) {
  EXPECT_EQ(all_ways(pod_of({1}), 3).size(), 3u);
  EXPECT_EQ(all_ways(pod_of({3}), 6).size(), 6u);
  EXPECT_EQ(all_ways(pod_of({6}), 1), (std::set<std::vector<int>>{{0, 2, 3, 1}}));
  DeviceChoice first;
  EXPECT_EQ(play(pod_of({3}), first), (std::vector<int>{0, 2, 1, 0}));
}

// The ways of several containers are multiplied.
TEST_F(Unaligned, ContainersChooseOneAfterTheOther) {
  EXPECT_EQ(all_ways(pod_of({1, 5}), 3), (std::set<std::vector<int>>{{0, 2, 3, 1}}));
}

struct Aligned : DeviceChoiceTest {
  Aligned()
      : DeviceChoiceTest({{"a.com/x", 1, 2, 0}, {"a.com/x", 2, 2, 0}},
                         object::NumaPolicy::kRestricted) {}
};

TEST_F(Aligned, NearDevicesComeFirst) {
  EXPECT_EQ(all_ways(pod_of({2}), 1), (std::set<std::vector<int>>{{0, 2, 0, 0}}));
  EXPECT_EQ(all_ways(pod_of({3}), 2), (std::set<std::vector<int>>{{0, 2, 1, 0}, {0, 1, 2, 0}}));
}

// There are too many ways to count them.
TEST(DeviceChoice, WaysAreBounded) {
  RunningKubelet kubelet;
  const std::vector<DeviceSetup::Group> groups{{"a.com/x", 1, 2000, 0}, {"a.com/x", 2, 2000, 0}};
  kubelet.devices = DeviceSetup(groups);
  const NodeSetup setup(two_nodes(), kubelet);
  PodRequest pod;
  pod.containers.push_back({});
  pod.containers[0].extended = {{"a.com/x", 2500}};
  DeviceChoice choice{7};
  Attempt trial;
  trial.devices_in_use.resize(setup.devices().size());
  trial.choice = &choice;
  EXPECT_FALSE(admit(setup, pod, trial).refusal.refused());
  EXPECT_EQ(choice.ways, DeviceChoice::kMostWays);
}

}  // namespace
}  // namespace koord::kubelet
