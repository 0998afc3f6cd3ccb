#include "device/gpu_policy/class_rows.h"

#include <algorithm>
#include <string>

#include "base/error.h"

namespace koord::device {

ClassRows::ClassRows(std::span<const TaskClass> classes) {
  if (classes.size() > kMaxTaskClasses)
    throw Error(Status::kLimit, std::to_string(classes.size()) + " task classes, at most " +
                                    std::to_string(kMaxTaskClasses));
  for (const auto &[task, tasks] : classes) {
    check_task(task);
    if (tasks < 0 || tasks > kMaxTasks - tasks_)
      throw Error(Status::kInvalid, "task classes: a class has " + std::to_string(tasks) +
                                        " tasks, expected at least 0 and in all at most " +
                                        std::to_string(kMaxTasks));
    tasks_ += tasks;
    if (task.gpu_count > 0 && tasks > 0)
      rows_.push_back(
          {task.cpu_milli, task.models, tasks, task.memory, 0, task.gpu_milli, task.gpu_count});
  }
  tasks_ = std::max<int64_t>(tasks_, 1);
  std::stable_sort(rows_.begin(), rows_.end(),
                   [](const Row &a, const Row &b) { return a.gpu_milli > b.gpu_milli; });
}

}  // namespace koord::device
