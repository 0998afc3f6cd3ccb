// Which devices of a node a pod gets, all types together.
#pragma once

#include <optional>

#include "device/allocation/node_request.h"
#include "device/ledger/gpu_memory.h"

namespace koord::device {

// No taking away of pods would change the answer.
bool is_unresolvable(const Refusal &refusal);

// Types of which the node's devices have nothing to do with the pod are left out. Grants are
// ascending by type, those of one type in the order in which they were chosen; amounts of GPU
// memory are filled in.
Refusal allocate(const Ledger &ledger, const Request &request, const NodeConditions &conditions,
                 Grants &out);

// Types of which the pod asks the node for devices, ascending.
std::vector<TypeId> requested_types(const Ledger &ledger, const Request &request);

// Scores the node by the use of the devices that the pod may have: the sum of 0..100 for each
// requested type. A type without devices on the NUMA nodes of `conditions` adds nothing. Returns
// nullopt without a scorer, without devices of any requested type, or if the node refuses one.
std::optional<int64_t> score_node(const Ledger &ledger, const Request &request,
                                  const NodeConditions &conditions);

// GPUs that the pod may have, whatever is left of them.
DeviceMask allowed_gpus(const Ledger &ledger, const Request &request,
                        const NodeConditions &conditions);

}  // namespace koord::device
