// Fragmentation gradient descent (FGD): places a task on the
// node and device where it increases fragmentation least.
#pragma once

#include <array>

#include "device/gpu_policy/fragmentation.h"

namespace koord::device {

class Fgd {
 public:
  // The published algorithm uses covering_classes(tasks, kTypicalPercent).
  explicit Fgd(std::span<const TaskClass> classes);

  const Fragmentation &fragmentation() const noexcept { return fragmentation_; }

  // Scores a node by floor(100 / (1 + exp(-fall / 1000))), with the decrease of fragmentation in
  // milli-GPU, as an exact step function. Ties between devices go to the first.
  PlacementScore place(const NodeFree &node, const GpuTask &task,
                       DeviceMask allowed = kAllDevices) const;

  // Returns the score for a decrease of Fragmentation::Evaluator::of().
  int64_t score(int64_t fall) const noexcept;

 private:
  // Chooses one device of a node for a task that shares.
  PlacementScore share(const NodeFree &node, const GpuTask &task, DeviceMask allowed,
                       int64_t fall_by_cpu, const Fragmentation::Evaluator &then) const;

  Fragmentation fragmentation_;
  std::array<int64_t, 99> least_fall_;  // for score i + 1
};

}  // namespace koord::device
