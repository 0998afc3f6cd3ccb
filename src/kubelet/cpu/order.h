// The orders in which kubelet visits domains (NUMA nodes, sockets, L3 groups) and CPUs. Domains
// with the fewest free CPUs come first (best fit), then those with lower ids. The kind of domain
// that is larger on this machine is compared first. Only domains with a free CPU are listed.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/cpu_set.h"
#include "kubelet/cpu/machine.h"

namespace koord::kubelet {

// A domain in an order and the number of free CPUs by which it was ranked. Comparing keys
// compares (free, index). That is kubelet's order if indices ascend like ids, which does not hold
// for L3 groups.
struct Ranked {
  uint32_t key;

  Ranked() noexcept {}  // left uninitialised because orders are large arrays
  Ranked(int free, int index) noexcept
      : key(static_cast<uint32_t>(free) << 16 | static_cast<uint32_t>(index)) {}
  int free() const { return static_cast<int>(key >> 16); }
  int index() const { return static_cast<int>(key & 0xffff); }
  friend bool operator<(Ranked a, Ranked b) { return a.key < b.key; }
};

// A list of fixed capacity on the stack. No list of domains is longer than there are CPUs.
template <typename T>
class List {
 public:
  List() noexcept : size_(0) {}
  List(const List &) = delete;
  List &operator=(const List &) = delete;

  void add(T item) noexcept { items_[size_++] = item; }
  void clear() noexcept { size_ = 0; }
  size_t size() const noexcept { return size_; }
  T *begin() noexcept { return items_.data(); }
  T *end() noexcept { return items_.data() + size_; }
  const T *begin() const noexcept { return items_.data(); }
  const T *end() const noexcept { return items_.data() + size_; }
  const T &operator[](size_t i) const noexcept { return items_[i]; }

