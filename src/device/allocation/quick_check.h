// What follows from counting a node's GPUs, for most pods on most nodes: whether those are there
// that a pod asks for, how full they are, and how many such pods find theirs.
#pragma once

#include <optional>

#include "device/allocation/allocate.h"

namespace koord::device {

// What allocate() says, none: it has to be asked. `policy`: of the node's label. For pods that keep
// to no NUMA nodes.
std::optional<Refusal> count_gpus(const Ledger &ledger, const Request &request, Profile profile,
                                  object::PartitionPolicy policy);

// What the specification says where only `found` GPUs were found.
Refusal too_few_gpus(const Request &request, Profile profile, int found);

// The GPUs that a pod which keeps to NUMA nodes can use: it needs as many of them as it requests,
// whichever. None: only allocate() can tell. Under upstream only allocate() can tell, too, what is
// refused where there are too few.
std::optional<DeviceMask> countable_gpus(const Ledger &ledger, const Request &request,
                                         Profile profile, object::PartitionPolicy policy);
// The GPUs that it could use if no pod had any.
std::optional<DeviceMask> countable_gpus_of_all(const Ledger &ledger, const Request &request,
                                                Profile profile, object::PartitionPolicy policy);

// Devices of one type, `count` of which do for the pod, whichever.
struct Interchangeable {
  DeviceMask devices = 0;
  int64_t count = 0;
};
// Computed over all devices of the ledger. Empty if only allocate() can tell, because it matters
// which devices they are.
std::optional<Interchangeable> interchangeable(const Ledger &ledger, const Request &request,
                                               const NodeConditions &conditions, TypeId type);

// What score_node() says of a pod with Request::only_gpus that may share GPUs where it asks to;
// `near`: that may be used from the NUMA nodes that it keeps to.
std::optional<int64_t> score_gpus(const Scorer &scorer, const Ledger &ledger,
                                  const Request &request, DeviceMask near = kAllDevices);

// How many pods like this one, each with whole GPUs, find theirs at most. INT64_MAX: counting does
// not tell.
int64_t most_by_gpus(const Ledger &ledger, const Request &request,
                     const NodeConditions &conditions);

}  // namespace koord::device
