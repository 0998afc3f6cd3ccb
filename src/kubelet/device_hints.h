// The NUMA affinities kubelet's device manager proposes to the topology manager.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kubelet/device_setup.h"
#include "numa/hints.h"

namespace koord::kubelet {

// Every set of `nodes` with enough devices that is near all of `reusable`, ascending by mask. Sets
// as narrow as the resource would allow if all of its devices were free are preferred.
std::vector<numa::Hint> device_hints(const DeviceSetup &setup, uint32_t resource, numa::Mask nodes,
                                     std::span<const uint32_t> available,
                                     std::span<const uint32_t> reusable, int64_t units);

}  // namespace koord::kubelet
