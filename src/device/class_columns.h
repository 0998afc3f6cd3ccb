// Task classes for one device in columns, so that a node's CPU is compared with all of them at once.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "device/class_rows.h"

namespace koord::device {

class ClassColumns {
 public:
  // The rows for one device that nodes of the model may host; model 0: those that name none.
  ClassColumns(const ClassRows &classes, uint64_t model);

 private:
  friend class DeviceUse;

  std::vector<int32_t> cpu_milli_;  // small shares first, as are the tasks
  std::vector<int32_t> tasks_;
  std::array<uint16_t, kWholeGpu + 1> up_to_;  // classes with no larger share
};

// What the tasks of these classes can use of a device of a node with so much CPU left.
class DeviceUse {
 public:
  // `columns` must outlive it.
  DeviceUse(const ClassColumns &columns, int64_t cpu_milli) noexcept;

  // Summed over all tasks, in milli-GPU, of a device with so much free.
  int64_t of(int32_t milli) const noexcept {
    return int64_t{milli} * tasks_up_to_[columns_.up_to_[static_cast<size_t>(milli)]];
  }

 private:
  const ClassColumns &columns_;
  std::array<int32_t, kMaxTaskClasses + 1> tasks_up_to_;  // set up to the number of classes
};

}  // namespace koord::device
