// The values of annotations that say what of a node is not for pods. Koordinator keeps them in the
// Node, and its node agent copies of them in the NodeResourceTopology.
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
  object::Amounts resources;  // what is taken off the node's allocatable, CPUs in `cpus` included
};

// {"cpuset":"0-1","cpusetExclusive":true}
struct SystemQos {
  CpuSet cpus;
  bool exclusive = true;
};

// `what` starts the errors. Unknown fields are ignored. Throw kInvalid naming the field, kLimit.
ReservedOfNode read_node_reservation(std::string_view json, std::string_view what);
SystemQos read_system_qos(std::string_view json, std::string_view what);
// The ratio of cpu in {"cpu":1.5}; 0: none. At most 1000.
double read_cpu_amplification(std::string_view json, std::string_view what);

// The copies: {} where there is nothing to say.
std::string node_reservation(const CpuSet &cpus);
std::string system_qos(const SystemQos &system);

}  // namespace koord::wire
