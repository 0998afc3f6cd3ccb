// What pods state that they have of devices, and whether they can have been given it. Schedulers
// and node agents ask here.
#pragma once

#include <vector>

#include "base/refusal.h"
#include "device/request/request.h"
#include "object/objects.h"
#include "object/pod_request.h"

namespace koord::device {

// A pod may state devices of types that it asks for: as many as it asks for, and no more of each
// than it asks for. `request`: nullptr where it asks for none. `ledger`: nullptr where the node's
// devices are not known; then the rules are as strict as they can be. A claim that is right comes
// out complete: with at least what the pod asks of the devices that it names, each of them once.
// `may_be_fewer`: it may have others besides. If no rule interprets the pod's amounts together, it
// may state as many devices as the largest amount stands for, or fewer.
Refusal judge_claim(const Request *request, const Ledger *ledger, Profile profile, Grants &claim,
                    bool may_be_fewer = false);

// The same of a pod's annotation, for who does not know devices by number; its claim stays as it is
// written, and `complete` (nullable) receives what of the devices it has at least where it is
// right: an equal share of what it asks for. Upstream believes every pod.
Refusal judge_claim(const object::PodObject &pod, const object::PodTotals &totals, Profile profile,
                    std::vector<object::AllocatedDevice> *complete = nullptr);

// What an annotation says, in numbers.
Grants read_claim(const std::vector<object::AllocatedDevice> &allocated,
                  const object::Resources &resources);

// Whether both are of the same devices, whatever of each.
bool same_devices(const Grants &a, const Grants &b);

// Devices for a pod that has some of the type, and of `told` of them something tells which: the
// others that it asks for, those where it fits most tightly; what is left where that is less. If no
// rule interprets the pod's amounts together, nothing is added to devices that something tells, and
// devices are otherwise withheld whole. Returns how many the pod has.
int64_t assume(const Ledger &ledger, const Request &request, TypeId type, int64_t told,
               Profile profile, Grants &out);

}  // namespace koord::device
