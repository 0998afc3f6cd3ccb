// The free shares of a node's devices, equal ones together and the largest first, so that what is
// asked of all devices is asked once of each kind.
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

  // Throws what check_devices throws.
  explicit GpuShares(const NodeFree &node);

  const Share *begin() const noexcept { return shares_.data(); }
  const Share *end() const noexcept { return shares_.data() + size_; }

  // After the devices of first_fitting gave what the task asks.
  void take(const NodeFree &node, const GpuTask &task, DeviceMask devices) noexcept;

 private:
  void add(int32_t milli) noexcept;
  void remove(int32_t milli) noexcept;

  size_t size_ = 0;
  std::array<Share, kMaxDevices> shares_;  // the first size_ are set
};

}  // namespace koord::device
