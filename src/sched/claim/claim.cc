#include "sched/claim/claim.h"

#include <algorithm>
#include <map>

#include "cpu/claimed_cpus.h"
#include "device/allocation/claimed_grants.h"
#include "sched/claim/claimed_devices.h"
#include "sched/claim/reevaluate_devices.h"

namespace koord::sched {
namespace {

using object::ClaimRank;

bool same(const std::vector<object::NumaAmounts> &a, const std::vector<object::NumaAmounts> &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto &x, const auto &y) {
    return x.node == y.node && object::same(x.amounts, y.amounts);
  });
}

bool same(const std::optional<object::ResourceStatus> &a,
          const std::optional<object::ResourceStatus> &b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return a->cpus == b->cpus && same(a->numa, b->numa) &&
         std::equal(a->pools.begin(), a->pools.end(), b->pools.begin(), b->pools.end(),
                    [](const auto &x, const auto &y) { return x.node == y.node; });
}

Refusal refuse(const Options &options, Reason reason) {
  Refusal out = Refusal::of(reason, options.profile);
  return out;
}

const NumaAccount *find_numa(const Node &node, int32_t id) {
  const auto numa = node.numa();
  const auto at =
      std::lower_bound(numa.begin(), numa.end(), id,
                       [](const NumaAccount &n, int32_t wanted) { return n.id < wanted; });
  return at != numa.end() && at->id == id ? &*at : nullptr;
}

// Claims of the proposal's form name pools without amounts. Each
// pool then counts for an even share of all that the pod requests.
std::vector<NumaGrant> even_shares(const Node &node, const Shape &shape,
                                   const std::vector<int32_t> &pools) {
  const auto reported = [&](ResourceId resource) {
    if (node.has_topology()) return node.numa_slot(resource) >= 0;
    return resource == Resources::kCpu || resource == Resources::kMemory;
  };
  std::vector<NumaGrant> out;
  for (const ResourceAmount &request : shape.requests) {
    if (!reported(request.resource)) continue;
    int64_t left = request.amount;
    for (size_t i = 0; i < pools.size(); ++i) {
      const int64_t share = left / static_cast<int64_t>(pools.size() - i);
      if (share > 0) out.push_back({pools[i], request.resource, share});
      left -= share;
    }
  }
  return out;
}

// Returns true if the claim puts the pod on NUMA nodes
// by resources that pods of its QoS are not aligned by.
bool claims_too_much_numa(const object::ResourceStatus &status, const Shape &shape,
                          const Resources &resources) {
  if (!shape.aligns_extended_only) return false;
  if (!status.pools.empty()) return true;
  for (const object::NumaAmounts &numa : status.numa)
    for (const object::Amount &amount : numa.amounts)
      if (!aligns(shape, resources.find(amount.resource))) return true;
  return false;
}

// Rejects amounts on NUMA nodes that the pod is not aligned by or that exceed its request.
Refusal judge_amounts(const object::ResourceStatus &status, const Shape &shape,
                      const Options &options, const Resources &resources) {
  const bool judged = options.rules().judges_claims;
  if (judged && claims_too_much_numa(status, shape, resources))
    return refuse(options, Reason::kNumaClaimNotAllowed);
  std::map<ResourceId, int64_t> sums;
  for (const object::NumaAmounts &numa : status.numa)
    for (const object::Amount &amount : numa.amounts) {
      const ResourceId resource = resources.find(amount.resource);
      int64_t &sum = sums[resource];
      const int64_t most = judged ? request_of(shape, resource) : most_of(resource);
      // Neither sum can overflow, because rejected amounts are not added.
      if (amount.value > (judged ? most - sum : most)) {
        Refusal out = refuse(options, Reason::kMoreOnNumaThanAsked);
        out.object = object_of(resource);
        out.needed = amount.value > INT64_MAX - sum ? INT64_MAX : sum + amount.value;
        out.best = most;
        out.where_object = Object::kNumaNode;
        out.where = numa.node;
        out.resource = is_named_by(shape, resource) ? static_cast<int32_t>(resource) : -1;
        return out;
      }
      if (judged) sum += amount.value;
    }
  return {};
}

