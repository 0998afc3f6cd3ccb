#include "cpu/l3_pick.h"

#include "cpu/exclusive.h"
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

// The CPUs in the shape the bind policy likes: those of whole cores, else one per core.
CpuSet well_shaped(const Topology &topology, const Request &request, const CpuSet &cpus) {
  if (request.bind != BindPolicy::kFullPcpus) return topology.siblings().lowest_per_core(cpus);
  return cpus - topology.siblings().with_siblings(topology.all_cpus() - cpus);
}

// The L3 groups of a NUMA node to take `need` of its `cpus` from: the tightest one that suffices,
// else the largest, again. countable: those in the shape that is liked.
CpuSet choose_groups(const Topology &topology, const Topology::NumaPlace &place, const CpuSet &cpus,
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
  // What pods of the same policy hold, as Take sees it; an answer may not come closer to it.
  CpuSet held;
  if (const CpuSet *cpus = held_under(state, request.exclusive))
    held = topology.siblings().with_siblings(*cpus);
  CpuSet result;
  for (const auto &place : topology.numa_places()) {
    const int need = plain.count_and(place.cpus);
    if (need == 0) continue;
    CpuSet reach = usable & place.cpus;
    if (!(plain & place.cpus).intersects(held)) reach -= held;
    const CpuSet countable = well_shaped(topology, request, reach);
    const CpuSet chosen = choose_groups(topology, place, reach, countable, need);
    if (!NodeTake(topology, request, state, chosen).add_from(place, need, result))
      result |= Take(topology, request, state, chosen, {&place, 1}).run(need);
  }
  const bool better =
      result.count() == plain.count() && result.count_and(held) <= plain.count_and(held) &&
      on_no_more_l3s(topology, result, plain) && splits_no_more(topology, result, plain);
  return better ? result : plain;
}

}  // namespace koord::cpu
