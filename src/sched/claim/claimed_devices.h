// The devices that bound pods state: by annotation, else by what their environment names, and what
// kubelet's record says.
#pragma once

#include <optional>

#include "sched/claim/claim.h"
#include "sched/claim/device_books.h"

namespace koord::sched {

class ClaimedDevices {
 public:
  ClaimedDevices(const Node &node, const Options &options, const Resources &resources)
      : node_(node), options_(options), resources_(resources) {}

  // Whether the pod says or asks anything of devices.
  bool concerns(const Claimant &pod) const;
  // What kubelet gave to it; nullptr: nothing.
  const device::KubeletGrants *record_of(const Claimant &pod) const {
    return node_.record_of(pod.uid);
  }
  // What nobody else gets, whoever comes first: what kubelet's record says that the pod has, but
  // devices in whose place its annotation names others of their type.
  device::Grants recorded(const Claimant &pod) const;
  // Into the pod's holding, and into `books`, which have what comes before it, and what is recorded
  // of others; nullptr: the devices are not known.
  void weigh(Claimant &pod, DeviceBooks *books) const;
  // Whether nothing tells of some of the devices of a type that the pod asks for.
  bool lacks(const Claimant &pod, const device::Grants &held, object::TypeId type,
             const DeviceBooks &books) const;
  // Then, once all have been weighed: as many of those that are left as the pod asks for beyond
  // what something tells of, and a GPU for each MIG instance whose GPU is unknown.
  void assume(Claimant &pod, DeviceBooks &books) const;
  // At last: as many GPUs of those that are left as kubelet gave to pods that are not there and
  // nothing tells which.
  device::Grants assume_for_absent(const DeviceBooks &books) const;

 private:
  // What a pod says of its devices, complete, and why it cannot be.
  struct Said {
    device::Grants grants;
    Refusal refusal;
    bool by_annotation = false;
    int unknown = 0;  // names of devices that the node does not have
  };
  static bool gives_up(const Said &said);
  static bool is_kept(const Said &said, const device::Grant &grant);

  Refusal refusal_of(Reason reason, object::TypeId type) const;
  const device::Request *device_request_of(const Claimant &pod) const;
  device::Grants stated_by(const Claimant &pod, int &unknown) const;
  Said said_by(const Claimant &pod) const;
  // What of it is believed.
  device::Grants believe(Claimant &pod, const DeviceBooks *books) const;
  device::Grants beside_record(Claimant &pod, const DeviceBooks *books, Said said) const;
  device::Grants as_upstream(Claimant &pod, const DeviceBooks *books) const;
  bool is_granted(Claimant &pod, const DeviceBooks *books, const Said &said) const;
  bool are_left(const DeviceBooks &books, const device::Grants &grants,
                const device::KubeletGrants *record, Conflicts &conflicts) const;
  void withhold(Claimant &pod, DeviceBooks &books, const device::Request &request,
                object::TypeId type, int64_t told) const;
  void withhold_mig_parents(Claimant &pod, DeviceBooks &books) const;
  std::optional<device::Request> whole_gpus(int64_t count) const;
  std::optional<int64_t> count_told(const Claimant &pod, const device::Grants &held,
                                    object::TypeId type) const;

  const Node &node_;
  const Options &options_;
  const Resources &resources_;
  mutable std::optional<device::Ledger> bare_;  // the node's devices, nobody's
};

}  // namespace koord::sched
