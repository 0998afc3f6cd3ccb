#include "sched/cluster/reservation.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "sched/verdict/allocate.h"
#include "sched/verdict/judge.h"

namespace koord::sched {
namespace {

using object::NumaPolicy;

int64_t grant_of(const Holding &holding, int32_t node, ResourceId resource) {
  for (const NumaGrant &grant : holding.grants())
    if (grant.node == node && grant.resource == resource) return grant.amount;
  return 0;
}

bool has_grants(const Holding &holding, ResourceId resource) {
  return std::any_of(holding.grants().begin(), holding.grants().end(),
                     [&](const NumaGrant &grant) { return grant.resource == resource; });
}

// Returns a copy of the shape with other amounts. No requesting pod has this shape.
ShapePtr with_requests(const Shape &shape, std::vector<ResourceAmount> requests) {
  auto out = std::make_shared<Shape>(shape);
  out->requests = std::move(requests);
  out->cpu_milli = request_of(*out, Resources::kCpu);
  out->cpus = static_cast<int>(std::min<int64_t>(out->cpus, out->cpu_milli / 1000));
  out->binds = out->binds && out->cpus > 0;
  out->pinned_cpus = 0;  // kubelet does not know reservations
  out->pinned = nullptr;
  out->managed = nullptr;
  return out;
}

std::vector<int32_t> pools_of(const Holding &holding) {
  return {holding.pools().begin(), holding.pools().end()};
}

// Returns all CPU of the holding: own CPUs, grants and request.
Holding cpu_part(const Holding &holding) {
  std::vector<NumaGrant> grants(holding.grants().begin(), holding.grants().end());
  std::erase_if(grants, [](const NumaGrant &grant) { return grant.resource != Resources::kCpu; });
  std::vector<ResourceAmount> requests = holding.shape().requests;
  std::erase_if(requests,
                [](const ResourceAmount &request) { return request.resource != Resources::kCpu; });
  return {with_requests(holding.shape(), std::move(requests)),
          holding.cpu_set(),
          std::move(grants),
          {}};
}

// Returns how many of the CPUs a NUMA node has, or nullopt if the machine lacks one of them.
std::optional<int> count_on(const Node &node, int32_t numa_node, const CpuSet &cpus) {
  if (!node.has_machine() || !cpus.is_subset_of(node.machine().all_cpus())) return std::nullopt;
  const Topology::CpuNode *place = node.machine().find_numa_place(numa_node);
  return place == nullptr ? 0 : place->cpus.count_and(cpus);
}

// Returns the holding's amount of a NUMA node, as the node counts it.
int64_t amount_on(const Node &node, const NumaAccount &numa, const Holding &holding,
                  ResourceId resource) {
  if (resource != Resources::kCpu || !node.follows_cpus(holding))
    return grant_of(holding, numa.id, resource);
  const CpuSet own = node.owned(holding);
  return numa.place == nullptr ? 0 : int64_t{1000} * numa.place->cpus.count_and(own);
}

// Returns the devices that are left of the whole, none of those that are taken completely.
device::Grants rest_devices(const Holding &whole, const Holding &rest) {
  device::Grants out = rest.devices() == nullptr ? device::Grants() : *rest.devices();
  // Types without a device left are confined, too.
  for (const device::Grant &grant : *whole.devices())
    if (std::none_of(out.begin(), out.end(),
                     [&](const device::Grant &other) { return other.type == grant.type; }))
      out.push_back({grant.type, -1, {}, {}, {}});
  return out;
}

// Limits the draft to the rest of the reservation, for the resources that it reserves.
void confine_to_rest(Draft &draft, const Holding &whole, const Holding &rest) {
  if (!whole.cpus().empty()) draft.confine_cpus(rest.cpu_set());
  const Node &node = draft.node();
  for (size_t slot = 0; slot < node.numa_resources().size(); ++slot) {
    const ResourceId resource = node.numa_resources()[slot];
    if (!has_grants(whole, resource)) continue;
    for (size_t i = 0; i < node.numa().size(); ++i)
      draft.confine_amount(i, slot, amount_on(node, node.numa()[i], rest, resource));
  }
  if (whole.devices() != nullptr) draft.confine_devices(rest_devices(whole, rest));
}

// Returns the NUMA nodes on which the reservation has something left.
std::vector<int32_t> places_of(const Node &node, const Holding &rest) {
  const CpuSet own = node.owned(rest);
  std::vector<int32_t> out;
  for (const NumaAccount &numa : node.numa())
    if (is_on(numa, rest, own, node.follows_cpus(rest))) out.push_back(numa.id);
  return out;
}

}  // namespace

Holding as_reservation(const Holding &holding) {
  std::vector<ResourceAmount> requests = holding.shape().requests;
  std::erase_if(requests,
                [](const ResourceAmount &request) { return request.resource == Resources::kPods; });
  Holding out(with_requests(holding.shape(), std::move(requests)), holding.cpu_set(),
              {holding.grants().begin(), holding.grants().end()}, pools_of(holding));
  out.set_devices(holding.devices());
  return out;
}

Holding part_taken(const Node &node, const Holding &whole, const Holding &rest,
                   const Holding &pod) {
  const bool both_bind = !whole.cpus().empty() && !pod.cpus().empty();
  const CpuSet cpus = rest.cpu_set() & pod.cpu_set();
  std::vector<NumaGrant> grants;
  std::vector<ResourceAmount> requests;
  for (const ResourceAmount &has : rest.shape().requests) {
    const ResourceId resource = has.resource;
    // Pods that share CPUs do not run on CPUs that a reservation owns.
    if (resource == Resources::kCpu && !whole.cpus().empty() && pod.cpus().empty()) continue;
    int64_t taken = std::min(has.amount, request_of(pod.shape(), resource));
    const bool of_cpus = resource == Resources::kCpu && both_bind;
    if (of_cpus) taken = std::min(taken, int64_t{1000} * cpus.count());
    // Amounts that follow CPUs are taken with the last of them.
    const bool all_cpus = of_cpus && node.options().rules().cpu_amounts_follow_cpus &&
                          rest.cpu_set().is_subset_of(cpus);
    const bool alike = has_grants(pod, resource);
    int64_t granted = 0;
    for (const NumaGrant &grant : rest.grants()) {
      if (grant.resource != resource) continue;
      int64_t part = std::min(grant.amount, taken - granted);
      const std::optional<int> there =
          of_cpus ? count_on(node, grant.node, cpus) : std::optional<int>();
      if (there)
        part = std::min(part, int64_t{1000} * *there);
      else if (alike)
        part = std::min(part, grant_of(pod, grant.node, resource));
      if (all_cpus) part = grant.amount;
      if (part > 0) grants.push_back({grant.node, resource, part});
      granted += std::max<int64_t>(part, 0);
    }
    // A pod takes amounts only from NUMA nodes on which the
    // reservation has them. CPUs are taken on any NUMA node.
    if (!of_cpus && has_grants(rest, resource)) taken = granted;
    if (taken > 0) requests.push_back({resource, taken});
  }
  Holding out(with_requests(rest.shape(), std::move(requests)), cpus, std::move(grants), {});
  if (rest.devices() != nullptr && pod.devices() != nullptr)
    out.set_devices(as_devices(device::common(*rest.devices(), *pod.devices())));
  return out;
}

Holding subtract(const Holding &rest, const Holding &part) {
  std::vector<ResourceAmount> requests;
  for (const ResourceAmount &request : rest.shape().requests) {
    const int64_t left = request.amount - request_of(part.shape(), request.resource);
    if (left > 0) requests.push_back({request.resource, left});
  }
  std::vector<NumaGrant> grants;
  for (const NumaGrant &grant : rest.grants()) {
    const int64_t left = grant.amount - grant_of(part, grant.node, grant.resource);
    if (left > 0) grants.push_back({grant.node, grant.resource, left});
  }
  Holding out(with_requests(rest.shape(), std::move(requests)), rest.cpu_set() - part.cpu_set(),
              std::move(grants), pools_of(rest));
  if (rest.devices() != nullptr)
    out.set_devices(part.devices() == nullptr
                        ? rest.devices()
                        : as_devices(device::minus(*rest.devices(), *part.devices())));
  return out;
}

Holding rest_of(const Reservation &reservation, std::span<const std::string_view> without) {
  Holding rest = reservation.whole;
  for (const auto &[uid, share] : reservation.taken)
    if (!std::binary_search(without.begin(), without.end(), std::string_view(uid)))
      rest = subtract(rest, share.part);
  return rest;
}

namespace {

bool requires_alignment(NumaPolicy policy) {
  return policy == NumaPolicy::kRestricted || policy == NumaPolicy::kSingleNode;
}

struct BesideChecks {
  bool skip_fit = false;
  bool strict = false;  // pods that cannot be aligned are refused
};

// Checks that the pod fits beside the part of the reservation that it does not take. On other NUMA
// nodes than the reservation's, a pod takes nothing from it.
Refusal check_beside(const Node &node, const Holding &whole, const Holding &rest,
                     const BesideChecks &checks, const Holding &pod) {
  const Holding left = subtract(rest, part_taken(node, whole, rest, pod));
  Draft draft(node, {});
  draft.put_on(left);
  const View view = draft.view();
  const Profile profile = node.options().profile;
  Refusal refusal;
  const auto check = [&](ResourceId resource, int64_t needed, int64_t free, Reason reason) {
    if (needed <= free || refusal.refused()) return;
    refusal = Refusal::of(reason, profile);
    refusal.object = object_of(resource);
    refusal.needed = needed;
    refusal.best = std::max<int64_t>(0, free);
    refusal.resource = resource;
  };
  const bool binds = !pod.cpus().empty();
  for (const ResourceAmount &request : pod.shape().requests) {
    const bool amplified = binds && request.resource == Resources::kCpu;
    if (!checks.skip_fit && !is_decided_by_devices(view, request.resource))
      check(request.resource, amplified ? view.amplified(request.amount) : request.amount,
            view.free(request.resource), Reason::kInsufficientResource);
  }
  for (size_t i = 0; i < draft.node().numa().size(); ++i)
    for (const NumaGrant &grant : pod.grants()) {
      const int slot = draft.node().numa_slot(grant.resource);
      if (slot < 0 || grant.node != draft.node().numa()[i].id) continue;
      // Only alignment limits CPUs of its own by the amounts of pods that share CPUs.
      if (grant.resource == Resources::kCpu && !checks.strict && node.follows_cpus(pod)) continue;
      check(grant.resource, grant.amount, draft.node().numa_free(i, static_cast<size_t>(slot)),
            Reason::kInsufficientNuma);
    }
  const device::Ledger *devices = draft.node().devices();
  if (!refusal.refused() && devices != nullptr && pod.devices() != nullptr &&
      !devices->has(*pod.devices())) {
    refusal = Refusal::of(Reason::kNotEnoughDevices, profile);
    refusal.object = Object::kDevice;
    refusal.needed = static_cast<int64_t>(pod.devices()->size());
    refusal.device_type = pod.devices()->front().type;
  }
  return refusal;
}

// Returns a refusal with the first resource of which the reservation has too little left, if any.
Refusal shortage_of(const Holding &whole, const Holding &rest, const Shape &shape,
                    const Options &options) {
  for (const ResourceAmount &request : shape.requests) {
    const int64_t reserved = request_of(whole.shape(), request.resource);
    const int64_t left = request_of(rest.shape(), request.resource);
    if (reserved == 0 || request.amount <= left) continue;
    Refusal refusal = Refusal::of(Reason::kReservationShort, options.profile);
    refusal.object = object_of(request.resource);
    refusal.needed = request.amount;
    refusal.best = left;
    refusal.resource = request.resource;
    return refusal;
  }
  return {};
}

}  // namespace

Refusal allocate_from(const Node &without, const Reservation &reservation,
                      const Holding &whole_rest, const ShapePtr &shape, const Options &options,
                      bool skip_fit, Holding &out) {
  Draft anywhere(without, {});
  Holding whole = reservation.whole;
  Holding rest = whole_rest;
  const Holding kept = cpu_part(rest);
  if (!whole.cpus().empty() &&
      !prepare(anywhere.view(), *shape, options, Fit::kNone).placement.binds) {
    anywhere.put_on(kept);
    whole = subtract(whole, cpu_part(whole));
    rest = subtract(rest, kept);
  }
  const Node &node = anywhere.node();
  const CpuSet own = rest.cpu_set();
  const CpuSet *preferred = own.empty() ? nullptr : &own;
  const auto attempt = [&](Draft &draft, bool skip) {
    out = Holding(shape);
    return allocate(draft.view(), shape, options, {skip, 0, preferred}, out);
  };
  // Applies to Restricted, too: resources that the reservation does not name come from the node.
  const Judgement judgement = judge(anywhere.view(), *shape, options, {skip_fit, 0, preferred});
  Refusal refusal = judgement.refusal;
  if (refusal.refused()) return refusal;
  const BesideChecks checks{skip_fit, requires_alignment(judgement.placement.numa)};

  const Refusal shortage = shortage_of(whole, rest, *shape, options);
  if (shortage.refused() && reservation.policy == ReservationPolicy::kRestricted) return shortage;
  if (!shortage.refused()) {
    Draft within(node, {});
    confine_to_rest(within, whole, rest);
    refusal = attempt(within, true);
    // The placement may be one to which the reservation contributes nothing.
    if (!refusal.refused()) refusal = check_beside(node, whole, rest, checks, out);
    if (!refusal.refused()) return refusal;
  }
  if (reservation.policy == ReservationPolicy::kRestricted) return refusal;
  if (!rest.cpus().empty() || !rest.grants().empty()) {
    Draft beside(node, {});
    beside.confine_to(places_of(node, rest));
    if (!attempt(beside, skip_fit).refused() &&
        !check_beside(node, whole, rest, checks, out).refused())
      return {};
  }
  refusal = attempt(anywhere, skip_fit);
  if (!refusal.refused()) refusal = check_beside(node, whole, rest, checks, out);
  if (!refusal.refused()) return refusal;
  // The place may need amounts of the rest that the pod does not take. Beside the whole rest the
  // node may still have enough.
  Draft apart(node, {});
  apart.put_on(rest);
  out = Holding(shape);
  const bool fits = !allocate(apart.view(), shape, options, {skip_fit, 0, nullptr}, out).refused();
  return fits ? Refusal{} : refusal;
}

}  // namespace koord::sched
