#include "sched/claim/device_books.h"

#include <algorithm>

namespace koord::sched {

void DeviceBooks::separate_replicas() {
  const auto &given = inventory().kubelet;
  const bool shares =
      std::any_of(given.begin(), given.end(),
                  [](const device::KubeletGrants &of_pod) { return !of_pod.replicas.empty(); });
  if (!shares) return;
  unshared_.emplace(all_.shared_inventory());
  all_.clear();
  node_.for_each_held_for_kubelet(
      [&](const device::KubeletGrants &of_pod) { hold(of_pod.grants, &of_pod); });
}

void DeviceBooks::account(const device::Grants &grants, const device::KubeletGrants *record,
                          int64_t sign) {
  all_.account(grants, sign);
  if (!unshared_) return;
  device::Grants own;
  for (const device::Grant &grant : grants)
    if (record == nullptr || !record->is_shared(grant)) own.push_back(grant);
  unshared_->account(own, sign);
}

bool DeviceBooks::has(const device::Grant &grant, const device::KubeletGrants *record) const {
  if (!unshared_ || record == nullptr || !record->is_shared(grant)) return all_.has({grant});
  device::Grant least = grant;
  for (device::ResourceAmount &part : least.parts) part.amount = std::min<int64_t>(part.amount, 1);
  return unshared_->has({least});
}

}  // namespace koord::sched
