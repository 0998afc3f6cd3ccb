// Answers that follow from counting a node's GPUs. They suffice for most pods on most nodes:
// whether the requested GPUs exist, how full they are, and how many such pods fit.
#pragma once

#include <optional>

#include "device/allocation/allocate.h"

namespace koord::device {

// Returns the result of allocate(), or nullopt if allocate() must be called. `policy` is that of
// the node's label. Only for pods that are not restricted to NUMA nodes.
std::optional<Refusal> count_gpus(const Ledger &ledger, const Request &request, Profile profile,
                                  object::PartitionPolicy policy);

// Returns the specification's refusal for a node with only `found` usable GPUs.
Refusal too_few_gpus(const Request &request, Profile profile, int found);

// Returns the GPUs that fit the request if any of them will do, as many as requested; the pod may
// be restricted to NUMA nodes. Returns nullopt if only allocate() can tell. Under upstream the
// refusal for too few GPUs comes from allocate() alone.
std::optional<DeviceMask> countable_gpus(const Ledger &ledger, const Request &request,
                                         Profile profile, object::PartitionPolicy policy);
// Returns the GPUs that countable_gpus() would return if no pod held any.
std::optional<DeviceMask> countable_gpus_of_all(const Ledger &ledger, const Request &request,
                                                Profile profile, object::PartitionPolicy policy);

// Devices of one type; any `count` of them satisfy the pod.
struct Interchangeable {
  DeviceMask devices = 0;
  int64_t count = 0;
};
// Considers all devices of the ledger. Returns nullopt if the
// choice of devices matters, so that only allocate() can tell.
std::optional<Interchangeable> interchangeable(const Ledger &ledger, const Request &request,
                                               const NodeConditions &conditions, TypeId type);

// Returns the result of score_node() for a pod with Request::only_gpus on a node that allows the
// sharing it requests. `near` holds the GPUs usable from the pod's NUMA nodes.
std::optional<int64_t> score_gpus(const Scorer &scorer, const Ledger &ledger,
                                  const Request &request, DeviceMask near = kAllDevices);

// Returns an upper bound on the number of such pods, each with whole GPUs, that fit on the node, or
// INT64_MAX if counting gives no bound.
int64_t most_by_gpus(const Ledger &ledger, const Request &request,
                     const NodeConditions &conditions);

}  // namespace koord::device
