// The properties of a pod that determine its placement on its node.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/cpu_set.h"
#include "base/refusal.h"
#include "object/claim_rank.h"
#include "object/objects.h"

namespace koord::agent {

struct PodFacts {
  std::string uid;
  std::string name_space;
  std::string name;
  object::Qos label = object::Qos::kNone;
  object::KubeQos kube_qos = object::KubeQos::kBestEffort;
  bool claims = false;  // resource-status names CPUs
  CpuSet claimed;
  bool requires_isolated = false;  // its exclusive CPUs must be isolated
  int64_t requested_cpus = 0;      // whole CPUs of the effective request
  std::vector<int> numa_nodes;     // NUMA nodes of numaNodeResources, ascending
  std::vector<int> cpu_nodes;      // those with CPU or batch-cpu
  std::vector<int> pool_nodes;     // NUMA nodes of cpuSharedPools, ascending
  std::vector<int> memory_nodes;   // NUMA nodes of numaNodeResources with memory, ascending
  int64_t scheduled = object::ClaimRank::kUnknownTime;  // seconds since 1970
  std::vector<object::AllocatedDevice> devices;         // claimed devices
  std::vector<object::AllocatedDevice> devices_used;    // with at least the requested amounts
  Refusal devices_refused;                              // why it cannot have been given them

  bool claims_something() const { return claims || !devices.empty(); }
  friend bool operator==(const PodFacts &a, const PodFacts &b);
};

// Throws kInvalid if the pod has no uid, and kLimit if its amounts add up to too much.
PodFacts facts_of(const object::PodObject &pod);

}  // namespace koord::agent
