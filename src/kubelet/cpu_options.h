// cpuManagerPolicyOptions: their names, their feature gates and what kubelet says of wrong ones.
#pragma once

#include <cstdint>

#include "cpu/kubelet_machine.h"
#include "kubelet/config.h"

namespace koord::kubelet {

// The options of the static policy as bits (Option in cpu/kubelet_policy.h). Throws kInvalid in
// kubelet's words: unknown options, closed gates, values that are no booleans, options that exclude
// each other or do not go with the machine or with the topology manager. Where several are wrong
// the first by name is reported.
uint32_t read_cpu_options(const Config &config, const Machine &machine);

}  // namespace koord::kubelet
