// Task classes with GPUs, sorted by share size from
// the largest, to be matched with a node's shares.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "device/gpu/gpu_shares.h"

namespace koord::device {

class ClassRows {
 public:
  struct Row {
    int64_t cpu_milli;
    uint64_t models;
    int64_t tasks;  // or a weight that the owner stores instead
    int64_t memory;
    int64_t per_cpu;  // for the owner's use
    int32_t gpu_milli;
    int32_t gpu_count;
  };

  // Throws kInvalid and kLimit for classes beyond the bounds of gpu_task.h.
  explicit ClassRows(std::span<const TaskClass> classes);

  // Returns the number of tasks of all classes, including those without GPUs, and at least 1.
  int64_t tasks() const noexcept { return tasks_; }
  std::span<Row> rows() noexcept { return rows_; }
  std::span<const Row> rows() const noexcept { return rows_; }

  // Returns true if nodes of the model can host the class; model 0 is a model that no task names.
  static bool allows(const Row &row, uint64_t model) noexcept {
    return (row.models & (model | kUnrestricted)) != 0;
  }

  // Calls visit(row, devices) for each class that a node in this state can host, with the number of
  // devices that have room for one share of it.
  template <typename Visit>
  void for_each_hosted(const GpuShares &shares, int64_t cpu_milli, int64_t memory, uint64_t model,
                       Visit &&visit) const {
    const GpuShares::Share *next = shares.begin();
    int64_t devices = 0;
    for (const Row &row : rows_) {
      for (; next != shares.end() && next->milli >= row.gpu_milli; ++next) devices += next->devices;
      if (cpu_milli >= row.cpu_milli && memory >= row.memory && devices >= row.gpu_count &&
          allows(row, model))
        visit(row, devices);
    }
  }

 private:
  static constexpr uint64_t kUnrestricted = uint64_t{1} << kMaxModels;  // set only in kAnyModel

  std::vector<Row> rows_;
  int64_t tasks_ = 0;
};

}  // namespace koord::device
