#include "device/gpu/gpu_task.h"

#include <algorithm>
#include <map>
#include <string>

#include "base/error.h"

namespace koord::device {
namespace {

// CPU that is assumed for a task that requests none.
constexpr int64_t kLeastCpu = 100;

[[noreturn]] void refuse(const char *field, int64_t found, int64_t most) {
  throw Error(Status::kInvalid, std::string("task: ") + field + " is " + std::to_string(found) +
                                    ", expected 0 to " + std::to_string(most));
}

size_t bounded(const NodeFree &node) {
  return std::min(node.gpu_milli.size(), static_cast<size_t>(kMaxDevices));
}

}  // namespace

void check_task(const GpuTask &task) {
  if (task.cpu_milli < 0 || task.cpu_milli > kMaxCpuMilli)
    refuse("cpu_milli", task.cpu_milli, kMaxCpuMilli);
  if (task.memory < 0 || task.memory > kMaxMemory) refuse("memory", task.memory, kMaxMemory);
  if (task.gpu_milli < 0 || task.gpu_milli > kWholeGpu)
    refuse("gpu_milli", task.gpu_milli, kWholeGpu);
  if (task.gpu_count < 0 || task.gpu_count > kMaxDevices)
    refuse("gpu_count", task.gpu_count, kMaxDevices);
  if ((task.gpu_count == 0) != (task.gpu_milli == 0))
    throw Error(Status::kInvalid, "task: gpu_milli is " + std::to_string(task.gpu_milli) +
                                      " and gpu_count " + std::to_string(task.gpu_count) +
                                      ", expected both or neither to be 0");
  if (task.models != kAnyModel && (task.models >> kMaxModels) != 0)
    throw Error(Status::kInvalid, "task: models beyond the first " + std::to_string(kMaxModels));
}

void check_devices(const NodeFree &node) {
  if (node.gpu_milli.size() > static_cast<size_t>(kMaxDevices))
    throw Error(Status::kLimit, "node: " + std::to_string(node.gpu_milli.size()) +
                                    " devices, at most " + std::to_string(kMaxDevices));
  bool valid = true;  // no branch per device: this runs for every node
  for (const int32_t milli : node.gpu_milli) valid &= milli >= 0 && milli <= kWholeGpu;
  if (valid) return;
  const int32_t milli = *std::ranges::find_if(
      node.gpu_milli, [](int32_t found) { return found < 0 || found > kWholeGpu; });
  throw Error(Status::kInvalid, "node: a device has " + std::to_string(milli) +
                                    " milli-GPU free, expected 0 to " + std::to_string(kWholeGpu));
}

std::vector<TaskClass> covering_classes(std::span<const TaskClass> tasks, int percent) {
  if (percent < 1 || percent > 100)
    throw Error(Status::kInvalid,
                "percent of tasks is " + std::to_string(percent) + ", expected 1 to 100");
  std::map<GpuTask, int64_t> counts;
  int64_t all = 0;
  for (auto [task, count] : tasks) {
    check_task(task);
    if (count < 0)
      throw Error(Status::kInvalid,
                  "tasks: found " + std::to_string(count) + ", expected at least 0");
    if (count > kMaxTasks - all)
      throw Error(Status::kLimit, "more than " + std::to_string(kMaxTasks) + " tasks");
    if (count == 0) continue;
    all += count;
    if (task.cpu_milli == 0) task.cpu_milli = kLeastCpu;
    counts[task] += count;
  }
  std::vector<TaskClass> classes;
  classes.reserve(counts.size());
  for (const auto &[task, count] : counts) classes.push_back({task, count});
  std::sort(classes.begin(), classes.end(), [](const TaskClass &a, const TaskClass &b) {
    return a.tasks != b.tasks ? a.tasks > b.tasks : b.task < a.task;
  });
  int64_t covered = 0;
  size_t kept = 0;
  while (covered * 100 < all * percent) covered += classes[kept++].tasks;
  classes.resize(kept);
  if (kept > kMaxTaskClasses)
    throw Error(Status::kLimit, "tasks of " + std::to_string(kept) + " kinds, at most " +
                                    std::to_string(kMaxTaskClasses));
  return classes;
}

std::vector<TaskClass> without_memory(std::span<const TaskClass> tasks) {
  std::vector<TaskClass> out(tasks.begin(), tasks.end());
  for (TaskClass &entry : out) entry.task.memory = 0;
  return out;
}

std::vector<TaskClass> with_mean_memory(std::span<const TaskClass> tasks) {
  __extension__ using Wide = __int128;
  struct Sum {
    Wide memory = 0;
    Wide tasks = 0;
  };
  std::map<GpuTask, Sum> sums;
  const auto of_any_memory = [](GpuTask task) {
    task.memory = 0;
    return task;
  };
  for (const auto &[task, count] : tasks) {
    Sum &sum = sums[of_any_memory(task)];
    sum.memory += Wide{task.memory} * count;
    sum.tasks += count;
  }
  std::vector<TaskClass> out(tasks.begin(), tasks.end());
  for (TaskClass &entry : out) {
    const Sum &sum = sums[of_any_memory(entry.task)];
    if (entry.task.gpu_count > 1 || sum.tasks <= 0) continue;
    entry.task.memory = static_cast<int64_t>(sum.memory / sum.tasks);
  }
  return out;
}

bool fits(const NodeFree &node, const GpuTask &task, DeviceMask allowed) noexcept {
  if (!could_host(node, task)) return false;
  if (task.gpu_count == 0) return true;
  int fitting = 0;
  const size_t count = bounded(node);
  for (size_t i = 0; i < count; ++i)
    fitting += node.gpu_milli[i] >= task.gpu_milli && (allowed >> i & 1) != 0;
  return fitting >= task.gpu_count;
}

DeviceMask first_fitting(const NodeFree &node, const GpuTask &task, DeviceMask allowed) noexcept {
  DeviceMask devices = 0;
  int left = task.gpu_count;
  const size_t count = bounded(node);
  for (size_t i = 0; i < count && left > 0; ++i)
    if (node.gpu_milli[i] >= task.gpu_milli && (allowed >> i & 1) != 0) {
      devices |= device_bit(static_cast<int>(i));
      --left;
    }
  return devices;
}

DeviceMask tightest_fitting(const NodeFree &node, const GpuTask &task,
                            DeviceMask allowed) noexcept {
  if (!task.shares()) return first_fitting(node, task, allowed);
  const size_t count = bounded(node);
  size_t best = count;
  for (size_t i = 0; i < count; ++i)
    if (node.gpu_milli[i] >= task.gpu_milli && (allowed >> i & 1) != 0 &&
        (best == count || node.gpu_milli[i] < node.gpu_milli[best]))
      best = i;
  return best == count ? 0 : device_bit(static_cast<int>(best));
}

}  // namespace koord::device
