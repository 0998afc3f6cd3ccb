// The properties of a pod that decide where it runs on its node.
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
  bool requires_isolated = false;  // its own CPUs are isolated ones
  int64_t requested_cpus = 0;      // effective request, whole ones
  std::vector<int> numa_nodes;     // NUMA nodes of numaNodeResources, ascending
  std::vector<int> cpu_nodes;      // those with CPU or batch-cpu
  std::vector<int> pool_nodes;     // NUMA nodes of cpuSharedPools, ascending
  std::vector<int> memory_nodes;   // NUMA nodes of numaNodeResources with memory, ascending
  int64_t scheduled = object::ClaimRank::kUnknownTime;  // seconds since 1970
  std::vector<object::AllocatedDevice> devices;         // that it claims
  std::vector<object::AllocatedDevice> devices_used;    // with at least what it asks of each
  Refusal devices_refused;                              // why they cannot have been given to it

  bool claims_something() const { return claims || !devices.empty(); }
  friend bool operator==(const PodFacts &a, const PodFacts &b);
};

// Throws kInvalid where the pod has no uid, kLimit where its amounts add up to too much.
PodFacts facts_of(const object::PodObject &pod);

}  // namespace koord::agent
