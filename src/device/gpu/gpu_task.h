// GPU tasks and the free resources of nodes, in thousandths of a CPU and of a GPU.
#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "device/device_mask.h"

namespace koord::device {

inline constexpr int32_t kWholeGpu = 1000;
inline constexpr int32_t kMilliOfPercent = kWholeGpu / 100;
// The caller numbers models, one bit each.
inline constexpr int kMaxModels = 63;
inline constexpr uint64_t kAnyModel = ~uint64_t{0};
inline constexpr int64_t kMaxCpuMilli = int64_t{1} << 28;  // milli-CPU of a node or a task
inline constexpr int64_t kMaxMemory = int64_t{1} << 60;    // bytes of memory of a node or a task
inline constexpr int64_t kMaxTasks = int64_t{1} << 30;     // of all classes together
inline constexpr size_t kMaxTaskClasses = 4096;

struct GpuTask {
  int64_t cpu_milli = 0;
  int32_t gpu_milli = 0;  // of each device
  int32_t gpu_count = 0;  // 0 if the task uses CPU only
  uint64_t models = kAnyModel;
  int64_t memory = 0;  // bytes

  bool allows(uint64_t model) const noexcept {
    return models == kAnyModel || (models & model) != 0;
  }
  // Returns true if the task uses a part of one device, which others may share.
  bool shares() const noexcept { return gpu_count == 1 && gpu_milli < kWholeGpu; }
  int64_t gpu_total() const noexcept { return int64_t{gpu_milli} * gpu_count; }
  bool operator==(const GpuTask &) const = default;
  bool operator<(const GpuTask &other) const noexcept {
    return std::tie(cpu_milli, gpu_milli, gpu_count, models, memory) <
           std::tie(other.cpu_milli, other.gpu_milli, other.gpu_count, other.models, other.memory);
  }
};

// A kind of task with equal requests, and the number of such tasks in the workload.
struct TaskClass {
  GpuTask task;
  int64_t tasks = 0;

  bool operator==(const TaskClass &) const = default;
};

struct NodeFree {
  int64_t cpu_milli = 0;
  std::span<const int32_t> gpu_milli;  // of each device, 0 to kWholeGpu; at most kMaxDevices
  uint64_t model = 0;                  // of all devices: one bit, or 0 if unknown
  int64_t memory = kMaxMemory;         // bytes
};

// The outcome of a policy for a task on a node. Scores of different policies are not comparable.
struct PlacementScore {
  bool fits = false;
  int64_t score = 0;       // higher is better
  DeviceMask devices = 0;  // by position
};

// Returns true if the node has the CPU and memory for the task, and GPUs of a model that it allows.
inline bool could_host(const NodeFree &node, const GpuTask &task) noexcept {
  return task.cpu_milli <= node.cpu_milli && task.memory <= node.memory &&
         (task.gpu_count == 0 || task.allows(node.model));
}

// Throws kInvalid for a task outside the bounds above.
void check_task(const GpuTask &task);
// Throws kLimit if the node has more than kMaxDevices
// devices, and kInvalid for a share outside 0 to kWholeGpu.
void check_devices(const NodeFree &node);

// Returns the classes that represent a workload: tasks grouped by equal
// requests, with CPU 0 counted as 100. The most frequent classes come first
// (ties: the larger request), until `percent` of all tasks are covered.
std::vector<TaskClass> covering_classes(std::span<const TaskClass> tasks, int percent);
// Returns the tasks without their memory requests.
std::vector<TaskClass> without_memory(std::span<const TaskClass> tasks);
// Returns the tasks with the memory of single-device tasks
// replaced by the mean over the tasks that differ in nothing else.
std::vector<TaskClass> with_mean_memory(std::span<const TaskClass> tasks);
inline constexpr int kTypicalPercent = 95;

// Returns true if the task fits. Here and below, only the devices in `allowed` are considered.
bool fits(const NodeFree &node, const GpuTask &task, DeviceMask allowed = kAllDevices) noexcept;

// Returns the first devices that fit the task, as many as
// it requests, in order of position. The task must fit.
DeviceMask first_fitting(const NodeFree &node, const GpuTask &task,
                         DeviceMask allowed = kAllDevices) noexcept;
// Like first_fitting(), but a task that shares gets the
// fitting device with the least left; ties go to the first.
DeviceMask tightest_fitting(const NodeFree &node, const GpuTask &task,
                            DeviceMask allowed = kAllDevices) noexcept;

}  // namespace koord::device
