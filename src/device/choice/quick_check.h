// What follows from counting a node's GPUs, for most pods on most nodes: whether those are there that a pod asks for, how
// full they are, and how many such pods find theirs.
#pragma once

#include <optional>

#include "device/choice/allocate.h"

namespace koord::device {

// What allocate() says, none: it has to be asked. `policy`: of the node's label. For pods that keep to no NUMA nodes.
std::optional<Refusal> count_gpus(const Ledger &ledger, const Request &request, Profile profile,
                                  object::PartitionPolicy policy);

// The same under the specification where so many were found.
Refusal too_few_gpus(const Request &request, int found);

// GPUs of which a pod that keeps to NUMA nodes needs as many as it asks for, be they which they may; none: allocate() has
// to be asked. What upstream says where there are too few of them is to be asked, too.
std::optional<DeviceMask> countable_gpus(const Ledger &ledger, const Request &request,
                                         Profile profile, object::PartitionPolicy policy);
// The same had nobody any of them.
std::optional<DeviceMask> countable_gpus_of_all(const Ledger &ledger, const Request &request,
                                                Profile profile, object::PartitionPolicy policy);

// What score_node() says of a pod with Request::only_gpus that may share GPUs where it asks to; `near`: that may be used from
// the NUMA nodes that it keeps to.
std::optional<int64_t> score_gpus(const Scorer &scorer, const Ledger &ledger,
                                  const Request &request, DeviceMask near = kAllDevices);

// More pods like this one do not find GPUs, each wanting whole ones. INT64_MAX: counting does not tell.
int64_t most_by_gpus(const Ledger &ledger, const Request &request,
                     const NodeConditions &conditions);

}  // namespace koord::device
