// Nodes that look alike are judged once, and every verdict equals that of judging the node alone.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "sched/clusters.h"
#include "sched/draw_devices.h"

namespace koord::testing {
namespace {

using device::GpuPlacing;

// Draws GPUs that are nearly always alike.
DeviceObject draw_gpus(const std::string &node) {
  DeviceObject out;
  out.node = node;
  out.labels = {{"node.koordinator.sh/gpu-model", one_in(6) ? "B" : "A"}};
  const int count = one_in(6) ? 3 : 2;
  for (int minor = 0; minor < count; ++minor) {
    DeviceInfo gpu;
    gpu.type = "gpu";
    gpu.id = node + "-" + std::to_string(minor);
    gpu.minor = minor;
    gpu.healthy = !one_in(16);
    gpu.placed = true;
    gpu.place.node = one_in(8) ? 0 : minor % 2;
    gpu.place.socket = 0;
    gpu.place.pcie = std::to_string(minor);
    gpu.labels = {{"row", one_in(4) ? "lower" : "upper"}};
    gpu.resources = {{"koordinator.sh/gpu-core", 100},
                     {"koordinator.sh/gpu-memory", (one_in(8) ? 40 : 80) * kGi},
                     {"koordinator.sh/gpu-memory-ratio", 100}};
    out.devices.push_back(std::move(gpu));
  }
  if (one_in(8)) {
    out.has_partitions = true;
    out.partition_policy = object::PartitionPolicy::kHonor;
  }
  return out;
}

void add_drawn_node(Cluster &cluster, const std::string &name, bool has_numa) {
  NodeObject node;
  node.name = name;
  node.allocatable = {{"cpu", one_in(8) ? 8000 : 16000}, {"memory", 256 * kGi}, {"pods", 110}};
  if (has_numa)
    node.numa_policy = *rc::gen::weightedElement<NumaPolicy>(
        {{6, NumaPolicy::kNone}, {1, NumaPolicy::kBestEffort}, {3, NumaPolicy::kSingleNode}});
  if (one_in(10)) node.unschedulable = true;
  if (one_in(10)) node.gpu_partitions = PartitionPolicy::kHonor;
  const bool has_gpus = !one_in(5);
  // Without a Device object, GPUs are an ordinary amount.
  if (!has_gpus)
    node.allocatable.insert(node.allocatable.begin() + 1,
                            {"koordinator.sh/gpu", 100 * *rc::gen::inRange(0, 3)});
  cluster.set_node(node);
  if (has_numa) cluster.set_topology(topology_of(name));
  if (has_gpus) cluster.set_devices(draw_gpus(name));
}

PodObject draw_gpu_pod(const std::string &uid) {
  PodObject pod = pod_of(uid, one_in(6) ? Qos::kLsr : Qos::kLs, 1000 * *rc::gen::inRange(1, 4));
  Amounts asked;
  switch (*rc::gen::inRange(0, 6)) {
    case 0:
      asked = {{"nvidia.com/gpu", *rc::gen::inRange(1, 3)}};
      break;
    case 1:
      asked = {{"koordinator.sh/gpu-memory", *rc::gen::inRange(1, 9) * 10 * kGi}};
      break;
    case 2:
      break;
    default:
      asked = {{"koordinator.sh/gpu", 25 * *rc::gen::inRange(1, 5)}};
  }
  Amounts &requests = pod.containers[0].requests;
  requests.insert(requests.end(), asked.begin(), asked.end());
  std::sort(requests.begin(), requests.end(),
            [](const Amount &a, const Amount &b) { return a.resource < b.resource; });
  pod.containers[0].limits = requests;
  if (one_in(4)) {
    DeviceHint &hint = pod.devices.hints.emplace_back();
    hint.type = "gpu";
    hint.selector = {{"row", LabelRequirement::Operator::kIn, {"upper"}}};
  }
  return pod;
}

// Returns the first verdict that differs from judging the node alone, or an empty string.
std::string first_odd(const Cluster &cluster, const PodObject &pod,
                      const std::vector<sched::Verdict> &rows) {
  for (const sched::Verdict &row : rows) {
    Refusal refusal;
    int32_t score = 0;
    cluster.judge_one(ask(cluster, pod), {}, row.node, refusal, score);
    const auto reason = static_cast<int32_t>(refusal.reason);
    if (row.reason != reason || row.score != score)
      return "node " + std::to_string(row.node) + ": " + std::to_string(row.reason) + " at " +
             std::to_string(row.score) + ", alone " + std::to_string(reason) + " at " +
             std::to_string(score);
  }
  return "";
}

RC_GTEST_PROP(EqualNodes, HaveTheVerdictsOfEachNodeAlone, ()) {
  sched::Options options;
  if (one_in(4)) options.profile = Profile::kUpstream;
  Cluster cluster{options};
  const bool has_numa = one_in(3);
  const auto nodes = *rc::gen::inRange<uint32_t>(2, 16);
  for (uint32_t i = 0; i < nodes; ++i) add_drawn_node(cluster, "n" + std::to_string(i), has_numa);
  device::GpuWorkload workload;
  workload.tasks = {{{2000, 500, 1}, 6}, {{1000, 1000, 1, workload.models.add("A")}, 3}};
  cluster.place_gpus(static_cast<GpuPlacing>(*rc::gen::inRange(1, device::kGpuPlacings)), workload);
  for (int i = *rc::gen::inRange(0, 12); i > 0; --i)
    reserve(cluster, draw_gpu_pod("u" + std::to_string(i)), *rc::gen::inRange(0U, nodes));
  for (int i = 0; i < 8; ++i) {
    const PodObject pod = draw_gpu_pod("asked");
    RC_ASSERT(first_odd(cluster, pod, evaluate(cluster, pod)) == "");
  }
}

DeviceObject gpus_of(const std::string &node, int32_t count) {
  DeviceObject out;
  out.node = node;
  for (int32_t minor = 0; minor < count; ++minor) {
    DeviceInfo gpu;
    gpu.type = "gpu";
    gpu.id = std::to_string(minor);
    gpu.minor = minor;
    gpu.healthy = true;
    gpu.resources = {{"koordinator.sh/gpu-core", 100}, {"koordinator.sh/gpu-memory-ratio", 100}};
    out.devices.push_back(std::move(gpu));
  }
  return out;
}

// A percentage of 100 is a whole GPU.
PodObject gpu_pod(const std::string &uid, int64_t percent) {
  PodObject pod = pod_of(uid, Qos::kLs, 1000);
  Container &container = pod.containers[0];
  if (percent > 0)
    container.requests.insert(container.requests.begin() + 1, {"koordinator.sh/gpu", percent});
  container.limits = container.requests;
  return pod;
}

// The free amounts are equal, but the pods are not.
TEST(EqualNodes, DifferIfTheirPodsDo) {
  Cluster cluster{sched::Options()};
  for (const char *name : {"singles", "pair"}) {
    cluster.set_node(node_of(name));
    cluster.set_devices(gpus_of(name, 3));
  }
  for (const char *uid : {"a", "b"})
    ASSERT_FALSE(reserve(cluster, gpu_pod(uid, 100), 0).refusal.refused());
  ASSERT_FALSE(reserve(cluster, gpu_pod("c", 200), 1).refusal.refused());
  ASSERT_FALSE(reserve(cluster, gpu_pod("d", 0), 1).refusal.refused());
  cluster.place_gpus(GpuPlacing::kClustering, {});
  const auto rows = evaluate(cluster, gpu_pod("asked", 100));
  EXPECT_EQ(rows.at(0).score, 75 + 16);
  EXPECT_EQ(rows.at(1).score, 16);
}

// The nodes differ only in the model of their GPUs. There are so many
// that some collide in the search for equal nodes.
TEST(EqualNodes, DifferIfTheirGpuModelsDo) {
  Cluster cluster{sched::Options()};
  device::GpuWorkload workload;
  for (int i = 0; i < device::kMaxModels; ++i) {
    const std::string model = "model" + std::to_string(i);
    NodeObject node = node_of(model);
    node.gpu_model = model;
    cluster.set_node(node);
    cluster.set_devices(gpus_of(model, 2));
    workload.tasks.push_back({{1000, 1000, 1, workload.models.add(model)}, i + 1});
  }
  cluster.place_gpus(GpuPlacing::kFgd, workload);
  const PodObject pod = gpu_pod("asked", 50);
  const auto rows = evaluate(cluster, pod);
  EXPECT_EQ(first_odd(cluster, pod, rows), "");
  std::set<int32_t> scores;
  for (const sched::Verdict &row : rows) scores.insert(row.score);
  EXPECT_GT(scores.size(), 1U);
}

// With a single NUMA node upstream does not align pods, but still
// checks everything that is reported about it.
TEST(EqualNodes, EqualSumsAreNotEnoughUnderUpstream) {
  sched::Options options;
  options.profile = Profile::kUpstream;
  Cluster cluster{options};
  for (const int64_t percent : {200, 20}) {
    const std::string name = std::to_string(percent);
    add_node(cluster, name, {1, 1, 4}, NumaPolicy::kSingleNode);
    NodeTopology topology = topology_of(name, {1, 1, 4});
    topology.allocatable[0].amounts.push_back({"koordinator.sh/gpu", percent});
    cluster.set_topology(topology);
    cluster.set_devices(gpus_of(name, 2));
  }
  cluster.place_gpus(GpuPlacing::kBestFit, {});
  const auto rows = evaluate(cluster, gpu_pod("asked", 50));
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].reason, static_cast<int32_t>(Reason::kNone));
  EXPECT_EQ(rows[1].reason, static_cast<int32_t>(Reason::kNumaUnsatisfied));
}

}  // namespace
}  // namespace koord::testing
