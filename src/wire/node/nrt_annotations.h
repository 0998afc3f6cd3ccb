// The annotations and policy names that Koordinator keeps in a NodeResourceTopology, besides
// cpu-topology. Every known spelling is read; one is written.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/cpu_set.h"
#include "base/log.h"
#include "object/objects.h"
#include "wire/json/json.h"
#include "wire/kubelet/kubelet_config.h"

namespace koord::wire {

inline constexpr std::string_view kCpuManagerPolicyAnnotation =
    "kubelet.koordinator.sh/cpu-manager-policy";
// Printed with this typo in one edition of the proposal.
inline constexpr std::string_view kCpuManagerPolicyAlias =
    "kubelet.koordinator.sh/cpu-manger-policy";
inline constexpr std::string_view kPodCpuAllocsAnnotation = "node.koordinator.sh/pod-cpu-allocs";
inline constexpr std::string_view kCpuSharedPoolsAnnotation =
    "node.koordinator.sh/cpu-shared-pools";
inline constexpr std::string_view kBeCpuSharedPoolsAnnotation =
    "node.koordinator.sh/be-cpu-shared-pools";

// "1" marks a node in the first stage of a takeover from kubelet, whose CPUs are ignored then. "2"
// or an absent annotation means that it is not.
inline constexpr std::string_view kTakeoverStageAnnotation = "node.koordinator.sh/takeover-stage";

// "Static" if kubelet's memory manager pins memory of
// Guaranteed pods, "None" or absent if it does not.
inline constexpr std::string_view kMemoryManagerPolicyAnnotation =
    "kubelet.koordinator.sh/memory-manager-policy";
// "true" if kubelet has the gate PodLevelResourceManagers: its static policies then serve pods with
// pod-level resources. Absent or "false" if the gate is off.
inline constexpr std::string_view kPodLevelManagersAnnotation =
    "kubelet.koordinator.sh/pod-level-resource-managers";
// Isolated CPUs of the node and the pods that may have them:
// {"cpuset":"8-15","nohzFull":"8-15","policy":"Excluded"}.
// Without a policy they are in the shared pool, as for kubelet.
inline constexpr std::string_view kIsolatedCpusReportAnnotation =
    "node.koordinator.sh/isolated-cpus";

struct IsolatedCpusReport {
  CpuSet isolated;
  CpuSet nohz_full;
  bool excluded = false;
};

// {"policy":"static","options":{"full-pcpus-only":"true"},"reservedCPUs":"0-1"}
struct CpuManagerReport {
  std::string policy;  // as reported; empty if absent
  std::map<std::string, std::string> options;
  CpuSet reserved;
};

// [{"namespace":"default","name":"web","uid":"...","cpuset":"4-8","managedByKubelet":true}].
// The aliases "cpu" for "cpuset" and "true" for true are
// accepted. Namespace and name are empty if unknown.
using PodCpus = object::HeldCpus;

// [{"socket":0,"node":0,"cpuset":"0-3"}]
struct CpuSharedPool {
  int socket = 0;
  int node = 0;
  CpuSet cpus;
};

// Read the values of the annotations. Errors start with `what`. Unknown fields are ignored, null
// lists are empty. Throw kInvalid naming entry and field, kLimit (over 4 MiB).
CpuManagerReport read_cpu_manager_policy(std::string_view json, std::string_view what);
std::vector<PodCpus> read_pod_cpu_allocs(std::string_view json, std::string_view what,
                                         const Log &log);
std::vector<CpuSharedPool> read_cpu_shared_pools(std::string_view json, std::string_view what);
std::vector<CpuSharedPool> read_cpu_shared_pools(const JsonValue &list);

// Returns true for "Static". Warns about values other than "Static", "None" and "BestEffort".
bool is_static_memory_policy(std::string_view policy, std::string_view what, const Log &log);
// Returns true for "true". Warns about values other than "true" and "false".
bool has_pod_level_managers(std::string_view value, std::string_view what, const Log &log);
// Returns true for "1". Warns about values other than "1" and "2".
bool is_first_takeover_stage(std::string_view stage, std::string_view what, const Log &log);

// Accepts the policy "Shared", too, which is the default.
IsolatedCpusReport read_isolated_cpus_report(std::string_view json, std::string_view what);

std::string to_annotation(const CpuManagerReport &report);
std::string to_annotation(const IsolatedCpusReport &report);
std::string to_annotation(const std::vector<PodCpus> &pods);
std::string to_annotation(const std::vector<CpuSharedPool> &pools);

struct TopologyManagerReport {
  TopologyManagerPolicy policy = TopologyManagerPolicy::kNone;
  TopologyManagerScope scope = TopologyManagerScope::kContainer;
};

// Returns an entry of topologyPolicies: "None", "BestEffortPodLevel",
// "SingleNUMANodeContainerLevel", ...
std::string topology_policy_name(const TopologyManagerReport &report);
// The reverse. Names without a level ("SingleNUMANode") mean
// the container scope. Returns nullopt for unknown names.
std::optional<TopologyManagerReport> topology_policy_from_name(std::string_view name) noexcept;
// Returns the names that are written, for messages: "None, BestEffortPodLevel, ...".
std::string topology_policy_names();

}  // namespace koord::wire
