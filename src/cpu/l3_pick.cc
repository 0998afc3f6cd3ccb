#include "cpu/l3_pick.h"

#include <algorithm>
#include <array>

#include "cpu/exclusive.h"
#include "cpu/koordinator_order.h"
#include "cpu/koordinator_take.h"
#include "cpu/node_take.h"

namespace koord::cpu {
namespace {

int l3_groups(const Topology &topology, const CpuSet &cpus) {
  int n = 0;
  for (CpuSet rest = cpus - topology.without_l3(); !rest.empty(); ++n)
    rest -= topology.l3s()[static_cast<size_t>(topology.find_cpu(rest.first())->l3)].cpus;
  return n;
}

bool on_no_more_l3s(const Topology &topology, const CpuSet &cpus, const CpuSet &than) {
  const int groups = l3_groups(topology, cpus);
  const bool fewest = groups == (topology.without_l3().empty() ? 1 : 0);
  return fewest || groups <= l3_groups(topology, than);
}

int split_cores(const Topology &topology, const CpuSet &cpus) {
  const auto &siblings = topology.siblings();
  const CpuSet missing = siblings.with_siblings(cpus) - cpus;
  return missing.empty() ? 0 : siblings.lowest_per_core(missing).count();
}

bool splits_no_more(const Topology &topology, const CpuSet &cpus, const CpuSet &than) {
  const int split = split_cores(topology, cpus);
  return split == 0 || split <= split_cores(topology, than);
}

// Returns true if `cpus` is spread over cores at least as evenly as `than`, which has the same
// size: it has more CPUs in the first round of one CPU per core in which the two differ.
bool spreads_no_less(const Topology &topology, const CpuSet &cpus, const CpuSet &than) {
  SpreadRounds found(topology.siblings(), cpus, {});
  SpreadRounds before(topology.siblings(), than, {});
  while (true) {
    const int count = found.next().count();
    if (const int other = before.next().count(); count != other) return count > other;
    if (count == 0) return true;
  }
}

// Returns the CPUs in the shape that the bind policy prefers: those of whole cores, else
// one per core.
CpuSet well_shaped(const Topology &topology, const Request &request, const CpuSet &cpus) {
  if (request.bind != BindPolicy::kFullPcpus) return topology.siblings().lowest_per_core(cpus);
  return cpus - topology.siblings().with_siblings(topology.all_cpus() - cpus);
}

using Territories = std::array<CpuSet, kAvoidingPolicies.size()>;

// Returns the CPUs that the pick avoids, under its policy and the policies that it falls back to.
Territories territories_of(const Topology &topology, const Request &request, const State &state) {
  Territories out;
  const bool falls_back = request.rules().numa_exclusive_falls_back;
  for (ExclusivePolicy policy = request.exclusive; policy != ExclusivePolicy::kNone;
       policy = falls_back ? weaker(policy) : ExclusivePolicy::kNone)
    if (const CpuSet *held = held_under(state, policy))
      out[index_of(policy)] = territory(topology, policy, *held);
  return out;
}

// Chooses L3 groups of a NUMA node from which to take `need` of its `cpus`: the tightest group that
// suffices, else the largest and so on. Returns `cpus` if the groups do not suffice. countable:
// CPUs in the preferred shape.
CpuSet choose_groups(const Topology &topology, const Topology::CpuNode &place, const CpuSet &cpus,
                     const CpuSet &countable, int need) {
  CpuSet chosen;
  while (need > 0) {
    const CpuSet *best = nullptr;
    int best_capacity = 0;
    for (const int32_t index : place.l3s) {
      const auto &l3 = topology.l3s()[static_cast<size_t>(index)];
      if (l3.cpus.intersects(chosen)) continue;
      const int n = countable.count_and(l3.cpus);
      if (n == 0) continue;
      const bool fits = n >= need;
      const bool best_fits = best_capacity >= need;
      if (best == nullptr || (fits && !best_fits) ||
          (fits == best_fits && (fits ? n < best_capacity : n > best_capacity))) {
        best = &l3.cpus;
        best_capacity = n;
      }
    }
    if (best == nullptr) break;
    chosen |= cpus & *best;
    need -= best_capacity;
  }
  return need > 0 ? cpus : chosen;
}

}  // namespace

CpuSet with_fewest_l3(const Topology &topology, const Request &request, const State &state,
                      const CpuSet &usable, const CpuSet &plain) {
  if (state.preferred != nullptr && plain.intersects(*state.preferred)) return plain;
  const Territories held = territories_of(topology, request, state);
  CpuSet result;
  for (const auto &place : topology.cpu_nodes()) {
    const int need = plain.count_and(place.cpus);
    if (need == 0) continue;
    CpuSet reach = usable & place.cpus;
    for (const CpuSet &territory : held)
      if (!(plain & place.cpus).intersects(territory)) reach -= territory;
    const CpuSet countable = well_shaped(topology, request, reach);
    const CpuSet chosen = choose_groups(topology, place, reach, countable, need);
    if (!NodeTake(topology, request, state, chosen).add_from(place, need, result))
      result |= Take(topology, request, state, chosen, {&place, 1}).run(need);
  }
  const bool as_far_away = std::ranges::all_of(held, [&](const CpuSet &territory) {
    return result.count_and(territory) <= plain.count_and(territory);
  });
  const bool better =
      result.count() == plain.count() && as_far_away && on_no_more_l3s(topology, result, plain) &&
      splits_no_more(topology, result, plain) &&
      (request.bind != BindPolicy::kSpreadByPcpus || spreads_no_less(topology, result, plain));
  return better ? result : plain;
}

}  // namespace koord::cpu
