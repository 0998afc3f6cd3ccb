// The annotations with CPU policies of pods and CPU decisions of schedulers.
#pragma once

#include <string>
#include <string_view>

#include "base/log.h"
#include "object/objects.h"

namespace koord::wire {

inline constexpr std::string_view kResourceSpecAnnotation =
    "scheduling.koordinator.sh/resource-spec";
inline constexpr std::string_view kResourceStatusAnnotation =
    "scheduling.koordinator.sh/resource-status";
inline constexpr std::string_view kNumaTopologySpecAnnotation =
    "scheduling.koordinator.sh/numa-topology-spec";

// Kubelet sets it on its copy of a static pod. The value is kubelet's uid of the static pod.
inline constexpr std::string_view kMirrorAnnotation = "kubernetes.io/config.mirror";

// "Required": the exclusive CPUs of the pod are isolated ones.
inline constexpr std::string_view kIsolatedCpusAnnotation =
    "scheduling.koordinator.sh/isolated-cpus";

// {"numaTopologyPolicy":"SingleNUMANode","singleNUMANodeExclusive":"Required"}
struct NumaTopologySpec {
  object::NumaPolicy policy = object::NumaPolicy::kAbsent;
  object::NumaExclusive exclusive = object::NumaExclusive::kAbsent;
};

// {"requiredCPUBindPolicy":"FullPCPUs","preferredCPUBindPolicy":"SpreadByPCPUs",
// "preferredCPUExclusivePolicy":"PCPULevel"}. The fields of NumaTopologySpec are accepted here,
// too, because one text of the proposal has them here.
struct ResourceSpec {
  object::PodBind required = object::PodBind::kDefault;
  object::PodBind preferred = object::PodBind::kDefault;
  bool requires_default = false;  // stated as the word Default; so below
  bool prefers_default = false;
  ExclusivePolicy exclusive = ExclusivePolicy::kDefault;
  NumaTopologySpec numa;
};

// The shape to write. Every shape can be read.
enum class Shape {
  kCanonical,  // as Koordinator reads it today
  kProposal,   // resource-status without numaNodeResources, resource-spec without a required policy
};

// Errors start with `what`. Unknown fields are ignored.
// Throw kInvalid naming the field, kLimit (over 1 MiB).
ResourceSpec read_resource_spec(std::string_view json, std::string_view what);
NumaTopologySpec read_numa_topology_spec(std::string_view json, std::string_view what);
// Returns false for an empty text.
bool read_isolated_cpus(std::string_view text, std::string_view what);
// {"cpuset":"0-3","numaNodeResources":[{"node":0,"resources":{"cpu":"4"}}],
//  "cpuSharedPools":[{"socket":0,"node":0}]}, ascending by NUMA node.
object::ResourceStatus read_resource_status(std::string_view json, std::string_view what);

// Return compact JSON without the fields that are not set. In the proposal's shape a required
// policy is written as preferred, because that shape has no required policy.
std::string to_annotation(const ResourceSpec &spec, Shape shape);
std::string to_annotation(const object::ResourceStatus &status, Shape shape);

}  // namespace koord::wire
