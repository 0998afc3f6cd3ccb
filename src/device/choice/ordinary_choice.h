// Choice of single devices, the best first. It serves RDMA,
// FPGA and further types, and GPUs without known links.
#pragma once

#include "device/choice/choice.h"

namespace koord::device {

struct ScoredDevice {
  int device = 0;  // position
  Preference preference;
};

// Returns the devices, best first: those of `preferred`; then the best of each PCIe switch in turn;
// then by preference; then the lower minor.
std::vector<int> order_devices(const Pool &pool, std::vector<ScoredDevice> devices,
                               DeviceMask preferred, const Pcies &pcies);

// Chooses `count` devices, those on `pcies` first; under upstream up to `most` if so many fit. The
// site's constraints on sets take precedence.
Choice choose_ordinary(const Candidates &site, std::span<const ResourceAmount> each, int64_t count,
                       const Pcies &pcies, int64_t most);

}  // namespace koord::device
