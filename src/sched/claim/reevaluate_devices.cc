#include "sched/claim/reevaluate_devices.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace koord::sched {
namespace {

device::Grants value_of(const DeviceGrants &grants) {
  return grants == nullptr ? device::Grants() : *grants;
}

// Upstream accepts devices that are stated without amounts; there is nothing to subtract for them.
device::Grants remove_part(device::Grants rest, const device::Grants &part) {
  return part.empty() ? rest : device::minus(rest, part);
}

void set_rest(Claimant &reservation, device::Grants rest) {
  reservation.holding.set_devices(as_devices(std::move(rest)));
}

void add_part(Claimant &owner, const device::Grants &more) {
  device::Grants part = value_of(owner.part);
  part.insert(part.end(), more.begin(), more.end());
  owner.part = as_devices(std::move(part));
}

bool contains(const device::Grants &grants, const device::Grant &wanted) {
  return std::ranges::any_of(
      grants, [&](const device::Grant &grant) { return device::is_same_device(grant, wanted); });
}

}  // namespace

DeviceReevaluation::DeviceReevaluation(const Node &node, std::span<Claimant> pods,
                                       const Options &options, const Resources &resources)
    : node_(node), pods_(pods), devices_(node, options, resources) {
  if (node.devices() == nullptr) return;
  books_.emplace(node);
  books_->separate_replicas();
}

void DeviceReevaluation::hold(const Claimant &pod, const DeviceGrants &grants) {
  if (books_ && grants) books_->hold(*grants, devices_.record_of(pod));
}

void DeviceReevaluation::release(const Claimant &pod, const DeviceGrants &grants) {
  if (books_ && grants) books_->release(*grants, devices_.record_of(pod));
}

template <typename Look>
void DeviceReevaluation::for_each_owner_of(const Claimant &reservation, Look &&look) {
  for (Claimant &pod : pods_)
    if (pod.reservation == &reservation) look(pod);
}

device::Grants DeviceReevaluation::run(std::span<Claimant *const> order) {
  hold_ours();
  if (std::ranges::any_of(order, [](const Claimant *pod) { return pod->is_reservation; })) {
    // Pods that the scheduler does not know may be owners of these
    // reservations, so their devices are released meanwhile.
    hold_unknown_pods(false);
    for (Claimant *pod : order)
      if (pod->is_reservation) weigh_reservation(*pod);
    hold_unknown_pods(true);
  }
  weigh_pods(order);
  if (!books_) return {};
  for (Claimant *pod : order)
    if (pod->is_reservation) assume_for_reservation(*pod);
  for (Claimant *pod : order)
    if (!pod->is_reservation) assume_for_pod(*pod);
  return node_.assumes_for_kubelet() ? devices_.assume_for_unknown_pods(*books_) : device::Grants();
}

void DeviceReevaluation::hold_unknown_pods(bool held) {
  if (!books_) return;
  node_.for_each_held_for_kubelet([&](const device::KubeletGrants &given) {
    held ? books_->hold(given.grants, &given) : books_->release(given.grants, &given);
  });
}

// Adds the devices that this process allocated. A reservation counts
// without the devices that owners placed by this process have taken.
void DeviceReevaluation::hold_ours() {
  for (Claimant &pod : pods_) {
    if (!pod.is_ours()) continue;
    if (pod.is_reservation) {
      device::Grants rest = value_of(pod.whole);
      for_each_owner_of(pod, [&](const Claimant &owner) {
        if (owner.is_ours()) rest = remove_part(std::move(rest), value_of(owner.part));
      });
      set_rest(pod, std::move(rest));
    }
    hold(pod, pod.holding.devices());
  }
}

void DeviceReevaluation::weigh_reservation(Claimant &pod) {
  std::vector<Claimant *> owners;
  for_each_owner_of(pod, [&](Claimant &owner) {
    if (owner.is_ours()) owners.push_back(&owner);
  });
  for (const Claimant *owner : owners) release(*owner, owner->part);
  devices_.evaluate(pod, books_ ? &*books_ : nullptr);
  pod.whole = pod.holding.devices();
  release(pod, pod.whole);
  for (Claimant *owner : owners) {
    hold(*owner, owner->part);
    take(*owner, value_of(std::exchange(owner->part, nullptr)));
  }
  hold(pod, pod.holding.devices());
}

// No other pod gets devices that kubelet gave to a pod.
// Devices of a reservation are free for its owners.
void DeviceReevaluation::weigh_pods(std::span<Claimant *const> order) {
  std::vector<DeviceGrants> recorded;
  for (const Claimant *pod : order) {
    recorded.push_back(pod->is_reservation ? nullptr : as_devices(devices_.recorded(*pod)));
    hold(*pod, recorded.back());
  }
  for (size_t i = 0; i < order.size(); ++i) {
    Claimant &pod = *order[i];
    if (pod.is_reservation) continue;
    release(pod, recorded[i]);
    if (pod.reservation != nullptr) release(*pod.reservation, pod.reservation->holding.devices());
    devices_.evaluate(pod, books_ ? &*books_ : nullptr);
    if (pod.reservation == nullptr) continue;
    pod.part = nullptr;
    take(pod, value_of(pod.holding.devices()));
    hold(*pod.reservation, pod.reservation->holding.devices());
  }
}

// Takes devices from the part that the reservation has left.
void DeviceReevaluation::take(Claimant &owner, const device::Grants &devices) {
  const device::Grants rest = value_of(owner.reservation->holding.devices());
  const device::Grants part = device::common(rest, devices);
  set_rest(*owner.reservation, remove_part(rest, part));
  add_part(owner, part);
}

// Completes a reservation with unidentified devices by those that its owners have.
void DeviceReevaluation::assume_for_reservation(Claimant &pod) {
  device::Grants rest = value_of(pod.holding.devices());
  device::Grants whole = value_of(pod.whole);
  for_each_owner_of(pod, [&](Claimant &owner) {
    for (const device::Grant &grant : value_of(owner.holding.devices())) {
      if (contains(whole, grant) || !devices_.requests_more(pod, whole, grant.type, *books_))
        continue;
      whole.push_back(grant);
      add_part(owner, {grant});
    }
  });
  const auto known = static_cast<ptrdiff_t>(whole.size());
  pod.holding.set_devices(as_devices(std::move(whole)));
  devices_.assume(pod, *books_);
  pod.whole = pod.holding.devices();
  const device::Grants all = value_of(pod.whole);
  rest.insert(rest.end(), all.begin() + known, all.end());
  set_rest(pod, std::move(rest));
}

void DeviceReevaluation::assume_for_pod(Claimant &pod) {
  if (pod.reservation == nullptr) return devices_.assume(pod, *books_);
  const auto known = static_cast<ptrdiff_t>(value_of(pod.holding.devices()).size());
  release(*pod.reservation, pod.reservation->holding.devices());
  devices_.assume(pod, *books_);
  const device::Grants all = value_of(pod.holding.devices());
  take(pod, {all.begin() + known, all.end()});
  hold(*pod.reservation, pod.reservation->holding.devices());
}

}  // namespace koord::sched
