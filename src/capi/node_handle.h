// What stands behind koord_agent and koord_agent_state.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "agent/node.h"
#include "agent/node_state.h"
#include "capi/counted.h"
#include "koord.h"
#include "wire/kubelet_config.h"
#include "wire/node_state.h"

struct koord_agent {
  koord::agent::Node node;
  koord::wire::KubeletConfig kubelet;
  uint64_t machine_hash;  // of everything that the topology holds
  size_t words;           // of every set over the machine
};

struct koord_agent_state {
  koord::wire::NodeStateFile file;
  koord::capi::References references{};
};

namespace koord::capi {

// What of a pod or container fits in a row without an arena and without sets.
koord_agent_pod to_row(const agent::PodState &pod, agent::Place place, const CpuSet &cpus) noexcept;

}  // namespace koord::capi
