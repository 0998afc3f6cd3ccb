// The free shares of a node's devices, grouped by size and
// sorted from the largest, so that each size is evaluated once.
#pragma once

#include <array>
#include <cstdint>

#include "device/gpu/gpu_task.h"

namespace koord::device {

class GpuShares {
 public:
  struct Share {
    int32_t milli;
    int32_t devices;
  };

  // Throws the errors of check_devices().
  explicit GpuShares(const NodeFree &node);

  const Share *begin() const noexcept { return shares_.data(); }
  const Share *end() const noexcept { return shares_.data() + size_; }

  // Subtracts the task's request from the devices that first_fitting() returned.
  void take(const NodeFree &node, const GpuTask &task, DeviceMask devices) noexcept;

 private:
  void add(int32_t milli) noexcept;
  void remove(int32_t milli) noexcept;

  size_t size_ = 0;
  std::array<Share, kMaxDevices> shares_;  // the first size_ entries are set
};

}  // namespace koord::device
