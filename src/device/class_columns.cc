#include "device/class_columns.h"

#include <algorithm>

namespace koord::device {

static_assert(kMaxCpuMilli <= INT32_MAX && kMaxTasks <= INT32_MAX && kMaxTaskClasses <= UINT16_MAX);

ClassColumns::ClassColumns(const ClassRows &classes, uint64_t model) {
  const std::span<const ClassRows::Row> rows = classes.rows();
  size_t share = 0;
  for (size_t i = rows.size(); i-- > 0;) {
    const ClassRows::Row &row = rows[i];
    if (row.gpu_count != 1 || !ClassRows::allows(row, model)) continue;
    while (share < static_cast<size_t>(row.gpu_milli))
      up_to_[share++] = static_cast<uint16_t>(tasks_.size());
    cpu_milli_.push_back(static_cast<int32_t>(row.cpu_milli));
    tasks_.push_back(static_cast<int32_t>(row.tasks));
  }
  while (share < up_to_.size()) up_to_[share++] = static_cast<uint16_t>(tasks_.size());
}

DeviceUse::DeviceUse(const ClassColumns &columns, int64_t cpu_milli) noexcept : columns_(columns) {
  const size_t size = columns.tasks_.size();
  const auto cpu = static_cast<int32_t>(std::clamp<int64_t>(cpu_milli, -1, kMaxCpuMilli));
  // Two loops: the first is done for several classes at a time.
  tasks_up_to_[0] = 0;
  for (size_t i = 0; i < size; ++i)
    tasks_up_to_[i + 1] = columns.cpu_milli_[i] <= cpu ? columns.tasks_[i] : 0;
  for (size_t i = 0; i < size; ++i) tasks_up_to_[i + 1] += tasks_up_to_[i];
}

}  // namespace koord::device
