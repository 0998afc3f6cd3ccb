// cpuManagerPolicyOptions: names, feature gates and kubelet's error messages.
#pragma once

#include <cstdint>

#include "kubelet/config.h"
#include "kubelet/cpu/machine.h"

namespace koord::kubelet {

// Returns the options of the static policy as bits (Option in kubelet/cpu/policy.h). Throws
// kInvalid with kubelet's message for unknown options, disabled gates, values that are not
// booleans, and options that exclude each other or do not suit the machine or the topology manager.
// If several are wrong, the first by name is reported.
uint32_t read_cpu_options(const Config &config, const Machine &machine);

}  // namespace koord::kubelet
