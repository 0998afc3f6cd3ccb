// NUMA hints of devices under the profile `upstream`.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>

#include "sched/cluster/cluster_snapshot.h"
#include "sched/clusters.h"
#include "sched/upstream/devices.h"
#include "sched/verdict/judge.h"
#include "wording/sentence.h"

namespace koord::testing {
namespace {

constexpr NumaPolicy kAligning[] = {NumaPolicy::kBestEffort, NumaPolicy::kRestricted,
                                    NumaPolicy::kSingleNode};
constexpr int32_t kNoTopology = -2;

// GPUs and RDMA devices on these NUMA nodes, one for each entry. -1 means
// no particular node, kNoTopology no topology.
DeviceObject devices_on(std::vector<int32_t> gpus, std::vector<int32_t> rdma = {}) {
  DeviceObject out;
  out.node = "n";
  const auto add = [&](const std::string &type, const std::vector<int32_t> &nodes,
                       const Amounts &resources) {
    for (size_t i = 0; i < nodes.size(); ++i) {
      DeviceInfo info;
      info.type = type;
      info.minor = static_cast<int32_t>(i);
      info.id = type + std::to_string(i);
      info.healthy = true;
      info.resources = resources;
      info.placed = nodes[i] != kNoTopology;
      info.place.node = std::max(nodes[i], -1);
      info.place.socket = 0;
      info.place.pcie = std::to_string(nodes[i]);
      out.devices.push_back(std::move(info));
    }
  };
  add("gpu", gpus,
      {{"koordinator.sh/gpu-core", 100},
       {"koordinator.sh/gpu-memory", 80 * kGi},
       {"koordinator.sh/gpu-memory-ratio", 100}});
  add("rdma", rdma, {{"koordinator.sh/rdma", 100}});
  return out;
}

PodObject pod_with(const std::string &uid, int64_t milli, const Amounts &devices) {
  PodObject pod = pod_of(uid, Qos::kLs, milli);
  Amounts &requests = pod.containers[0].requests;
  requests.insert(requests.end(), devices.begin(), devices.end());
  std::sort(requests.begin(), requests.end(),
            [](const Amount &a, const Amount &b) { return a.resource < b.resource; });
  pod.containers[0].limits = requests;
  return pod;
}
PodObject pod_with_gpus(const std::string &uid, int64_t milli, int64_t gpus) {
  return pod_with(uid, milli, {{"nvidia.com/gpu", gpus}});
}

class UpstreamDevices : public ::testing::Test {
 protected:
  // Starts with two NUMA nodes of 8 CPUs each by default.
  void start(NumaPolicy policy, const DeviceObject &devices, Machine machine = {}) {
    sched::Options options = options_;
    options.profile = Profile::kUpstream;
    cluster_ = std::make_unique<Cluster>(options);
    add_node(*cluster_, "n", machine, policy);
    cluster_->set_devices(devices);
  }
  // Returns the NUMA nodes that give amounts, and the devices,
  // as in "0 1: gpu0 gpu2", or the refusal.
  std::string place(const PodObject &pod) {
    const Refusal judged = explain(*cluster_, pod, 0);
    const Answer answer = reserve(*cluster_, pod, 0);
    EXPECT_EQ(judged.refused(), answer.refusal.refused()) << to_sentence(answer.refusal);
    if (answer.refusal.refused()) return to_sentence(judged);
    std::set<int32_t> nodes;
    for (const auto &amounts : answer.allocation.status.numa) nodes.insert(amounts.node);
    std::string out;
    for (const int32_t node : nodes) out += std::to_string(node) + " ";
    out += ":";
    for (const auto &device : answer.allocation.devices)
      out += " " + device.type + std::to_string(device.minor);
    return out;
  }
  sched::DeviceHints hints(const PodObject &pod) {
    const sched::ClusterSnapshot snapshot(*cluster_);
    const sched::View node = snapshot.view(0);
    const sched::ShapePtr shape = cluster_->shape_of(pod);
    return upstream_device_hints(
        node, *shape,
        sched::prepare(node, *shape, snapshot.options(), sched::Fit::kNone).placement);
  }
  static std::string text(const sched::DeviceHints &hints) {
    if (hints.refusal.refused()) return to_sentence(hints.refusal);
    std::string out = std::to_string(hints.types);
    for (const numa::Hint &hint : hints.hints)
      out += " " + std::to_string(hint.nodes) + (hint.preferred ? "!" : "") + "/" +
             std::to_string(hint.score);
    return out;
  }

