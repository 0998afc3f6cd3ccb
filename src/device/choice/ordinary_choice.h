// Devices one by one, the best first: how RDMA, FPGA and further types are chosen, and GPUs where
// nothing is known about how they are linked.
#pragma once

#include "device/choice/choice.h"

namespace koord::device {

struct ScoredDevice {
  int device = 0;  // position
  Preference preference;
};

// Best first: those of `preferred`; then of each PCIe in turn its best; then by preference; then
// the lower minor.
std::vector<int> order_devices(const Pool &pool, std::vector<ScoredDevice> devices,
                               DeviceMask preferred, const Pcies &pcies);

// `count` of them, those on these PCIes first; under upstream up to `most` where there are that
// many. What the site demands of sets comes first.
Choice choose_ordinary(const Site &site, std::span<const Part> each, int64_t count,
                       const Pcies &pcies, int64_t most);

}  // namespace koord::device
