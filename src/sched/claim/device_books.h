// Who has how much of a node's devices while claims to them are weighed.
#pragma once

#include <optional>

#include "sched/node/node.h"

namespace koord::sched {

// Kubelet's device plugin may publish one device as several replicas. Pods that have replicas of a
// device share it, and their amounts do not count against each other. Against all other pods the
// full amounts count.
class DeviceBooks {
 public:
  // With what is held on the node.
  explicit DeviceBooks(const Node &node) : node_(node), all_(*node.devices()) {}
  // For a node without pods, which come one by one; before this call nobody has replicas.
  void tell_shares_apart();

  const device::Ledger &all() const { return all_; }
  const device::Inventory &inventory() const { return all_.inventory(); }

  // `record`: kubelet's of the pod that has them; nullptr: there is none.
  void hold(const device::Grants &grants, const device::KubeletGrants *record) {
    account(grants, record, 1);
  }
  void release(const device::Grants &grants, const device::KubeletGrants *record) {
    account(grants, record, -1);
  }
  // Whether this is left for the pod. A replica has no stated size: it fits if anything is left.
  bool has(const device::Grant &grant, const device::KubeletGrants *record) const;

 private:
  void account(const device::Grants &grants, const device::KubeletGrants *record, int64_t sign);

  const Node &node_;
  device::Ledger all_;
  std::optional<device::Ledger> unshared_;  // without pods that have replicas; none: nobody has
};

}  // namespace koord::sched
