// Candidate devices of a node for a pod, and how many of them it needs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "device/request/request.h"

namespace koord::device {

// A number of devices and the amounts requested of each.
struct CountRequest {
  ResourceAmounts each;
  int64_t count = 0;
};

// Returns true if all devices of the pool have 100 of the
// resource, or if it is a well-known device resource.
bool is_percent(const Pool &pool, ResourceId resource);

// Returns true if the request fits on a device, by upstream's
// rule: resources that the device does not state are no obstacle.
bool fits(const Pool &pool, std::span<const int64_t> free, std::span<const ResourceAmount> each);

// Returns the devices usable from these NUMA nodes (ids). A device without a NUMA node is usable
// from all of them. Under upstream this holds only if its topology states node -1; a device without
// a topology is usable from none.
DeviceMask on_numa(const Pool &pool, std::span<const int32_t> nodes, Profile profile);
DeviceMask selected(const Pool &pool, const object::LabelSelector &selector);

// Returns the request per device for RDMA, FPGA and further types: a percentage of one device,
// whole devices, or as the hint states. `devices` are those that match the selector. Resources of
// further types count in percent if all devices of the `pool` have 100. Amounts of MIG
// instances are numbers of devices.
CountRequest count_request_of(const TypeRequest &request, const Pool &pool, DeviceMask devices);

// Returns the first free virtual function of a device that
// the selector matches, by bus id, or -1 if there is none.
int64_t find_vf(const Ledger &ledger, size_t pool, size_t device,
                const object::LabelSelector &selector);

}  // namespace koord::device
