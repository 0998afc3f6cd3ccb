// Allocations that bound pods claim in their annotations, and the part of them that is accepted.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "object/claim_rank.h"
#include "object/objects.h"
#include "sched/node/node.h"

namespace koord::sched {

// The resources of a container that devices may have.
struct ContainerRequests {
  std::string name;
  object::Amounts amounts;
};

// The claim as the pod states it, by resource names.
// It is evaluated again whenever its node changes.
struct Claim {
  std::optional<object::ResourceStatus> status;
  std::vector<object::AllocatedDevice> devices;
  object::VisibleGpus visible;
  int64_t scheduled = object::ClaimRank::kUnknownTime;
  bool status_unreadable = false;
  bool devices_unreadable = false;
  // Containers that request such resources; without the amounts if they have ended. Empty if the
  // containers are not known.
  std::vector<ContainerRequests> containers;
  bool operator==(const Claim &other) const;
};
// Returns `nothing`, which such pods share, if the pod claims nothing.
std::shared_ptr<const Claim> claim_of(const object::PodObject &pod, const Shape &shape,
                                      const std::shared_ptr<const Claim> &nothing);
// Returns the rank of a claim that no report of the node confirms.
inline object::ClaimRank rank_of(std::string_view uid, const Claim &claim) {
  return {false, claim.scheduled, uid};
}

// Parts of a pod's claim that contradict other claims, the node or kubelet.
struct Conflicts {
  int cpus_held = 0;              // CPUs that other pods hold
  int cpus_reserved = 0;          // CPUs that the node or kubelet reserves
  int cpus_unknown = 0;           // CPUs that the machine lacks, or that cannot be checked
  int amounts_unknown = 0;        // amounts of NUMA nodes or resources that the node does not have
  int devices_unknown = 0;        // devices that the node does not have or that are unhealthy
  int devices_overcommitted = 0;  // devices that others use too much of
  int claims_refused = 0;         // rejected claims to CPUs, amounts or devices
  // Unidentified devices: the pod has them, but it is not known which they are.
  int devices_unexplained = 0;
  // Absent or reserved CPUs of the claim belong to pods with precedence, too. The pod would hold
  // them without these pods.
  bool lacks_cpus = false;
  // The reasons why claimed CPUs, amounts on NUMA nodes and devices are not all accepted.
  Refusal cpus;
  Refusal amounts;
  Refusal devices;

  // Return the conflicts about devices and all other conflicts.
  Conflicts of_devices() const;
  Conflicts of_others() const;
  bool any() const {
    return cpus_held + cpus_reserved + cpus_unknown + amounts_unknown + devices_unknown +
                   devices_overcommitted + claims_refused + devices_unexplained >
               0 ||
           cpus.refused() || amounts.refused() || devices.refused();
  }
  // Returns true if the conflict can end while the claim stays
  // as it is: other pods may be deleted, or a report may arrive.
  bool is_in_conflict() const {
    return cpus.reason == Reason::kCpuTaken || devices.reason == Reason::kDeviceTaken ||
           devices_unexplained > 0 || lacks_cpus;
  }
};

// A pod of a node with the accepted part of its claim.
// Allocations made by this process are kept as they are.
struct Claimant {
  std::string_view uid;
  const Claim *claim = nullptr;  // nullptr if this process made all of its allocations
  bool cpus_are_ours = false;    // this process allocated CPUs and amounts, but not devices
  Holding holding;               // the shape, and what this process allocated
  Conflicts conflicts;
  // Device types that an accepted annotation lists completely.
  std::vector<object::TypeId> identified_types;
  // For a reservation: `whole` is all of its devices,
  // `holding` those that its owners have not taken.
  bool is_reservation = false;
  DeviceGrants whole;
  // For an owner of a reservation: the reservation, and the devices taken from it.
  Claimant *reservation = nullptr;
  DeviceGrants part;

  bool is_ours() const { return claim == nullptr; }
  // Returns true if the claim to CPUs and amounts is evaluated.
  bool claims_cpus() const { return claim != nullptr && !cpus_are_ours; }
};

// CPUs of pods whose claims rank before a claim. A CPU of the wrong kind for its holder, isolated
// or not isolated, stays in the holding. Meanwhile a pod of the other kind can have it.
class TakenCpus {
 public:
  void add(const Node &node, const Shape &shape, const CpuSet &cpus) {
    held_[shape.isolated ? 1 : 0] |= cpus;
    usable_[shape.isolated ? 1 : 0] |= cpus - node.not_for(shape);
  }
  void add(const Node &node, const Holding &holding) {
    if (!holding.cpus().empty()) add(node, holding.shape(), holding.cpu_set());
  }
  // Returns the CPUs held by pods of the same kind: those
  // that require isolated CPUs or those that do not.
  const CpuSet &of_kind(const Shape &shape) const { return held_[shape.isolated ? 1 : 0]; }
  CpuSet for_claim_of(const Shape &shape) const {
    return of_kind(shape) | usable_[shape.isolated ? 0 : 1];
  }

 private:
  CpuSet held_[2];
  CpuSet usable_[2];
};

// Evaluates the claims of all pods of a node to CPUs and amounts. If two claims conflict, the first
// by object::ClaimRank is accepted. Reservations precede all other pods, because any pod may turn
// out to be an owner of one; a reservation and its owners do not conflict. A reservation holds its
// whole meanwhile. `node` must not contain these pods. It may contain pods that rank before them,
// which have the CPUs `taken`.
void reevaluate_cpus(Node &node, std::span<Claimant> pods, const TakenCpus &taken,
                     const Options &options, const Resources &resources);
// To be called then: evaluates the claims to devices, and adds the pods to the node. A reservation
// holds what its owners have left of its CPUs and amounts.
void reevaluate_devices(Node &node, std::span<Claimant> pods, const Options &options,
                        const Resources &resources);
// Evaluates one claim against pods that are already on the
// node and have the CPUs `taken`. These pods rank before it.
void evaluate_claim(const Node &node, const TakenCpus &taken, Claimant &pod, const Options &options,
                    const Resources &resources);

// Returns the differences between a pod's claim and the allocation that this process made for it.
Conflicts differences(const Claim &claim, const Holding &given, const Resources &resources,
                      const Options &options);
// Adds the devices of kubelet's `record` that the pod was not given. `record` may be nullptr.
void add_differences(const device::KubeletGrants *record, const Holding &given,
                     const Options &options, Conflicts &out);

}  // namespace koord::sched
