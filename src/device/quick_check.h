// Whether a node has the GPUs that a pod asks for, where that follows from counting them: most pods on most nodes.
#pragma once

#include "device/allocate.h"

namespace koord::device {

// True: allocate() finds them. False: it has to be asked.
bool has_enough_gpus(const Ledger &ledger, const Ask &ask, const Conditions &conditions);

}  // namespace koord::device
