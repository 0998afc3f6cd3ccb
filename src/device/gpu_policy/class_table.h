// The GPU use of task classes on single devices, precomputed for
// every share and every amount of CPU that makes a difference.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "device/gpu_policy/class_rows.h"

namespace koord::device {

class ClassTable {
 public:
  // Holds the classes that nodes of the model may
  // host; for model 0, the classes that name no model.
  ClassTable(const ClassRows &classes, uint64_t model);

 private:
  friend class DeviceUse;

  struct Class {
    int32_t gpu_milli;
    int32_t tasks;  // 0 for classes with several devices, which are listed for their CPU
  };

  std::vector<int64_t> cpu_milli_;  // ascending
  std::vector<Class> classes_;      // in the order of cpu_milli_
  // Row r, column c: the number of single-device tasks with one
  // of the c smallest shares among the first r << shift_ classes.
  std::vector<int32_t> tasks_;
  size_t shift_ = 0;
  size_t width_ = 1;
  std::array<uint16_t, kWholeGpu + 1> column_;  // by free milli-GPU of a device
};

// The amount of a device that single-device tasks
// can use on a node with a given amount of free CPU.
class DeviceUse {
 public:
  // `table` must outlive the object.
  DeviceUse(const ClassTable &table, int64_t cpu_milli) noexcept;

  // Returns the usable milli-GPU of a device with `milli` free, summed over all tasks.
  int64_t of(int32_t milli) const noexcept {
    int64_t tasks = row_[table_.column_[static_cast<size_t>(milli)]];
    for (const ClassTable::Class &more : beyond_row_)
      if (more.gpu_milli <= milli) tasks += more.tasks;
    return milli * tasks;
  }
  // Returns the number of classes whose CPU request fits, including those with several devices.
  // Objects of one table with equal numbers are equal.
  size_t classes() const noexcept { return classes_; }

 private:
  const ClassTable &table_;
  size_t classes_;
  const int32_t *row_;
  std::span<const ClassTable::Class> beyond_row_;
};

}  // namespace koord::device
