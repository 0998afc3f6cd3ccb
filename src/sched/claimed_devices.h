// Of what bound pods state, the devices: by annotation, else by what their environment names, and what kubelet's
// record says.
#pragma once

#include <optional>

#include "sched/claim.h"

namespace koord::sched {

class ClaimedDevices {
 public:
  ClaimedDevices(const Node &node, const Options &options, const Resources &resources)
      : node_(node), options_(options), resources_(resources) {}

  // Whether the pod says or asks anything of devices.
  bool concerns(const Claimant &pod) const;
  // Into `ledger`, before any claim is weighed: what kubelet's record says that the pod has.
  void hold_record(const Claimant &pod, device::Ledger &ledger) const;
  // Into the pod's holding, and into `ledger`, which has what comes before it, and what records say; nullptr: the devices
  // are not known.
  void weigh(Claimant &pod, device::Ledger *ledger) const;
  // Then, once all have been weighed: as many of those that are left as the pod asks for beyond what something tells of.
  void assume(Claimant &pod, device::Ledger &ledger) const;

 private:
  const device::Ask *asked_by(const Claimant &pod) const;
  const device::KubeletGrants *record_of(const Claimant &pod) const;
  const device::KubeletGrants *record_that_counts(const Claimant &pod) const;
  Refusal refusal_of(Reason reason, object::TypeId type) const;
  void compare(Claimant &pod, const device::KubeletGrants &record, device::Grants &stated) const;
  bool are_left(const device::Ledger &ledger, const device::Grants &grants,
                Conflicts &conflicts) const;
  std::optional<int64_t> count_told(const Claimant &pod, const device::Grants &held,
                                    object::TypeId type) const;
  device::Grants stated_by(const Claimant &pod, int &unknown) const;
  // What of it is believed.
  device::Grants believe(Claimant &pod, const device::Ledger *ledger) const;
  device::Grants as_upstream(Claimant &pod, const device::Ledger *ledger) const;
  bool is_granted(Claimant &pod, const device::Ledger *ledger, device::Grants &stated) const;

  const Node &node_;
  const Options &options_;
  const Resources &resources_;
};

}  // namespace koord::sched