// Returns the CPUs that the pod keeps of a claim above its request; none of other claims. A resize
// changes the request before the scheduler has written the next claim. Until then the node's agent
// leaves the pod those of the claimed CPUs that it has, and reports them.
CpuSet kept_cpus(const Node &node, std::string_view uid, const Shape &shape, const CpuSet &stated,
                 const Options &options) {
  const bool is_above = stated.count() > shape.cpu_milli / 1000;
  return is_above && options.rules().judges_claims ? stated & node.reported_cpus(uid) : CpuSet();
}

class CpuScale {
 public:
  CpuScale(const Node &node, const Options &options, const Resources &resources)
      : node_(node), options_(options), resources_(resources) {}

  void evaluate(Claimant &pod, const TakenCpus &taken) const {
    if (!pod.claims_cpus()) return;
    const Claim &claim = *pod.claim;
    Conflicts &conflicts = pod.conflicts;
    const Shape &shape = pod.holding.shape();
    CpuSet cpus;
    std::vector<NumaGrant> grants;
    std::vector<int32_t> pools;
    if (claim.status_unreadable) {
      conflicts.cpus = refuse(options_, Reason::kClaimUnreadable);
      ++conflicts.claims_refused;
      if (shape.owns_cpus) conflicts.cpus_unknown = shape.cpus;
    } else if (claim.status) {
      const bool refused = weigh_cpus(pod, taken, cpus);
      weigh_amounts(pod, refused, grants, pools);
    }
    Holding evaluated(pod.holding.shared_shape(), cpus, std::move(grants), pools);
    pod.holding = std::move(evaluated);
  }

 private:
  // Returns true if no part of the claim is accepted.
  bool weigh_cpus(Claimant &pod, const TakenCpus &before, CpuSet &out) const {
    if (!pod.claim->status->cpus || pod.claim->status->cpus->empty()) return false;
    const CpuSet &stated = *pod.claim->status->cpus;
    const Shape &shape = pod.holding.shape();
    const CpuSet taken = before.for_claim_of(shape);
    Conflicts &conflicts = pod.conflicts;
    if (!options_.rules().judges_claims) {
      out = stated;
      conflicts.cpus_held = stated.count_and(taken);
      conflicts.cpus_reserved = stated.count_and(node_.withheld());
      conflicts.cpus_unknown =
          node_.has_machine() ? (stated - node_.machine().all_cpus()).count() : stated.count();
      return false;
    }
    cpu::ClaimBounds bounds;
    if (node_.has_machine()) bounds.machine = &node_.machine().all_cpus();
    bounds.reserved = node_.reserved();
    const CpuSet of_other_kind = node_.not_for(shape) - bounds.reserved;
    bounds.reserved |= of_other_kind;
    bounds.taken = taken | node_.kubelets_cpus(pod.uid);
    const CpuSet kept = kept_cpus(node_, pod.uid, shape, stated, options_);
    const int64_t requested = shape.cpu_milli / 1000;
    const cpu::Claim claim{kept.empty() ? stated : kept, shape.owns_cpus,
                           std::max<int64_t>(requested, kept.count())};
    const cpu::ClaimVerdict verdict = cpu::judge(claim, bounds, options_.profile);
    conflicts.cpus = verdict.refusal;
    if (!kept.empty() && kept != stated && !verdict.refusal.refused()) {
      conflicts.cpus = refuse(options_, Reason::kMoreCpusThanAsked);
      conflicts.cpus.object = Object::kCpu;
      conflicts.cpus.needed = stated.count();
      conflicts.cpus.best = requested;
    }
    if (verdict.refusal.reason == Reason::kCpuReserved &&
        !node_.kubelet_reserves(verdict.refusal.where))
      conflicts.cpus.reason = of_other_kind.contains(verdict.refusal.where)
                                  ? Reason::kCpuIsolation
                                  : Reason::kCpuReservedByNode;
    conflicts.cpus_held = verdict.taken.count();
    conflicts.cpus_reserved = verdict.reserved.count();
    conflicts.cpus_unknown = node_.has_machine() ? verdict.absent.count() : stated.count();
    // Absent and reserved CPUs stay in the holding: Node::owned() leaves them out, and the pod
    // regains them when they return. The same holds for CPUs of the wrong kind, isolated or not.
    if (verdict.refusal.reason != Reason::kCpuTaken) {
      out = verdict.own | ((verdict.absent | (verdict.reserved - of_other_kind)) - taken) |
            ((verdict.reserved & of_other_kind) - before.of_kind(shape));
      conflicts.lacks_cpus = out != (verdict.own | verdict.absent | verdict.reserved);
    }
    if (out.is_subset_of(verdict.reserved)) ++conflicts.claims_refused;
    return out.empty();
  }

