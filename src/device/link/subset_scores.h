// The link score of every subset of a few free devices, for searches over subsets.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "device/link/link_graph.h"
#include "device/link/link_pick.h"

namespace koord::device {

// Subsets are numbered by their bits; bit i is the i-th
// smallest minor. At most kExactDevices devices may be free.
class SubsetScores {
 public:
  SubsetScores(const LinkGraph &graph, DeviceMask free);

  int devices() const noexcept { return devices_; }
  size_t subsets() const noexcept { return scores_.size(); }
  DeviceMask all() const noexcept { return first_devices(devices_); }
  int32_t operator[](DeviceMask subset) const noexcept { return scores_[subset]; }
  // Convert from minors to bits and back.
  DeviceMask bits(DeviceMask minors) const noexcept;
  DeviceMask minors(DeviceMask subset) const noexcept;

 private:
  int devices_ = 0;
  std::array<uint8_t, kExactDevices> minor_{};
  std::vector<int32_t> scores_;
};

}  // namespace koord::device
