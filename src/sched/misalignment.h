// The number of CPUs for which a kubelet's topology manager refuses a pod.
#pragma once

#include <cstdint>
#include <optional>

#include "kubelet/attempt.h"
#include "kubelet/requests.h"
#include "kubelet/setup.h"

namespace koord::sched {

// CPUs that kubelet's topology manager wants from `width` NUMA nodes, and the most that it finds.
struct Misalignment {
  int needed = 0;
  int best = 0;  // below `needed`
  int width = 1;
  int32_t node = -1;  // id of the roomiest NUMA node
};

// Runs kubelet's managers. Returns the shortage for which they refuse the pod as not aligned;
// nullopt if they do not, or if no number of CPUs is short.
std::optional<Misalignment> find_misalignment(const kubelet::NodeSetup &setup,
                                              const kubelet::PodRequest &request,
                                              kubelet::Attempt trial);

}  // namespace koord::sched
