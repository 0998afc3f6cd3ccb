// Evaluates the claims to devices of all pods of a node together.
#pragma once

#include <optional>
#include <span>

#include "sched/claim/claimed_devices.h"

namespace koord::sched {

class DeviceReevaluation {
 public:
  // `node` must not contain these pods.
  DeviceReevaluation(const Node &node, std::span<Claimant> pods, const Options &options,
                     const Resources &resources);
  // Updates holdings, conflicts and parts of the pods. `order` lists the pods
  // whose claims are evaluated, by descending precedence. Reservations are
  // evaluated before all pods, because any pod may turn out to be an owner of one.
  // Returns the devices to withhold for pods that the scheduler does not know.
  device::Grants run(std::span<Claimant *const> order);

 private:
  void hold(const Claimant &pod, const DeviceGrants &grants);
  void release(const Claimant &pod, const DeviceGrants &grants);
  template <typename Look>
  void for_each_owner_of(const Claimant &reservation, Look &&look);

  void hold_ours();
  // Adds or removes the devices that kubelet gave to pods that the scheduler does not know.
  void hold_unknown_pods(bool held);
  void weigh_reservation(Claimant &pod);
  void weigh_pods(std::span<Claimant *const> order);
  void take(Claimant &owner, const device::Grants &devices);
  void assume_for_reservation(Claimant &pod);
  void assume_for_pod(Claimant &pod);

  const Node &node_;
  const std::span<Claimant> pods_;
  const ClaimedDevices devices_;
  std::optional<DeviceBooks> books_;  // unset if the node's devices are unknown
};

}  // namespace koord::sched
