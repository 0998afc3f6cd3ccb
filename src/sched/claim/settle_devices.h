// Claims to devices of all pods of a node, weighed together.
#pragma once

#include <optional>
#include <span>

#include "sched/claim/claimed_devices.h"

namespace koord::sched {

class DeviceSettling {
 public:
  // `node`: without these pods.
  DeviceSettling(const Node &node, std::span<Claimant> pods, const Options &options,
                 const Resources &resources);
  // Into holdings, conflicts and parts. `order`: those whose claims are to be weighed, the first to
  // be believed first. Reservations come before all of them: any may turn out to be of their
  // owners. Returns the devices to withhold for pods that are not there.
  device::Grants run(std::span<Claimant *const> order);

 private:
  void hold(const Claimant &pod, const DeviceGrants &grants);
  void release(const Claimant &pod, const DeviceGrants &grants);
  template <typename Look>
  void for_each_owner_of(const Claimant &reservation, Look &&look);

  void hold_ours();
  // What kubelet gave to pods that are not there.
  void hold_absent(bool held);
  void weigh_reservation(Claimant &pod);
  void weigh_pods(std::span<Claimant *const> order);
  void take(Claimant &owner, const device::Grants &devices);
  void assume_for_reservation(Claimant &pod);
  void assume_for_pod(Claimant &pod);

  const Node &node_;
  const std::span<Claimant> pods_;
  const ClaimedDevices devices_;
  std::optional<DeviceBooks> books_;  // none: the node's devices are not known
};

}  // namespace koord::sched
