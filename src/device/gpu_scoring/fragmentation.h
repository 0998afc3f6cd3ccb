// How much of a node's idle GPU the tasks of a workload cannot use: the expected fragment of
// "Beware of Fragmentation" (USENIX ATC 2023).
#pragma once

#include <vector>

#include "device/gpu_scoring/class_table.h"

namespace koord::device {

// To a class with GPUs that the node can host, what is left on devices too small for it is
// fragment; to all others everything idle is.
class Fragmentation {
 public:
  explicit Fragmentation(std::span<const TaskClass> classes);

  int64_t tasks() const noexcept { return tasks_; }

  // The mean over all tasks, in milli-GPU, times tasks(): exact.
  int64_t of(const NodeFree &node) const;

  // The same for nodes with so much CPU left, by what their devices have free: at most kMaxDevices,
  // 0 to kWholeGpu.
  class Beside {
   public:
    // `all` must outlive it.
    Beside(const Fragmentation &all, int64_t cpu_milli, uint64_t model) noexcept;

    int64_t of(std::span<const int32_t> gpu_milli) const noexcept;
    // The rise when a device that had `from` free, one of these, gives `milli`.
    int64_t rise(std::span<const int32_t> gpu_milli, int32_t from, int32_t milli) const noexcept;
    // Whether the CPU left is enough for the same classes, on nodes of one model: fragments are the
    // same then.
    bool hosts_as(const Beside &other) const noexcept {
      return device_.classes() == other.device_.classes();
    }

   private:
    bool hosts(const ClassRows::Row &row) const noexcept {
      return cpu_milli_ >= row.cpu_milli && ClassRows::allows(row, model_);
    }
    int64_t use_together(std::span<const int32_t> gpu_milli) const noexcept;
    int64_t loss_together(std::span<const int32_t> gpu_milli, int32_t from,
                          int32_t milli) const noexcept;

    const Fragmentation &all_;
    int64_t cpu_milli_;
    uint64_t model_;
    DeviceUse device_;
  };

 private:
  const ClassTable &table(uint64_t model) const noexcept;

  int64_t tasks_;
  ClassRows together_;  // classes for several devices
  int32_t least_together_ = kWholeGpu + 1;
  std::vector<uint64_t> models_;    // that classes name
  std::vector<ClassTable> tables_;  // of each of these, and of all others
};

}  // namespace koord::device
