// The NUMA affinities that kubelet's device manager proposes to the topology manager.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kubelet/device_setup.h"
#include "numa/hints.h"

namespace koord::kubelet {

// Returns every set of `nodes` that has enough devices and is near all of `reusable`, ascending by
// mask. Sets as narrow as the resource would allow with all its devices free are preferred.
std::vector<numa::Hint> device_hints(const DeviceSetup &setup, uint32_t resource, numa::Mask nodes,
                                     std::span<const uint32_t> available,
                                     std::span<const uint32_t> reusable, int64_t units);

}  // namespace koord::kubelet
