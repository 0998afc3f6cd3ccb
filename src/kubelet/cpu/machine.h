// The machine as kubelet's CPU manager sees it: a Topology with kubelet's own counters.
#pragma once

#include <algorithm>

#include "base/cpu_set.h"
#include "topology/topology.h"

namespace koord::kubelet {

// Totals of the machine. Kubelet's "CPUs per core" and "CPUs per L3 group" are integer quotients of
// them, even on machines where no core or group has that size.
struct Counters {
  int cpus = 0;
  int cores = 0;
  int sockets = 0;
  int nodes = 0;  // NUMA nodes that own a CPU
  int l3s = 0;    // distinct L3 groups, as class Uncores defines them

  int cpus_per_core() const { return cores > 0 ? std::max(1, cpus / cores) : 1; }
  int cpus_per_l3() const { return l3s > 0 ? cpus / l3s : 0; }
};

// A view that is valid as long as the topology. It uses no heap and is cheap to create for every
// call. NUMA nodes are given by index, ascending by id. CPUs without a NUMA node count for the node
// with the lowest id, node 0, because the machine record that kubelet reads says 0 for them.
class Machine {
 public:
  explicit Machine(const Topology &topology);
  // Uses counters that differ from the topology's, as test tables have them.
  Machine(const Topology &topology, const Counters &counters);

  const Topology &topology() const { return topology_; }
  // l3s is -1 if it was not given, because counting takes a pass over the L3 groups.
  const Counters &counters() const { return counters_; }
  // Returns true if whole NUMA nodes are tried before whole sockets, false for the opposite order.
  bool numa_first() const { return counters_.sockets >= counters_.nodes; }

  // Counts all nodes, including those without CPUs, which kubelet's CPU manager does not know.
  int node_count() const { return std::max(1, static_cast<int>(topology_.nodes().size())); }
  int node_id(int node) const { return topology_.nodes().empty() ? 0 : topology_.nodes()[node].id; }
  int node_index(int id) const;  // -1 if there is no such node
  const CpuSet &node_cpus(int node) const {
    return node == 0 ? first_node_ : topology_.nodes()[node].cpus;
  }
  const CpuSet &socket_cpus(int socket) const { return topology_.sockets()[socket].cpus; }

  const Topology::Cpu &cpu(int id) const { return *topology_.find_cpu(id); }
  int node_of(const Topology::Cpu &cpu) const { return std::max(0, cpu.node); }
  // Returns the lowest CPU of every core that has a CPU in `cpus`.
  CpuSet cores_touched(const CpuSet &cpus) const {
    return topology_.siblings().with_siblings(cpus) & topology_.siblings().first_threads();
  }

 private:
  const Topology &topology_;
  Counters counters_;
  CpuSet first_node_;
};

// Kubelet's L3 groups ("uncore caches"). A CPU with an L3 belongs to the group of that L3. A CPU
// without one belongs to the group numbered like its socket, which may be the group of an L3. The
// index of a group is the index of its L3; the groups of sockets follow after all L3s.
class Uncores {
 public:
  explicit Uncores(const Machine &machine);

  int of(const Topology::Cpu &cpu) const { return cpu.l3 >= 0 ? cpu.l3 : of_socket(cpu.socket); }
  // Returns kubelet's number of the group: the kernel's number of the cache, or that of the socket.
  int id(int uncore) const {
    const Topology &machine = machine_.topology();
    return uncore < l3_count() ? machine.l3s()[uncore].id
                               : machine.sockets()[uncore - l3_count()].id;
  }
  CpuSet cpus(int uncore) const;
  CpuSet cpus_among(const CpuSet &set, int uncore) const;
  int cpus_per_uncore() const { return cpus_per_uncore_; }

 private:
  int l3_count() const { return static_cast<int>(machine_.topology().l3s().size()); }
  int of_socket(int socket) const;

  const Machine &machine_;
  const CpuSet &without_l3_;
  int cpus_per_uncore_;
};

}  // namespace koord::kubelet
