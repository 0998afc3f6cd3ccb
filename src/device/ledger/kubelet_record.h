// Kubelet's record of the devices that it gave to containers (devices-checkpoints).
#pragma once

#include <vector>

#include "device/ledger/inventory.h"

namespace koord::device {

// Returns the record by pod, ascending by uid. `inventory` is complete except for the record.
std::vector<KubeletGrants> read_kubelet_record(const object::DeviceObject &object,
                                               const object::Resources &resources, Profile profile,
                                               const Inventory &inventory);

}  // namespace koord::device