  // Stores amounts as stated, so that they do not depend on the CPUs that are online now.
  void weigh_amounts(Claimant &pod, bool without_cpus, std::vector<NumaGrant> &grants,
                     std::vector<int32_t> &pools) const {
    const object::ResourceStatus &status = *pod.claim->status;
    const Shape &shape = pod.holding.shape();
    Conflicts &conflicts = pod.conflicts;
    conflicts.amounts = judge_amounts(status, shape, options_, resources_);
    if (conflicts.amounts.refused()) {
      ++conflicts.claims_refused;
      return;
    }
    for (const object::SharedPool &pool : status.pools) pools.push_back(pool.node);
    std::sort(pools.begin(), pools.end());
    pools.erase(std::unique(pools.begin(), pools.end()), pools.end());
    for (const object::NumaAmounts &numa : status.numa)
      for (const object::Amount &amount : numa.amounts) {
        const ResourceId resource = resources_.find(amount.resource);
        // Resources that only the claim names are not
        // held, because nothing keeps their numbers valid.
        const bool is_named = is_named_by(shape, resource);
        if (!is_named || find_numa(node_, numa.node) == nullptr || node_.numa_slot(resource) < 0)
          ++conflicts.amounts_unknown;
        if (!is_named || (without_cpus && resource == Resources::kCpu)) continue;
        // A pod with a zero amount of a NUMA node is not on it.
        if (amount.value == 0 && options_.rules().skips_claimed_zeros) continue;
        grants.push_back({numa.node, resource, amount.value});
      }
    if (grants.empty() && options_.rules().shares_unstated_amounts)
      grants = even_shares(node_, shape, pools);
  }

  const Node &node_;
  const Options &options_;
  const Resources &resources_;
};

using Order = std::vector<std::pair<ClaimRank, Claimant *>>;

// Returns the pods whose claims are to be evaluated, by descending precedence.
template <typename Rank>
Order in_order(std::span<Claimant> pods, Rank &&rank) {
  Order out;
  for (Claimant &pod : pods)
    if (!pod.is_ours()) out.push_back({rank(pod), &pod});
  std::sort(out.begin(), out.end(), [](const auto &a, const auto &b) {
    const bool a_first = a.second->is_reservation;
    const bool b_first = b.second->is_reservation;
    return a_first != b_first ? a_first : a.first < b.first;
  });
  return out;
}

// Returns the rank of a claim to CPUs. The report of the node's agent confirms the claim if it
// gives the pod the stated CPUs, or those of them that a shrinking pod keeps.
ClaimRank cpu_rank_of(const Node &node, const Claimant &pod, const Options &options) {
  ClaimRank out = rank_of(pod.uid, *pod.claim);
  if (!pod.claim->status || !pod.claim->status->cpus) return out;
  const CpuSet &stated = *pod.claim->status->cpus;
  const Shape &shape = pod.holding.shape();
  const CpuSet kept = kept_cpus(node, pod.uid, shape, stated, options);
  out.confirmed = node.is_reported(pod.uid, kept.empty() ? stated : kept, shape);
  return out;
}

