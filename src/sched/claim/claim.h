// What bound pods state that they hold, and what of it is believed.
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

// As it came, by name: weighed again whenever its node changes.
struct Claim {
  std::optional<object::ResourceStatus> status;
  std::vector<object::AllocatedDevice> devices;
  object::VisibleGpus visible;
  int64_t scheduled = object::ClaimRank::kUnknownTime;
  bool status_unreadable = false;
  bool devices_unreadable = false;
  bool operator==(const Claim &other) const;
};
// `nothing`: that of a pod that claims nothing, for all of them.
std::shared_ptr<const Claim> claim_of(const object::PodObject &pod, const Shape &shape,
                                      const std::shared_ptr<const Claim> &nothing);
// Where it comes among claims of which the node tells nothing.
inline object::ClaimRank rank_of(std::string_view uid, const Claim &claim) {
  return {false, claim.scheduled, uid};
}
// The most that the pod can hold, however its claim is judged: an upper bound for every account.
Holding most_held(const ShapePtr &shape, const Claim &claim);

// What of a pod's own account of what it holds does not agree with the rest.
struct Conflicts {
  int cpus_held = 0;              // CPUs that another pod has
  int cpus_reserved = 0;          // CPUs that are reserved or kubelet's
  int cpus_unknown = 0;           // CPUs that the machine lacks, or nobody knows which they are
  int amounts_unknown = 0;        // amounts of NUMA nodes or resources that are not there
  int devices_unknown = 0;        // devices that the node does not have, or that are not healthy
  int devices_overcommitted = 0;  // devices of which others have too much
  int claims_refused = 0;         // of CPUs, amounts and devices
  int devices_unexplained = 0;    // devices that it has, and nothing tells which
  // Why its CPUs, its amounts on NUMA nodes and its devices are not all believed.
  Refusal cpus;
  Refusal amounts;
  Refusal devices;

  // What of it is about devices, and about the rest.
  Conflicts of_devices() const;
  Conflicts of_others() const;
  bool any() const {
    return cpus_held + cpus_reserved + cpus_unknown + amounts_unknown + devices_unknown +
                   devices_overcommitted + claims_refused + devices_unexplained >
               0 ||
           cpus.refused() || amounts.refused() || devices.refused();
  }
  // Whether it could be otherwise without any change of what the pod states: others may go, a
  // report may come.
  bool is_in_conflict() const {
    return cpus.reason == Reason::kCpuTaken || devices.reason == Reason::kDeviceTaken ||
           devices_unexplained > 0;
  }
};

// A pod of a node and what is believed of its claim. What this process reserved it holds as it is.
struct Claimant {
  std::string_view uid;
  const Claim *claim = nullptr;  // nullptr: all was reserved here
  bool cpus_are_ours = false;    // CPUs and amounts were, devices not
  Holding holding;               // its shape, and what was reserved
  Conflicts conflicts;
  std::vector<object::TypeId> told_types;  // of devices that an annotation, believed, tells all of
  // A reservation: `whole` is all devices that it has, `holding` what its owners have not taken.
  bool is_reservation = false;
  DeviceGrants whole;
  // An owner of a reservation: which it is, and the devices that the owner took of it.
  Claimant *reservation = nullptr;
  DeviceGrants part;

  bool is_ours() const { return claim == nullptr; }
};

// CPUs of pods that come before a claim. A CPU that is not for its holder, because it is isolated
// or is not, stays in the holding, and can be a pod's of the other kind meanwhile.
class TakenCpus {
 public:
  void add(const Node &node, const Shape &shape, const CpuSet &cpus) {
    held_[shape.isolated ? 1 : 0] |= cpus;
    usable_[shape.isolated ? 1 : 0] |= cpus - node.not_for(shape);
  }
  void add(const Node &node, const Holding &holding) {
    if (!holding.cpus().empty()) add(node, holding.shape(), holding.cpu_set());
  }
  // In holdings of pods that require isolated CPUs, if this one does, or else of those that do not.
  const CpuSet &of_kind(const Shape &shape) const { return held_[shape.isolated ? 1 : 0]; }
  CpuSet for_claim_of(const Shape &shape) const {
    return of_kind(shape) | usable_[shape.isolated ? 0 : 1];
  }

 private:
  CpuSet held_[2];
  CpuSet usable_[2];
};

// Weighs all claims of the pods of a node and puts the pods on it: of two claims to one thing the
// first by object::ClaimRank is believed, `first` before all others. `node`: without these pods; it
// may hold others that come before them, which have the CPUs `taken`. Throws kLimit as Node::hold
// does.
void settle(Node &node, std::span<Claimant> pods, std::string_view first, TakenCpus taken,
            const Options &options, const Resources &resources);
// One claim beside pods that are on the node already, and have the CPUs `taken`: what it finds
// there comes first.
void weigh(const Node &node, const TakenCpus &taken, Claimant &pod, const Options &options,
           const Resources &resources);

// What a pod that was given something here says otherwise.
Conflicts differences(const Claim &claim, const Holding &given, const Resources &resources,
                      const Options &options);
// And what kubelet says of its devices: `record`, nullptr where it says nothing.
void add_differences(const device::KubeletGrants *record, const Holding &given,
                     const Options &options, Conflicts &out);

}  // namespace koord::sched
