#include "device/gpu_policy/gpu_scores.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string>

#include "base/error.h"

namespace koord::device {
namespace {

__extension__ using Wide = __int128;

constexpr int64_t kMaxScore = 100;
constexpr int64_t kBand = 25;  // of four bands

void check(const NodeFree &node, const GpuTask &task) {
  check_task(task);
  if (node.gpu_milli.size() > static_cast<size_t>(kMaxDevices))
    throw Error(Status::kLimit, "node: " + std::to_string(node.gpu_milli.size()) +
                                    " devices, at most " + std::to_string(kMaxDevices));
}

void check(const LargestNode &largest) {
  if (largest.cpu_milli < 1 || largest.cpu_milli > kMaxCpuMilli || largest.gpu_milli < 1 ||
      largest.gpu_milli > int64_t{kMaxDevices} * kWholeGpu)
    throw Error(Status::kInvalid, "largest node: " + std::to_string(largest.cpu_milli) +
                                      " milli-CPU and " + std::to_string(largest.gpu_milli) +
                                      " milli-GPU, expected 1 to " + std::to_string(kMaxCpuMilli) +
                                      " and 1 to " + std::to_string(kMaxDevices * kWholeGpu));
}

int64_t free_gpu(const NodeFree &node) {
  return std::accumulate(node.gpu_milli.begin(), node.gpu_milli.end(), int64_t{0});
}

int64_t free_cpu(const NodeFree &node) { return std::min(node.cpu_milli, kMaxCpuMilli); }

// Returns kMaxScore - part / whole, rounded down.
int64_t short_of_most(Wide part, Wide whole) {
  return static_cast<int64_t>(kMaxScore - (part + whole - 1) / whole);
}

}  // namespace

PlacementScore best_fit(const NodeFree &node, const GpuTask &task, const LargestNode &largest,
                        DeviceMask allowed) {
  check(node, task);
  check(largest);
  if (!fits(node, task, allowed)) return {};
  const Wide cpu = free_cpu(node) - task.cpu_milli;
  const Wide gpu = free_gpu(node) - task.gpu_total();
  const Wide half = kMaxScore / 2;
  const int64_t score = short_of_most(half * (cpu * largest.gpu_milli + gpu * largest.cpu_milli),
                                      Wide{largest.cpu_milli} * largest.gpu_milli);
  return {true, score, tightest_fitting(node, task, allowed)};
}

PlacementScore dot_product(const NodeFree &node, const GpuTask &task, const LargestNode &largest,
                           DeviceMask allowed) {
  check(node, task);
  check(largest);
  if (!fits(node, task, allowed)) return {};
  const Wide cpu_unit = Wide{largest.cpu_milli} * largest.cpu_milli;
  const Wide gpu_unit = Wide{largest.gpu_milli} * largest.gpu_milli;
  const Wide cpu = Wide{free_cpu(node)} * task.cpu_milli;
  const Wide gpu = Wide{free_gpu(node)} * task.gpu_total();
  const Wide half = kMaxScore / 2;
  const int64_t score =
      short_of_most(half * (cpu * gpu_unit + gpu * cpu_unit), cpu_unit * gpu_unit);
  return {true, score, tightest_fitting(node, task, allowed)};
}

PlacementScore gpu_packing(const NodeFree &node, const GpuTask &task, DeviceMask allowed) {
  check(node, task);
  if (!fits(node, task, allowed)) return {};
  const DeviceMask devices = tightest_fitting(node, task, allowed);
  if (task.gpu_count == 0) return {true, 0, devices};
  const auto whole = std::count(node.gpu_milli.begin(), node.gpu_milli.end(), kWholeGpu);
  constexpr int64_t kIdleNode = 33;
  constexpr int64_t kUsedNode = 50;
  if (static_cast<size_t>(whole) == node.gpu_milli.size())
    return {true, std::max<int64_t>(kIdleNode - whole, whole), devices};
  std::array<int32_t, kMaxDevices> free;
  auto end = free.begin();
  for (size_t i = 0; i < node.gpu_milli.size(); ++i)
    if (node.gpu_milli[i] >= task.gpu_milli && (allowed >> i & 1) != 0) *end++ = node.gpu_milli[i];
  std::sort(free.begin(), end);
  int64_t opened = 0;
  int64_t left = 0;
  for (int32_t i = 0; i < task.gpu_count; ++i) {
    const int32_t milli = free[static_cast<size_t>(i)];
    opened += milli == kWholeGpu;
    left += milli;
  }
  const int64_t score = opened > 0 ? std::max(kUsedNode - opened, kIdleNode)
                                   : std::max(kMaxScore - left / 10 / 10, kUsedNode);
  return {true, score, devices};
}

PlacementScore gpu_clustering(const NodeFree &node, const GpuTask &task, Neighbours neighbours,
                              const LargestNode &largest, DeviceMask allowed) {
  check(node, task);
  check(largest);
  if (!fits(node, task, allowed)) return {};
  const DeviceMask devices = tightest_fitting(node, task, allowed);
  if (task.gpu_count == 0) return {true, 0, devices};
  const int64_t used = std::max<int64_t>(largest.gpu_milli - free_gpu(node), 0);
  return {true, kBand * static_cast<int64_t>(neighbours) + kBand * used / largest.gpu_milli,
          devices};
}

}  // namespace koord::device
