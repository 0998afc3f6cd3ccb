// One allocation by Koordinator's algorithm: whole cores where wanted, spreading otherwise, inside
// the best NUMA node, then the best socket, then anywhere.
#pragma once

#include <array>
#include <span>

#include "cpu/exclusive.h"
#include "cpu/koordinator.h"
#include "cpu/koordinator_order.h"

namespace koord::cpu {

// The CPUs in the set that make up whole cores. Where cores differ in width upstream takes for
// whole what has as many CPUs in the set as the average core, though it may be half of a core.
CpuSet whole_cores(const Topology &topology, const CpuSet &cpus, Profile profile);

class Take {
 public:
  // places: the NUMA nodes to look at; those left out have none of the `available` CPUs.
  Take(const Topology &topology, const Request &request, const State &state,
       const CpuSet &available, std::span<const Topology::NumaPlace> places);

  // Takes `need` CPUs, or all there are when fewer are available. own: CPUs that the same pick has
  // already, which count when CPUs are spread over cores.
  const CpuSet &run(int need, const CpuSet &own = {});

  // The free CPUs that keep furthest away from what others hold exclusively and yet give `need`
  // CPUs in units of `unit` (a core's width, or 1); all where none do.
  CpuSet open_to(int need, int unit) const;

 private:
  // The CPUs a stage may look at: strict passes keep away from what other pods hold exclusively.
  struct SpreadPass {
    ExclusivePolicy pass;
    bool one_per_core;
  };
  size_t spread_passes(bool look_at_nodes, std::array<SpreadPass, 6> &out) const;
  CpuSet candidates(ExclusivePolicy pass) const { return avoidance_.candidates(pass, free_); }
  // The CPUs of this pick that spreading counts.
  CpuSet spread_so_far() const;
  // One CPU of each core that has given none.
  CpuSet one_of_each(const CpuSet &cpus) const;
  // Returns true if `need_` CPUs are a sum of the whole cores among `cpus`.
  bool made_up_of(const CpuSet &cpus) const;
  bool better(int a, int b) const;  // a free count that the strategy prefers

  // The CPUs of the best NUMA node (socket) with at least `fits` members of `countable`, by how
  // many members of `liked` it has; nodes of equal merit by the `cpus` on their socket. nullptr:
  // none fits.
  const CpuSet *best_node(const CpuSet &countable, int fits, const CpuSet &liked,
                          const CpuSet &cpus) const;
  const CpuSet *best_socket(const CpuSet &countable, int fits) const;

  void take_full_cores();
  void take_sum_of_cores();
  bool take_full_cores_in_node();
  bool take_full_cores_in_socket();
  void take_full_cores_across_sockets();
  void take_spread();
  void take_spread_in_node();
  void take_spread_in_socket();
  void take_strictest_first(const CpuSet &place, std::span<const SpreadPass> order);
  void take_rest();
  void take_cores(const CpuSet &whole, int count);
  void take_cpus(const CpuSet &cpus, bool one_per_core);
  void take(const CpuList &list, int count);

  const Topology &topology_;
  const Request &request_;
  const ProfileRules &rules_;
  std::span<const Topology::NumaPlace> places_;
  CpuOrder order_;
  bool sums_cores_;
  int cpus_per_core_;
  int cpus_per_node_;
  int cpus_per_socket_;
  CpuSet free_;
  Avoidance avoidance_;
  CpuSet own_;
  CpuSet result_;
  int need_ = 0;
};

}  // namespace koord::cpu