// CPUs of the pods that rank before a claim.
class RankedCpus {
 public:
  RankedCpus(const Node &node, const TakenCpus &taken)
      : node_(node), before_(taken), taken_(taken) {}
  void add(const Claimant &pod) {
    taken_.add(node_, pod.holding);
    pods_.push_back(&pod);
  }
  // A reservation and its owners have the same CPUs.
  TakenCpus for_claim_of(const Claimant &claimant) const {
    if (!claimant.is_reservation && claimant.reservation == nullptr) return taken_;
    TakenCpus out = before_;
    for (const Claimant *pod : pods_)
      if (claimant.reservation != pod && pod->reservation != &claimant)
        out.add(node_, pod->holding);
    return out;
  }

 private:
  const Node &node_;
  const TakenCpus before_;
  TakenCpus taken_;
  std::vector<const Claimant *> pods_;
};

}  // namespace

bool Claim::operator==(const Claim &other) const {
  return scheduled == other.scheduled && status_unreadable == other.status_unreadable &&
         devices_unreadable == other.devices_unreadable && same(status, other.status) &&
         object::same(devices, other.devices) && visible.all == other.visible.all &&
         visible.names == other.visible.names &&
         std::ranges::equal(containers, other.containers, [](const auto &a, const auto &b) {
           return a.name == b.name && object::same(a.amounts, b.amounts);
         });
}

Conflicts Conflicts::of_devices() const {
  Conflicts out;
  out.devices = devices;
  out.devices_unknown = devices_unknown;
  out.devices_overcommitted = devices_overcommitted;
  out.devices_unexplained = devices_unexplained;
  if (devices.refused() && devices.reason != Reason::kDevicesUnknown) out.claims_refused = 1;
  return out;
}

Conflicts Conflicts::of_others() const {
  Conflicts out = *this;
  out.claims_refused -= of_devices().claims_refused;
  out.devices = {};
  out.devices_unknown = out.devices_overcommitted = out.devices_unexplained = 0;
  return out;
}

namespace {

std::vector<ContainerRequests> device_requests_of(const object::PodObject &pod) {
  std::vector<ContainerRequests> out;
  for (const object::Container &container : pod.containers) {
    ContainerRequests requests{container.name, {}};
    for (const object::Amount &amount : container.requests)
      if (amount.value > 0 && (find_device_resource(amount.resource) != nullptr ||
                               !is_native_resource(amount.resource)))
        requests.amounts.push_back(amount);
    if (requests.amounts.empty()) continue;
    if (container.init && !container.restartable && pod.initialized) requests.amounts.clear();
    out.push_back(std::move(requests));
  }
  return out;
}

}  // namespace

std::shared_ptr<const Claim> claim_of(const object::PodObject &pod, const Shape &shape,
                                      const std::shared_ptr<const Claim> &nothing) {
  if (!pod.status && pod.devices.allocated.empty() && pod.devices.visible.empty() &&
      pod.faults.empty() && shape.devices == nullptr)
    return nothing;
  auto out = std::make_shared<Claim>();
  out->status = pod.status;
  out->devices = pod.devices.allocated;
  out->visible = pod.devices.visible;
  out->scheduled = pod.scheduled.value_or(ClaimRank::kUnknownTime);
  out->status_unreadable = is_at_fault(pod, object::PodFault::Costs::kCpus);
  out->devices_unreadable = is_at_fault(pod, object::PodFault::Costs::kDevices);
  if (shape.devices != nullptr) out->containers = device_requests_of(pod);
  return out;
}

