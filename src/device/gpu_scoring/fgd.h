// Fragmentation gradient descent: the node and device on which a task raises fragmentation least.
#pragma once

#include <array>

#include "device/gpu_scoring/fragmentation.h"

namespace koord::device {

class Fgd {
 public:
  // The classes: task_classes(tasks, kTypicalPercent) as published.
  explicit Fgd(std::span<const TaskClass> classes);

  const Fragmentation &fragmentation() const noexcept { return fragmentation_; }

  // floor(100 / (1 + exp(-fall / 1000))) of the fall of fragmentation in milli-GPU, as an exact
  // step function. Ties between devices: the first.
  Placed place(const NodeFree &node, const GpuTask &task, DeviceMask allowed = kAllDevices) const;

  // The score of a fall of Fragmentation::of.
  int64_t score(int64_t fall) const noexcept;

 private:
  // A device of a node that has room.
  Placed share(const NodeFree &node, const GpuTask &task, DeviceMask allowed, int64_t fall_by_cpu,
               const Fragmentation::Beside &then) const;

  Fragmentation fragmentation_;
  std::array<int64_t, 99> least_fall_;  // for score i + 1
};

}  // namespace koord::device
