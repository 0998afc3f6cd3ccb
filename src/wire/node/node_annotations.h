// Annotations with the resources of a node that are not for pods. Koordinator keeps them in the
// Node, and its node agent copies them to the NodeResourceTopology.
#pragma once

#include <string>
#include <string_view>

#include "base/cpu_set.h"
#include "object/objects.h"

namespace koord::wire {

inline constexpr std::string_view kNodeReservationAnnotation = "node.koordinator.sh/reservation";
inline constexpr std::string_view kSystemQosAnnotation = "node.koordinator.sh/system-qos-resource";
inline constexpr std::string_view kAmplificationAnnotation =
    "node.koordinator.sh/resource-amplification-ratio";

// {"resources":{"cpu":"4"},"reservedCPUs":"0-3","applyPolicy":"Default"}
struct ReservedOfNode {
  CpuSet cpus;
  object::Amounts resources;  // deducted from the node's allocatable; includes the CPUs in `cpus`
};

// {"cpuset":"0-1","cpusetExclusive":true}
struct SystemQos {
  CpuSet cpus;
  bool exclusive = true;
};

// Errors start with `what`. Unknown fields are ignored. Throw kInvalid naming the field, kLimit.
ReservedOfNode read_node_reservation(std::string_view json, std::string_view what);
SystemQos read_system_qos(std::string_view json, std::string_view what);
// Returns the ratio of cpu in {"cpu":1.5}, at most 1000, or 0 if there is none.
double read_cpu_amplification(std::string_view json, std::string_view what);

// Return the copies, or {} if there is nothing to state.
std::string node_reservation(const CpuSet &cpus);
std::string system_qos(const SystemQos &system);

}  // namespace koord::wire
