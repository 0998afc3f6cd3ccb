// The annotation of a NodeResourceTopology with the state of kubelet's memory manager.
#pragma once

#include <string>
#include <string_view>

#include "object/kubelet_memory.h"

namespace koord::wire {

// {"numaNodes":[{"node":0,"assignments":1,"cells":[0],
//    "memory":[{"type":"memory","allocatable":4294967296,"free":3221225472,
//               "systemReserved":1073741824}]}],
//  "pods":[{"uid":"...","cpuset":"2-3",
//           "blocks":[{"nodes":[0],"type":"memory","size":1073741824}]}]}
// "cells" may be absent if the node is in no group with others. A pod with "ended":true has ended.
// "preferClosestNUMANodes":true is the topology manager's option.
inline constexpr std::string_view kMemoryManagerStateAnnotation =
    "kubelet.koordinator.sh/memory-manager-state";

// Errors start with `what`. Unknown fields are ignored. Throws kInvalid naming the field, kLimit.
object::KubeletMemory read_memory_manager_state(std::string_view json, std::string_view what);
std::string to_annotation(const object::KubeletMemory &memory);

}  // namespace koord::wire
