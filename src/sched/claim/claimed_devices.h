// Claims to devices: bound pods state them by annotation or by
// environment variables, and kubelet's record names devices too.
#pragma once

#include <optional>

#include "sched/claim/claim.h"
#include "sched/claim/device_books.h"
#include "sched/claim/requested_types.h"

namespace koord::sched {

class ClaimedDevices {
 public:
  ClaimedDevices(const Node &node, const Options &options, const Resources &resources)
      : node_(node), options_(options), resources_(resources) {}

  // Returns true if the pod states or requests devices or kubelet recorded some for it.
  bool concerns(const Claimant &pod) const;
  // Returns kubelet's record of the pod's devices, or nullptr if there is none.
  const device::KubeletGrants *record_of(const Claimant &pod) const {
    return node_.record_of(pod.uid);
  }
  // Returns the devices of kubelet's record that are reserved for the pod whatever its rank.
  // Excludes devices that its annotation replaces by others of their type.
  device::Grants recorded(const Claimant &pod) const;
  // Stores the accepted devices in the pod's holding and adds them to `books`.
  // `books` contains the devices of pods that rank before and the recorded
  // devices of other pods; nullptr if the node's devices are unknown.
  void evaluate(Claimant &pod, DeviceBooks *books) const;
  // Returns true if the pod requests more devices of a type than are identified.
  bool requests_more(const Claimant &pod, const device::Grants &held, object::TypeId type,
                     const DeviceBooks &books) const;
  // Withholds devices for the pod after all claims have been evaluated: as many free devices as it
  // requests beyond the identified ones, and one GPU for each MIG instance of an unknown GPU.
  void assume(Claimant &pod, DeviceBooks &books) const;
  // Returns GPUs to withhold for pods that the scheduler does not know: as many free GPUs as
  // kubelet gave to them without an identity. To be called last.
  device::Grants assume_for_unknown_pods(const DeviceBooks &books) const;

 private:
  // The devices that a pod states, with amounts filled
  // in, and the reason if the statement is invalid.
  struct Statement {
    device::Grants grants;
    Refusal refusal;
    bool by_annotation = false;
    int unknown = 0;  // stated devices that the node does not have
  };
  static bool replaces_record(const Statement &statement);
  static bool is_kept(const Statement &statement, const device::Grant &grant);

  Refusal refusal_of(Reason reason, object::TypeId type) const;
  const device::Request *device_request_of(const Claimant &pod) const;
  device::Grants claimed_devices(const Claim &claim) const;
  // `instances` (nullable) receives the MIG instances that stand for GPUs of the request.
  device::Grants stated_devices(const Claimant &pod, int &unknown, device::Grants *instances) const;
  Statement statement_of(const Claimant &pod) const;
  // Returns the accepted devices.
  device::Grants accepted(Claimant &pod, const DeviceBooks *books) const;
  device::Grants merge_record(Claimant &pod, const DeviceBooks *books, Statement statement) const;
  device::Grants accepted_by_upstream(Claimant &pod, const DeviceBooks *books) const;
  bool is_granted(Claimant &pod, const DeviceBooks *books, Statement &statement) const;
  bool are_available(const DeviceBooks &books, const device::Grants &grants,
                     const device::KubeletGrants *record, Conflicts &conflicts) const;
  bool is_reported(const Claimant &pod, const RequestedType &type, int64_t identified) const;
  device::Grants withhold(Claimant &pod, const DeviceBooks &books, const device::Request &request,
                          object::TypeId type, int64_t identified) const;
  device::Grants withhold(Claimant &pod, const DeviceBooks &books, const RequestedType &type,
                          int64_t identified) const;
  void add_withheld(Claimant &pod, DeviceBooks &books, device::Grants kept) const;
  std::optional<device::Request> whole_devices(object::TypeId type, int64_t count) const;
  std::optional<int64_t> count_identified(const Claimant &pod, const device::Grants &held,
                                          object::TypeId type) const;

  const Node &node_;
  const Options &options_;
  const Resources &resources_;
  mutable std::optional<device::Ledger> bare_;  // the node's devices without any allocation
};

}  // namespace koord::sched
