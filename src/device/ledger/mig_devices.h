// The instances of GPUs in MIG mode as devices: one type for each profile.
#pragma once

#include <vector>

#include "device/ledger/inventory.h"

namespace koord::device {

// Returns a device for each instance that the object lists. It has one unit of the profile's
// resource, and the health, the location and the labels of its GPU. Throws kInvalid if the list is
// invalid.
std::vector<object::DeviceInfo> mig_devices(const object::DeviceObject &object);

// Sets `mig_gpus`, and `slots` of the pools with instances.
void place_mig_instances(const object::DeviceObject &object, const object::Resources &resources,
                         Inventory &inventory);

}  // namespace koord::device
