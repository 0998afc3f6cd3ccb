#include "topology/subset.h"

#include <utility>

namespace koord {

std::shared_ptr<const Topology> with_cpus(const Topology &machine, const CpuSet &cpus) {
  TopologySpec spec;
  for (const Topology::Cpu &cpu : machine.cpus()) {
    if (!cpus.contains(cpu.id)) continue;
    TopologySpec::Cpu row;
    row.id = cpu.id;
    row.socket = machine.sockets()[static_cast<size_t>(cpu.socket)].id;
    row.node = cpu.node < 0 ? -1 : machine.nodes()[static_cast<size_t>(cpu.node)].id;
    row.core = machine.cores()[static_cast<size_t>(cpu.core)].id;
    row.l3 = cpu.l3 < 0 ? -1 : machine.l3s()[static_cast<size_t>(cpu.l3)].id;
    row.kernel_core = cpu.kernel_core;
    row.kind = cpu.kind;
    spec.cpus.push_back(row);
  }
  for (const Topology::NumaNode &node : machine.nodes())
    spec.nodes.push_back({node.id, node.memory_bytes, node.huge_pages, node.local_cpus & cpus});
  spec.offline = machine.offline() | (machine.all_cpus() - cpus);
  spec.disallowed = machine.disallowed();
  spec.isolated = machine.isolated();
  spec.nohz_full = machine.nohz_full();
  spec.distances = machine.distances();
  spec.devices.assign(machine.devices().begin(), machine.devices().end());
  spec.facts = machine.facts();
  return Topology::build(std::move(spec));
}

}  // namespace koord
