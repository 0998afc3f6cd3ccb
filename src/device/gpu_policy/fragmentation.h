// The idle GPU of a node that the tasks of a workload cannot use: the expected fragment of "Beware
// of Fragmentation" (USENIX ATC 2023).
#pragma once

#include <vector>

#include "device/gpu_policy/class_table.h"

namespace koord::device {

// For a class with GPUs that the node can host, the free amounts of devices too small for it are
// fragments. For all other classes, everything idle is.
class Fragmentation {
 public:
  explicit Fragmentation(std::span<const TaskClass> classes);

  int64_t tasks() const noexcept { return tasks_; }

  // The fragmentation of nodes with one amount of free CPU, given the free amounts of their
  // devices: at most kMaxDevices of 0 to kWholeGpu.
  class Evaluator {
   public:
    // `all` must outlive the object.
    Evaluator(const Fragmentation &all, int64_t cpu_milli, uint64_t model) noexcept;

    // Returns the mean over all tasks, in milli-GPU, multiplied by tasks() to be exact.
    int64_t of(std::span<const int32_t> gpu_milli) const noexcept;
    // Returns the increase if a device with `from` free, one of `gpu_milli`, loses `milli`.
    int64_t rise(std::span<const int32_t> gpu_milli, int32_t from, int32_t milli) const noexcept;
    // Returns true if the free CPU suffices for the same
    // classes, on nodes of one model. Fragments are equal then.
    bool hosts_as(const Evaluator &other) const noexcept {
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
  ClassRows together_;  // classes with several devices
  int32_t least_together_ = kWholeGpu + 1;
  std::vector<uint64_t> models_;    // models that classes name
  std::vector<ClassTable> tables_;  // one per model in models_, then one for all other models
};

}  // namespace koord::device
