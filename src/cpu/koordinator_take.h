// One allocation by Koordinator's algorithm: whole cores where wanted, spreading otherwise, inside the
// best NUMA node, then the best socket, then anywhere.
#pragma once

#include <array>
#include <span>

#include "cpu/koordinator.h"

namespace koord::cpu {

// An ordered list of CPU ids that never touches the heap.
struct CpuList {
  void add(int cpu) { ids[size++] = cpu; }
  std::span<const int32_t> view() const { return {ids.data(), size}; }

  size_t size = 0;
  std::array<int32_t, Topology::kMaxCpus> ids;
};

class Take {
 public:
  Take(const Topology &topology, const Request &request, const State &state,
       const CpuSet &available);

  // Takes `need` CPUs, or all there are when fewer are available.
  const CpuSet &run(int need);

  int cpus_per_core() const { return cpus_per_core_; }

  // What the last stage would take, in order, before and after spreading over cores.
  void list_last(const CpuSet &candidates, CpuList &list) const;
  void spread(CpuList &list) const;

 private:
  // The CPUs a stage may look at: strict passes keep away from what other pods hold exclusively.
  struct Pass {
    bool avoid_nodes;
    bool avoid_cores;
  };
  struct SpreadPass {
    Pass pass;
    bool one_per_core;
  };
  size_t passes(bool look_at_cores, bool look_at_nodes, std::array<Pass, 3> &out) const;
  size_t spread_passes(bool look_at_nodes, std::array<SpreadPass, 6> &out) const;
  CpuSet candidates(const Pass &pass) const;
  bool better(int a, int b) const;  // a free count that the strategy prefers
  int ref_count(int cpu) const;
  int ref_sum(int core) const;
  CpuSet whole_cores(const CpuSet &cpus) const;

  void take_full_cores();
  bool take_full_cores_in_node();
  bool take_full_cores_in_socket();
  void take_full_cores_across_sockets();
  void take_spread();
  void take_spread_in_node();
  void take_spread_in_socket();
  void take_rest();
  void list_cores(const CpuSet &first_threads, CpuList &list) const;
  void list_cpus(const CpuSet &cpus, bool one_per_core, CpuList &list) const;
  void take_first(const CpuList &list, int count);
  void take(int cpu);

  const Topology &topology_;
  const Request &request_;
  const State &state_;
  int cpus_per_core_;
  int cpus_per_node_;
  int cpus_per_socket_;
  CpuSet free_;
  CpuSet held_cores_;  // CPUs of cores held exclusively
  CpuSet held_nodes_;  // CPUs of NUMA nodes held exclusively
  CpuSet result_;
  int need_ = 0;
};

}  // namespace koord::cpu
