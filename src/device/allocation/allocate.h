// Allocation of a node's devices to a pod, over all device types.
#pragma once

#include <optional>

#include "device/allocation/node_request.h"
#include "device/ledger/gpu_memory.h"

namespace koord::device {

// Returns true if the refusal is about devices and evicting pods cannot resolve it.
bool is_unresolvable(const Refusal &refusal);

// Returns a refusal if it is unknown which devices of a requested type are in use on the node.
Refusal check_reported(const Ledger &ledger, const Request &request, Profile profile);

// Allocates devices for the pod. Device types that the pod does not request
// are left out. Grants are sorted by type; grants of one type keep the
// order in which they were chosen. Amounts of GPU memory are filled in.
Refusal allocate(const Ledger &ledger, const Request &request, const NodeConditions &conditions,
                 Grants &out);

// Returns the device types that the pod requests from this node, ascending.
std::vector<TypeId> requested_types(const Ledger &ledger, const Request &request);

// Scores the node by the use of the devices that the pod may have: the sum of 0..100 for each
// requested type. A type without devices on the NUMA nodes of `conditions` adds nothing. Returns
// nullopt without a scorer, without devices of any requested type, or if the node refuses one.
std::optional<int64_t> score_node(const Ledger &ledger, const Request &request,
                                  const NodeConditions &conditions);

// Returns the GPUs that the pod may use, however much of each is free.
DeviceMask allowed_gpus(const Ledger &ledger, const Request &request,
                        const NodeConditions &conditions);

}  // namespace koord::device