  sched::Options options_;
  std::unique_ptr<Cluster> cluster_;
};

TEST_F(UpstreamDevices, S30_AHintForEachSetThatHasThem) {
  start(NumaPolicy::kRestricted, devices_on({0, 0, 1}, {1}));
  EXPECT_EQ(text(hints(pod_with_gpus("p", 1000, 1))), "1 1!/500 2!/0 3/500");
  EXPECT_EQ(text(hints(pod_with_gpus("p", 1000, 2))), "1 1!/500 3/500");
  EXPECT_EQ(text(hints(pod_with_gpus("p", 1000, 3))), "1 3!/500");
  EXPECT_EQ(text(hints(pod_with("p", 1000, {{"koordinator.sh/rdma", 50}}))), "1 2!/500 3/500");
  EXPECT_EQ(text(hints(pod_with("p", 1000, {{"koordinator.sh/rdma", 50}, {"nvidia.com/gpu", 1}}))),
            "2 2!/0 3/500");
  EXPECT_EQ(text(hints(pod_of("p", Qos::kLs, 1000))), "0") << "it requests none";
}

TEST_F(UpstreamDevices, NodesThatTheMachineDoesNotHaveFollow) {
  start(NumaPolicy::kRestricted, devices_on({5, 1}));
  EXPECT_EQ(text(hints(pod_with_gpus("p", 1000, 1))), "1 2!/500 4!/0 6/500");
}

TEST_F(UpstreamDevices, OnlyDevicesThatStateANodeAreCounted) {
  start(NumaPolicy::kRestricted, devices_on({0, -1, -1}));
  EXPECT_EQ(text(hints(pod_with_gpus("p", 1000, 1))), "1 1!/500");
  EXPECT_EQ(text(hints(pod_with_gpus("p", 1000, 2))), "Insufficient NUMA Scoped Devices");
  start(NumaPolicy::kRestricted, devices_on({-1, -1}));
  EXPECT_EQ(text(hints(pod_with_gpus("p", 1000, 2))), "0") << "no preference";
  start(NumaPolicy::kRestricted, devices_on({-1, -1}, {0}));
  EXPECT_EQ(text(hints(pod_with_gpus("p", 1000, 2))), "1 1!/500") << "none there to be counted";
}

TEST_F(UpstreamDevices, ThatAreNotAlignedHaveNone) {
  options_.devices_ignore_numa = true;
  start(NumaPolicy::kRestricted, devices_on({0, 1}));
  EXPECT_EQ(text(hints(pod_with_gpus("p", 1000, 1))), "0");
}

TEST_F(UpstreamDevices, S30_LeadCpusToTheirNode) {
  for (const NumaPolicy policy : kAligning) {
    start(policy, devices_on({0, 1}));
    EXPECT_EQ(place(pod_with_gpus("a", 1000, 1)), "0 : gpu0");
    EXPECT_EQ(place(pod_of("b", Qos::kLs, 6000)), "1 :");
    EXPECT_EQ(place(pod_with_gpus("c", 1000, 1)), "1 : gpu1") << static_cast<int>(policy);
  }
}

TEST_F(UpstreamDevices, CountMoreThanTheScoreOfCpus) {
  for (const NumaPolicy policy : kAligning) {
    start(policy, devices_on({0, 1}));
    EXPECT_EQ(place(pod_of("a", Qos::kLs, 4000)), "0 :");
    EXPECT_EQ(place(pod_with_gpus("b", 1000, 1)), "0 : gpu0") << static_cast<int>(policy);
    EXPECT_EQ(place(pod_of("c", Qos::kLs, 1000)), "1 :") << "CPUs alone go to the emptier node";
  }
}

TEST_F(UpstreamDevices, OnOtherNodesThanCpus) {
  const auto place_under = [&](NumaPolicy policy) {
    start(policy, devices_on({0, 0}));
    EXPECT_EQ(place(pod_of("a", Qos::kLs, 7000)), "0 :");
    return place(pod_with_gpus("b", 4000, 1));
  };
  EXPECT_EQ(place_under(NumaPolicy::kBestEffort), "0 1 : gpu0");
  EXPECT_NE(place_under(NumaPolicy::kRestricted).find("NUMA"), std::string::npos);
  EXPECT_NE(place_under(NumaPolicy::kSingleNode).find("NUMA"), std::string::npos);
}

// Every policy refuses if the devices' own NUMA nodes do not suffice.
TEST_F(UpstreamDevices, AllNodesTogetherMustHaveThem) {
  for (const NumaPolicy policy : kAligning) {
    start(policy, devices_on({0, kNoTopology}));
    EXPECT_TRUE(place(pod_with_gpus("a", 1000, 2)).starts_with("Insufficient"));
    EXPECT_EQ(place(pod_with_gpus("b", 1000, 1)), "0 : gpu0");
  }
}

TEST_F(UpstreamDevices, ApplyForAllIsAboutTheWholeNode) {
  const auto pod = [](const std::string &uid) {
    PodObject out = pod_with(uid, 1000, {{"koordinator.sh/rdma", 10}});
    DeviceHint hint;
    hint.type = "rdma";
    hint.count = DeviceCount::kApplyForAll;
    out.devices.hints.push_back(std::move(hint));
    return out;
  };
  start(NumaPolicy::kSingleNode, devices_on({}, {0, 0}));
  EXPECT_EQ(place(pod("a")), "0 : rdma0 rdma1");
  start(NumaPolicy::kSingleNode, devices_on({}, {0, 1}));
  EXPECT_NE(place(pod("a")).find("NUMA"), std::string::npos);
  start(NumaPolicy::kBestEffort, devices_on({}, {0, 1}));
  EXPECT_EQ(place(pod("a")), "0 1 : rdma0 rdma1");
}

// Four resources have 255 hints each: more combinations than merge_upstream accepts elsewhere.
TEST_F(UpstreamDevices, EightNodesAreNotTooMany) {
  std::vector<int32_t> nodes = {7, 6, 5, 4, 3, 2, 1, 0};
  for (const NumaPolicy policy : kAligning) {
    start(policy, devices_on(nodes, nodes), {2, 4, 4});
    EXPECT_EQ(place(pod_with("p", 1000, {{"koordinator.sh/rdma", 50}, {"nvidia.com/gpu", 1}})),
              "0 : gpu7 rdma7")
        << static_cast<int>(policy);
  }
}

TEST_F(UpstreamDevices, BestEffortScoresDevicesOfTheWholeNode) {
  const auto score = [&](NumaPolicy policy) {
    start(policy, devices_on({0, 1}));
    sched::Query query = ask(*cluster_, pod_with("p", 1000, {{"koordinator.sh/gpu", 50}}));
    const sched::Query bare = ask(*cluster_, pod_of("p", Qos::kLs, 1000));
    Refusal refusal;
    int32_t with = 0;
    int32_t without = 0;
    EXPECT_EQ(cluster_->judge_one(query, {}, 0, refusal, with), Outcome::kDone);
    EXPECT_EQ(cluster_->judge_one(bare, {}, 0, refusal, without), Outcome::kDone);
    return with - without;
  };
  EXPECT_GT(score(NumaPolicy::kBestEffort), score(NumaPolicy::kRestricted))
      << "LeastAllocated: half of one GPU of two, not of one";
}

}  // namespace
}  // namespace koord::testing
