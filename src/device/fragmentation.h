// How much of a node's idle GPU the tasks of a workload cannot use: the expected fragment of "Beware of
// Fragmentation" (USENIX ATC 2023).
#pragma once

#include "device/class_rows.h"

namespace koord::device {

// To a class with GPUs that the node can host, what is left on devices too small for it is fragment; to all
// others everything idle is.
class Fragmentation {
 public:
  explicit Fragmentation(std::span<const TaskClass> classes) : classes_(classes) {}

  int64_t tasks() const noexcept { return classes_.tasks(); }

  // The mean over all tasks, in milli-GPU, times tasks(): exact.
  int64_t of(const NodeFree &node) const { return of(GpuShares(node), node.cpu_milli, node.model); }
  int64_t of(const GpuShares &shares, int64_t cpu_milli, uint64_t model) const noexcept;

 private:
  ClassRows classes_;
};

}  // namespace koord::device
