// Which devices of a node a pod may have, and how many of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "device/request/request.h"

namespace koord::device {

// How many devices, and what of each.
struct CountRequest {
  Parts each;
  int64_t count = 0;
};

// Returns true if all devices of the pool have 100 of the resource, or rules know it as one of
// devices.
bool is_percent(const Pool &pool, ResourceId resource);

// Whether a device has it, as upstream has it: resources that the device does not know are no
// obstacle.
bool fits(const Pool &pool, std::span<const int64_t> free, std::span<const Part> each);

// Devices that may be used from these NUMA nodes (ids); one that states none is on any. For
// upstream it is so only where it has a place that says -1: without a place it is on none.
DeviceMask on_numa(const Pool &pool, std::span<const int32_t> nodes, Profile profile);
DeviceMask selected(const Pool &pool, const object::LabelSelector &selector);

// For RDMA, FPGA and further types: percent of one device, whole devices, or as the hint says.
// `devices` are those that match its selector. Resources of further types count in percent where
// all devices of the `pool` have 100.
CountRequest count_request_of(const TypeRequest &request, const Pool &pool, DeviceMask devices);

// The first free virtual function of a device that a selector matches, by bus id; -1: none.
int64_t find_vf(const Ledger &ledger, size_t pool, size_t device,
                const object::LabelSelector &selector);

}  // namespace koord::device
