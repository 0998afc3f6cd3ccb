// The devices that a running pod has by its request.
#pragma once

#include <span>

#include "device/allocation/node_request.h"

namespace koord::device {

// The number of devices of a type that a running pod holds, and the amounts of each.
struct Held {
  ResourceAmounts each;
  int64_t count = 0;
  bool unclear = false;  // no rule interprets its amounts together
};

// Returns the devices that a running pod holds on a node that has the type. If no rule interprets
// the pod's amounts together, the largest amount decides. No rule interprets more bytes per GPU
// than the node's largest GPU has.
Held held_on(const NodeRequest &on_node, const TypeRequest &request);

// Completes the claim of a pod whose amounts no rule interprets. Stated resources are raised to an
// equal share of the pod's amounts, resources that are not stated are held entirely.
void complete_unclear(const Pool *pool, int device, const Held &held,
                      std::span<const ResourceAmount> amounts, int64_t devices,
                      ResourceAmounts &parts);

// Returns true for bytes that mean the same as the percentage beside them. Translated requests
// state bytes for GPUs of a nominal size. GPUs may report up to an eighth less, because ECC and
// drivers reserve memory.
bool is_nominal(Wide bytes, Wide by_ratio);

// Returns the amount that a device has, healthy or not, or kAbsent if it is unknown.
int64_t size_of(const Pool *pool, int device, ResourceId resource);

void raise_to(ResourceAmounts &parts, ResourceId resource, int64_t amount);

constexpr int64_t ceiling(int64_t amount, int64_t by) {
  return amount / by + (amount % by != 0 ? 1 : 0);
}

}  // namespace koord::device
