#include "cpu/l3_pick.h"

#include "cpu/koordinator_take.h"

namespace koord::cpu {
namespace {

int l3_groups(const Topology &topology, const CpuSet &cpus) {
  int n = 0;
  for (const auto &l3 : topology.l3s()) n += l3.cpus.intersects(cpus) ? 1 : 0;
  return n;
}

int split_cores(const Topology &topology, const CpuSet &cpus) {
  int n = 0;
  for (const auto &core : topology.cores()) {
    uint32_t taken = 0;
    for (const int cpu : topology.threads(core)) taken += cpus.contains(cpu) ? 1 : 0;
    n += taken != 0 && taken != core.threads ? 1 : 0;
  }
  return n;
}

// CPUs that an L3 group can give in the shape the bind policy likes.
int capacity(const Topology &topology, const Request &request, const CpuSet &cpus) {
  if (request.bind != BindPolicy::kFullPcpus)
    return topology.siblings().lowest_per_core(cpus).count();
  int n = 0;
  for (const auto &core : topology.cores()) {
    uint32_t free_threads = 0;
    for (const int cpu : topology.threads(core)) free_threads += cpus.contains(cpu) ? 1 : 0;
    if (free_threads == core.threads) n += static_cast<int>(free_threads);
  }
  return n;
}

// The L3 groups to take `need` CPUs from: the tightest one that suffices, else the largest, again.
CpuSet choose_groups(const Topology &topology, const Request &request, CpuSet cpus, int need) {
  CpuSet chosen;
  while (need > 0) {
    CpuSet best;
    int best_capacity = 0;
    for (const auto &l3 : topology.l3s()) {
      const CpuSet here = cpus & l3.cpus;
      const int n = capacity(topology, request, here);
      if (n == 0) continue;
      const bool fits = n >= need;
      const bool best_fits = best_capacity >= need;
      if (best_capacity == 0 || (fits && !best_fits) ||
          (fits == best_fits && (fits ? n < best_capacity : n > best_capacity))) {
        best = here;
        best_capacity = n;
      }
    }
    if (best_capacity == 0) break;
    chosen |= best;
    cpus -= best;
    need -= best_capacity;
  }
  return need > 0 ? chosen | cpus : chosen;
}

}  // namespace

CpuSet with_fewest_l3(const Topology &topology, const Request &request, const State &state,
                      const CpuSet &usable, const CpuSet &plain) {
  if (state.preferred != nullptr && plain.intersects(*state.preferred)) return plain;
  CpuSet held;  // what the plain pick kept away from stays out of reach
  if (request.exclusive != ExclusivePolicy::kNone) {
    if (state.core_held != nullptr) held |= topology.siblings().with_siblings(*state.core_held);
    if (state.node_held != nullptr) held |= topology.siblings().with_siblings(*state.node_held);
    if (held.intersects(plain)) held = CpuSet();
  }
  CpuSet result;
  for (const auto &place : topology.numa_places()) {
    const int need = plain.count_and(place.cpus);
    if (need == 0) continue;
    const CpuSet reach = (usable & place.cpus) - held;
    const CpuSet chosen = choose_groups(topology, request, reach, need);
    result |= Take(topology, request, state, chosen).run(need);
  }
  const bool better = result.count() == plain.count() &&
                      l3_groups(topology, result) <= l3_groups(topology, plain) &&
                      split_cores(topology, result) <= split_cores(topology, plain);
  return better ? result : plain;
}

}  // namespace koord::cpu
