// Validation of the devices that pods claim in their
// annotations. Schedulers and node agents use it.
#pragma once

#include <vector>

#include "base/refusal.h"
#include "device/request/request.h"
#include "object/devices.h"
#include "object/objects.h"
#include "object/pod_request.h"

namespace koord::device {

// Checks a claim against the pod's request: it may list devices of requested types only, the
// requested number of them, and at most the requested amount of each. `request` is nullptr if the
// pod requests no devices. `ledger` is nullptr if the node's devices are unknown; the strictest
// rules apply then. A valid claim is completed: each device is listed once, with at least the
// amounts that the pod requests of it. `may_be_fewer` is set if the pod may have further devices
// that the claim does not list. If no rule interprets the pod's amounts together, the claim may
// list any number of devices up to the number that the largest amount stands for.
Refusal judge_claim(const Request *request, const Ledger *ledger, Profile profile, Grants &claim,
                    bool may_be_fewer = false);

// Checks the claim in a pod's annotation, for callers that do not know devices by number. The pod's
// claim is not changed. If it is valid, `complete` (nullable) receives the least that the pod has
// of each device: an equal share of its request. Every claim is valid under upstream's rules.
// `node` is nullptr if the node's devices are unknown. Throws as make_inventory.
Refusal judge_claim(const object::PodObject &pod, const object::PodTotals &totals, Profile profile,
                    std::vector<object::AllocatedDevice> *complete = nullptr,
                    const object::DeviceObject *node = nullptr);

// Converts the devices of an annotation to grants, which name types and resources by number.
Grants read_claim(const std::vector<object::AllocatedDevice> &allocated,
                  const object::Resources &resources);

// Returns true if both lists have the same devices, whatever the amounts.
bool same_devices(const Grants &a, const Grants &b);

}  // namespace koord::device
