// Devices that are withheld for pods that have some of a type while it is unknown which.
#pragma once

#include "device/request/request.h"

namespace koord::device {

// Appends assumed devices for a pod that has devices of the type, only `identified` of which are
// known. The rest of the requested number is assumed on the devices where the request fits most
// tightly; if a device has less left, its free amounts are taken. If no rule interprets the pod's
// amounts together, nothing is assumed beside known devices, and without known devices whole
// devices are withheld. Returns the number of devices that the pod has.
int64_t assume(const Ledger &ledger, const Request &request, TypeId type, int64_t identified,
               Profile profile, Grants &out);

}  // namespace koord::device
