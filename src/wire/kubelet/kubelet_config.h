// The part of KubeletConfiguration (kubelet.config.k8s.io/v1beta1) that a node agent needs, with
// kubelet's defaults, from the object itself or from the response of /configz.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/cpu_set.h"
#include "base/log.h"

namespace koord::wire {

enum class CpuManagerPolicy { kNone, kStatic };
enum class TopologyManagerPolicy { kNone, kBestEffort, kRestricted, kSingleNumaNode };
enum class TopologyManagerScope { kContainer, kPod };
enum class MemoryManagerPolicy { kNone, kStatic, kBestEffort };

// Return kubelet's spelling: "static", "single-numa-node", "pod", "Static".
std::string_view name_of(CpuManagerPolicy policy) noexcept;
std::string_view name_of(TopologyManagerPolicy policy) noexcept;
std::string_view name_of(TopologyManagerScope scope) noexcept;

// kubeReserved or systemReserved.
struct NodeReservation {
  int64_t cpu_milli = 0;
  int64_t memory_bytes = 0;
};

// An amount of memory, or a percentage of the node's. One of them is 0.
struct MemoryThreshold {
  int64_t bytes = 0;
  double percent = 0;
};

// An amount of reservedMemory.
struct ReservedMemory {
  int numa_node = 0;
  uint64_t page_bytes = 0;  // 0 for memory, else the size of huge pages
  int64_t bytes = 0;
};

// The options of the static CPU policy in kubelet 1.36, in the order of KOORD_KUBELET_*.
inline constexpr std::string_view kCpuManagerOptions[] = {
    "full-pcpus-only",        "distribute-cpus-across-numa",
    "align-by-socket",        "distribute-cpus-across-cores",
    "strict-cpu-reservation", "prefer-align-cpus-by-uncorecache"};

// Returns true if a boolean option is on. `options` are written as for kubelet.
bool is_on(const std::map<std::string, std::string> &options, std::string_view name);

// Members are initialised with kubelet's defaults.
struct KubeletConfig {
  CpuManagerPolicy cpu_manager_policy = CpuManagerPolicy::kNone;
  std::map<std::string, std::string> cpu_manager_options;  // as written, including unknown options
  CpuSet reserved_cpus;                                    // reservedSystemCPUs
  std::string reserved_cpus_text;                          // as written
  NodeReservation kube_reserved;
  NodeReservation system_reserved;
  MemoryThreshold eviction_hard{int64_t{100} << 20, 0};  // evictionHard, memory.available
  TopologyManagerPolicy topology_manager_policy = TopologyManagerPolicy::kNone;
  TopologyManagerScope topology_manager_scope = TopologyManagerScope::kContainer;
  bool prefer_closest_numa_nodes = false;
  int max_allowable_numa_nodes = 8;
  MemoryManagerPolicy memory_manager_policy = MemoryManagerPolicy::kNone;
  std::vector<ReservedMemory> reserved_memory;
  std::map<std::string, bool> feature_gates;

  // Returns the state of a feature gate, `by_default` if it is not set.
  bool gate(const std::string &name, bool by_default) const {
    const auto found = feature_gates.find(name);
    return found != feature_gates.end() ? found->second : by_default;
  }
  // Returns true if a boolean option of the CPU manager is on.
  bool cpu_option(std::string_view name) const { return is_on(cpu_manager_options, name); }
};

// Reads a KubeletConfiguration or {"kubeletconfig":{...}}. Unknown fields are ignored. Unknown
// options of the CPU and topology manager are logged; those of the CPU manager are kept. Throws
// kInvalid naming the field, kLimit.
KubeletConfig parse_kubelet_config(std::string_view json, const Log &log);

// Returns the number of CPUs that kubelet's static policy reserves
// for the system: those of reservedSystemCPUs, else kubeReserved
// and systemReserved, rounded up. Returns 0 under other policies.
int reserved_cpu_count(const KubeletConfig &config) noexcept;

}  // namespace koord::wire
