#include "kubelet/cpu/order.h"

#include <functional>

namespace koord::kubelet {
namespace {

// Adds the domains that own a CPU of `within`, in order. `domain_of` returns the domain of a CPU,
// and `cpus_of` the CPUs of a domain. The cost grows with the number of domains found, not with the
// number that the machine has.
template <typename DomainOf, typename CpusOf, typename Before = std::less<>>
void rank(const Machine &machine, CpuSet within, const CpuSet &free, DomainOf &&domain_of,
          CpusOf &&cpus_of, Order &out, Before &&before = {}) {
  const size_t start = out.size();
  while (!within.empty()) {
    const int domain = domain_of(machine.cpu(within.first()));
    const CpuSet &cpus = cpus_of(domain);
    out.add(Ranked(free.count_and(cpus), domain));
    within -= cpus;
  }
  std::sort(out.begin() + start, out.end(), before);
}

void rank_nodes(const Machine &machine, const CpuSet &within, const CpuSet &free, Order &out) {
  constexpr int kFew = 16;  // up to this number it is cheaper to check every node
  if (machine.node_count() <= kFew) {
    const size_t start = out.size();
    for (int node = 0; node < machine.node_count(); ++node)
      if (machine.node_cpus(node).intersects(within))
        out.add(Ranked(free.count_and(machine.node_cpus(node)), node));
    std::sort(out.begin() + start, out.end());
    return;
  }
  rank(
      machine, within, free, [&](const Topology::Cpu &cpu) { return machine.node_of(cpu); },
      [&](int node) -> const CpuSet & { return machine.node_cpus(node); }, out);
}

void rank_sockets(const Machine &machine, const CpuSet &within, const CpuSet &free, Order &out) {
  rank(
      machine, within, free, [](const Topology::Cpu &cpu) { return cpu.socket; },
      [&](int socket) -> const CpuSet & { return machine.socket_cpus(socket); }, out);
}

}  // namespace

void order_nodes(const Machine &machine, const CpuSet &free, Order &out) {
  if (machine.numa_first()) {
    rank_nodes(machine, free, free, out);
    return;
  }
  Order sockets;
  rank_sockets(machine, free, free, sockets);
  CpuSet unlisted = free;
  for (const Ranked socket : sockets) {
    const size_t start = out.size();
    rank_nodes(machine, unlisted & machine.socket_cpus(socket.index()), free, out);
    for (size_t i = start; i < out.size(); ++i) unlisted -= machine.node_cpus(out[i].index());
  }
}

void order_sockets(const Machine &machine, const CpuSet &free, Order &out) {
  if (!machine.numa_first()) {
    rank_sockets(machine, free, free, out);
    return;
  }
  Order nodes;
  rank_nodes(machine, free, free, nodes);
  for (const Ranked node : nodes)
    rank_sockets(machine, free & machine.node_cpus(node.index()), free, out);
}

void order_uncores(const Machine &machine, const Uncores &uncores, const CpuSet &free, Order &out) {
  const auto before = [&uncores](Ranked a, Ranked b) {
    return a.free() != b.free() ? a.free() < b.free()
                                : uncores.id(a.index()) < uncores.id(b.index());
  };
  Order nodes;
  order_nodes(machine, free, nodes);
  const Topology &topology = machine.topology();
  if (topology.without_l3().empty() && topology.without_node().empty()) {
    for (const Ranked node : nodes) {
      const Topology::NumaNode &owner = topology.nodes()[node.index()];
      const CpuSet inside = free & owner.cpus;
      const size_t start = out.size();
      for (const int32_t l3 : owner.l3s) {
        const CpuSet &cpus = topology.l3s()[l3].cpus;
        if (cpus.intersects(inside)) out.add(Ranked(free.count_and(cpus), l3));
      }
      std::sort(out.begin() + start, out.end(), before);
    }
    return;
  }
  for (const Ranked node : nodes)
    rank(
        machine, free & machine.node_cpus(node.index()), free,
        [&](const Topology::Cpu &cpu) { return uncores.of(cpu); },
        [&](int uncore) { return uncores.cpus(uncore); }, out, before);
}

void order_cores(const Topology &topology, const CpuSet &lowest_cpus, CoreList &out) {
  const auto cores = topology.cores();
  bool sorted = true;  // true if the machine numbers its cores by their lowest CPU
  lowest_cpus.for_each([&](int cpu) {
    const auto core = static_cast<uint16_t>(topology.find_cpu(cpu)->core);
    sorted = sorted && (out.size() == 0 || cores[out[out.size() - 1]].id <= cores[core].id);
    out.add(core);
  });
  if (sorted) return;
  std::sort(out.begin(), out.end(), [&](uint16_t a, uint16_t b) {
    return cores[a].id != cores[b].id ? cores[a].id < cores[b].id : a < b;
  });
}

}  // namespace koord::kubelet
