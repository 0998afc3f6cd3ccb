// What task classes use of single devices, counted in advance for every share and every amount of
// CPU that makes a difference.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "device/gpu_scoring/class_rows.h"

namespace koord::device {

class ClassTable {
 public:
  // Holds the classes that nodes of the model may host; model 0: those that name none.
  ClassTable(const ClassRows &classes, uint64_t model);

 private:
  friend class DeviceUse;

  struct Class {
    int32_t gpu_milli;
    int32_t tasks;  // none of classes for several devices, which are here for their CPU
  };

  std::vector<int64_t> cpu_milli_;  // ascending
  std::vector<Class> classes_;      // that ask for it
  // Row r, column c: tasks of those of the first r << shift_ classes that ask for one of the c
  // smallest shares.
  std::vector<int32_t> tasks_;
  size_t shift_ = 0;
  size_t width_ = 1;
  std::array<uint16_t, kWholeGpu + 1> column_;  // by what a device has free
};

// What the tasks for one device can use of a device of a node with so much CPU left.
class DeviceUse {
 public:
  // `table` must outlive it.
  DeviceUse(const ClassTable &table, int64_t cpu_milli) noexcept;

  // Summed over all tasks, in milli-GPU, of a device with so much free.
  int64_t of(int32_t milli) const noexcept {
    int64_t tasks = row_[table_.column_[static_cast<size_t>(milli)]];
    for (const ClassTable::Class &more : beyond_row_)
      if (more.gpu_milli <= milli) tasks += more.tasks;
    return milli * tasks;
  }
  // Classes whose CPU is there, those for several devices among them: as many of one table are the
  // same.
  size_t classes() const noexcept { return classes_; }

 private:
  const ClassTable &table_;
  size_t classes_;
  const int32_t *row_;
  std::span<const ClassTable::Class> beyond_row_;
};

}  // namespace koord::device
