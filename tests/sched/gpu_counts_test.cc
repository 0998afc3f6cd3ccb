// Counting GPUs agrees with choosing them: a hint without contents makes the scheduler choose GPUs,
// no hint makes it count them, and both give equal verdicts.
//   RC_PARAMS='max_success=20000' build/dev/tests/sched_tests --gtest_filter='GpuCounts*'
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sched/draw_devices.h"

namespace koord::testing {
namespace {

// Some of its GPUs state no location, or no NUMA node.
DeviceObject draw_placed_gpus(const std::string &node, int numa_nodes) {
  DeviceObject out = draw_devices(node, numa_nodes);
  for (DeviceInfo &device : out.devices) {
    if (one_in(8)) device.placed = false;
    if (one_in(8)) device.place.node = -1;
    if (one_in(8)) device.resources.pop_back();
  }
  if (one_in(3)) out.labels = {{"node.koordinator.sh/gpu-model", "A"}};
  if (one_in(3)) {
    out.has_partitions = true;
    out.partitions = {{1, {{{0}, "", 0, 1}}}, {2, {{{0, 1}, "", 0, 1}}}};
    out.partition_policy = one_in(2) ? PartitionPolicy::kHonor : PartitionPolicy::kAbsent;
  }
  return out;
}

PodObject draw_counted_pod(const std::string &uid) {
  PodObject pod = draw_pod(uid);
  if (one_in(2)) pod = pod_of(uid, Qos::kNone, 1000 * *rc::gen::inRange(1, 5));
  Amounts asked;
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      asked = {{"nvidia.com/gpu", *rc::gen::inRange(1, 5)}};
      break;
    case 1:
      asked = {{"koordinator.sh/gpu", *rc::gen::element(25, 50, 75, 100, 200, 400)}};
      break;
    case 2:
      asked = {{"koordinator.sh/gpu-memory", *rc::gen::inRange(1, 90) * kGi}};
      break;
    default:
      asked = {{"koordinator.sh/gpu-memory-ratio", 100}, {"koordinator.sh/gpu.shared", 2}};
  }
  Amounts &requests = pod.containers[0].requests;
  requests.insert(requests.end(), asked.begin(), asked.end());
  std::ranges::sort(requests, {}, &Amount::resource);
  pod.containers[0].limits = requests;
  return pod;
}

RC_GTEST_PROP(GpuCounts, AgreeWithAllocation, ()) {
  sched::Options options;
  if (one_in(4)) options.profile = Profile::kUpstream;
  options.devices_ignore_numa = one_in(8);
  if (one_in(4)) options.unshared = {{"", "A"}};
  if (one_in(4)) options.device_scorer.strategy = device::Strategy::kMostAllocated;
  Cluster cluster{options};
  const auto nodes = *rc::gen::inRange<uint32_t>(1, 6);
  for (uint32_t i = 0; i < nodes; ++i) {
    const std::string name = "n" + std::to_string(i);
    Drawn drawn = draw_node(name);
    if (one_in(6)) drawn.node.gpu_partitions = PartitionPolicy::kHonor;
    add(cluster, drawn);
    cluster.set_devices(
        draw_placed_gpus(name, static_cast<int>(drawn.topology.allocatable.size())));
  }
  for (int i = *rc::gen::inRange(0, 8); i > 0; --i) {
    PodObject holder = draw_counted_pod("u" + std::to_string(i));
    if (one_in(3)) {
      DeviceHint &hint = holder.devices.hints.emplace_back();
      hint.type = "gpu";
      hint.exclusive = one_in(2) ? DeviceExclusive::kDevice : DeviceExclusive::kPcie;
    }
    reserve(cluster, holder, *rc::gen::inRange(0U, nodes));
  }
  const PodObject counted = draw_counted_pod("asked");
  PodObject chosen = counted;
  chosen.devices.hints.emplace_back().type = "gpu";
  RC_ASSERT(evaluate(cluster, counted) == evaluate(cluster, chosen));
}

}  // namespace
}  // namespace koord::testing
