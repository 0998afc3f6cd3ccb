// Accounts of a node's devices while claims to them are evaluated.
#pragma once

#include <optional>

#include "sched/node/node.h"

namespace koord::sched {

// Kubelet's device plugin may publish one device as several replicas. Pods
// that have replicas of a device share it, and their amounts do not count
// against each other. Against all other pods the full amounts count.
class DeviceBooks {
 public:
  // Starts with the amounts that are held on the node.
  explicit DeviceBooks(const Node &node) : node_(node), all_(*node.devices()) {}
  // Starts to account for replicas separately. The node
  // must be without pods, which are then added one by one.
  void separate_replicas();

  const device::Ledger &all() const { return all_; }
  const device::Inventory &inventory() const { return all_.inventory(); }

  // `record`: kubelet's record of the pod that has the devices, nullptr if there is none.
  void hold(const device::Grants &grants, const device::KubeletGrants *record) {
    account(grants, record, 1);
  }
  void release(const device::Grants &grants, const device::KubeletGrants *record) {
    account(grants, record, -1);
  }
  // Returns true if this is free for the pod. The size of
  // a replica is not known: it fits if anything is free.
  bool has(const device::Grant &grant, const device::KubeletGrants *record) const;

 private:
  void account(const device::Grants &grants, const device::KubeletGrants *record, int64_t sign);

  const Node &node_;
  device::Ledger all_;
  // Without pods that have replicas; unset if there are none.
  std::optional<device::Ledger> unshared_;
};

}  // namespace koord::sched
