#include "plan/held_by_claims.h"

#include <set>
#include <string_view>

#include "device/ledger/ledger.h"
#include "object/resource_claims.h"
#include "sched/node/node.h"

namespace koord::plan {
namespace {

// Begins the names of claims among the holders of a node's devices.
constexpr std::string_view kClaim = "resourceclaim";

}  // namespace

HeldByClaims held_by_claims(const sched::View &node, const Refusal &refusal) {
  HeldByClaims out;
  const bool is_shortage = refusal.reason == Reason::kNotEnoughDevices ||
                           refusal.reason == Reason::kDeviceScope ||
                           refusal.reason == Reason::kDeviceNuma;
  const device::Ledger *ledger = node.node().devices();
  if ((!is_shortage && refusal.reason != Reason::kDevicesNotReported) || ledger == nullptr ||
      refusal.device_type < 0)
    return out;
  const auto type = static_cast<object::TypeId>(refusal.device_type);
  std::set<int32_t> minors;
  for (const device::KubeletGrants &holder : ledger->inventory().kubelet) {
    if (!holder.pod_uid.starts_with(kClaim)) continue;
    out.closes = out.closes || holder.any.contains(type);
    out.are_many = out.are_many || holder.pod_uid == object::kManyClaims;
    for (const device::Grant &grant : holder.grants)
      if (grant.type == type) minors.insert(grant.minor);
  }
  out.devices = static_cast<int64_t>(minors.size());
  // All claims close a type like one pod. Kubelet's report may lack devices of pods, too.
  out.closes = out.closes && !is_shortage && refusal.best == 1;
  out.are_many = out.are_many && out.closes;
  return out;
}

}  // namespace koord::plan
