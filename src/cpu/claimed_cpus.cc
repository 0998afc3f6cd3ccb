#include "cpu/claimed_cpus.h"

#include "base/profile_rules.h"

namespace koord::cpu {
namespace {

Refusal refuse(Profile profile, Reason reason, const CpuSet &cpus = {}) {
  Refusal out = Refusal::of(reason, profile);
  out.object = Object::kCpu;
  if (cpus.empty()) return out;
  out.where_object = Object::kCpu;
  out.where = cpus.first();
  return out;
}

}  // namespace

CpuSet not_for(bool requires_isolated, const Topology &machine, const CpuSet &excluded) {
  if (!requires_isolated) return excluded;
  return machine.isolated().empty() ? CpuSet() : machine.all_cpus() - machine.isolated();
}

ClaimVerdict judge(const Claim &claim, const ClaimBounds &bounds, Profile profile) {
  ClaimVerdict out;
  if (claim.cpus.empty()) return out;
  const ProfileRules &rules = rules_of(profile);
  if (rules.judges_claims && !claim.owns_cpus) {
    out.refusal = refuse(profile, Reason::kClaimNotAllowed);
    return out;
  }
  if (rules.judges_claims && claim.cpus.count() > claim.requested) {
    out.refusal = refuse(profile, Reason::kMoreCpusThanAsked);
    out.refusal.needed = claim.cpus.count();
    out.refusal.best = claim.requested;
    return out;
  }
  if (bounds.machine != nullptr) out.absent = claim.cpus - *bounds.machine;
  if (rules.reserved_leave_owners) out.reserved = (claim.cpus & bounds.reserved) - out.absent;
  const CpuSet left = claim.cpus - out.absent - out.reserved;
  out.taken = left & bounds.taken;
  if (!out.taken.empty()) {
    out.refusal = refuse(profile, Reason::kCpuTaken, out.taken);
    return out;
  }
  out.own = left;
  if (!out.absent.empty())
    out.refusal = refuse(profile, Reason::kCpuNotOnMachine, out.absent);
  else if (!out.reserved.empty())
    out.refusal = refuse(profile, Reason::kCpuReserved, out.reserved);
  else
    return out;
  out.refusal.needed = claim.cpus.count();
  out.refusal.best = out.own.count();
  return out;
}

}  // namespace koord::cpu
