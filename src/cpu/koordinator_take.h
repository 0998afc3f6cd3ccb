// One allocation by Koordinator's algorithm. It takes whole cores if the bind policy wants them and
// spreads otherwise, within the best NUMA node, else the best socket, else anywhere.
#pragma once

#include <array>
#include <span>

#include "cpu/exclusive.h"
#include "cpu/koordinator.h"
#include "cpu/koordinator_order.h"

namespace koord::cpu {

// Returns the CPUs in the set that make up whole cores. If cores differ in width, upstream
// counts a core as whole if the set has as many of its CPUs as the average core has, though it
// may have more.
CpuSet whole_cores(const Topology &topology, const CpuSet &cpus, Profile profile);

// The largest requests for which a pick looks for one NUMA node and for one socket. Upstream does
// not look further than the average one has CPUs, though others may have more.
struct DomainSizes {
  int node;
  int socket;
};
DomainSizes domain_sizes(const Topology &topology, Profile profile);

class Take {
 public:
  // places: the NUMA nodes to consider. Others have none of the `available` CPUs.
  Take(const Topology &topology, const Request &request, const State &state,
       const CpuSet &available, std::span<const Topology::CpuNode> places);

  // Takes `need` CPUs, or all available ones if there are fewer. own: CPUs that the same pick
  // already has. They count when CPUs are spread over cores.
  const CpuSet &run(int need, const CpuSet &own = {});

  // Returns the candidates of the strictest pass that still yields `need` CPUs in units of `unit`
  // (a core's width, or 1). Returns all free CPUs if no strict pass does.
  CpuSet strictest_candidates(int need, int unit) const;

 private:
  // A pass of a spreading stage. Strict passes avoid the CPUs that other pods hold exclusively.
  struct SpreadPass {
    ExclusivePolicy pass;
    bool one_per_core;
  };
  size_t spread_passes(bool look_at_nodes, std::array<SpreadPass, 6> &out) const;
  CpuSet candidates(ExclusivePolicy pass) const { return avoidance_.candidates(pass, free_); }
  // Returns the CPUs of this pick that spreading counts.
  CpuSet spread_so_far() const;
  // Returns one CPU of each core that has no CPU in spread_so_far().
  CpuSet lowest_on_unused_cores(const CpuSet &cpus) const;
  // Returns true if `need_` CPUs are a sum of the whole cores among `cpus`.
  bool adds_up_to_need(const CpuSet &cpus) const;
  bool prefers(int a, int b) const;  // true if the strategy prefers `a` free CPUs to `b`

  // Return the CPUs of the best NUMA node (socket) with at least `min_count` members of
  // `countable`, or nullptr if there is none. The strategy compares nodes by their number of
  // `ranked_by` CPUs, and equal nodes by the number of `cpus` on their socket.
  const CpuSet *best_node(const CpuSet &countable, int min_count, const CpuSet &ranked_by,
                          const CpuSet &cpus) const;
  const CpuSet *best_socket(const CpuSet &countable, int min_count) const;

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
  std::span<const Topology::CpuNode> places_;
  CpuOrder order_;
  bool sums_cores_;
  int cpus_per_core_;
  int most_in_node_;
  int most_in_socket_;
  CpuSet free_;
  Avoidance avoidance_;
  CpuSet own_;
  CpuSet result_;
  int need_ = 0;
};

}  // namespace koord::cpu
