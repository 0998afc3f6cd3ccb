// The part of a kubelet's configuration on which admission depends: fields of KubeletConfiguration
// as plain data.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/cpu_set.h"
#include "base/error.h"
#include "base/kubelet_version.h"
#include "numa/hints.h"
#include "object/objects.h"

namespace koord::kubelet {

// One amount of reservedMemory.
struct MemoryReservation {
  int node = 0;      // NUMA node id
  std::string kind;  // "memory" or "hugepages-<size>"
  uint64_t bytes = 0;
};

// A device that a plugin reports or that pods hold.
struct DeviceReport {
  std::string resource;
  std::string id;
  numa::Mask nodes = 0;  // 0 if unknown
  bool healthy = true;
  bool reported = true;  // false if no plugin reports it any more
};

// Every member is initialized with kubelet's default.
struct Config {
  KubeletVersion version = kDefaultKubeletVersion;
  bool static_cpus = false;                        // cpuManagerPolicy
  std::map<std::string, std::string> cpu_options;  // cpuManagerPolicyOptions, as written
  bool alpha_cpu_options = false;                  // gate CPUManagerPolicyAlphaOptions
  bool beta_cpu_options = true;                    // gate CPUManagerPolicyBetaOptions
  CpuSet reserved_cpus;                            // reservedSystemCPUs; chosen by kubelet if empty
  // The text of reservedSystemCPUs for messages; if empty, they format `reserved_cpus`.
  std::string reserved_cpus_text;
  int reserved_cpu_count = 0;  // kubeReserved plus systemReserved, in CPUs

  object::NumaPolicy numa_policy = object::NumaPolicy::kNone;  // topologyManagerPolicy
  bool pod_scope = false;                                      // topologyManagerScope
  bool prefer_closest = false;                                 // prefer-closest-numa-nodes
  int max_numa_nodes = 8;                                      // max-allowable-numa-nodes
  bool pod_level_managers = false;                             // gate PodLevelResourceManagers

  bool static_memory = false;                      // memoryManagerPolicy
  std::vector<MemoryReservation> reserved_memory;  // reservedMemory
  uint64_t node_reserved_memory = 0;  // kubeReserved, systemReserved and hard eviction together

  std::vector<DeviceReport> devices;
  std::vector<std::string> registered_resources;  // by plugins before kubelet started
};

// Reports a configuration with which kubelet does not start, with kubelet's message.
[[noreturn]] inline void refuse_setup(const std::string &text) {
  throw Error(Status::kInvalid, text);
}

}  // namespace koord::kubelet
