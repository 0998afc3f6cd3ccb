// The choice among MIG instances of one profile.
#pragma once

#include <vector>

#include "device/choice/choice.h"

namespace koord::device {

// Returns the rank of the largest profile that fits into the free memory slices of a GPU: 6 for the
// whole GPU, then 4g, 3g, 2g, the 1g profile with two memory slices, 1g, and 0 if none fits. A
// profile of 2^n slices starts at a multiple of 2^n, which holds for all of NVIDIA's.
int largest_free_profile(uint64_t used, const MigGpuSlices &gpu);

// Returns `count` of the fitting instances, in the order GPU, placement. The set keeps the largest
// profiles free: it leaves the most GPUs of rank 6, of these sets the most of rank 5, and so on.
// Ties go to the lowest GPU minors, then placements. The choice is exact. There must be enough
// instances.
std::vector<int> choose_instances(const Candidates &site, DeviceMask fitting, int64_t count);

}  // namespace koord::device
