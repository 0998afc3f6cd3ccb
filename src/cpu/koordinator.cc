#include "cpu/koordinator.h"

#include <algorithm>

#include "cpu/koordinator_take.h"
#include "cpu/l3_pick.h"
#include "cpu/node_take.h"

namespace koord::cpu {
namespace {

// The proposal knows only FullPCPUs and NUMANodeLevel on ARM.
Refusal check_arm(const Topology &topology, Request &request) {
  Refusal refusal;
  if (request.profile != Profile::kSpec || !is_arm_architecture(topology.facts().architecture))
    return refusal;
  refusal.object = Object::kPolicy;
  if (request.bind == BindPolicy::kSpreadByPcpus) {
    refusal.reason = Reason::kBindPolicyUnsupported;
    refusal.detail = static_cast<int32_t>(request.bind);
  } else if (request.exclusive == ExclusivePolicy::kPcpuLevel) {
    refusal.reason = Reason::kExclusivePolicyUnsupported;
    refusal.detail = static_cast<int32_t>(request.exclusive);
  }
  request.bind = BindPolicy::kFullPcpus;
  return refusal;
}

Refusal shortage(const Request &request, Reason reason, int64_t best) {
  Refusal refusal;
  refusal.reason = reason;
  refusal.profile = request.profile;
  refusal.needed = request.cpus;
  refusal.best = best;
  refusal.detail = static_cast<int32_t>(request.bind);
  return refusal;
}

// Whole cores cannot make up a count that is no multiple of their width; upstream finds out by trying.
Refusal check_whole_cores(const Topology &topology, const Request &request, int cpus_per_core) {
  if (request.profile != Profile::kSpec || !request.required || !topology.siblings().uniform() ||
      request.bind != BindPolicy::kFullPcpus || request.cpus % cpus_per_core == 0)
    return {};
  Refusal refusal = shortage(request, Reason::kSmtAlignment, 0);
  refusal.detail = cpus_per_core;
  return refusal;
}

// The preferred CPUs among those available: whole cores only where the policy demands it.
CpuSet preferred_of(const Topology &topology, const Request &request, const State &state,
                    const CpuSet &available) {
  if (state.preferred == nullptr) return {};
  const CpuSet preferred = available & *state.preferred;
  const bool whole = request.required && request.bind == BindPolicy::kFullPcpus &&
                     request.profile == Profile::kSpec;
  return whole ? whole_cores(topology, preferred, request.profile) : preferred;
}

// CPUs from the preferred ones first, then from the others; the same holders count for both.
CpuSet take_preferred(const Topology &topology, const Request &request, const State &state,
                      const CpuSet &available, int need,
                      std::span<const Topology::NumaPlace> places) {
  if (state.preferred == nullptr)
    return Take(topology, request, state, available, places).run(need);
  CpuSet picked;
  CpuSet rest = available;
  const CpuSet first = preferred_of(topology, request, state, available);
  if (!first.empty()) {
    picked = Take(topology, request, state, first, places).run(std::min(need, first.count()));
    rest -= first;
  }
  need -= picked.count();
  if (need > 0) picked |= Take(topology, request, state, rest, places).run(need);
  return picked;
}

// What a required policy can use of the available CPUs.
CpuSet usable_under_required(const Topology &topology, const Request &request,
                             const CpuSet &available) {
  if (!request.required) return available;
  if (request.bind == BindPolicy::kSpreadByPcpus)
    return topology.siblings().lowest_per_core(available);
  if (request.bind != BindPolicy::kFullPcpus) return available;
  return whole_cores(topology, available, request.profile);
}

bool satisfies_required(const Topology &topology, const Request &request, const CpuSet &picked) {
  if (!request.required || request.bind == BindPolicy::kDefault) return true;
  if (request.bind == BindPolicy::kSpreadByPcpus)
    return topology.siblings().lowest_per_core(picked) == picked;
  return whole_cores(topology, picked, request.profile) == picked;
}

// Splits `units` over nodes that can give available[i] each: the node with the least milli-CPU left
// first, every node asked for an even share of what remains. Returns what no node could give.
int split_evenly(std::span<const int> available, std::span<const int64_t> milli, int units,
                 std::span<int> given) {
  const size_t n = available.size();
  struct Node {
    int64_t milli;
    size_t at;
    bool operator<(const Node &other) const {
      return milli != other.milli ? milli < other.milli : at < other.at;
    }
  };
  std::array<Node, Topology::kMaxNodes> order;
  for (size_t i = 0; i < n; ++i) order[i] = {milli[i], i};
  std::sort(order.begin(), order.begin() + static_cast<ptrdiff_t>(n));
  for (size_t i = 0; i < n; ++i) {
    const size_t at = order[i].at;
    given[at] = std::min(available[at], units / static_cast<int>(n - i));
    units -= given[at];
  }
  return units;
}

Refusal pick_in_hint(const Topology &topology, const Request &request, const State &state,
                     const CpuSet &usable, int cpus_per_core, std::span<NumaGrant> hint,
                     CpuSet &out) {
  std::array<int, Topology::kMaxNodes> available;
  std::array<int64_t, Topology::kMaxNodes> milli;
  std::array<int, Topology::kMaxNodes> given;
  const bool by_core = request.required && request.bind == BindPolicy::kFullPcpus;
  const int unit = by_core ? cpus_per_core : 1;
  const bool trimmed = request.required || request.profile == Profile::kSpec;
  int64_t best = 0;
  for (size_t i = 0; i < hint.size(); ++i) {
    // A node without CPUs may be hinted for its memory.
    const Topology::NumaPlace *place = topology.find_numa_place(hint[i].node);
    const int cpus = place == nullptr ? 0 : usable.count_and(place->cpus);
    const int64_t in_cpus = int64_t{1000} * cpus;
    milli[i] = hint[i].available_milli < 0 ? in_cpus : hint[i].available_milli;
    if (trimmed) milli[i] = std::min(milli[i], in_cpus);
    const int64_t whole = std::min<int64_t>(milli[i] / 1000, CpuSet::kCapacity);
    available[i] = static_cast<int>(whole / unit);
    best += int64_t{available[i]} * unit;
  }
  const std::span<int> shares(given.data(), hint.size());
  const int left = split_evenly({available.data(), hint.size()}, {milli.data(), hint.size()},
                                request.cpus / unit, shares);
  if (left > 0 || request.cpus % unit != 0)
    return shortage(request, Reason::kInsufficientNuma, best);
  out = CpuSet();
  const NodeTake nodes(topology, request, state, usable);
  for (size_t i = 0; i < hint.size(); ++i) {
    const int share = shares[i] * unit;
    hint[i].granted_milli = int64_t{1000} * share;
    const Topology::NumaPlace *place = topology.find_numa_place(hint[i].node);
    if (share == 0 || place == nullptr || nodes.add_from(*place, share, out)) continue;
    const CpuSet here = usable & place->cpus;
    out |=
        take_preferred(topology, request, state, here, std::min(here.count(), share), {place, 1});
  }
  if (out.count() < request.cpus) return shortage(request, Reason::kNotEnoughCpus, out.count());
  return {};
}

// FullPCPUs without being required: shares in whole cores where those suffice, so that no even share splits
// one. False: they do not, or nothing is shared.
bool pick_cores_in_hint(const Topology &topology, const Request &request, const State &state,
                        int cpus_per_core, std::span<NumaGrant> hint, CpuSet &out) {
  if (request.profile != Profile::kSpec || request.bind != BindPolicy::kFullPcpus ||
      request.required || hint.size() < 2 || request.cpus % cpus_per_core != 0)
    return false;
  Request strict = request;
  strict.required = true;
  const CpuSet whole = usable_under_required(topology, strict, *state.available);
  if (!pick_in_hint(topology, strict, state, whole, cpus_per_core, hint, out).refused())
    return true;
  out = CpuSet();
  return false;
}

// DistributeEvenly: an even share from every NUMA node, in whole cores under FullPCPUs; what the nodes
// cannot give that way is taken as if nothing had been asked about them. Preferred CPUs come before that.
CpuSet distribute(const Topology &topology, const Request &request, const State &state,
                  const CpuSet &usable, int cpus_per_core) {
  const int unit = request.bind == BindPolicy::kFullPcpus ? cpus_per_core : 1;
  std::array<int, Topology::kMaxNodes> available;
  std::array<int64_t, Topology::kMaxNodes> milli;
  std::array<int, Topology::kMaxNodes> given;
  const auto places = topology.numa_places();
  const size_t n = places.size();
  CpuSet picked;
  const CpuSet first = preferred_of(topology, request, state, usable);
  if (!first.empty())
    picked =
        Take(topology, request, state, first, places).run(std::min(request.cpus, first.count()));
  const int wanted = request.cpus - picked.count();
  if (wanted == 0) return picked;
  CpuSet open = usable - picked;
  if (request.exclusive != ExclusivePolicy::kNone)
    open = Take(topology, request, state, open, places).open_to(wanted, unit);
  const NodeTake nodes(topology, request, state, open);
  const CpuSet &countable = unit > 1 ? nodes.shaped() : open;
  for (size_t i = 0; i < n; ++i) {
    available[i] = countable.count_and(places[i].cpus) / unit;
    milli[i] = int64_t{1000} * available[i] * unit;
  }
  split_evenly({available.data(), n}, {milli.data(), n}, wanted / unit, {given.data(), n});
  for (size_t i = 0; i < n; ++i)
    if (given[i] > 0 && !nodes.add_from(places[i], given[i] * unit, picked))
      picked |= take_preferred(topology, request, state, open & places[i].cpus, given[i] * unit,
                               places.subspan(i, 1));
  const int left = request.cpus - picked.count();
  if (left > 0) picked |= take_preferred(topology, request, state, usable - picked, left, places);
  return picked;
}

}  // namespace

Refusal pick(const Topology &topology, const Request &asked, const State &state,
             std::span<NumaGrant> hint, CpuSet &out) {
  out = CpuSet();
  for (NumaGrant &grant : hint) grant.granted_milli = 0;
  Request request = asked;
  if (request.cpus <= 0) return {};
  if (const Refusal refusal = check_arm(topology, request); refusal.refused()) return refusal;

  const int cpus_per_core = topology.cpus_per_core();
  if (const Refusal refusal = check_whole_cores(topology, request, cpus_per_core);
      refusal.refused())
    return refusal;
  const CpuSet usable = usable_under_required(topology, request, *state.available);
  if (!hint.empty()) {
    if (!pick_cores_in_hint(topology, request, state, cpus_per_core, hint, out)) {
      const Refusal refusal =
          pick_in_hint(topology, request, state, usable, cpus_per_core, hint, out);
      if (refusal.refused()) return refusal;
    }
  } else {
    if (request.cpus > usable.count()) {
      const int available = state.available->count();
      return request.profile == Profile::kSpec && request.cpus <= available
                 ? shortage(request, Reason::kRequiredBindPolicy, usable.count())
                 : shortage(request, Reason::kNotEnoughCpus, available);
    }
    const bool even =
        request.profile == Profile::kSpec && request.strategy == NumaStrategy::kDistributeEvenly;
    out = even ? distribute(topology, request, state, usable, cpus_per_core)
               : take_preferred(topology, request, state, usable, request.cpus,
                                topology.numa_places());
  }
  if (!satisfies_required(topology, request, out))
    return shortage(request, Reason::kRequiredBindPolicy,
                    usable.count() - usable.count() % cpus_per_core);
  if (request.fewest_l3) out = with_fewest_l3(topology, request, state, usable, out);
  return {};
}

}  // namespace koord::cpu
