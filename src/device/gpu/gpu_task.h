// What GPU tasks ask of a node and what the node has free, in numbers: thousandths of a CPU and of
// one GPU.
#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "device/device_mask.h"

namespace koord::device {

inline constexpr int32_t kWholeGpu = 1000;
inline constexpr int32_t kMilliOfPercent = kWholeGpu / 100;
// Models are numbered by the caller, one bit each.
inline constexpr int kMaxModels = 63;
inline constexpr uint64_t kAnyModel = ~uint64_t{0};
inline constexpr int64_t kMaxCpuMilli = int64_t{1} << 28;  // milli-CPU of a node or a task
inline constexpr int64_t kMaxMemory = int64_t{1} << 60;    // bytes of a node or a task
inline constexpr int64_t kMaxTasks = int64_t{1} << 30;     // of all classes together
inline constexpr size_t kMaxTaskClasses = 4096;

struct GpuTask {
  int64_t cpu_milli = 0;
  int32_t gpu_milli = 0;  // of each device
  int32_t gpu_count = 0;  // 0: CPU only
  uint64_t models = kAnyModel;
  int64_t memory = 0;  // bytes

  bool allows(uint64_t model) const noexcept {
    return models == kAnyModel || (models & model) != 0;
  }
  // One device, which others may share.
  bool shares() const noexcept { return gpu_count == 1 && gpu_milli < kWholeGpu; }
  int64_t gpu_total() const noexcept { return int64_t{gpu_milli} * gpu_count; }
  bool operator==(const GpuTask &) const = default;
  bool operator<(const GpuTask &other) const noexcept {
    return std::tie(cpu_milli, gpu_milli, gpu_count, models, memory) <
           std::tie(other.cpu_milli, other.gpu_milli, other.gpu_count, other.models, other.memory);
  }
};

// Tasks that ask for the same, and how many of them the workload has.
struct TaskClass {
  GpuTask task;
  int64_t tasks = 0;

  bool operator==(const TaskClass &) const = default;
};

struct NodeFree {
  int64_t cpu_milli = 0;
  std::span<const int32_t> gpu_milli;  // of each device, 0 to kWholeGpu; at most kMaxDevices
  uint64_t model = 0;                  // of all devices: one bit, or 0 where none is known
  int64_t memory = kMaxMemory;         // bytes
};

// What a task gets from a node by a policy, if it fits; scores of different policies do not
// compare.
struct Placed {
  bool fits = false;
  int64_t score = 0;       // higher is better
  DeviceMask devices = 0;  // by position
};

// Whether the node has the CPU and the memory for it, and GPUs of a model that it may have.
inline bool could_host(const NodeFree &node, const GpuTask &task) noexcept {
  return task.cpu_milli <= node.cpu_milli && task.memory <= node.memory &&
         (task.gpu_count == 0 || task.allows(node.model));
}

// Throws kInvalid for a task that no pod can be: see the bounds above.
void check_task(const GpuTask &task);
// Throws kLimit where the node has more than kMaxDevices, kInvalid for a share outside 0 to
// kWholeGpu.
void check_devices(const NodeFree &node);

// The classes that stand for a workload: tasks grouped by what they ask for, CPU 0 counted as 100,
// the most frequent first (ties: the larger request), until `percent` of all tasks are covered.
std::vector<TaskClass> covering_classes(std::span<const TaskClass> tasks, int percent);
// The tasks without their memory requests.
std::vector<TaskClass> without_memory(std::span<const TaskClass> tasks);
// The tasks, where those for one device that differ only in memory request the mean of it.
std::vector<TaskClass> with_mean_memory(std::span<const TaskClass> tasks);
std::vector<TaskClass> task_classes(std::span<const GpuTask> tasks, int percent);
inline constexpr int kTypicalPercent = 95;

// Looks at the devices in `allowed`, here and below.
bool fits(const NodeFree &node, const GpuTask &task, DeviceMask allowed = kAllDevices) noexcept;

// Devices with room for the task in order of position, as many as it asks for; it must fit.
DeviceMask first_fitting(const NodeFree &node, const GpuTask &task,
                         DeviceMask allowed = kAllDevices) noexcept;
// The same, but a task that shares gets the fitting device with least left, the first of several.
DeviceMask tightest_fitting(const NodeFree &node, const GpuTask &task,
                            DeviceMask allowed = kAllDevices) noexcept;

}  // namespace koord::device