 private:
  size_t size_;
  std::array<T, CpuSet::kCapacity> items_;
};

using Order = List<Ranked>;
using CoreList = List<uint16_t>;  // indices in Topology::cores()

// Each appends to an empty `out`. NUMA nodes and sockets are given by index, L3 groups by their
// number in `uncores`. A socket or L3 group that spans several NUMA nodes may be listed for each of
// them. A NUMA node is listed once.
void order_nodes(const Machine &machine, const CpuSet &free, Order &out);
void order_sockets(const Machine &machine, const CpuSet &free, Order &out);
void order_uncores(const Machine &machine, const Uncores &uncores, const CpuSet &free, Order &out);
// Lists the cores with these lowest CPUs, ascending by core id.
void order_cores(const Topology &topology, const CpuSet &lowest_cpus, CoreList &out);

// Visits the cores with these lowest CPUs, ascending by core id. visit(index in cores()) returns
// false to stop.
template <typename Visit>
void visit_cores(const Topology &topology, const CpuSet &lowest_cpus, Visit &&visit) {
  if (topology.ranked_by_cpu(lowest_cpus)) {
    lowest_cpus.for_each_while([&](int cpu) { return visit(topology.find_cpu(cpu)->core); });
    return;
  }
  CoreList cores;
  order_cores(topology, lowest_cpus, cores);
  for (const auto core : cores)
    if (!visit(core)) return;
}

inline int free_threads(const Topology &topology, const Topology::Core &core, const CpuSet &free) {
  int n = 0;
  for (const int cpu : topology.threads(core)) n += free.contains(cpu) ? 1 : 0;
  return n;
}

// Visits the domains from which cores are taken, in order. visit(free CPUs of the domain) returns
// false to stop. `free` must not change meanwhile.
template <typename Visit>
void visit_core_domains(const Machine &machine, const CpuSet &free, Visit &&visit) {
  const bool sockets = machine.numa_first();
  if (!sockets && !free.empty() &&
      free.is_subset_of(machine.node_cpus(machine.node_of(machine.cpu(free.first()))))) {
    visit(free);
    return;
  }
  Order domains;
  sockets ? order_sockets(machine, free, domains) : order_nodes(machine, free, domains);
  for (const Ranked domain : domains) {
    const int i = domain.index();
    if (!visit(free & (sockets ? machine.socket_cpus(i) : machine.node_cpus(i)))) return;
  }
}

// Visits cores whose threads are all free and not more than `wanted`. visit(core) returns the
// number of CPUs that are still wanted. `free` must not change meanwhile.
template <typename Visit>
void visit_whole_cores(const Machine &machine, const CpuSet &free, int wanted, Visit &&visit) {
  const Topology &topology = machine.topology();
  visit_core_domains(machine, free, [&](const CpuSet &inside) {
    const int widest = std::min(topology.smt_width(), inside.count());
    for (int width = 1; width <= std::min(widest, wanted); ++width)
      visit_cores(topology, topology.siblings().whole_cores(inside, width), [&](int core) {
        wanted = visit(topology.cores()[core]);
        return width <= wanted;
      });
    return wanted > 0;
  });
}

// Visits free CPUs, those of the most used cores first. visit(cpu) returns false to stop. `free`
// must not change meanwhile.
template <typename Visit>
void visit_cpus_packed(const Machine &machine, const CpuSet &free, Visit &&visit) {
  const Topology &topology = machine.topology();
  visit_core_domains(machine, free, [&](const CpuSet &inside) {
    CoreList cores;
    order_cores(topology, machine.cores_touched(inside), cores);
    const int widest = std::min(topology.smt_width(), inside.count());
    for (int width = 1; width <= widest; ++width)
      for (const auto at : cores) {
        const Topology::Core &core = topology.cores()[at];
        if (free_threads(topology, core, inside) != width) continue;
        for (const int cpu : topology.threads(core))
          if (inside.contains(cpu) && !visit(cpu)) return false;
      }
    return true;
  });
}

// Visits the free CPUs of one socket in turns: the first one of every core, then the second ones,
// and so on. Cores with the fewest free CPUs come first. visit(cpu) returns false to stop. Returns
// false if it stopped.
template <typename Visit>
bool visit_socket_in_turns(const Machine &machine, const CpuSet &inside, Visit &&visit) {
  const Topology &topology = machine.topology();
  CoreList cores;
  order_cores(topology, machine.cores_touched(inside), cores);
  const int widest = std::min(topology.smt_width(), inside.count());
  for (int turn = 0; turn < widest; ++turn)
    for (int width = turn + 1; width <= widest; ++width)
      for (const auto at : cores) {
        const Topology::Core &core = topology.cores()[at];
        if (free_threads(topology, core, inside) != width) continue;
        int before = 0;  // free threads of this core before its CPU of this turn
        for (const int cpu : topology.threads(core)) {
          if (!inside.contains(cpu) || before++ < turn) continue;
          if (!visit(cpu)) return false;
          break;
        }
      }
  return true;
}

// Visits free CPUs socket by socket, in turns within a socket. visit(cpu) returns false to stop.
template <typename Visit>
void visit_cpus_in_turns(const Machine &machine, const CpuSet &free, Visit &&visit) {
  Order sockets;
  order_sockets(machine, free, sockets);
  for (const Ranked socket : sockets)
    if (!visit_socket_in_turns(machine, free & machine.socket_cpus(socket.index()), visit)) return;
}

// Visits free CPUs socket by socket and ascending within a socket, regardless of their cores.
// visit(cpu) returns false to stop.
template <typename Visit>
void visit_cpus_by_number(const Machine &machine, const CpuSet &free, Visit &&visit) {
  Order sockets;
  order_sockets(machine, free, sockets);
  for (const Ranked socket : sockets)
    for (CpuSet rest = free & machine.socket_cpus(socket.index()); !rest.empty();) {
      const int cpu = rest.first();
      rest.remove(cpu);
      if (!visit(cpu)) return;
    }
}

}  // namespace koord::kubelet
