// What a node agent needs of KubeletConfiguration (kubelet.config.k8s.io/v1beta1), from the object
// itself or from the answer of /configz, with kubelet's defaults.
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

// As kubelet spells them: "static", "single-numa-node", "pod", "Static".
std::string_view name_of(CpuManagerPolicy policy) noexcept;
std::string_view name_of(TopologyManagerPolicy policy) noexcept;
std::string_view name_of(TopologyManagerScope scope) noexcept;
std::string_view name_of(MemoryManagerPolicy policy) noexcept;

// kubeReserved or systemReserved.
struct NodeReservation {
  int64_t cpu_milli = 0;
  int64_t memory_bytes = 0;
};

// An amount of memory, or a share of the node's; one of the two is 0.
struct MemoryThreshold {
  int64_t bytes = 0;
  double percent = 0;
};

// One amount of reservedMemory.
struct ReservedMemory {
  int numa_node = 0;
  uint64_t page_bytes = 0;  // 0: memory, else huge pages of this size
  int64_t bytes = 0;
};

// Options that kubelet 1.36 knows for the static CPU policy, in the order of KOORD_KUBELET_*.
inline constexpr std::string_view kCpuManagerOptions[] = {
    "full-pcpus-only",        "distribute-cpus-across-numa",
    "align-by-socket",        "distribute-cpus-across-cores",
    "strict-cpu-reservation", "prefer-align-cpus-by-uncorecache"};

// Whether options, as kubelet writes them, have a boolean one switched on.
bool is_on(const std::map<std::string, std::string> &options, std::string_view name);

// Every member starts with kubelet's default.
struct KubeletConfig {
  CpuManagerPolicy cpu_manager_policy = CpuManagerPolicy::kNone;
  std::map<std::string, std::string> cpu_manager_options;  // as written, unknown ones included
  CpuSet reserved_cpus;                                    // reservedSystemCPUs
  std::string reserved_cpus_text;                          // the same as written
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

  // Whether a boolean option of the CPU manager is on.
  bool cpu_option(std::string_view name) const { return is_on(cpu_manager_options, name); }
};

// Reads a KubeletConfiguration or {"kubeletconfig":{...}}. Unknown fields are ignored; an option of
// the CPU or topology manager that this library does not know is kept and remarked on.
// Throws kInvalid naming the field, kLimit.
KubeletConfig parse_kubelet_config(std::string_view json, const Log &log);

// How many CPUs kubelet's static policy keeps for the system: those of reservedSystemCPUs, else
// kubeReserved and systemReserved, rounded up. 0 under other policies.
int reserved_cpu_count(const KubeletConfig &config) noexcept;

}  // namespace koord::wire
