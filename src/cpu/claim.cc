#include "cpu/claim.h"

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

Verdict judge(const Claim &claim, const Ground &ground, Profile profile) {
  Verdict out;
  if (claim.cpus.empty()) return out;
  const ProfileRules &rules = rules_of(profile);
  if (rules.judges_claims && !claim.due) {
    out.refusal = refuse(profile, Reason::kClaimNotAllowed);
    return out;
  }
  if (rules.judges_claims && claim.cpus.count() > claim.asked) {
    out.refusal = refuse(profile, Reason::kMoreCpusThanAsked);
    out.refusal.needed = claim.cpus.count();
    out.refusal.best = claim.asked;
    return out;
  }
  if (ground.machine != nullptr) out.absent = claim.cpus - *ground.machine;
  if (rules.reserved_leave_owners) out.reserved = (claim.cpus & ground.reserved) - out.absent;
  const CpuSet left = claim.cpus - out.absent - out.reserved;
  out.taken = left & ground.taken;
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
