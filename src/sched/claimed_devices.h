// Of what bound pods state, the devices: by annotation, else by what their environment names, else by kubelet's record.
#pragma once

#include "sched/claim.h"

namespace koord::sched {

class ClaimedDevices {
 public:
  ClaimedDevices(const Node &node, const Options &options, const Resources &resources)
      : node_(node), options_(options), resources_(resources) {}

  // Whether the pod says or asks anything of devices.
  bool concerns(const Claimant &pod) const;
  // Whether kubelet's record says what the pod says, or says it in its stead.
  bool is_vouched(const Claimant &pod) const;
  // Into the pod's holding, and into `ledger`, which has what comes before it; nullptr: the devices are not known.
  void weigh(Claimant &pod, device::Ledger *ledger) const;
  // Then, once all have been weighed: as many of those that are left as the pod asks for, of types of which nothing
  // tells which it has.
  void assume(Claimant &pod, device::Ledger &ledger) const;

 private:
  const device::Ask *asked_by(const Claimant &pod) const;
  const device::KubeletGrants *record_of(const Claimant &pod) const;
  device::Grants stated_by(const Claimant &pod, int &unknown) const;
  // What of it is believed.
  device::Grants believe(Claimant &pod, const device::Ledger *ledger) const;
  bool all_are_seen(const Claimant &pod) const;
  device::Grants as_upstream(Claimant &pod, const device::Ledger *ledger) const;
  bool is_granted(Claimant &pod, const device::Ledger *ledger, device::Grants &stated) const;

  const Node &node_;
  const Options &options_;
  const Resources &resources_;
};

}  // namespace koord::sched