void reevaluate_cpus(Node &node, std::span<Claimant> pods, const TakenCpus &taken,
                     const Options &options, const Resources &resources) {
  node.withhold_for_kubelet({});
  const CpuScale cpus(node, options, resources);
  RankedCpus ranked(node, taken);
  for (const Claimant &pod : pods)
    if (!pod.claims_cpus()) ranked.add(pod);
  for (const auto &[rank, pod] :
       in_order(pods, [&](const Claimant &of) { return cpu_rank_of(node, of, options); })) {
    if (!pod->claims_cpus()) continue;
    cpus.evaluate(*pod, ranked.for_claim_of(*pod));
    ranked.add(*pod);
  }
}

void reevaluate_devices(Node &node, std::span<Claimant> pods, const Options &options,
                        const Resources &resources) {
  std::vector<Claimant *> order;
  for (const auto &[rank, pod] :
       in_order(pods, [](const Claimant &of) { return rank_of(of.uid, *of.claim); }))
    order.push_back(pod);
  node.withhold_for_kubelet(DeviceReevaluation(node, pods, options, resources).run(order));
  for (Claimant &pod : pods) node.mark_reported(pod.uid, pod.holding);
  std::vector<const Holding *> holdings;
  holdings.reserve(pods.size());
  for (const Claimant &pod : pods) holdings.push_back(&pod.holding);
  node.hold(holdings);
}

Conflicts differences(const Claim &claim, const Holding &given, const Resources &resources,
                      const Options &options) {
  Conflicts out;
  const auto differs = [&](Refusal &refusal, bool unreadable, Object object) {
    refusal = refuse(options, unreadable ? Reason::kClaimUnreadable : Reason::kAllocationDiffers);
    refusal.object = object;
    ++out.claims_refused;
  };
  if (claim.status_unreadable) {
    differs(out.cpus, true, Object::kCpu);
  } else if (claim.status) {
    if (claim.status->cpus && !(*claim.status->cpus == given.cpu_set()))
      differs(out.cpus, false, Object::kCpu);
    std::vector<NumaGrant> stated;
    for (const object::NumaAmounts &numa : claim.status->numa)
      for (const object::Amount &amount : numa.amounts)
        stated.push_back({numa.node, resources.find(amount.resource), amount.value});
    std::sort(stated.begin(), stated.end(), [](const NumaGrant &a, const NumaGrant &b) {
      return a.node != b.node ? a.node < b.node : a.resource < b.resource;
    });
    if (!stated.empty() && !std::ranges::equal(stated, given.grants()))
      differs(out.amounts, false, Object::kNumaNode);
  }
  if (claim.devices_unreadable) {
    differs(out.devices, true, Object::kDevice);
  } else if (!claim.devices.empty()) {
    const device::Grants stated = device::read_claim(claim.devices, resources);
    if (!device::same_devices(stated, given.devices() ? *given.devices() : device::Grants()))
      differs(out.devices, false, Object::kDevice);
  }
  return out;
}

void add_differences(const device::KubeletGrants *record, const Holding &given,
                     const Options &options, Conflicts &out) {
  if (record == nullptr || out.devices.refused() || !options.rules().compares_kubelet_devices)
    return;
  const device::Grants has = given.devices() ? *given.devices() : device::Grants();
  const bool has_all = std::ranges::all_of(record->grants, [&](const device::Grant &grant) {
    return std::ranges::any_of(
        has, [&](const device::Grant &own) { return device::is_same_device(own, grant); });
  });
  if (has_all) return;
  out.devices = refuse(options, Reason::kAllocationDiffers);
  out.devices.object = Object::kDevice;
  ++out.claims_refused;
}

void evaluate_claim(const Node &node, const TakenCpus &taken, Claimant &pod, const Options &options,
                    const Resources &resources) {
  CpuScale(node, options, resources).evaluate(pod, taken);
  const ClaimedDevices devices(node, options, resources);
  if (node.devices() == nullptr || !devices.concerns(pod)) return devices.evaluate(pod, nullptr);
  DeviceBooks books(node);
  devices.evaluate(pod, &books);
  devices.assume(pod, books);
}

}  // namespace koord::sched
