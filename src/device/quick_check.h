// What follows from counting a node's GPUs: whether it has those that a pod asks for, most pods on most nodes, and how
// many such pods.
#pragma once

#include "device/allocate.h"

namespace koord::device {

// True: allocate() finds them. False: it has to be asked.
bool has_enough_gpus(const Ledger &ledger, const Ask &ask, const Conditions &conditions);

// More pods like this one do not find GPUs, each wanting whole ones. INT64_MAX: counting does not tell.
int64_t most_by_gpus(const Ledger &ledger, const Ask &ask, const Conditions &conditions);

}  // namespace koord::device
